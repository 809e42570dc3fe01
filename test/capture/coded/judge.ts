// Assesses a clock in a video: the time that each frame shows against the time that it should show.
import { cycle } from './code.ts'

export interface Judged {
  /** Frames in which the clock could be read. */
  readonly read: number
  readonly undecodable: number
  /** Steps of the clock that no frame shows. */
  readonly dropped: number
  /** Frames that show the same time as the one before. */
  readonly doubled: number
  /** Largest |shown − i / fps| over all frames, both counted from the first that could be read, ms. */
  readonly error: number
  /** Spread of these differences beyond the clock's own tick, ms: 0 for a clock that is only coarse. */
  readonly beyondTick: number
}

/** The shorter signed difference of two times, since the code is periodic. */
const advance = (from: number, to: number): number => {
  const ahead = (((to - from) % cycle) + cycle) % cycle
  return ahead > cycle / 2 ? ahead - cycle : ahead
}

/** Rounded to a microsecond: the resolution of the code is twenty times coarser. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

interface Reading {
  readonly frame: number
  readonly time: number
}

/** Missing steps between two readings. A clock finer than a frame has one step per frame; a coarser one has fewer, and stands still in between. */
const missing = ([from, to]: readonly [Reading, Reading], step: number, period: number): number => {
  const frames = to.frame - from.frame
  const steps = Math.round(advance(from.time, to.time) / step)
  return Math.max(0, steps - Math.ceil((frames * period) / step - 1e-6))
}

/** Frames beyond the number for which a clock may stand still. */
const surplus = (readings: readonly Reading[], step: number, period: number): number => {
  const most = Math.ceil(step / period - 1e-6)
  let run = 0
  let doubled = 0
  for (const [index, reading] of readings.entries()) {
    const before = readings[index - 1]
    const stands = before && Math.round(advance(before.time, reading.time) / step) <= 0
    run = stands ? run + 1 : 1
    if (run > most) doubled++
  }
  return doubled
}

/**
 * @param times The time that each frame shows, ms; undefined if it cannot be read.
 * @param tick Resolution of the clock, ms.
 * @param fps Requested frames per second.
 */
export const judge = (times: readonly (number | undefined)[], tick: number, fps: number): Judged => {
  const period = 1000 / fps
  const readings = times.flatMap((time, frame) => (time === undefined ? [] : [{ frame, time }]))
  const [first] = readings
  const undecodable = times.length - readings.length
  if (first === undefined)
    return { read: 0, undecodable, dropped: 0, doubled: 0, error: Number.NaN, beyondTick: Number.NaN }
  const step = Math.max(tick, period)
  const pairs = readings.slice(1).map((to, index): readonly [Reading, Reading] => [readings[index] ?? first, to])
  // The sum of steps, so that a video longer than half a cycle does not count as running backwards.
  let shown = 0
  const errors = pairs.map(([from, to]) => {
    shown += advance(from.time, to.time)
    return shown - (to.frame - first.frame) * period
  })
  const spread = Math.max(0, ...errors) - Math.min(0, ...errors)
  return {
    read: readings.length,
    undecodable,
    dropped: pairs.reduce((sum, pair) => sum + missing(pair, step, period), 0),
    doubled: surplus(readings, step, period),
    error: rounded(Math.max(0, ...errors.map(Math.abs))),
    beyondTick: rounded(Math.max(0, spread - tick)),
  }
}
