// Finds colours that follow one another without a gap, as those of a gradient do.

import { squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'

/** Part of a cell that lies in flat areas: on a slope neighbours differ little, unlike those in grain. */
const leastFlat = 0.8
/** Least part of the visible pixels in a cell that counts: less is noise. */
const leastShare = 0.0003
/** A line through all of OKLab, three cells thick, has fewer cells: more are a photograph. */
const mostCells = 256
/** Squared widest gap between two neighbours, OKLab: two cells. */
const mostGap = 0.05 ** 2

/** Cells in flat areas that hold enough to count; none if there are too many to be a gradient. */
const counted = (cells: readonly Cell[]): readonly Cell[] => {
  const least = leastShare * cells.reduce((sum, { area }) => sum + area, 0)
  const found = cells.filter(({ area, weight }) => area >= least && weight >= leastFlat * area)
  return found.length > mostCells ? [] : found
}

/** Takes out of some cells those that hang together with the first. */
const component = (cells: readonly Cell[]): { readonly chain: readonly Cell[]; readonly rest: readonly Cell[] } => {
  const chain: Cell[] = [...cells.slice(0, 1)]
  let rest = cells.slice(1)
  for (const cell of chain) {
    const isNear = (other: Cell): boolean => squaredDistance(cell, other) <= mostGap
    chain.push(...rest.filter(isNear))
    rest = rest.filter(other => !isNear(other))
  }
  return { chain, rest }
}

/** @returns the groups of cells that hang together, each in any order. */
export const chains = (cells: readonly Cell[]): readonly (readonly Cell[])[] => {
  const found: (readonly Cell[])[] = []
  for (let left = counted(cells); left.length > 0; ) {
    const { chain, rest } = component(left)
    found.push(chain)
    left = rest
  }
  return found
}
