// Counts of the records of each kind, for the statistics.
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { sum, tally } from './listing.ts'
import type { Totals } from './store.ts'
import type { Tables } from './tables.ts'

/** Reads every table once. @param maxBytes bound of the records; 0: none */
export async function readTotals({ reader, kind, readSize }: Database, maxBytes: number) {
  const analyses = await countAnalyses(reader)
  const pages = await countPages(reader)
  const captures = await countCaptures(reader)
  const pictures = await countPictures(reader)
  const renders = await countRenders(reader, kind)
  const { total } = await reader
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const deleted = await reader
    .selectFrom('storage')
    .select(['evicted_records as evicted', 'expired_records as expired'])
    .executeTakeFirstOrThrow()
  return {
    analyses,
    projects: { total },
    pages,
    captures,
    pictures,
    renders,
    storage: {
      kind,
      records: analyses.total + total + pages.total + captures.total + pictures.total + renders.total,
      bytes: await readSize(),
      record_bytes: await readRecordBytes(reader),
      max_bytes: maxBytes > 0 ? maxBytes : null,
      ...deleted,
    },
  }
}

/** Bytes of all records. */
export async function readRecordBytes(db: Kysely<Tables>): Promise<number> {
  const query = db.selectFrom('clients').select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
  const { bytes } = await query.executeTakeFirstOrThrow()
  return bytes ?? 0
}

/** Records and requests of a group. */
const counts = [sql<number>`count(*)`.as('count'), sql<number>`sum(times)`.as('times')] as const

async function countAnalyses(db: Kysely<Tables>): Promise<Totals['analyses']> {
  const names = ['platform', 'depth', 'media_type', 'engine'] as const
  const groups = await db
    .selectFrom('analyses')
    .select([...names, ...counts])
    .groupBy(names)
    .execute()
  return {
    ...countsOf(groups),
    by_platform: countBy(groups, group => group.platform),
    by_depth: countBy(groups, group => group.depth),
    by_media_type: countBy(groups, group => group.media_type),
    by_engine: countBy(groups, group => group.engine),
  }
}

async function countPages(db: Kysely<Tables>): Promise<Totals['pages']> {
  const query = db.selectFrom('pages').select(['framework', ...counts])
  const groups = await query.groupBy('framework').execute()
  return { ...countsOf(groups), by_framework: countBy(groups, group => group.framework) }
}

async function countCaptures(db: Kysely<Tables>): Promise<Totals['captures']> {
  const query = db.selectFrom('captures').select(['output_format', ...counts])
  const groups = await query.groupBy('output_format').execute()
  return { ...countsOf(groups), by_format: countBy(groups, group => group.output_format) }
}

async function countPictures(db: Kysely<Tables>): Promise<Totals['pictures']> {
  const group = await db
    .selectFrom('pictures')
    .select([...counts])
    .executeTakeFirstOrThrow()
  return { total: group.count, times: group.times ?? 0 }
}

async function countRenders(db: Kysely<Tables>, kind: Database['kind']): Promise<Totals['renders']> {
  const states = sql<{ queued: number; running: number; oldest: string | null }>`select
    count(case when leased_until = '' then 1 end) as queued, count(case when leased_until <> '' then 1 end) as running,
    min(case when leased_until = '' then created_at end) as oldest from render_jobs`
  const [jobs] = (await states.execute(db)).rows
  const code =
    kind === 'postgresql' ? sql<string>`result::json ->> 'code'` : sql<string>`json_extract(result, '$.code')`
  const failed = await db
    .selectFrom('renders')
    .select([code.as('code'), sql<number>`count(*)`.as('count')])
    .where('status', '=', 'failed')
    .groupBy(code)
    .execute()
  const { total } = await db
    .selectFrom('renders')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    total,
    queued: jobs?.queued ?? 0,
    running: jobs?.running ?? 0,
    oldest_queued_at: jobs?.oldest ?? null,
    failures: Object.fromEntries(failed.map(row => [row.code, row.count])),
  }
}

interface Group {
  readonly count: number
  readonly times: number
}

function countsOf(groups: readonly Group[]) {
  return { total: sum(groups, group => group.count), times: sum(groups, group => group.times) }
}

function countBy<G extends Group>(
  groups: readonly G[],
  nameOf: (group: G) => string,
): Readonly<Record<string, number>> {
  return Object.fromEntries(tally(groups, nameOf).map(({ name, count }) => [name, count]))
}
