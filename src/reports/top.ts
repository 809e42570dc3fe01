// The bars of a chart: the largest words, the rest in one.
import type { Tally } from '../../schemas/records.ts'

/** Bars of a chart beside the one for the rest. */
const most = 8

/** @param tallies largest first. @returns the same, or the first of them and one more for all the rest; the counts add up alike. */
export const top = (tallies: readonly Tally[]): readonly Tally[] => {
  const rest = tallies.slice(most)
  const others = { name: `${rest.length} others`, count: rest.reduce((sum, { count }) => sum + count, 0) }
  return rest.length > 1 ? [...tallies.slice(0, most), others] : tallies
}
