// Spreads colours evenly over gradients, where the picture prefers none.

import { squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'
import { emptySum } from '../pixels/sum.ts'
import { chains } from './chains.ts'
import { distinct } from './distinct.ts'
import { nearest } from './measure.ts'
import { stopsOf } from './stops.ts'

const rounds = 3
/** Least length of a gradient, OKLab, and least part of the visible pixels in it. */
const leastLength = 0.08
const leastShare = 0.25
const leastCells = 4
/** Squared distance from the cells of a gradient within which a colour is one of it; OKLab. */
const reach = 0.035 ** 2
/** Squared least distance between two of the colours that fill it. */
const leastStep = 0.05 ** 2
/** Where colours have no preference, so many are enough. */
const enough = 6

/** Rounds of Lloyd (1982) where distance does not count, and some centres stay. */
const even = (cells: readonly Cell[], start: readonly Cell[], anchors: readonly Cell[]): readonly Cell[] => {
  const fixed = new Set(anchors)
  let centres = start
  for (let round = 0; round < rounds; round++) {
    const parts = centres.map(centre => ({ centre, l: centre.l, a: centre.a, b: centre.b, sum: emptySum() }))
    for (const cell of cells) nearest(cell, parts)?.sum.add(cell, cell.weight)
    centres = parts.map(({ centre, sum }) => (fixed.has(centre) ? centre : sum.mean())).filter(({ area }) => area > 0)
  }
  return centres
}

/** Adds colours of slopes, always the one furthest from all, until there are enough. */
const filled = (sure: readonly Cell[], slope: readonly Cell[]): readonly Cell[] => {
  const chosen = [...sure]
  const left = slope.map(cell => ({ cell, away: Math.min(...chosen.map(other => squaredDistance(cell, other))) }))
  while (chosen.length < enough) {
    const best = left.reduce((one, other) => (other.away > one.away ? other : one))
    if (best.away < leastStep) break
    chosen.push(best.cell)
    for (const candidate of left) {
      candidate.away = Math.min(candidate.away, squaredDistance(candidate.cell, best.cell))
    }
  }
  return chosen
}

interface Gradient {
  readonly cells: readonly Cell[]
  readonly stops: readonly Cell[]
}

const distance = (one: Cell, other: Cell): number => Math.sqrt(squaredDistance(one, other))

/** Gradients among the chains of cells: long, large, and on lines. */
const gradientsOf = (cells: readonly Cell[]): readonly Gradient[] => {
  const total = cells.reduce((sum, { area }) => sum + area, 0)
  return chains(cells).flatMap(chain => {
    const share = chain.reduce((sum, { area }) => sum + area, 0) / total
    if (chain.length < leastCells || share < leastShare) return []
    const stops = stopsOf(chain) ?? []
    const isLong = stops.some(one => stops.some(other => distance(one, other) >= leastLength))
    return isLong ? [{ cells: chain, stops }] : []
  })
}

/**
 * @param cells the histogram.
 * @param groups its groups, heaviest first.
 * @returns the groups where there is no gradient; else those that are not of one, the stops of the gradients, and colours
 *   evenly between them, six together unless there are more of the first.
 */
export const spread = (cells: readonly Cell[], groups: readonly Cell[]): readonly Cell[] => {
  const gradients = gradientsOf(cells)
  if (gradients.length === 0) return groups
  const slope = gradients.flatMap(gradient => gradient.cells)
  const modes = groups.filter(group => slope.every(cell => squaredDistance(cell, group) > reach))
  const stops = gradients.flatMap(gradient => gradient.stops)
  const anchors = distinct([...modes, ...stops]).slice(0, Math.max(enough, modes.length))
  return distinct(even(cells, filled(anchors, slope), anchors))
}
