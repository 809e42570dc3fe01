// The listings of analyses and of projects.
import type { AnalysisRow, AnalysisSummary, ProjectRow, ProjectSummary, Tally } from '../../schemas/records.ts'
import { formatCount, formatFileSize, formatNumber, formatTimestamp, joinFitting, truncateMiddle } from './format.ts'
import {
  describeEnd,
  describeReport,
  type Field,
  type Listing,
  type PrintColumn,
  type Report,
  type TextColumn,
} from './listing.ts'
import { describeSource, maxSourceWidth } from './source-text.ts'

const analysisNoun = { one: 'analysis', many: 'analyses' } as const

/** Analyses belong to no project: a `projectId` in the filter has no effect and is not shown. */
export function reportAnalyses(report: Report<AnalysisSummary, AnalysisRow>): Listing<AnalysisRow> {
  const { summary, pages, generatedAt } = report
  const { since, until } = report.filter
  return {
    title: 'Analyses',
    empty:
      since || until
        ? 'There are no analyses in this period.'
        : 'There are no analyses yet. To add one, send a picture to POST /api/v1/analyze-vibe.',
    facts: [
      ...describeReport({ summary, generatedAt, filter: { since, until } }, analysisNoun),
      ...(summary.count > 0 ? [['Requested', formatCount(summary.times, 'time')] as const] : []),
    ],
    charts: [
      { title: 'Platforms', tallies: summary.platforms },
      { title: 'Depths', tallies: summary.depths },
      { title: 'Leading colours', tallies: summary.colors, named: true },
    ],
    textColumns: analysisTextColumns(summary),
    printColumns: analysisPrintColumns,
    fields: analysisFields,
    count: summary.count,
    total: summary.total,
    end: describeEnd(report, analysisNoun),
    pages,
    generatedAt,
  }
}

function analysisTextColumns(summary: AnalysisSummary): readonly TextColumn<AnalysisRow>[] {
  const source = Math.min(maxSourceWidth, Math.max('SOURCE'.length, summary.longestSource))
  const times = Math.max('TIMES'.length, formatNumber(summary.mostTimes).length)
  const platform = widthOf('PLATFORM', summary.platforms)
  return [
    { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => formatTimestamp(row.createdAt) },
    { title: 'SOURCE', align: 'left', width: source, text: row => truncateMiddle(row.source, source) },
    { title: 'PLATFORM', align: 'left', width: platform, text: row => row.platform },
    { title: 'DEPTH', align: 'left', width: widthOf('DEPTH', summary.depths), text: row => row.depth },
    { title: 'MEDIA', align: 'left', width: 5, text: row => row.mediaType },
    { title: 'SIZE', align: 'right', width: 8, text: row => formatFileSize(row.bytes) },
    { title: 'TIMES', align: 'right', width: times, text: row => formatNumber(row.times) },
    { title: 'COLOURS', align: 'left', width: 47, text: row => row.colors.join(' ') },
    { title: 'ID', align: 'left', width: 36, text: row => row.id },
  ]
}

/** The length of the title or of the longest value. */
function widthOf(title: string, values: readonly Tally[]): number {
  return Math.max(title.length, ...values.map(({ name }) => name.length))
}

const analysisPrintColumns: readonly PrintColumn<AnalysisRow>[] = [
  { title: 'Created (UTC)', align: 'left', share: 17, time: row => row.createdAt, id: row => row.id },
  {
    title: 'Source',
    align: 'left',
    share: 27,
    name: row => describeSource(row.source).name,
    whole: row => row.source,
    note: row => describeSource(row.source).place,
  },
  {
    title: 'Platform',
    align: 'left',
    share: 15,
    text: row => row.platform,
    note: row =>
      [row.depth, ...(row.mediaType === 'image' ? [] : [row.mediaType]), formatFileSize(row.bytes)].join(' · '),
  },
  { title: 'Colours', align: 'left', share: 36, colors: row => row.colors },
  { title: 'Times', align: 'right', share: 5, text: row => formatNumber(row.times) },
]

