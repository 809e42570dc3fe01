// The analyses coming out: what is known of them all first, then page by page.
import type { Kysely } from 'kysely'
import type { AnalysisRow, AnalysisSummary, Filter, Records } from '../../schemas/records.ts'
import { keyset } from './keyset.ts'
import { intact, packed } from './packed.ts'
import type { Tables } from './tables.ts'
import { earliest, largest, latest, sum, tally } from './tally.ts'
import { type Cursor, within } from './within.ts'

/** The order matters only where not all are listed. */
const listed = (db: Kysely<Tables>, { since, until, limit }: Filter) => {
  const matching = db.selectFrom('analyses').where(within({ since, until }))
  if (limit === undefined) return matching
  return matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
}

const counted = ['created_at', 'last_at', 'times', 'platform', 'depth', 'color_name', 'source_length'] as const

/** One row for every combination of the words that are counted, in the order of `analyses_by_words`: nothing is sorted. */
const facets = (db: Kysely<Tables>, filter: Filter) =>
  db
    .selectFrom(listed(db, filter).select(counted).as('listed'))
    .select(({ fn }) => [
      'platform',
      'depth',
      'color_name as color',
      fn.countAll().as('count'),
      fn.sum('times').as('times'),
      fn.max('times').as('mostTimes'),
      fn.min('created_at').as('oldest'),
      fn.max('created_at').as('newest'),
      fn.max('last_at').as('lastAt'),
      fn.max('source_length').as('longestSource'),
    ])
    .groupBy(['platform', 'depth', 'color_name'])
    .execute()

const total = async (db: Kysely<Tables>, { since, until }: Filter): Promise<number> => {
  const counts = await db
    .selectFrom('analyses')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(within({ since, until }))
    .execute()
  return sum(counts, row => row.count)
}

const summarize = async (db: Kysely<Tables>, filter: Filter): Promise<AnalysisSummary> => {
  const rows = await facets(db, filter)
  const count = sum(rows, row => row.count)
  return {
    count,
    total: filter.limit === undefined ? count : await total(db, filter),
    times: sum(rows, row => row.times),
    mostTimes: largest(rows, row => row.mostTimes),
    oldest: earliest(rows, row => row.oldest),
    newest: latest(rows, row => row.newest),
    lastAt: latest(rows, row => row.lastAt),
    platforms: tally(rows, row => row.platform),
    depths: tally(rows, row => row.depth),
    colors: tally(rows, row => row.color),
    longestSource: largest(rows, row => row.longestSource),
  }
}

const names = [
  'id',
  'created_at',
  'last_at',
  'times',
  'source',
  'sha256',
  'bytes',
  'platform',
  'depth',
  'media_type',
  'engine',
  'duration_ms',
  'colors',
] as const

const rowOf = ([
  id = '',
  createdAt = '',
  lastAt = '',
  times,
  source = '',
  sha256 = '',
  bytes,
  platform = '',
  depth = '',
  mediaType = '',
  engine = '',
  durationMs,
  colors = '',
]: readonly string[]): AnalysisRow => ({
  id,
  createdAt,
  lastAt,
  times: Number(times),
  source: intact(source),
  sha256,
  bytes: Number(bytes),
  platform,
  depth,
  mediaType,
  engine,
  durationMs: Number(durationMs),
  colors: colors.split(' '),
})

const read = (db: Kysely<Tables>, { since, until }: Filter, newest: string | null) => {
  const rows = db.selectFrom('analyses').select(names).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return async (after: Cursor | undefined, limit: number): Promise<readonly AnalysisRow[]> => {
    const page = rows.where(within({ since, until, newest, after })).limit(limit)
    return (await packed(db, page, { names, freely: ['source'] })).map(rowOf)
  }
}

/** Analyses that match, newest first; a `projectId` says nothing about them. */
export const analyses = async (db: Kysely<Tables>, filter: Filter): Promise<Records<AnalysisSummary, AnalysisRow>> => {
  const summary = await summarize(db, filter)
  return { summary, pages: keyset(summary.count, read(db, filter, summary.newest)) }
}
