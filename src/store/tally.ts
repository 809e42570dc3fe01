// Figures folded from the rows of a grouped query.
import type { Tally } from '../../schemas/records.ts'

/** A count as drivers hand it over: PostgreSQL answers texts. */
type Figure = number | string | bigint

/** The total of a figure; drivers hand large ones over as text. */
export const sum = <R>(rows: readonly R[], figure: (row: R) => Figure): number =>
  rows.reduce((total, row) => total + Number(figure(row)), 0)

/** 0 when there is none. */
export const largest = <R>(rows: readonly R[], figure: (row: R) => Figure): number =>
  Math.max(0, ...rows.map(row => Number(figure(row))))

/** The first instant, null when there is none. */
export const earliest = <R>(rows: readonly R[], instant: (row: R) => string): string | null =>
  rows.map(instant).sort().at(0) ?? null

/** The last instant, null when there is none. */
export const latest = <R>(rows: readonly R[], instant: (row: R) => string): string | null =>
  rows.map(instant).sort().at(-1) ?? null

/** How many records carry each word; the most frequent first, equal ones in the order of the alphabet. */
export const tally = <R extends { readonly count: Figure }>(
  rows: readonly R[],
  word: (row: R) => string,
): readonly Tally[] => {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(word(row), (counts.get(word(row)) ?? 0) + Number(row.count))
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
