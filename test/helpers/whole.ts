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
