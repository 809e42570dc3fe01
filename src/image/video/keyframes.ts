// The keyframes of a video that are kept, and which of them stand for it.
import type { Frame } from './ppm.ts'

export interface Kept {
  readonly frame: Frame
  /** Number among all keyframes. */
  readonly number: number
}

export interface Keyframe {
  readonly frame: Frame
  /** When it appears, seconds. */
  readonly start: number
}

/** Most keyframes in memory: 17 MB at 160 × 90 px. */
const most = 400

/** Keeps every keyframe, then every second one, and so on: the same ones for the same video, in bounded memory. */
export const createKeeper = () => {
  let kept: readonly Kept[] = []
  let stride = 1
  return {
    take: (frame: Frame, number: number): void => {
      if (number % stride !== 0) return
      kept = [...kept, { frame, number }]
      if (kept.length <= most) return
      stride *= 2
      kept = kept.filter(({ number }) => number % stride === 0)
    },
    all: (): readonly Kept[] => kept,
  }
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/**
 * The keyframes that are seen at `count` moments, evenly spread over a video: one that is seen longer comes more often.
 *
 * @param keyframes in order of time, at least one.
 * @returns frames in order of time, with the repetitions that their shares of the time need and no more.
 */
export const spread = (keyframes: readonly Keyframe[], duration: number, count: number): readonly Frame[] => {
  const moments = Array.from({ length: count }, (_, at) => ((at + 0.5) * duration) / count)
  const seen = moments.map(moment => keyframes.findLast(({ start }) => start <= moment) ?? keyframes[0])
  const times = new Map<Frame, number>()
  for (const keyframe of seen) if (keyframe) times.set(keyframe.frame, (times.get(keyframe.frame) ?? 0) + 1)
  const common = [...times.values()].reduce(divisor, 0)
  return [...times].flatMap(([frame, often]) => Array.from({ length: often / common }, () => frame))
}
