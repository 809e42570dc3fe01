// Request coalescing (single flight) with a cache: equal work in progress is shared, and its result is kept.
import { LRUCache } from 'lru-cache'
import { Problem } from '../errors.ts'

export interface SingleFlight<T> {
  /**
   * @param key equal for equal work.
   * @param signal of the caller; once all callers that wait for a piece of work have aborted, the work is aborted.
   * @throws what the work throws, which is not cached, and the reason of the signal.
   */
  readonly get: (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** How often a cached result or work in progress was shared. */
  readonly hits: () => number
}

interface SingleFlightOptions<T> {
  /** Results in the cache at most, the least recently used are evicted. 0: nothing is shared at all. */
  readonly maxResults: number
  /** Whether a result may be cached; default: every one. */
  readonly isCacheable?: (result: T) => boolean
}

interface Flight<T> {
  readonly result: Promise<T>
  readonly stop: AbortController
  waiting: number
}

/** Size of a cache at most, bytes. */
const maxBytes = 8 * 1024 * 1024

/** Shares work within this process. */
export function createSingleFlight<T extends NonNullable<unknown>>({
  maxResults,
  isCacheable = () => true,
}: SingleFlightOptions<T>): SingleFlight<T> {
  const cache = new LRUCache<string, T>({ max: maxResults, maxSize: maxBytes, sizeCalculation: sizeOf })
  const flights = new Map<string, Flight<T>>()
  let hits = 0

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const stop = new AbortController()
    const result = work(stop.signal).then(value => {
      if (isCacheable(value)) cache.set(key, value)
      return value
    })
    const flight = { result, stop, waiting: 0 }
    const end = (): void => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then(end, end)
    flights.set(key, flight)
    return flight
  }

  const join = async (key: string, flight: Flight<T>, signal: AbortSignal): Promise<T> => {
    const done = new AbortController()
    flight.waiting += 1
    try {
      return await Promise.race([flight.result, rejectOnAbort(signal, done.signal)])
    } finally {
      done.abort('done')
      flight.waiting -= 1
      if (flight.waiting === 0 && flights.get(key) === flight) {
        flights.delete(key)
        flight.stop.abort(signal.reason)
      }
    }
  }

  const get: SingleFlight<T>['get'] = async (key, signal, work) => {
    signal.throwIfAborted()
    const cached = cache.get(key)
    if (cached !== undefined) {
      hits += 1
      return cached
    }
    const flight = flights.get(key)
    if (flight === undefined) return join(key, start(key, work), signal)
    hits += 1
    return join(key, flight, signal).catch((error: unknown) => {
      // The first client exceeded its share; this one may be within its own.
      if (error instanceof Problem && error.code === 'overloaded') return get(key, signal, work)
      throw error
    })
  }

  return {
    get: maxResults === 0 ? (_, signal, work) => work(signal) : get,
    hits: () => hits,
  }
}

/** A character of JSON takes two bytes at most. */
function sizeOf(result: NonNullable<unknown>): number {
  return 2 * JSON.stringify(result).length
}

/** Rejects with the reason of the signal when it aborts before `done` does, whose reason is a text: the stack of the default error costs more. */
function rejectOnAbort(signal: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: done })
  })
}
