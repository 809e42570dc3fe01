// Keeps the records within STORAGE_MAX_MB: the clients that hold most lose their least recently requested records first.
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { keyOf, type PendingRecord, recordKey } from './records.ts'
import { deleteRecords, isEmptyProject, maxDeletedRows } from './retention.ts'
import { type CountedTable, countedTables, keys, type Tables } from './tables.ts'
import { readRecordBytes } from './totals.ts'

/** What one run deleted. */
export interface Eviction {
  readonly records: number
  readonly bytes: number
  /** Records of each kind. */
  readonly kinds: Readonly<Record<CountedTable, number>>
}

interface EvictionOptions {
  readonly database: Database
  /** Bound of the records. */
  readonly maxBytes: number
  readonly onEviction: (eviction: Eviction) => void
}

interface Evictor {
  /** To be called after each commit, before the next. @param maxAddedBytes upper bound of what the commit added */
  readonly afterCommit: (saved: readonly PendingRecord[], maxAddedBytes: number) => Promise<void>
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

/** Share of the bound that a run frees below it, so that not every commit starts one. */
const headroom = 1 / 256

/** With so many replicas that each add this part of what is free, the bound still holds. */
const maxReplicas = 16

/** Starts with the records that are stored, as the bound may have been lowered. An error is retried after the next commit. */
export function startEviction({ database, maxBytes, onEviction }: EvictionOptions): Evictor {
  const targetBytes = Math.floor(maxBytes * (1 - headroom))
  /** Keys of the records of the latest commit, which are not deleted. */
  let latest: ReadonlySet<string> = new Set()
  let freeBytes = 0
  let addedBytes = 0
  let isStopped = false
  let running: Promise<void> | undefined

  /** @returns the bytes that still exceed the target */
  const evict = async (excess: number): Promise<number> => {
    const eviction = { records: 0, bytes: 0, kinds: { analyses: 0, pages: 0, captures: 0 } }
    let left = excess
    try {
      while (left > 0 && !isStopped) {
        const deleted = await deleteRound(database, await chooseRecords(database.writer, left, latest))
        if (deleted.length === 0) break
        eviction.records += deleted.length
        for (const { table, bytes } of deleted) {
          eviction.kinds[table] += 1
          eviction.bytes += bytes
        }
        left = (await readRecordBytes(database.writer)) - targetBytes
      }
    } finally {
      if (eviction.records > 0) onEviction(eviction)
    }
    return left
  }
  const check = async (): Promise<void> => {
    // Records that are committed meanwhile count for the next check, also after an error.
    addedBytes = 0
    freeBytes = 0
    const recordBytes = await readRecordBytes(database.writer)
    const excess = recordBytes - targetBytes
    freeBytes = maxBytes - targetBytes - (recordBytes > maxBytes ? await evict(excess) : excess)
  }
  const start = (): Promise<void> => {
    running = check()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }

  start()
  return {
    afterCommit: async (saved, maxAddedBytes) => {
      latest = new Set(saved.map(keyOf))
      addedBytes += maxAddedBytes
      // The first run may take long; commits do not wait for it.
      if (running === undefined && addedBytes * maxReplicas > freeBytes) await start()
    },
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

interface StoredRecord {
  readonly table: CountedTable
  readonly id: string
  /** Empty for all but pages. */
  readonly project_id: string
  readonly last_at: string
  readonly stored_bytes: number
}

/** Clients that are considered in one round. */
const maxClients = 256

/** The records of one round of deletions. @param latest keys of records that are not deleted */
async function chooseRecords(
  db: Kysely<Tables>,
  excess: number,
  latest: ReadonlySet<string>,
): Promise<readonly StoredRecord[]> {
  const clients = await db
    .selectFrom('clients')
    .selectAll()
    .orderBy('bytes', 'desc')
    .orderBy('client')
    .limit(maxClients)
    .execute()
  const level = levelOf(clients, excess)
  const chosen: StoredRecord[] = []
  let freed = 0
  for (const { client, bytes } of clients) {
    if (freed >= excess || chosen.length >= maxDeletedRows) break
    const records = await readOldest(db, client, maxDeletedRows + latest.size)
    let left = bytes
    for (const record of records.filter(({ table, id, project_id }) => !latest.has(recordKey(table, id, project_id)))) {
      // At least one record, for clients that hold the same.
      if (left < bytes && left <= level) break
      left -= record.stored_bytes
      freed += record.stored_bytes
      chosen.push(record)
      if (freed >= excess || chosen.length >= maxDeletedRows) break
    }
  }
  return chosen
}

/** The bytes to which the largest clients have to shrink to free `excess` bytes. @param clients the largest first */
function levelOf(clients: readonly { readonly bytes: number }[], excess: number): number {
  let sum = 0
  let level = 0
  for (const [index, { bytes }] of clients.entries()) {
    // The clients before this one free enough when they shrink to its size.
    if (sum - index * bytes >= excess) break
    sum += bytes
    level = Math.max(0, (sum - excess) / (index + 1))
  }
  return level
}

/** Records of a client, the least recently requested first. */
async function readOldest(db: Kysely<Tables>, client: string, limit: number): Promise<readonly StoredRecord[]> {
  const parts = countedTables.map(table => {
    const projectId = table === 'pages' ? sql`project_id` : sql`''`
    return sql`select * from (select ${sql.lit(table)} as "table", id, ${projectId} as project_id, last_at, stored_bytes
      from ${sql.table(table)} where client = ${client} order by last_at limit ${sql.lit(limit)}) as ${sql.ref(table)}`
  })
  const query = sql<StoredRecord>`${sql.join(parts, sql` union all `)} order by last_at, id limit ${sql.lit(limit)}`
  return (await query.execute(db)).rows
}

interface DeletedRecord {
  readonly table: CountedTable
  readonly bytes: number
}

/** Deletes the records unless they were requested meanwhile, and the projects that lose their last page. */
async function deleteRound(database: Database, records: readonly StoredRecord[]): Promise<readonly DeletedRecord[]> {
  const deleted: DeletedRecord[] = []
  for (const table of countedTables) {
    const own = records.filter(record => record.table === table)
    const bytes = own.length > 0 ? await deleteRecords(database, table, isOneOf(own, [...keys[table], 'last_at'])) : []
    deleted.push(...bytes.map(bytes => ({ table, bytes })))
  }
  const projectIds = records.flatMap(({ table, project_id }) => (table === 'pages' ? [project_id] : []))
  if (projectIds.length > 0) await deleteEmptyProjects(database, projectIds)
  if (deleted.length > 0)
    await database.writer
      .updateTable('storage')
      .set(({ eb }) => ({ evicted_records: eb('evicted_records', '+', deleted.length) }))
      .execute()
  return deleted
}

/** Deletes those of the projects that have no pages. */
export async function deleteEmptyProjects(database: Database, ids: readonly string[]): Promise<void> {
  const projects = await database.writer
    .selectFrom('projects')
    .select(['id', 'last_at'])
    .where('id', 'in', [...new Set(ids)])
    .where(isEmptyProject)
    .execute()
  if (projects.length > 0)
    await deleteRecords(database, 'projects', sql`${isOneOf(projects, ['id', 'last_at'])} and ${isEmptyProject}`)
}

/** Identifies records by these columns; `last_at` excludes those that were requested since they were read. */
function isOneOf<C extends string>(records: readonly Readonly<Record<C, string>>[], columns: readonly C[]) {
  const rows = records.map(record => sql`(${sql.join(columns.map(name => record[name]))})`)
  return sql<SqlBool>`(${sql.join(columns.map(name => sql.ref(name)))}) in (values ${sql.join(rows)})`
}
