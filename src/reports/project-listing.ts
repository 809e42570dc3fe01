// The projects as a listing.

import type { ProjectRow, ProjectSummary } from '../../schemas/records.ts'
import { end, facts } from './facts.ts'
import type { Listing, PrintColumn, TextColumn } from './listing.ts'
import type { Report } from './report.ts'
import { clock, day, many, moment, number, some } from './wording.ts'

const noun = { one: 'project', many: 'projects' } as const

/** Columns of the frameworks of a project in a text. */
const frameworksWidth = 28

/** An id may be long and is never cut: it stands last. @param idWidth characters of the longest */
const textColumns = (idWidth: number): readonly TextColumn<ProjectRow>[] => [
  { title: 'CREATED (UTC)', align: 'left', width: 19, text: row => moment(row.createdAt) },
  { title: 'LAST BUILT (UTC)', align: 'left', width: 19, text: row => moment(row.lastAt) },
  { title: 'PAGES', align: 'right', width: 7, text: row => number(row.pages) },
  {
    title: 'FRAMEWORKS',
    align: 'left',
    width: frameworksWidth,
    text: row => some(row.frameworks, frameworksWidth),
  },
  { title: 'NEWEST HEADLINE', align: 'left', width: 48, text: row => row.headline },
  { title: 'PROJECT', align: 'left', width: Math.max('PROJECT'.length, idWidth), text: row => row.id },
]

const printColumns: readonly PrintColumn<ProjectRow>[] = [
  {
    title: 'Created (UTC)',
    align: 'left',
    share: 13,
    text: row => day(row.createdAt),
    note: row => clock(row.createdAt),
  },
  { title: 'Project', align: 'left', share: 44, text: row => row.id, note: row => row.headline },
  { title: 'Frameworks', align: 'left', share: 20, text: row => row.frameworks.join(', ') },
  {
    title: 'Last built (UTC)',
    align: 'left',
    share: 15,
    text: row => day(row.lastAt),
    note: row => clock(row.lastAt),
  },
  { title: 'Pages', align: 'right', share: 8, text: row => number(row.pages) },
]

/** @returns the projects as a listing, which both forms are written from. */
export const projectListing = (report: Report<ProjectSummary, ProjectRow>): Listing<ProjectRow> => {
  const { summary, filter, pages, madeAt } = report
  const filtered = [filter.projectId, filter.since, filter.until].some(value => value !== undefined)
  return {
    title: 'Projects',
    empty: filtered
      ? 'No project matches what was asked for.'
      : 'There is no project yet. Build a page with POST /api/v1/build-sparkpage and its project will be listed here.',
    facts: [
      ...facts(report, noun),
      ...(summary.count > 0
        ? [['Pages', `${number(summary.pages)}, built ${many(summary.times, 'time')}`] as const]
        : []),
    ],
    charts: [
      { title: 'Frameworks', tallies: summary.frameworks },
      { title: 'Layouts', tallies: summary.responsiveTypes },
    ],
    band: [],
    textColumns: textColumns(summary.longestId),
    printColumns,
    count: summary.count,
    end: end(report, noun),
    pages,
    madeAt,
  }
}
