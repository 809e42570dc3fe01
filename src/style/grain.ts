// Tells colours of a picture from the outskirts of a grainy one.
import type { Cell } from './cell.ts'
import { type Oklab, squaredDistance } from './oklab.ts'

/** A group that lies in flat areas to so large a part has no grain. */
const mostFlat = 0.8
/** Least part of the visible pixels that a grainy colour covers. */
const leastShare = 0.08
/** Squared distance, OKLab, that grain does not reach: about ΔE00 10. */
const reach = 0.1 ** 2
/** Part of the way between two groups within which pixels count as near. */
const nearness = 0.35

const middleOf = (one: Oklab, other: Oklab): Oklab => ({
  l: (one.l + other.l) / 2,
  a: (one.a + other.a) / 2,
  b: (one.b + other.b) / 2,
})

/** Pixels near a colour. */
const massAt = (color: Oklab, cells: readonly Cell[], radius: number): number => {
  let mass = 0
  for (const cell of cells) if (squaredDistance(cell, color) <= radius) mass += cell.area
  return mass
}

/** Whether no valley lies between a group and a larger, grainy one. */
const isOutskirt = (group: Cell, other: Cell, cells: readonly Cell[]): boolean => {
  const distance = squaredDistance(group, other)
  if (distance > reach) return false
  const radius = distance * nearness ** 2
  return massAt(middleOf(group, other), cells, radius) >= massAt(group, cells, radius)
}

/** @returns of some groups, heaviest first, those that are not the outskirts of a larger one. */
export const withoutGrain = (groups: readonly Cell[], cells: readonly Cell[]): readonly Cell[] => {
  const least = leastShare * groups.reduce((sum, { area }) => sum + area, 0)
  const isGrainy = (group: Cell): boolean => group.weight / group.area < mostFlat
  const kept: Cell[] = []
  for (const group of groups) {
    const grounds = kept.filter(other => other.area >= least && isGrainy(other))
    // What is kept has no outskirts of outskirts: a broad range of grainy colours stays more than one.
    if (!isGrainy(group) || !grounds.some(other => isOutskirt(group, other, cells))) kept.push(group)
  }
  return kept
}
