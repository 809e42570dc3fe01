// How bright a picture is, how much its light varies, and how strong its colours are.

import { chroma, luminanceOf } from '../oklab.ts'
import { round } from '../round.ts'
import type { Cell } from '../sampling/cell.ts'

/** Mean of a quantity over the visible pixels. */
export const meanOf = (cells: readonly Cell[], quantity: (cell: Cell) => number): number => {
  const sum = { area: 0, quantity: 0 }
  for (const cell of cells) {
    sum.area += cell.area
    sum.quantity += cell.area * quantity(cell)
  }
  return sum.quantity / sum.area
}

/** Standard deviation of a quantity over the visible pixels. */
export const deviationOf = (cells: readonly Cell[], quantity: (cell: Cell) => number): number => {
  const mean = meanOf(cells, quantity)
  return Math.sqrt(meanOf(cells, cell => (quantity(cell) - mean) ** 2))
}

/** Chroma that counts as full. */
const fullChroma = 0.4

/** @returns mean OKLab lightness, 0 to 1. */
export const brightness = (cells: readonly Cell[]): number =>
  round(
    Math.min(
      1,
      Math.max(
        0,
        meanOf(cells, ({ l }) => l),
      ),
    ),
  )

/** @returns RMS contrast: the standard deviation of relative luminance, 0 to 0.5 (Peli 1990). */
export const contrast = (cells: readonly Cell[]): number => round(deviationOf(cells, luminanceOf))

/** @returns mean OKLCH chroma as a part of 0.4, 0 to 1. */
export const saturation = (cells: readonly Cell[]): number => round(Math.min(1, meanOf(cells, chroma) / fullChroma))
