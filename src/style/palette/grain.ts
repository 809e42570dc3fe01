// Tells colours that grain has spread, and what is only the outskirts of one.

import { type Oklab, squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'

/** A group that lies in flat areas to so large a part has no grain. */
const mostFlat = 0.8
/** Least part of the visible pixels in a grainy group: smaller ones are edges. */
const leastShare = 0.08
/** Squared distance, OKLab, that grain does not reach: about ΔE00 7. */
const reach = 0.065 ** 2
/** Part of the way between two groups within which pixels count as near. */
const nearness = 0.35

/** @returns what tells the large grainy groups among some. */
export const grainyAmong = (groups: readonly Cell[]): ((group: Cell) => boolean) => {
  const least = leastShare * groups.reduce((sum, { area }) => sum + area, 0)
  return ({ area, weight }) => area >= least && weight < mostFlat * area
}

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
  const middle = { l: (group.l + other.l) / 2, a: (group.a + other.a) / 2, b: (group.b + other.b) / 2 }
  return massAt(middle, cells, radius) >= massAt(group, cells, radius)
}

/** @returns of some groups, heaviest first, those that are not the outskirts of a larger one. */
export const withoutGrain = (groups: readonly Cell[], cells: readonly Cell[]): readonly Cell[] => {
  const isGrainy = grainyAmong(groups)
  const kept: Cell[] = []
  for (const group of groups) {
    // What is kept has no outskirts of outskirts: a broad range of grainy colours stays more than one.
    if (!kept.some(other => isGrainy(other) && isOutskirt(group, other, cells))) kept.push(group)
  }
  return kept
}
