// The analyses as a listing.

import type { AnalysisRow, AnalysisSummary, Tally } from '../../schemas/records.ts'
import { end, facts } from './facts.ts'
import { shorten } from './fit.ts'
import type { Listing, PrintColumn, TextColumn } from './listing.ts'
import type { Report } from './report.ts'
import { clock, day, fileSize, many, moment, number } from './wording.ts'

const noun = { one: 'analysis', many: 'analyses' } as const

/** Columns of a source at most, in a text and on paper. */
const widestSource = { text: 56, print: 66 } as const

/** As wide as the longest of the words, and no narrower than the title. */
const wide = (title: string, words: readonly Tally[]): number =>
  Math.max(title.length, ...words.map(({ name }) => name.length))

/** What people read first stands first; what they search for, last. */
const textColumns = (summary: AnalysisSummary): readonly TextColumn<AnalysisRow>[] => {
  const source = Math.min(widestSource.text, Math.max('SOURCE'.length, summary.longestSource))
  const times = Math.max('TIMES'.length, number(summary.mostTimes).length)
  return [
    { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => moment(row.createdAt) },
    { title: 'SOURCE', align: 'left', width: source, text: row => shorten(row.source, source) },
    { title: 'PLATFORM', align: 'left', width: wide('PLATFORM', summary.platforms), text: row => row.platform },
    { title: 'DEPTH', align: 'left', width: wide('DEPTH', summary.depths), text: row => row.depth },
    { title: 'MEDIA', align: 'left', width: 5, text: row => row.mediaType },
    { title: 'SIZE', align: 'right', width: 8, text: row => fileSize(row.bytes) },
    { title: 'TIMES', align: 'right', width: times, text: row => number(row.times) },
    { title: 'COLOURS', align: 'left', width: 47, text: row => row.colors.join(' ') },
    { title: 'ID', align: 'left', width: 36, text: row => row.id },
  ]
}

const printColumns: readonly PrintColumn<AnalysisRow>[] = [
  {
    title: 'Created (UTC)',
    align: 'left',
    share: 13,
    text: row => day(row.createdAt),
    note: row => clock(row.createdAt),
  },
  {
    title: 'Source',
    align: 'left',
    share: 38,
    text: row => shorten(row.source, widestSource.print),
    note: row => row.id,
  },
  {
    title: 'Platform',
    align: 'left',
    share: 19,
    text: row => row.platform,
    note: row => `${row.depth} · ${row.mediaType} · ${fileSize(row.bytes)}`,
  },
  { title: 'Colours', align: 'left', share: 23, colors: row => row.colors },
  { title: 'Times', align: 'right', share: 7, text: row => number(row.times) },
]

/** A `projectId` says nothing about analyses: the report does not name it. */
export const analysisListing = (report: Report<AnalysisSummary, AnalysisRow>): Listing<AnalysisRow> => {
  const { summary, pages, madeAt } = report
  const { since, until } = report.filter
  return {
    title: 'Analyses',
    empty:
      since || until
        ? 'No analysis was made in this span of time.'
        : 'There is no analysis yet. Send a picture to POST /api/v1/analyze-vibe and it will be listed here.',
    facts: [
      ...facts({ summary, madeAt, filter: { since, until } }, noun),
      ...(summary.count > 0 ? [['Asked for', many(summary.times, 'time')] as const] : []),
    ],
    charts: [
      { title: 'Platforms', tallies: summary.platforms },
      { title: 'Depths', tallies: summary.depths },
      { title: 'Leading colours', tallies: summary.colors, named: true },
    ],
    band: summary.colors,
    textColumns: textColumns(summary),
    printColumns,
    count: summary.count,
    end: end(report, noun),
    pages,
    madeAt,
  }
}
