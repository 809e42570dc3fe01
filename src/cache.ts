// In-process caches: a value computed at its first use, and results of a pure function within a bound of memory.
import { LRUCache } from 'lru-cache'

/** @returns a function that computes the value at its first call and returns the same one from then on. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}

interface Limits<T> {
  /** Limit of all keys and results together, bytes; the least recently used ones are evicted first. */
  readonly maxBytes: number
  /** Characters of a result; by default those of its JSON. */
  readonly lengthOf?: (result: T) => number
}

/** A character takes one byte or two. */
const bytesPerCharacter = 2

/** @returns a function that computes the result for a key, or returns the cached one: equal keys must mean equal results. */
export function memoize<T extends object>({
  maxBytes,
  lengthOf = result => JSON.stringify(result).length,
}: Limits<T>): (key: string, compute: () => T) => T {
  const cache = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (result, key) => bytesPerCharacter * (key.length + lengthOf(result)),
  })
  return (key, compute) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = compute()
    cache.set(key, result)
    return result
  }
}
