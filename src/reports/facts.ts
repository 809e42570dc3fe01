// The facts every report begins with, and the line that it ends with.
import type { Summary } from '../../schemas/records.ts'
import type { Report } from './report.ts'
import { many, moment, number } from './wording.ts'

type Fact = readonly [name: string, value: string]

/** What is listed, as a word. */
interface Noun {
  readonly one: string
  readonly many: string
}

type Known = Pick<Report<Summary, never>, 'summary' | 'filter' | 'madeAt'>

const listed = ({ count, total }: Known['summary'], noun: Noun): string =>
  count < total
    ? `the newest ${number(count)} of ${many(total, noun.one, noun.many)}`
    : many(count, noun.one, noun.many)

const when = (name: string, instant: string | null | undefined): readonly Fact[] =>
  instant ? [[name, `${moment(instant)} UTC`]] : []

/** When the report was made, how much it holds, from when to when it goes and what it was asked for. */
export const facts = ({ summary, filter, madeAt }: Known, noun: Noun): readonly Fact[] => [
  ...when('Made', madeAt.toISOString()),
  ['Holds', listed(summary, noun)],
  ...when('Oldest', summary.oldest),
  ...when('Newest', summary.newest),
  ...(filter.projectId ? [['Project', filter.projectId] as const] : []),
  ...when('Since', filter.since?.toISOString()),
  ...when('Before', filter.until?.toISOString()),
]

/** So that a reader sees that nothing was lost on the way, and knows how to get what was left out. */
export const end = ({ summary }: Known, noun: Noun): string => {
  const rest = summary.total - summary.count
  const left = `${many(rest, 'older one', 'older ones')} left out by the limit; the text export without one holds them all.`
  return `End of report: ${many(summary.count, noun.one, noun.many)}.${rest > 0 ? ` ${left}` : ''}`
}
