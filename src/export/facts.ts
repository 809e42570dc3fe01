// The facts every report begins with.
import type { Report } from './report.ts'
import { many, moment, number } from './wording.ts'

type Fact = readonly [name: string, value: string]

interface Noun {
  readonly one: string
  readonly many: string
}

const listed = (count: number, total: number, noun: Noun): string =>
  count < total
    ? `the newest ${number(count)} of ${many(total, noun.one, noun.many)}`
    : many(count, noun.one, noun.many)

const asked = (name: string, date: Date | undefined): readonly Fact[] =>
  date ? [[name, `${moment(date.toISOString())} UTC`]] : []

/** When the report was made, what it was asked for and how much it holds. */
export const facts = (
  {
    summary,
    filter,
    madeAt,
  }: Pick<Report<{ count: number; total: number; newest: string | null }, never>, 'summary' | 'filter' | 'madeAt'>,
  noun: Noun,
): readonly Fact[] => [
  ['Made', `${moment(madeAt.toISOString())} UTC`],
  ['Holds', listed(summary.count, summary.total, noun)],
  ...(summary.newest ? [['Newest', `${moment(summary.newest)} UTC`] as const] : []),
  ...(filter.projectId ? [['Project', filter.projectId] as const] : []),
  ...asked('Since', filter.since),
  ...asked('Before', filter.until),
]
