// Deletes records: a bounded number per statement, and on a schedule those that were last requested too long ago.
import { performance } from 'node:perf_hooks'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, timestamp } from './database.ts'
import { sum } from './listing.ts'
import type { StoreLog } from './store.ts'
import { type CountedTable, countedTables, keys } from './tables.ts'

/** Records that one statement deletes: saves wait for no more than one of them. */
export const maxDeletedRows = 200

/**
 * Deletes at most `maxDeletedRows` records that meet the condition. The condition is checked again at the deletion, because a record
 * may be requested meanwhile. Records that another process is saving are skipped.
 * @returns the bytes of each deleted record
 */
export async function deleteRecords(
  { kind, writer }: Pick<Database, 'kind' | 'writer'>,
  table: CountedTable,
  condition: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  const key = sql.join(keys[table].map(name => sql.ref(name)))
  const skipLocked = kind === 'postgresql' ? sql`for update skip locked` : sql``
  const matching = sql`select ${key} from ${sql.table(table)} where ${condition} limit ${sql.lit(maxDeletedRows)} ${skipLocked}`
  const query = sql<{ bytes: number }>`delete from ${sql.table(table)} where (${key}) in (${matching}) and ${condition}
    returning stored_bytes as bytes`
  return (await query.execute(writer)).rows.map(row => row.bytes)
}

interface RetentionOptions {
  readonly database: Database
  /** Days for which a record is kept after its last request. */
  readonly days: number
  readonly now: () => Date
  /** Time that no one can set, ms. Default: since the start of the process. */
  readonly monotonicMs?: () => number
  readonly intervalMs: number
  /** Counts the views so far, before each run. Default: views do not count. */
  readonly saveViews?: () => Promise<void>
  readonly log: StoreLog
}

interface Retention {
  /** Number of runs that failed. */
  readonly failures: () => number
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

const dayMs = 86_400_000

/** A run of which the clock accounts for this much more time than has passed deletes no more than half of the records. */
const maxClockJumpMs = 3_600_000

/** Fewer records are deleted in any case. */
const minGuardedRecords = 10

/** A start confirms an earlier refusal, but not that of a replica that starts at the same time. */
const minConfirmationMs = 60_000

/** The last run, on both clocks. */
interface LastRun {
  readonly wallMs: number
  readonly monotonicMs: number
  /** Whether the run before this start was refused, so that the start confirms it. */
  readonly isConfirmed: boolean
}

/** Deletes old records at once and then at each interval. An error is logged and retried at the next interval. */
export function startRetention(options: RetentionOptions): Retention {
  const { database, days, now, monotonicMs = () => performance.now(), intervalMs, saveViews, log } = options
  let lastRun: LastRun | undefined
  let failures = 0
  let isStopped = false

  const deleteOld = async (): Promise<void> => {
    await saveViews?.()
    const [wallMs, elapsedMs] = [now().getTime(), monotonicMs()]
    lastRun ??= await readLastRun(database, wallMs, elapsedMs)
    const before = timestamp(new Date(wallMs - days * dayMs))
    const { total, old, oldest, newest } = await readAges(database, before)
    const jumpMs = wallMs - lastRun.wallMs - (elapsedMs - lastRun.monotonicMs)
    if (old > minGuardedRecords && old > total / 2 && jumpMs > maxClockJumpMs && !lastRun.isConfirmed) {
      const refused = { records: total, expired: old, oldest, newest, jump_hours: Math.round(jumpMs / 3_600_000) }
      log.warn(
        { refused },
        `RETENTION_DAYS would delete most records, and more time has passed than this process has seen. ${advice}`,
      )
      return noteRefusal(database, timestamp(new Date(wallMs)))
    }
    const kinds = { analyses: 0, pages: 0, captures: 0, pictures: 0 }
    try {
      await deleteExpired(database, before, kinds, () => isStopped)
    } finally {
      const records = sum(Object.values(kinds), count => count)
      if (records > 0)
        log.info({ retention: { records, kinds, oldest, newest } }, 'records deleted after RETENTION_DAYS')
    }
    await noteRun(database, timestamp(new Date(wallMs)), kinds)
    lastRun = { wallMs, monotonicMs: elapsedMs, isConfirmed: false }
  }
  const run = (): Promise<void> =>
    deleteOld().catch(err => {
      failures += 1
      log.error({ err }, 'records could not be deleted after RETENTION_DAYS; the next run retries')
    })

  let running: Promise<void> | undefined
  const start = (): void => {
    running ??= run().finally(() => {
      running = undefined
    })
  }

  start()
  const timer = setInterval(start, intervalMs).unref()
  return {
    failures: () => failures,
    stop: async () => {
      clearInterval(timer)
      isStopped = true
      await running
    },
  }
}

const advice =
  'Nothing was deleted. Check the clock; if it is right, restart the service after a minute to delete them.'

type Kinds = Record<CountedTable, number>

/** Deletes what was last requested before a time. @param kinds counts the deleted records, also when it fails */
async function deleteExpired(
  database: Database,
  before: string,
  kinds: Kinds,
  isStopped: () => boolean,
): Promise<void> {
  const isOld = sql<SqlBool>`last_at < ${before}`
  for (const table of countedTables)
    for (let deleted = maxDeletedRows; deleted === maxDeletedRows && !isStopped(); kinds[table] += deleted)
      deleted = (await deleteRecords(database, table, isOld)).length
}

/** The first run of all counts as expected. */
async function readLastRun({ writer }: Database, wallMs: number, monotonicMs: number): Promise<LastRun> {
  const query = writer.selectFrom('storage').select(['retention_at', 'retention_refused_at'])
  const { retention_at, retention_refused_at } = await query.executeTakeFirstOrThrow()
  return {
    wallMs: retention_at === '' ? wallMs : Date.parse(retention_at),
    monotonicMs,
    isConfirmed: retention_refused_at !== '' && wallMs - Date.parse(retention_refused_at) >= minConfirmationMs,
  }
}

/** Records in all and those that were last requested before a time, with their oldest and newest request. */
async function readAges({ reader }: Database, before: string) {
  const parts = countedTables.map(
    table => sql`select count(*) as total, sum(case when last_at < ${before} then 1 else 0 end) as old, min(last_at) as oldest,
      max(case when last_at < ${before} then last_at end) as newest from ${sql.table(table)}`,
  )
  const query = sql<Readonly<Record<'total' | 'old', number>> & Readonly<Record<'oldest' | 'newest', string | null>>>`
    select sum(total) as total, coalesce(sum(old), 0) as old, min(oldest) as oldest, max(newest) as newest
    from (${sql.join(parts, sql` union all `)}) as ages`
  const [ages = { total: 0, old: 0, oldest: null, newest: null }] = (await query.execute(reader)).rows
  return ages
}

async function noteRefusal({ writer }: Database, at: string): Promise<void> {
  // The first refusal counts, whichever replica made it.
  await writer.updateTable('storage').set({ retention_refused_at: at }).where('retention_refused_at', '=', '').execute()
}

async function noteRun({ writer }: Database, at: string, kinds: Kinds): Promise<void> {
  await writer
    .updateTable('storage')
    .set(({ eb }) => ({
      retention_at: at,
      retention_refused_at: '',
      expired_records: eb(
        'expired_records',
        '+',
        sum(Object.values(kinds), count => count),
      ),
    }))
    .execute()
}
