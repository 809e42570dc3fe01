// Where the search for colours begins.

import { squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'

/** Enough for 16 colours after near-duplicates have merged. */
const mostSeeds = 24
/** Least √share × distance of a seed; the noise of compression lies below. */
const leastScore = 0.0016

/** @returns the densest cell, then always the one with the most √share × distance from all so far; 24 at most. */
export const seeds = (cells: readonly Cell[]): readonly Cell[] => {
  const total = cells.reduce((sum, cell) => sum + cell.weight, 0)
  const left = cells.map(cell => ({ cell, root: Math.sqrt(cell.weight / total), away: 1 }))
  const chosen: Cell[] = []
  while (chosen.length < mostSeeds) {
    const best = left.reduce((one, other) => (other.root * other.away > one.root * one.away ? other : one))
    if (best.root * best.away < leastScore) break
    chosen.push(best.cell)
    for (const candidate of left) {
      candidate.away = Math.min(candidate.away, Math.sqrt(squaredDistance(candidate.cell, best.cell)))
    }
  }
  return chosen
}
