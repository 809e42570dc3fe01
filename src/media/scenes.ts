// Where a video cuts: encoders put a keyframe at every cut, so keyframes that look different begin a scene.
import type { Video } from '../../schemas/style.ts'
import type { Keyframe } from './keyframes.ts'
import type { Frame } from './ppm.ts'

type Scene = NonNullable<Video['scenes']>[number]

/** Part of the pixels that have to change their colour, of 512, for a cut; a pan changes a third at most. */
const cut = 0.45
const most = 64

/** How many pixels lie in each of 8 × 8 × 8 cells of RGB, as parts of all. */
const histogram = ({ rgb }: Frame): Float64Array => {
  const cells = new Float64Array(512)
  const part = 3 / rgb.length
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3)
    const cell = (red >> 5) * 64 + (green >> 5) * 8 + (blue >> 5)
    cells[cell] = (cells[cell] ?? 0) + part
  }
  return cells
}

/** Half the sum of the differences: 0 for equal histograms, 1 for those that share nothing. */
const distance = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, part, at) => sum + Math.abs(part - (other[at] ?? 0)), 0) / 2

/** @returns the scenes in order, seconds; at most 64, the last one then holds the rest. */
export const scenesOf = (keyframes: readonly Keyframe[], duration: number): Scene[] => {
  const histograms = keyframes.map(({ frame }) => histogram(frame))
  const starts = keyframes
    .filter((_, at) => {
      const [before, now] = [histograms[at - 1], histograms[at]]
      return before !== undefined && now !== undefined && distance(before, now) > cut
    })
    .map(({ start }) => start)
    .slice(0, most - 1)
  return [0, ...starts].map((start, at, all) => ({ start, end: all[at + 1] ?? Math.max(start, duration) }))
}
