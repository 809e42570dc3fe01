// Spreads colours evenly over slopes, where the picture prefers none.
import type { Cell } from './cell.ts'
import { distinct } from './distinct.ts'
import { nearest } from './measure.ts'
import { oklab, type Rgb, squaredDistance } from './oklab.ts'
import { type Piece, slopes } from './slopes.ts'
import { emptySum } from './sum.ts'

const rounds = 3
/** Squared least distance between two pieces of a slope in which it is looked for, and in the answer; OKLab. */
const pieceStep = 0.06 ** 2
const leastStep = 0.05 ** 2
/** Least area of a colour of a slope, of the mean, and how much of it must lie in flat areas. */
const leastArea = 0.5
const leastFlat = 0.8
/** Where colours have no preference, so many are enough. */
const enough = 6

/** Leaves of groups that lie close the first. */
const sparse = (groups: readonly Cell[]): readonly Cell[] => {
  const kept: Cell[] = []
  for (const group of groups) {
    if (kept.every(other => squaredDistance(group, other) >= pieceStep)) kept.push(group)
  }
  return kept
}

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

const endOf = (group: Cell, color: Rgb): Cell => ({ ...group, ...color, ...oklab(color.red, color.green, color.blue) })

/** The ends and bends of slopes, the clearest first. */
const endsOf = (pieces: readonly Piece[]): readonly Cell[] =>
  pieces
    .flatMap(({ group, slope }) => (slope.kind === 'end' ? [{ group, ...slope }] : []))
    .toSorted((one, other) => other.clearness - one.clearness)
    .map(({ group, color }) => endOf(group, color))

/**
 * @param cells the histogram.
 * @param groups its groups, heaviest first.
 * @returns the groups where there is no slope; else those around one colour, the ends and bends of the slopes, and colours
 *   evenly between them, six together unless there are more of the first.
 */
export const spread = (cells: readonly Cell[], groups: readonly Cell[]): readonly Cell[] => {
  const pieces = slopes(cells, even(cells, sparse(groups), []))
  if (pieces.every(({ slope }) => slope.kind === 'mode')) return groups
  const isSlope = (color: Cell): boolean => nearest(color, pieces)?.slope.kind !== 'mode'
  const modes = groups.filter(group => !isSlope(group))
  const least = (leastArea * cells.reduce((sum, { area }) => sum + area, 0)) / cells.length
  const slope = cells.filter(cell => cell.area >= least && cell.weight / cell.area >= leastFlat && isSlope(cell))
  const anchors = distinct([...modes, ...endsOf(pieces)]).slice(0, Math.max(enough, modes.length))
  // With the heaviest group there is always one to begin with.
  const start = filled(anchors, [...slope, ...groups.slice(0, 1)])
  return distinct(even(cells, start, anchors))
}
