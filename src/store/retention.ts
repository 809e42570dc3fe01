// Forgets what nobody has asked for lately.
import { type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { instant } from './instant.ts'
import { isEmptyProject, maxRemovedRows, removeRecords } from './remove-records.ts'

type Removal = Pick<Database, 'writer' | 'skipLocked'>

interface RetentionOptions {
  readonly database: Removal
  /** Whole days for which a record is kept after it was asked for last. */
  readonly days: number
  readonly now: () => Date
  /** Time between two looks, milliseconds. */
  readonly everyMs: number
}

const dayMs = 86_400_000

const removeBefore = async (database: Removal, before: string, signal: AbortSignal): Promise<void> => {
  const isOld = sql<SqlBool>`last_at < ${before}`
  // The index begins with the client.
  const isOldOfClient = sql<SqlBool>`client in (select client from clients) and ${isOld}`
  // A project goes after its pages.
  const parts = [
    ['analyses', isOldOfClient],
    ['captures', isOldOfClient],
    ['pages', isOldOfClient],
    ['projects', sql<SqlBool>`${isOld} and ${isEmptyProject}`],
  ] as const
  for (const [table, condition] of parts) {
    let removed = maxRemovedRows
    while (removed === maxRemovedRows && !signal.aborted)
      removed = (await removeRecords(database, table, condition)).length
  }
}

/**
 * Looks at once and again and again, beside the requests. What fails is tried again with the next look.
 * @returns a function that stops it, after the statement under way
 */
export const startRetention = ({ database, days, now, everyMs }: RetentionOptions): (() => Promise<void>) => {
  const over = new AbortController()
  const look = (): Promise<void> =>
    removeBefore(database, instant(new Date(now().getTime() - days * dayMs)), over.signal).catch(() => undefined)
  let work = look()
  const timer = setInterval(() => {
    work = look()
  }, everyMs).unref()
  return () => {
    clearInterval(timer)
    over.abort()
    return work
  }
}
