// Where a picture draws the eye.
import { at } from '../at.ts'
import { barrier } from './barrier.ts'
import { groundOf } from './border.ts'
import { type Planes, unlikeness } from './planes.ts'

/** Ground colours that are told apart, and the least that makes one more. */
const mostGrounds = 10
const leastApart = 0.05
/** Below this nothing stands out: grain and compression. */
const leastContrast = 0.03
/** Lifts what stands out less than the most; 0.5 would be the geometric mean of the two maps. */
const power = 0.65

/** Some cells that stand for all of the ground: always the one least like those before it. */
const tonesOf = (planes: Planes, ground: readonly number[]): readonly number[] => {
  const left = ground.map(cell => ({ cell, away: Number.POSITIVE_INFINITY }))
  const tones: number[] = []
  while (tones.length < mostGrounds) {
    const best = left.reduce((one, other) => (other.away > one.away ? other : one))
    if (best.away < leastApart) break
    tones.push(best.cell)
    for (const candidate of left)
      candidate.away = Math.min(candidate.away, unlikeness(planes, candidate.cell, best.cell))
  }
  return tones
}

/** How unlike every colour of the ground each cell is. */
const strangeness = (planes: Planes, ground: readonly number[]): Float64Array => {
  const tones = tonesOf(planes, ground)
  const map = new Float64Array(planes.columns * planes.rows)
  for (let cell = 0; cell < map.length; cell++) {
    let least = Number.POSITIVE_INFINITY
    for (const tone of tones) {
      const away = unlikeness(planes, cell, tone)
      if (away < least) least = away
    }
    map[cell] = least
  }
  return map
}

const highest = (map: Float64Array): number => {
  let top = 0
  for (let cell = 0; cell < map.length; cell++) top = Math.max(top, at(map, cell))
  return top
}

/**
 * Finds what stands out: unlike every colour of the border (the background prior of Wei et al. 2012) and enclosed by an
 * edge on all sides (minimum barrier distance, Zhang et al. 2015).
 *
 * @returns per cell 0 where nothing does, 1 where most does; all 0 for a picture of nothing but ground.
 */
export const saliency = (planes: Planes): Float64Array => {
  const ground = groundOf(planes)
  const enclosed = barrier(planes, ground)
  if (highest(enclosed) < leastContrast) return new Float64Array(enclosed.length)
  const strange = strangeness(planes, ground)
  const map = new Float64Array(enclosed.length)
  for (let cell = 0; cell < map.length; cell++) map[cell] = at(enclosed, cell) * at(strange, cell)
  const top = highest(map)
  for (let cell = 0; cell < map.length; cell++) map[cell] = (at(map, cell) / top) ** power
  return map
}
