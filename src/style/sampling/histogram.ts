// How often which colour occurs, and how surely it is a colour of the picture rather than of an edge in it.
import type { Thumbnail } from '../../image/raster.ts'
import { type Oklab, oklab } from '../oklab.ts'
import { bins } from './bins.ts'
import type { Cell } from './cell.ts'
import { emptySum, type Sum } from './sum.ts'
import type { Bin } from './tally.ts'

export interface Histogram {
  readonly cells: readonly Cell[]
  /** Part of the picture that is transparent, 0 to 1. */
  readonly transparency: number
}

/** Side of a cell, OKLab: about ΔE00 2. */
const cellSide = 0.025

const cellOf = ({ l, a, b }: Oklab): number =>
  (Math.floor(l / cellSide) * 64 + Math.floor(a / cellSide) + 32) * 64 + Math.floor(b / cellSide) + 32

/** Gathers the bins in cells that are even to the eye. */
const collect = (found: readonly Bin[]): readonly Cell[] => {
  const cells = new Map<number, Sum>()
  for (const bin of found) {
    const { red, green, blue, area, border, weight } = bin
    const { l, a, b } = oklab(red, green, blue)
    const key = cellOf({ l, a, b })
    const known = cells.get(key)
    const sum = known ?? emptySum()
    if (known === undefined) cells.set(key, sum)
    // Members in the order of `mean`: cells of one shape are read faster than those of two.
    sum.add({ l, a, b, red, green, blue, area, border, weight }, weight)
  }
  return [...cells.values()].map(sum => sum.mean())
}

/**
 * Counts the colours of a picture.
 *
 * @param sample 8-bit sRGB with opacity; what is transparent is left out, whatever its colour.
 * @returns its colours by what the eye tells apart, with exact means; no cells when nothing is visible.
 */
export const histogram = (sample: Thumbnail): Histogram => {
  const { bins: found, looked } = bins(sample)
  const cells = collect(found)
  const area = cells.reduce((sum, cell) => sum + cell.area, 0)
  return { cells, transparency: 1 - area / (255 * looked) }
}
