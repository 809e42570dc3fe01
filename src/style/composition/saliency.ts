// The saliency of every cell: what an edge encloses, what is not background, and what is sharp.
import { at, tabulate } from '../numbers.ts'
import { measureForeground } from './foreground.ts'
import type { LabPlanes } from './lab-planes.ts'

/** Blurred cells count this much, beside 1 for the sharpness of the sharpest. */
const blurredShare = 0.3
/** Cells that no edge encloses, as in a picture of one object that fills it, count a little. */
const minBarrier = 0.02

/** @param barrier what an edge encloses. @returns 0 to 1 per cell; all 0 for a picture of nothing but background. */
export function measureSaliency(planes: LabPlanes, barrier: Float64Array): Float64Array {
  if (barrier.every(value => value === 0)) return barrier
  const foreground = measureForeground(planes)
  const product = (cell: number): number =>
    (at(barrier, cell) + minBarrier) ** 2 * at(foreground, cell) * (at(planes.sharpness, cell) + blurredShare)
  // The fourth root, as for the mean of the four factors.
  const map = tabulate(barrier.length, cell => Math.sqrt(Math.sqrt(product(cell))))
  const max = map.reduce((one, other) => Math.max(one, other), 0)
  return max === 0 ? map : map.map(value => value / max)
}
