// A report before it has a form: what both the plain text and the page for printing show.
import type { Filter, Pages, Records, Summary, Tally } from '../../schemas/records.ts'
import { formatCount, formatNumber, formatTimestamp } from './format.ts'

/** Plain values that any source of records can provide. */
export interface Report<S, R> extends Records<S, R> {
  /** The query of the client. */
  readonly filter: Filter
  readonly generatedAt: Date
}

export interface TextColumn<R> {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Columns of a terminal; longer values are truncated. */
  readonly width: number
  readonly text: (row: R) => string
}

/** A cell shows what its column has, in this order. */
export interface PrintColumn<R> {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Part of the width of the paper, per cent. */
  readonly share: number
  /** A WebP in Base64; empty: none. */
  readonly picture?: (row: R) => string
  /** A timestamp, ISO 8601. */
  readonly time?: (row: R) => string
  /** Emphasized. */
  readonly name?: (row: R) => string
  /** The value that the name abbreviates, shown on hover. */
  readonly whole?: (row: R) => string
  readonly text?: (row: R) => string
  /** Words that are not broken. */
  readonly words?: (row: R) => readonly string[]
  /** Shown below the text in small letters. */
  readonly note?: (row: R) => string
  /** Shown by its first characters. */
  readonly id?: (row: R) => string
  /** Shown as swatches, #RRGGBB. */
  readonly colors?: (row: R) => readonly string[]
}

/** A value of a record for other programs. */
export interface Field<R> {
  readonly name: string
  readonly value: (row: R) => string | number | readonly string[]
}

export interface Chart {
  readonly title: string
  readonly tallies: readonly Tally[]
  /** Whether the names are CSS colour names that fill their own bars. */
  readonly named?: boolean
}

type Fact = readonly [name: string, value: string]

export interface Listing<R> {
  readonly title: string
  /** Shown instead of the table when there is no row. */
  readonly empty: string
  readonly facts: readonly Fact[]
  readonly charts: readonly Chart[]
  readonly textColumns: readonly TextColumn<R>[]
  readonly printColumns: readonly PrintColumn<R>[]
  readonly fields: readonly Field<R>[]
  readonly count: number
  /** Matching records, regardless of the limit. */
  readonly total: number
  /** Follows the last row: the number of rows, and how to get those left out. */
  readonly end: string
  readonly pages: Pages<R>
  readonly generatedAt: Date
}

/** The listed record as a noun. */
interface Noun {
  readonly one: string
  readonly many: string
}

type ListingHead = Pick<Report<Summary, never>, 'summary' | 'filter' | 'generatedAt'>

/** The facts at the top of every report: when it was created, how many records it contains, their period, the filter. */
export function describeReport({ summary, filter, generatedAt }: ListingHead, noun: Noun): readonly Fact[] {
  return [
    ...timestampFact('Created', generatedAt.toISOString()),
    ['Contains', describeCount(summary, noun)],
    ...timestampFact('Oldest', summary.oldest),
    ...timestampFact('Newest', summary.newest),
    ...(filter.projectId ? [['Project', filter.projectId] as const] : []),
    ...timestampFact('Since', filter.since?.toISOString()),
    ...timestampFact('Before', filter.until?.toISOString()),
  ]
}

function timestampFact(name: string, timestamp: string | null | undefined): readonly Fact[] {
  return timestamp ? [[name, `${formatTimestamp(timestamp)} UTC`]] : []
}

function describeCount({ count, total }: Summary, noun: Noun): string {
  return count < total
    ? `the newest ${formatNumber(count)} of ${formatCount(total, noun.one, noun.many)}`
    : formatCount(count, noun.one, noun.many)
}

/** The last line, which shows that the report is complete and how to get the records that the limit left out. */
export function describeEnd({ summary }: ListingHead, noun: Noun): string {
  const rest = summary.total - summary.count
  const omitted = `${formatCount(rest, 'older one', 'older ones')} left out because of the limit; the text export without a limit contains all of them.`
  return `End of report: ${formatCount(summary.count, noun.one, noun.many)}.${rest > 0 ? ` ${omitted}` : ''}`
}

/** Maximum number of bars in a chart. */
const maxBars = 8

/** @param tallies largest first. @returns the largest of them, and the sum of the others, which gets no bar: it would be the longest. */
export function limitBars(tallies: readonly Tally[]): {
  readonly bars: readonly Tally[]
  readonly others: readonly Tally[]
} {
  const rest = tallies.slice(maxBars)
  if (rest.length <= 1) return { bars: tallies, others: [] }
  const count = rest.reduce((sum, tally) => sum + tally.count, 0)
  return { bars: tallies.slice(0, maxBars), others: [{ name: `${rest.length} others`, count }] }
}

interface StreamParts<R> {
  readonly head: string
  readonly pages: Pages<R>
  readonly row: (row: R) => string
  /** Between two rows. */
  readonly separator?: string
  readonly foot: string
}

/** Minimum size of a chunk, characters: a socket takes a few large writes faster than many small ones. */
const minChunkLength = 32_768

/** The head is part of the chunk with the first rows: if these cannot be read, no response has begun yet. */
export async function* streamChunks<R>(parts: StreamParts<R>): AsyncGenerator<string, void, void> {
  const { head, pages, row, separator = '', foot } = parts
  let chunk = head
  let between = ''
  for await (const page of pages)
    for (const one of page) {
      chunk += between + row(one)
      between = separator
      if (chunk.length < minChunkLength) continue
      yield chunk
      chunk = ''
    }
  yield chunk + foot
}
