// Work that is not done twice.
import { createKept } from './kept.ts'

/**
 * @param most how many results are kept.
 * @returns a function that makes what a key stands for, or hands out what it made before: equal keys must mean equal results.
 */
export const remember = <T>(most: number): ((key: string, make: () => T) => T) => {
  const kept = createKept<T>(most)
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make()
    kept.set(key, made)
    return made
  }
}
