// Listing of the analyses: a summary, then the rows page by page.
import type { Kysely } from 'kysely'
import type { AnalysisRow, AnalysisSummary, Filter, Records } from '../../schemas/records.ts'
import { type Cursor, countMatching, isWithin, readPages, sum, sumsOfTimestamps, tally } from './listing.ts'
import type { Tables } from './tables.ts'

/** Newest first. `projectId` is ignored: analyses belong to no project. */
export async function listAnalyses(
  db: Kysely<Tables>,
  { since, until, limit }: Filter,
): Promise<Records<AnalysisSummary, AnalysisRow>> {
  const filter = { since, until, limit }
  const summary = await summarizeAnalyses(db, filter)
  return {
    summary,
    pages: readPages(summary.count, pageReader(db, filter, summary.newest)),
  }
}

async function summarizeAnalyses(db: Kysely<Tables>, filter: Filter): Promise<AnalysisSummary> {
  const groups = await readGroups(db, filter)
  const count = sum(groups, group => group.count)
  const sorted = (name: 'oldest' | 'newest') => groups.map(group => group[name]).sort()
  return {
    count,
    total: filter.limit === undefined ? count : await countMatching(db, 'analyses', filter),
    times: sum(groups, group => group.times),
    mostTimes: Math.max(0, ...groups.map(group => group.mostTimes)),
    oldest: sorted('oldest').at(0) ?? null,
    newest: sorted('newest').at(-1) ?? null,
    lastAtSums: [sum(groups, group => group.dates), sum(groups, group => group.times_of_day)],
    platforms: tally(groups, group => group.platform),
    depths: tally(groups, group => group.depth),
    colors: tally(groups, group => group.color_name),
    longestSource: Math.max(0, ...groups.map(group => group.longestSource)),
  }
}

/** The order of the groups is that of the index `analyses_by_words`, so that nothing is sorted. */
function readGroups(db: Kysely<Tables>, { limit, ...bounds }: Filter) {
  const matching = db
    .selectFrom('analyses')
    .select(['created_at', 'last_at', 'times', 'platform', 'depth', 'color_name', 'source_length'])
    .where(isWithin(bounds))
  const listed =
    limit === undefined ? matching : matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  return db
    .selectFrom(listed.as('listed'))
    .select(({ fn }) => [
      'platform',
      'depth',
      'color_name',
      fn.countAll<number>().as('count'),
      fn.sum<number>('times').as('times'),
      fn.max('times').as('mostTimes'),
      fn.min('created_at').as('oldest'),
      fn.max('created_at').as('newest'),
      fn.max('source_length').as('longestSource'),
      ...sumsOfTimestamps('last_at'),
    ])
    .groupBy(['platform', 'depth', 'color_name'])
    .execute()
}

function pageReader(db: Kysely<Tables>, { limit: _, ...bounds }: Filter, newest: string | null) {
  const query = db
    .selectFrom('analyses')
    .select(['id', 'created_at as createdAt', 'last_at as lastAt', 'times', 'source', 'sha256', 'bytes', 'platform'])
    .select(['depth', 'media_type as mediaType', 'engine', 'duration_ms as durationMs', 'colors'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return async (after: Cursor | undefined, limit: number): Promise<readonly AnalysisRow[]> => {
    const rows = await query
      .where(isWithin({ ...bounds, newest, after }))
      .limit(limit)
      .execute()
    return rows.map(row => ({ ...row, colors: row.colors.split(' ') }))
  }
}
