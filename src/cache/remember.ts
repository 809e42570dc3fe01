// Work that is not done twice.
import { LRUCache } from 'lru-cache'

interface Limits<T> {
  /** Most that keys and results take together, bytes; what was asked for longest ago goes first. */
  readonly maxBytes: number
  /** Characters of a result; by default those of its JSON. */
  readonly lengthOf?: (result: T) => number
}

/** A character takes one byte or two. */
const bytesPerCharacter = 2

/** @returns a function that makes what a key stands for, or hands out what it made before: equal keys must mean equal results. */
export const remember = <T extends object>({
  maxBytes,
  lengthOf = result => JSON.stringify(result).length,
}: Limits<T>): ((key: string, make: () => T) => T) => {
  const cache = new LRUCache<string, T>({
    maxSize: maxBytes,
    sizeCalculation: (result, key) => bytesPerCharacter * (key.length + lengthOf(result)),
  })
  return (key, make) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const made = make()
    cache.set(key, made)
    return made
  }
}
