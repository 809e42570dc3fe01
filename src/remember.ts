// What was made lately, kept for those who ask for it again.

/**
 * @param most how many results are kept; the one that was asked for longest ago goes first.
 * @returns a function that makes what a key stands for, or hands out what it made before: equal keys must mean equal results.
 */
export const remember = <T>(most: number): ((key: string, make: () => T) => T) => {
  const kept = new Map<string, T>()
  return (key, make) => {
    const known = kept.get(key)
    const result = known ?? make()
    if (known !== undefined) kept.delete(key)
    kept.set(key, result)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return result
  }
}
