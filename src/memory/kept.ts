// What was made lately, kept for those who ask for it again.

export interface Kept<T> {
  /** @returns undefined when nothing is kept under the key. */
  readonly get: (key: string) => T | undefined
  readonly set: (key: string, value: T) => void
}

/** @param most how many values are kept: the one that was asked for longest ago goes first. 0 keeps none. */
export const createKept = <T>(most: number): Kept<T> => {
  const kept = new Map<string, T>()
  const set = (key: string, value: T): void => {
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  }
  return {
    get: key => {
      const value = kept.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
