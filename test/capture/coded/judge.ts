// How well a clock keeps time in a film: what its frames show against what they should.
import { cycle } from './code.ts'

export interface Judged {
  /** Frames in which it could be read. */
  readonly read: number
  readonly undecodable: number
  /** Steps of the clock that no frame shows. */
  readonly dropped: number
  /** Frames that show the clock where the one before did. */
  readonly doubled: number
  /** Largest |shown − i / fps| over all frames, both counted from the first that could be read, ms. */
  readonly error: number
  /** What of the spread of these differences the clock's own tick does not explain, ms: 0 for a clock that is merely coarse. */
  readonly beyondTick: number
}

/** The shorter way from one time to another, since the code begins anew after a cycle. */
const advance = (from: number, to: number): number => {
  const ahead = (((to - from) % cycle) + cycle) % cycle
  return ahead > cycle / 2 ? ahead - cycle : ahead
}

/** To a microsecond: the code is twenty times coarser. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

interface Reading {
  readonly frame: number
  readonly time: number
}

/**
 * Steps that are missing between two readings. A clock finer than a frame has one step a frame; one that is coarser has its own, and stands still for
 * some frames between them.
 */
const missing = ([from, to]: readonly [Reading, Reading], step: number, period: number): number => {
  const frames = to.frame - from.frame
  const steps = Math.round(advance(from.time, to.time) / step)
  return Math.max(0, steps - Math.ceil((frames * period) / step - 1e-6))
}

/** Frames beyond those for which a clock may stand still. */
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
 * @param times What each frame shows, ms; undefined where it cannot be read.
 * @param tick How finely the clock tells the time, ms.
 * @param fps Frames a second that were asked for.
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
  // Steps add up, so that a film that runs past half a cycle is not taken for one that runs backwards.
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
