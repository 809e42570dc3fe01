// The projects as a listing.
import { facts } from './facts.ts'
import type { Listing, PrintColumn, TextColumn } from './listing.ts'
import type { ProjectRow, ProjectSummary, Report } from './report.ts'
import { clock, day, many, moment, number } from './wording.ts'

/** @param idWidth characters of the longest id, so that every id is shown whole */
const textColumns = (idWidth: number): readonly TextColumn<ProjectRow>[] => [
  { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => moment(row.createdAt) },
  { title: 'LAST BUILT (UTC)', align: 'left', width: 19, text: row => moment(row.lastAt) },
  { title: 'PROJECT', align: 'left', width: Math.max('PROJECT'.length, idWidth), text: row => row.id },
  { title: 'PAGES', align: 'right', width: 7, text: row => number(row.pages) },
  { title: 'FRAMEWORKS', align: 'left', width: 24, text: row => row.frameworks.join(', ') },
  { title: 'NEWEST HEADLINE', align: 'left', width: 80, text: row => row.headline },
]

const printColumns: readonly PrintColumn<ProjectRow>[] = [
  {
    title: 'Created (UTC)',
    align: 'left',
    share: 13,
    text: row => day(row.createdAt),
    note: row => clock(row.createdAt),
  },
  { title: 'Project', align: 'left', share: 47, text: row => row.id, note: row => row.headline },
  { title: 'Frameworks', align: 'left', share: 16, text: row => row.frameworks.join(', ') },
  {
    title: 'Last built (UTC)',
    align: 'left',
    share: 14,
    text: row => day(row.lastAt),
    note: row => clock(row.lastAt),
  },
  { title: 'Pages', align: 'right', share: 8, text: row => number(row.pages) },
]

export const projectListing = (report: Report<ProjectSummary, ProjectRow>): Listing<ProjectRow> => {
  const { summary, filter, rows, madeAt } = report
  const filtered = [filter.projectId, filter.since, filter.until].some(value => value !== undefined)
  return {
    title: 'Projects',
    empty: filtered
      ? 'No project matches what was asked for.'
      : 'There is no project yet. Build a page with POST /api/v1/build-sparkpage and its project will be listed here.',
    facts: [
      ...facts(report, { one: 'project', many: 'projects' }),
      ...(summary.count > 0
        ? [['Pages', `${number(summary.pages)}, built ${many(summary.times, 'time')}`] as const]
        : []),
    ],
    charts: [
      { title: 'Frameworks', tallies: summary.frameworks },
      { title: 'Layouts', tallies: summary.responsiveTypes },
    ],
    textColumns: textColumns(summary.longestId),
    printColumns,
    count: summary.count,
    rows,
    madeAt,
  }
}
