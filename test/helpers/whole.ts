// Whether the large matrices run whole.

/** Set by `npm run verify`; without it a sample of each matrix runs. */
export const whole = process.env.VERIFY === 'whole'

/** @returns some of a matrix, evenly spread, the first among them; all of it when matrices run whole. */
export function sample<T>(all: readonly T[], count: number): readonly T[] {
  if (whole || count >= all.length) return all
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]).filter(
    one => one !== undefined,
  )
}

/**
 * @returns all pairs of two lists when matrices run whole; else every member of the first with some of the second in turn,
 *   so that all of these occur. @param count how many of the second each of the first has, if they are enough
 */
export function samplePairs<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  count = 1,
): readonly (readonly [One, Other])[] {
  const each = whole ? others.length : Math.max(count, Math.ceil(others.length / ones.length))
  return ones.flatMap((one, row) => {
    const first = (row * each) % others.length
    return [...others.slice(first), ...others.slice(0, first)].slice(0, each).map(other => [one, other] as const)
  })
}
