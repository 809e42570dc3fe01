// Tells colours that grain has spread.
import type { Cell } from './cell.ts'

/** A group that lies in flat areas to so large a part has no grain. */
const mostFlat = 0.8
/** Least part of the visible pixels in a grainy group: smaller ones are edges. */
const leastShare = 0.08

/** @returns what tells the large grainy groups among some. */
export const grainyAmong = (groups: readonly Cell[]): ((group: Cell) => boolean) => {
  const least = leastShare * groups.reduce((sum, { area }) => sum + area, 0)
  return ({ area, weight }) => area >= least && weight < mostFlat * area
}
