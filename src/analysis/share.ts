// Equal work is done once: who asks for it while it is under way waits for the same, who asks later gets what is kept.
import { LRUCache } from 'lru-cache'
import { Problem } from '../errors.ts'

interface Pending<T> {
  readonly result: Promise<T>
  readonly stop: AbortController
  waiting: number
}

export interface Share<T> {
  /**
   * @param key equal for equal work.
   * @param signal of the one who asks; once all who wait for a piece of work are gone, it is aborted.
   * @throws what the work throws, which is not kept, and the reason of the signal.
   */
  readonly get: (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** How often something kept or under way was handed out. */
  readonly hits: () => number
}

interface ShareOptions<T> {
  /** Results that are kept at most: those that were asked for last. 0: nothing is shared at all. */
  readonly most: number
  /** Whether a result may be kept; by default each may. */
  readonly lasts?: (result: T) => boolean
}

/** Most that the results kept by one share take, bytes. */
const maxBytes = 8 * 1024 * 1024

/** A character of its JSON takes two bytes at most. */
const bytesOf = (result: NonNullable<unknown>): number => 2 * JSON.stringify(result).length

/** The reason of the signal, as soon as it aborts. */
const gone = (signal: AbortSignal, over: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over })
  })

/** Makes a place where work is shared. Nothing leaves the process. */
export const createShare = <T extends NonNullable<unknown>>({
  most,
  lasts = () => true,
}: ShareOptions<T>): Share<T> => {
  const kept = new LRUCache<string, T>({ max: most, maxSize: maxBytes, sizeCalculation: bytesOf })
  const pending = new Map<string, Pending<T>>()
  let hits = 0

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Pending<T> => {
    const stop = new AbortController()
    const result = work(stop.signal).then(value => {
      if (lasts(value)) kept.set(key, value)
      return value
    })
    const piece = { result, stop, waiting: 0 }
    const end = (): void => {
      if (pending.get(key) === piece) pending.delete(key)
    }
    result.then(end, end)
    pending.set(key, piece)
    return piece
  }

  const join = async (key: string, piece: Pending<T>, signal: AbortSignal): Promise<T> => {
    const over = new AbortController()
    piece.waiting += 1
    try {
      return await Promise.race([piece.result, gone(signal, over.signal)])
    } finally {
      over.abort()
      piece.waiting -= 1
      if (piece.waiting === 0 && pending.get(key) === piece) {
        pending.delete(key)
        piece.stop.abort(signal.reason)
      }
    }
  }

  const shared: Share<T>['get'] = async (key, signal, work) => {
    signal.throwIfAborted()
    const found = kept.get(key)
    if (found !== undefined) {
      hits += 1
      return found
    }
    const piece = pending.get(key)
    if (piece === undefined) return join(key, begin(key, work), signal)
    hits += 1
    return join(key, piece, signal).catch((error: unknown) => {
      // The share of the client who asked first was used up, and not that of this one.
      if (error instanceof Problem && error.code === 'overloaded') return shared(key, signal, work)
      throw error
    })
  }

  return {
    get: most === 0 ? (_, signal, work) => work(signal) : shared,
    hits: () => hits,
  }
}
