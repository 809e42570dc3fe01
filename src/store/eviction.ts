// Keeps the records within STORAGE_MAX_MB: the client that holds most loses its least recently used records.
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { deleteRecords, maxDeletedRows } from './retention.ts'
import type { StoreLog } from './store.ts'
import { type CountedTable, countedTables, forEachTable, type Tables } from './tables.ts'
import { createTask } from './task.ts'
import { readRecordBytes } from './totals.ts'

export interface EvictionOptions {
  readonly database: Database
  /** Bound of the records. */
  readonly maxBytes: number
  /** Counts the views so far, before each run that deletes records. */
  readonly saveViews: () => Promise<void>
  readonly log: StoreLog
}

interface Evictor {
  /** To be called after each commit, before the next. @param maxAddedBytes upper bound of what the commit added */
  readonly afterCommit: (maxAddedBytes: number) => Promise<void>
  /** Number of runs that failed. */
  readonly failures: () => number
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

/** Part of the bound that a run frees below it, so that not every commit starts one. */
const headroomShare = 1 / 256

/** Part of the bound that commits may add until the records are summed up again. */
const uncheckedShare = 1 / 4096

/** Starts with the records that are stored, as the bound may have been lowered. An error is retried after the next commit. */
export function startEviction({ maxBytes, ...options }: EvictionOptions): Evictor {
  const { database, log } = options
  const maxUncheckedBytes = maxBytes * uncheckedShare
  let uncheckedBytes = 0
  const task = createTask(log, 'records could not be deleted to stay within STORAGE_MAX_MB; the next commit will retry')

  const check = async (): Promise<void> => {
    uncheckedBytes = 0
    try {
      if ((await readRecordBytes(database.writer)) > maxBytes - maxUncheckedBytes)
        await evict(maxBytes * (1 - headroomShare), options, task.isStopped)
    } catch (error) {
      uncheckedBytes = Infinity
      throw error
    }
  }

  void task.run(check)
  return {
    afterCommit: async maxAddedBytes => {
      uncheckedBytes += maxAddedBytes
      // The first run may take long; commits do not wait for it.
      if (task.isIdle() && uncheckedBytes > maxUncheckedBytes) await task.run(check)
    },
    failures: task.failures,
    stop: task.stop,
  }
}

/** Deletes records until they take `targetBytes`. */
async function evict(
  targetBytes: number,
  { database, saveViews, log }: Omit<EvictionOptions, 'maxBytes'>,
  isStopped: () => boolean,
): Promise<void> {
  await saveViews()
  const eviction = { records: 0, bytes: 0, kinds: forEachTable(() => 0) }
  try {
    while (!isStopped()) {
      const excess = (await readRecordBytes(database.writer)) - targetBytes
      const deleted = excess > 0 ? await deleteChosen(database, await chooseRecords(database.writer, excess)) : []
      if (deleted.length === 0) break
      eviction.records += deleted.length
      for (const { table, bytes } of deleted) {
        eviction.kinds[table] += 1
        eviction.bytes += bytes
      }
    }
  } finally {
    if (eviction.records > 0) log.info({ eviction }, 'records deleted to stay within STORAGE_MAX_MB')
  }
}

interface StoredRecord {
  readonly table: CountedTable
  readonly id: string
  readonly last_at: string
  readonly stored_bytes: number
}

/** The largest clients shrink to one size by their least recently used records, until `excess` bytes are freed. */
async function chooseRecords(db: Kysely<Tables>, excess: number): Promise<readonly StoredRecord[]> {
  const largest = await db
    .selectFrom('clients')
    .select(['client', 'bytes'])
    .orderBy('bytes', 'desc')
    .limit(maxDeletedRows)
    .execute()
  const commonBytes = commonSize(
    largest.map(({ bytes }) => bytes),
    excess,
  )
  const chosen: StoredRecord[] = []
  let left = excess
  for (const { client, bytes } of largest) {
    let part = Math.min(left, Math.max(1, bytes - commonBytes))
    for (const record of await readOldest(db, client, maxDeletedRows - chosen.length)) {
      if (part <= 0) break
      chosen.push(record)
      part -= record.stored_bytes
      left -= record.stored_bytes
    }
    if (left <= 0 || chosen.length >= maxDeletedRows) break
  }
  return chosen
}

/** The size to which the largest clients have to shrink to free `excess` bytes. @param sizes the largest first */
function commonSize(sizes: readonly number[], excess: number): number {
  // Where there are as many, further ones may be as large as the last.
  let size = sizes[maxDeletedRows - 1] ?? 0
  let sum = 0
  for (const [index, bytes] of sizes.entries()) {
    // The clients before this one free enough when they shrink to its size.
    if (sum - index * bytes >= excess) break
    sum += bytes
    size = Math.max(size, (sum - excess) / (index + 1))
  }
  return size
}

async function readOldest(db: Kysely<Tables>, client: string, maxRows: number): Promise<readonly StoredRecord[]> {
  const limit = sql.lit(maxRows)
  const parts = countedTables.map(
    table => sql`select * from (select ${sql.lit(table)} as "table", id, last_at, stored_bytes
      from ${sql.table(table)} where client = ${client} order by last_at limit ${limit}) as ${sql.ref(table)}`,
  )
  const query = sql<StoredRecord>`${sql.join(parts, sql` union all `)} order by last_at, id limit ${limit}`
  return (await query.execute(db)).rows
}

interface DeletedRecord {
  readonly table: CountedTable
  readonly bytes: number
}

/** Deletes the records unless they were used meanwhile. */
async function deleteChosen(database: Database, records: readonly StoredRecord[]): Promise<readonly DeletedRecord[]> {
  const deleted: DeletedRecord[] = []
  for (const table of countedTables) {
    const chosen = records.filter(record => record.table === table)
    const bytes = chosen.length > 0 ? await deleteRecords(database, table, areUnused(chosen)) : []
    deleted.push(...bytes.map(bytes => ({ table, bytes })))
  }
  if (deleted.length > 0)
    await database.writer
      .updateTable('storage')
      .set(({ eb }) => ({ evicted_records: eb('evicted_records', '+', deleted.length) }))
      .execute()
  return deleted
}

/** Whether a record is one of these and was not used since they were read. */
function areUnused(records: readonly StoredRecord[]) {
  const rows = records.map(({ id, last_at }) => sql`(${id}, ${last_at})`)
  return sql<SqlBool>`(id, last_at) in (values ${sql.join(rows)})`
}
