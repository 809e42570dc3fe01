// Deletes records: a bounded number per statement, and on a schedule those that were last used too long ago.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayMs } from '../values/units.ts'
import { type Database, timestamp } from './database.ts'
import { sum } from './listing.ts'
import type { StoreLog } from './store.ts'
import { type CountedTable, countedTables, forEachTable } from './tables.ts'
import { createTask } from './task.ts'

/** Records that one statement deletes: saves wait for no more than one of them. */
export const maxDeletedRows = 200

/**
 * Deletes at most `maxDeletedRows` records that meet the condition. The condition is checked again at the deletion, because a record
 * may be requested meanwhile. Records that another process is saving are skipped.
 * @returns the bytes of each deleted record
 */
export async function deleteRecords(
  { writer, skipLocked }: Database,
  table: CountedTable,
  condition: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  const matching = sql`select id from ${sql.table(table)} where ${condition} limit ${sql.lit(maxDeletedRows)} ${skipLocked}`
  const query = sql<{ bytes: number }>`delete from ${sql.table(table)} where id in (${matching}) and ${condition}
    returning stored_bytes as bytes`
  return (await query.execute(writer)).rows.map(row => row.bytes)
}

interface RetentionOptions {
  readonly database: Database
  /** Days for which a record is kept after its last use. */
  readonly days: number
  readonly now: () => Date
  readonly intervalMs: number
  /** Counts the views so far, before each run. */
  readonly saveViews: () => Promise<void>
  readonly log: StoreLog
}

interface Retention {
  /** Number of runs that failed. */
  readonly failures: () => number
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

/** Deletes old records at once and then at each interval. An error is retried at the next interval. */
export function startRetention({ now, days, intervalMs, ...options }: RetentionOptions): Retention {
  const task = createTask(options.log, 'records could not be deleted after RETENTION_DAYS; the next run will retry')
  const start = (): void => {
    const before = timestamp(new Date(now().getTime() - days * dayMs))
    if (task.isIdle()) void task.run(() => deleteOld(before, options, task.isStopped))
  }

  start()
  const timer = setInterval(start, intervalMs).unref()
  return {
    failures: task.failures,
    stop: () => {
      clearInterval(timer)
      return task.stop()
    },
  }
}

/** Deletes records last used before a time. */
async function deleteOld(
  before: string,
  { database, saveViews, log }: Pick<RetentionOptions, 'database' | 'saveViews' | 'log'>,
  isStopped: () => boolean,
): Promise<void> {
  await saveViews()
  const kinds = forEachTable(() => 0)
  const isOld = sql<SqlBool>`last_at < ${before}`
  try {
    for (const table of countedTables)
      while (!isStopped()) {
        const { length } = await deleteRecords(database, table, isOld)
        kinds[table] += length
        if (length < maxDeletedRows) break
      }
  } finally {
    const records = sum(Object.values(kinds), count => count)
    if (records > 0) {
      log.info({ retention: { records, kinds, before } }, 'records deleted after RETENTION_DAYS')
      await database.writer
        .updateTable('storage')
        .set(({ eb }) => ({ expired_records: eb('expired_records', '+', records) }))
        .execute()
    }
  }
}