const analysisFields: readonly Field<AnalysisRow>[] = [
  { name: 'id', value: row => row.id },
  { name: 'created_at', value: row => row.createdAt },
  { name: 'last_at', value: row => row.lastAt },
  { name: 'times', value: row => row.times },
  { name: 'source', value: row => row.source },
  { name: 'sha256', value: row => row.sha256 },
  { name: 'bytes', value: row => row.bytes },
  { name: 'platform', value: row => row.platform },
  { name: 'depth', value: row => row.depth },
  { name: 'media_type', value: row => row.mediaType },
  { name: 'engine', value: row => row.engine },
  { name: 'duration_ms', value: row => row.durationMs },
  { name: 'colors', value: row => row.colors },
]

const projectNoun = { one: 'project', many: 'projects' } as const

export function reportProjects(report: Report<ProjectSummary, ProjectRow>): Listing<ProjectRow> {
  const { summary, filter, pages, generatedAt } = report
  const isFiltered = [filter.projectId, filter.since, filter.until].some(value => value !== undefined)
  const built = `${formatNumber(summary.pages)}, built ${formatCount(summary.times, 'time')}`
  return {
    title: 'Projects',
    empty: isFiltered
      ? 'No project matches the request.'
      : 'There are no projects yet. To add one, build a page with POST /api/v1/build-sparkpage.',
    facts: [...describeReport(report, projectNoun), ...(summary.count > 0 ? [['Pages', built] as const] : [])],
    charts: [
      { title: 'Frameworks', tallies: summary.frameworks },
      { title: 'Responsive types', tallies: summary.responsiveTypes },
    ],
    textColumns: projectTextColumns(summary.longestId),
    printColumns: projectPrintColumns,
    fields: projectFields,
    count: summary.count,
    total: summary.total,
    end: describeEnd(report, projectNoun),
    pages,
    generatedAt,
  }
}

/** Width of the list of frameworks, columns. */
const frameworksWidth = 28

/** The id is last, since it may be long and is never truncated. @param idWidth characters of the longest. */
function projectTextColumns(idWidth: number): readonly TextColumn<ProjectRow>[] {
  return [
    { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => formatTimestamp(row.createdAt) },
    { title: 'LAST BUILT (UTC)', align: 'left', width: 19, text: row => formatTimestamp(row.lastAt) },
    { title: 'PAGES', align: 'right', width: 7, text: row => formatNumber(row.pages) },
    {
      title: 'FRAMEWORKS',
      align: 'left',
      width: frameworksWidth,
      text: row => joinFitting(row.frameworks, frameworksWidth),
    },
    { title: 'NEWEST HEADLINE', align: 'left', width: 48, text: row => row.headline },
    { title: 'PROJECT', align: 'left', width: Math.max('PROJECT'.length, idWidth), text: row => row.id },
  ]
}

const projectPrintColumns: readonly PrintColumn<ProjectRow>[] = [
  { title: 'Page', align: 'left', share: 12, picture: row => row.thumbnail },
  {
    title: 'Project',
    align: 'left',
    share: 34,
    name: row => row.headline || row.id,
    note: row => (row.headline ? row.id : ''),
  },
  { title: 'Created (UTC)', align: 'left', share: 16, time: row => row.createdAt },
  { title: 'Last built (UTC)', align: 'left', share: 16, time: row => row.lastAt },
  { title: 'Frameworks', align: 'left', share: 16, words: row => row.frameworks },
  { title: 'Pages', align: 'right', share: 6, text: row => formatNumber(row.pages) },
]

const projectFields: readonly Field<ProjectRow>[] = [
  { name: 'id', value: row => row.id },
  { name: 'created_at', value: row => row.createdAt },
  { name: 'last_at', value: row => row.lastAt },
  { name: 'pages', value: row => row.pages },
  { name: 'frameworks', value: row => row.frameworks },
  { name: 'headline', value: row => row.headline },
]
