// Where a video cuts: encoders put a keyframe at every cut, so keyframes that look different begin a scene.
import type { Video } from '../../../schemas/media.ts'
import type { Keyframe } from './keyframes.ts'
import type { Frame } from './ppm.ts'

type Scene = NonNullable<Video['scenes']>[number]

/** Part of the pixels that have to change their colour, of 512, for a cut; a pan changes a third at most. */
const cut = 0.45
const most = 64

type Histogram = ReadonlyMap<number, number>

/** Which part of the pixels lies in each of 8 × 8 × 8 cells of RGB; cells without any are left out. */
const histogram = ({ rgb }: Frame): Histogram => {
  const cells = new Map<number, number>()
  const part = 3 / rgb.length
  for (let at = 0; at < rgb.length; at += 3) {
    const cell = rgb.readUIntBE(at, 3) & 0xe0e0e0 // the upper three bits of each channel
    cells.set(cell, (cells.get(cell) ?? 0) + part)
  }
  return cells
}

/** What two histograms do not share: 0 for equal ones, 1 for those that share nothing. */
const distance = (one: Histogram, other: Histogram): number =>
  [...one].reduce((rest, [cell, part]) => rest - Math.min(part, other.get(cell) ?? 0), 1)

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
