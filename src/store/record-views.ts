// Views of records count as use, so that eviction and retention keep what is read: their ids are collected, and written in batches.
import { sql } from 'kysely'
import { type Database, timestamp } from './database.ts'
import type { StoreLog } from './store.ts'
import { type CountedTable, countedTables, forEachTable } from './tables.ts'
import { createTask } from './task.ts'

interface ViewOptions {
  readonly database: Database
  readonly now: () => Date
  readonly intervalMs: number
  readonly log: StoreLog
}

/** Notes views of stored records. An empty id is ignored. */
export type NoteView = (table: CountedTable, id: string) => void

interface Views {
  readonly note: NoteView
  /** Writes all views, to be called before records are deleted by their last use. Never fails. */
  readonly save: () => Promise<void>
  /** Resolves once all views are written, or could not be. */
  readonly stop: () => Promise<void>
}

/** Ids of one table that wait. Beyond them views do not count. */
const maxIds = 10_000

/** Records that one statement changes: saves wait for no more than one of them. */
const maxChangedRows = 200

/** The interval writes nothing for a record that was used within this time. */
const recentMs = 60_000

/** Writes the views at each interval. After an error they are kept for the next one. */
export function startViews({ database, now, intervalMs, log }: ViewOptions): Views {
  const viewed = forEachTable(() => new Set<string>())
  const task = createTask(log, 'views of records could not be counted; the service retries in a minute')

  const writeAll = async (at: Date): Promise<void> => {
    for (const table of countedTables) {
      const all = [...viewed[table]]
      for (let i = 0; i < all.length; i += maxChangedRows) {
        const ids = all.slice(i, i + maxChangedRows)
        // Before the statement, as a record may be viewed again meanwhile.
        for (const id of ids) viewed[table].delete(id)
        try {
          await writeViews(database, table, ids, timestamp(at))
        } catch (error) {
          for (const id of ids) viewed[table].add(id)
          throw error
        }
      }
    }
  }
  const save = (ageMs: number): Promise<void> => task.run(() => writeAll(new Date(now().getTime() - ageMs)))

  const timer = setInterval(() => save(recentMs), intervalMs).unref()
  return {
    note: (table, id) => {
      if (id !== '' && viewed[table].size < maxIds) viewed[table].add(id)
    },
    save: () => save(0),
    stop: () => {
      clearInterval(timer)
      return save(recentMs)
    },
  }
}

/**
 * Moves `last_at` to one time, never back. A page and its pictures, which may have been used since, thus never change their order: the
 * page goes first. Records that another process is writing are skipped, so that no two wait for each other.
 */
async function writeViews({ writer, skipLocked }: Database, table: CountedTable, ids: readonly string[], at: string) {
  const older = sql`select id from ${sql.table(table)} where id in (${sql.join(ids)}) and last_at < ${at} ${skipLocked}`
  await sql`update ${sql.table(table)} set last_at = ${at} where id in (${older})`.execute(writer)
}
