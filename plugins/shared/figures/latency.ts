// How long an operation takes: percentiles for who looks at one process, buckets for who adds up many.
import { createHistogram } from 'node:perf_hooks'

/** Upper bounds of the buckets, s: from a health check to an analysis that waits for a slow host and a slow provider. */
export const bounds = [
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30,
  60,
  Infinity,
] as const

export interface Latency {
  /** @param elapsed ms */
  readonly record: (elapsed: number) => void
  readonly count: () => number
  /** @returns ms, to the microsecond */
  readonly percentile: (percent: number) => number
  /** For each of `bounds` in order, how many took at most as long. */
  readonly cumulated: () => readonly number[]
  /** All together, s. */
  readonly sum: () => number
}

/** Times of one operation, from none on. */
export const createLatency = (): Latency => {
  const microseconds = createHistogram()
  const counts = new Map<number, number>()
  let sum = 0
  return {
    record: elapsed => {
      microseconds.record(Math.max(1, Math.round(elapsed * 1000)))
      const bucket = bounds.findIndex(bound => elapsed <= bound * 1000)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      sum += elapsed / 1000
    },
    count: () => microseconds.count,
    percentile: percent => microseconds.percentile(percent) / 1000,
    cumulated: () => {
      let below = 0
      return bounds.map((_bound, bucket) => {
        below += counts.get(bucket) ?? 0
        return below
      })
    },
    sum: () => sum,
  }
}
