// The saliency of every cell: whether an edge encloses it, how unlike the background it is, and how sharp. If everything stands out, nothing does.
import { along, at, tabulate } from '../numbers.ts'
import { measureForeground } from './foreground.ts'
import type { LabPlanes } from './lab-planes.ts'

/** Blurred cells count this much, beside 1 for the sharpness of the sharpest. */
const blurredShare = 0.3
/** Cells that no edge encloses, as in a picture of one object that fills it, count a little. */
const openBarrier = 0.02

/** @param barrier what an edge encloses. @returns 0 to 1 per cell; all 0 for a picture of nothing but background. */
export function measureSaliency(planes: LabPlanes, barrier: Float64Array): Float64Array {
  if (barrier.every(value => value === 0)) return barrier
  const foreground = measureForeground(planes)
  const product = (cell: number): number =>
    (at(barrier, cell) + openBarrier) ** 2 * at(foreground, cell) * (at(planes.sharpness, cell) + blurredShare)
  // The fourth root, as for the mean of the four factors.
  const map = tabulate(barrier.length, cell => Math.sqrt(Math.sqrt(product(cell))))
  const max = map.reduce((one, other) => Math.max(one, other), 0)
  return max === 0 ? map : map.map(value => value / max)
}

/** Cells up to here from an edge are the border; parts of the sides up to here from the centre are the middle. */
const borderWidth = 2
const middleReach = 0.25
/** A scene is salient along its border, across its width, and little more in the middle; fitted to 392 marked pictures. */
const sceneWeights = { border: 1, spread: 0.8, middle: -0.2 } as const
/** The score of a scene, and of a picture that is certainly none. */
const sceneScore = { none: 0.13, full: 0.19 } as const

/** @returns how little the salient cells are concentrated in one place, 0 to 1: 1 in a landscape or a street. */
export function measureSceneness(saliency: Float64Array, { columns, rows }: LabPlanes): number {
  const columnOf = (cell: number): number => cell % columns
  const rowOf = (cell: number): number => Math.floor(cell / columns)
  const isNear = (position: number, count: number): boolean => Math.abs((position + 0.5) / count - 0.5) < middleReach
  const isOuter = (position: number, count: number): boolean => Math.min(position, count - 1 - position) < borderWidth
  const border = meanWhere(saliency, cell => isOuter(columnOf(cell), columns) || isOuter(rowOf(cell), rows))
  const middle = meanWhere(saliency, cell => isNear(columnOf(cell), columns) && isNear(rowOf(cell), rows))
  const spread = spreadAcross(saliency, columns)
  const score = sceneWeights.border * border + sceneWeights.spread * spread + sceneWeights.middle * middle
  return along(score, sceneScore)
}

function meanWhere(map: Float64Array, includes: (cell: number) => boolean): number {
  let [sum, count] = [0, 0]
  for (let cell = 0; cell < map.length; cell++) {
    if (!includes(cell)) continue
    sum += at(map, cell)
    count++
  }
  return count === 0 ? 0 : sum / count
}

/** @returns the standard deviation of the positions of the most salient cells, as a fraction of the width. */
function spreadAcross(saliency: Float64Array, columns: number): number {
  let [sum, first, second] = [0, 0, 0]
  for (let cell = 0; cell < saliency.length; cell++) {
    const weight = at(saliency, cell) ** 4
    const x = ((cell % columns) + 0.5) / columns
    sum += weight
    first += weight * x
    second += weight * x * x
  }
  return sum === 0 ? 0 : Math.sqrt(Math.max(0, second / sum - (first / sum) ** 2))
}
