// How many records of each kind there are, for the statistics.
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { readRecordBytes } from './record-bytes.ts'
import type { Totals } from './store.ts'
import type { Tables } from './tables.ts'
import { sum, tally } from './tally.ts'

type Counts = Totals['pages']['by_framework']

const counts = (tallies: ReturnType<typeof tally>): Counts =>
  Object.fromEntries(tallies.map(({ name, count }) => [name, count]))

const analyses = async (db: Kysely<Tables>): Promise<Totals['analyses']> => {
  const rows = await db
    .selectFrom('analyses')
    .select(({ fn }) => ['platform', 'depth', 'media_type', 'engine', fn.countAll().as('count')])
    .select(({ fn }) => fn.sum('times').as('times'))
    .groupBy(['platform', 'depth', 'media_type', 'engine'])
    .execute()
  return {
    total: sum(rows, row => row.count),
    times: sum(rows, row => row.times),
    by_platform: counts(tally(rows, row => row.platform)),
    by_depth: counts(tally(rows, row => row.depth)),
    by_media_type: counts(tally(rows, row => row.media_type)),
    by_engine: counts(tally(rows, row => row.engine)),
  }
}

const pages = async (db: Kysely<Tables>): Promise<Totals['pages']> => {
  const rows = await db
    .selectFrom('pages')
    .select(({ fn }) => ['framework', fn.countAll().as('count'), fn.sum('times').as('times')])
    .groupBy('framework')
    .execute()
  return {
    total: sum(rows, row => row.count),
    times: sum(rows, row => row.times),
    by_framework: counts(tally(rows, row => row.framework)),
  }
}

const captures = async (db: Kysely<Tables>): Promise<Totals['captures']> => {
  const rows = await db
    .selectFrom('captures')
    .select(({ fn }) => ['output_format', fn.countAll().as('count'), fn.sum('times').as('times')])
    .groupBy('output_format')
    .execute()
  return {
    total: sum(rows, row => row.count),
    times: sum(rows, row => row.times),
    by_format: counts(tally(rows, row => row.output_format)),
  }
}

const projects = async (db: Kysely<Tables>): Promise<Totals['projects']> => {
  const rows = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll().as('count'))
    .execute()
  return { total: sum(rows, row => row.count) }
}

/** Counts in one read a table. @param maxBytes bound of the records; 0: none */
export const totals = async ({ db, kind, bytes }: Database, maxBytes: number): Promise<Totals> => {
  const kinds = {
    analyses: await analyses(db),
    projects: await projects(db),
    pages: await pages(db),
    captures: await captures(db),
  }
  const records = kinds.analyses.total + kinds.projects.total + kinds.pages.total + kinds.captures.total
  const { evicted_records: evicted } = await db
    .selectFrom('storage')
    .select('evicted_records')
    .executeTakeFirstOrThrow()
  const storage = {
    kind,
    records,
    bytes: await bytes(),
    record_bytes: await readRecordBytes(db),
    max_bytes: maxBytes > 0 ? maxBytes : null,
    evicted,
  }
  return { ...kinds, storage }
}
