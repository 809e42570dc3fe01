// Deletes records: a bounded number per statement, and on a schedule those that were last requested too long ago.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, timestamp } from './database.ts'
import { type CountedTable, countedTables, keys } from './tables.ts'

/** Records that one statement deletes: saves wait for no more than one of them. */
export const maxDeletedRows = 200

/** A project may be deleted once it has no pages. */
export const isEmptyProject = sql<SqlBool>`not exists (select 1 from pages where project_id = projects.id)`

/**
 * Deletes at most `maxDeletedRows` records that meet the condition. The condition is checked again at the deletion, because a record
 * may be requested meanwhile. Records that another process is saving are skipped.
 * @returns the bytes of each deleted record
 */
export async function deleteRecords(
  { kind, writer }: Pick<Database, 'kind' | 'writer'>,
  table: CountedTable | 'projects',
  condition: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  const key = sql.join(keys[table].map(name => sql.ref(name)))
  const bytes = table === 'projects' ? sql.lit(0) : sql.ref('stored_bytes')
  const skipLocked = kind === 'postgresql' ? sql`for update skip locked` : sql``
  const matching = sql`select ${key} from ${sql.table(table)} where ${condition} limit ${sql.lit(maxDeletedRows)} ${skipLocked}`
  const query = sql<{ bytes: number }>`delete from ${sql.table(table)} where (${key}) in (${matching}) and ${condition}
    returning ${bytes} as bytes`
  return (await query.execute(writer)).rows.map(row => row.bytes)
}

interface RetentionOptions {
  readonly database: Database
  /** Days for which a record is kept after its last request. */
  readonly days: number
  readonly now: () => Date
  readonly intervalMs: number
}

const dayMs = 86_400_000

/**
 * Deletes old records at once and then at each interval. An error is retried at the next interval.
 * @returns a function that stops it after the statement under way
 */
export function startRetention({ database, days, now, intervalMs }: RetentionOptions): () => Promise<void> {
  let isStopped = false

  const deleteWhere = async (table: CountedTable | 'projects', condition: RawBuilder<SqlBool>): Promise<void> => {
    let deleted = maxDeletedRows
    while (deleted === maxDeletedRows && !isStopped) deleted = (await deleteRecords(database, table, condition)).length
  }
  const deleteOld = async (): Promise<void> => {
    const isOld = sql<SqlBool>`last_at < ${timestamp(new Date(now().getTime() - days * dayMs))}`
    // The index of `last_at` begins with the client.
    const isOldOfClient = sql<SqlBool>`client in (select client from clients) and ${isOld}`
    for (const table of countedTables) await deleteWhere(table, isOldOfClient)
    await deleteWhere('projects', sql`${isOld} and ${isEmptyProject}`)
  }
  const run = (): Promise<void> => deleteOld().catch(() => undefined)

  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, intervalMs).unref()
  return () => {
    clearInterval(timer)
    isStopped = true
    return running
  }
}
