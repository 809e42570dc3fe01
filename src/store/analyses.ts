// Listing of the analyses: a summary, then the rows page by page.
import { type Kysely, sql } from 'kysely'
import type { AnalysisRecords, AnalysisRow, AnalysisSummary, Filter } from '../../schemas/records.ts'
import { type Cursor, countMatching, isWithin, readPages, sum, sumsOfTimestamps, tally } from './listing.ts'
import type { Tables } from './tables.ts'

/** Newest first. `projectId` is ignored: analyses belong to no project. */
export async function listAnalyses(db: Kysely<Tables>, { since, until, limit }: Filter): Promise<AnalysisRecords> {
  const filter = { since, until, limit }
  const summary = await summarizeAnalyses(db, filter)
  return {
    summary,
    pages: readPages(summary.count, pageReader(db, filter, summary.newest)),
    readIdLength: () => readIdLength(db, filter, summary),
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

const idPrefix = 'ana_'
const minShortId = idPrefix.length + 8
const maxIdLength = idPrefix.length + 32

/** One query is nearly always enough: in 98 of 100 listings with 10,000 ids, 8 characters tell all of them apart. */
async function readIdLength(
  db: Kysely<Tables>,
  { limit: _, ...bounds }: Filter,
  summary: AnalysisSummary,
): Promise<number> {
  const listed = db
    .selectFrom('analyses')
    .select('id')
    .where(isWithin({ ...bounds, newest: summary.newest }))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(summary.count)
  for (let length = minShortId; length < maxIdLength; length++) {
    const { count, distinct } = await db
      .selectFrom(listed.as('listed'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`count(distinct substr(id, 1, ${sql.lit(length)}))`.as('distinct'))
      .executeTakeFirstOrThrow()
    if (distinct === count) return length
  }
  return maxIdLength
}
