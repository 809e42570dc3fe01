// The analyses as a listing.
import { facts } from './facts.ts'
import type { Listing, PrintColumn, TextColumn } from './listing.ts'
import type { AnalysisRow, AnalysisSummary, Report } from './report.ts'
import { clock, day, fileSize, many, moment, number } from './wording.ts'

const textColumns: readonly TextColumn<AnalysisRow>[] = [
  { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => moment(row.createdAt) },
  { title: 'PLATFORM', align: 'left', width: 15, text: row => row.platform },
  { title: 'DEPTH', align: 'left', width: 6, text: row => row.depth },
  { title: 'MEDIA', align: 'left', width: 5, text: row => row.mediaType },
  { title: 'SIZE', align: 'right', width: 8, text: row => fileSize(row.bytes) },
  { title: 'TIMES', align: 'right', width: 7, text: row => number(row.times) },
  { title: 'COLOURS', align: 'left', width: 47, text: row => row.colors.join(' ') },
  { title: 'ID', align: 'left', width: 36, text: row => row.id },
  { title: 'SOURCE', align: 'left', width: 200, text: row => row.source },
]

const printColumns: readonly PrintColumn<AnalysisRow>[] = [
  {
    title: 'Created (UTC)',
    align: 'left',
    share: 14,
    text: row => day(row.createdAt),
    note: row => clock(row.createdAt),
  },
  { title: 'Source', align: 'left', share: 34, text: row => row.source, note: row => row.id },
  {
    title: 'Platform',
    align: 'left',
    share: 21,
    text: row => row.platform,
    note: row => `${row.depth} · ${row.mediaType} · ${fileSize(row.bytes)}`,
  },
  { title: 'Colours', align: 'left', share: 24, colors: row => row.colors },
  { title: 'Times', align: 'right', share: 7, text: row => number(row.times) },
]

export const analysisListing = (report: Report<AnalysisSummary, AnalysisRow>): Listing<AnalysisRow> => {
  const { summary, filter, rows, madeAt } = report
  const filtered = filter.since !== undefined || filter.until !== undefined
  return {
    title: 'Analyses',
    empty: filtered
      ? 'No analysis was made in this span of time.'
      : 'There is no analysis yet. Send a picture to POST /api/v1/analyze-vibe and it will be listed here.',
    facts: [
      ...facts(report, { one: 'analysis', many: 'analyses' }),
      ...(summary.count > 0 ? [['Asked for', many(summary.times, 'time')] as const] : []),
    ],
    charts: [
      { title: 'Platforms', tallies: summary.platforms },
      { title: 'Depths', tallies: summary.depths },
      { title: 'Leading colours', tallies: summary.colors, named: true },
    ],
    textColumns,
    printColumns,
    count: summary.count,
    rows,
    madeAt,
  }
}
