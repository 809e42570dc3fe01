// Keeps the records within STORAGE_MAX_MB: the networks and clients that hold most lose their least recently requested records first.
import { type Kysely, type SqlBool, sql } from 'kysely'
import { clientLevels } from './clients.ts'
import type { Database } from './database.ts'
import { type PendingRecord, pendingKey, recordKey } from './records.ts'
import { deleteRecords, maxDeletedRows } from './retention.ts'
import type { StoreLog } from './store.ts'
import { type CountedTable, countedTables, keys, type Tables } from './tables.ts'
import { readRecordBytes } from './totals.ts'

export interface EvictionOptions {
  readonly database: Database
  /** Bound of the records. */
  readonly maxBytes: number
  /** Counts the views so far, before each run that deletes records. Default: views do not count. */
  readonly saveViews?: () => Promise<void>
  readonly log: StoreLog
}

interface Evictor {
  /** To be called after each commit, before the next. @param maxAddedBytes upper bound of what the commit added */
  readonly afterCommit: (saved: readonly PendingRecord[], maxAddedBytes: number) => Promise<void>
  /** Number of runs that failed. */
  readonly failures: () => number
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

/** Share of the bound that a run frees below it, so that not every commit starts one. */
const headroom = 1 / 256

/** With this many replicas that each add this part of what is free, the bound still holds. */
const maxReplicas = 16

/** Starts with the records that are stored, as the bound may have been lowered. An error is logged and retried after the next commit. */
export function startEviction({ database, maxBytes, saveViews, log }: EvictionOptions): Evictor {
  const targetBytes = Math.floor(maxBytes * (1 - headroom))
  /** Keys of the records of the latest commit, which are not deleted. */
  let latest: ReadonlySet<string> = new Set()
  let freeBytes = 0
  let addedBytes = 0
  let failures = 0
  /** Every commit retries, but each reason is logged once. */
  let lastFailure: string | undefined
  let isStopped = false
  let running: Promise<void> | undefined

  const check = async (): Promise<void> => {
    // Records that are committed meanwhile count for the next check, also after an error.
    addedBytes = 0
    freeBytes = 0
    const recordBytes = await readRecordBytes(database.writer)
    const excess = recordBytes - targetBytes
    const run = { database, saveViews, log, targetBytes, latest: () => latest, isStopped: () => isStopped }
    freeBytes = maxBytes - targetBytes - (recordBytes > maxBytes ? await evict(run, excess) : excess)
    lastFailure = undefined
  }
  const noteFailure = (err: unknown): void => {
    failures += 1
    if (String(err) === lastFailure) return
    lastFailure = String(err)
    log.error({ err }, 'records could not be deleted to stay within STORAGE_MAX_MB; the next commit retries')
  }
  const start = (): Promise<void> => {
    running = check()
      .catch(noteFailure)
      .finally(() => {
        running = undefined
      })
    return running
  }

  start()
  return {
    afterCommit: async (saved, maxAddedBytes) => {
      latest = new Set(saved.map(pendingKey))
      addedBytes += maxAddedBytes
      // The first run may take long; commits do not wait for it.
      if (running === undefined && addedBytes * maxReplicas > freeBytes) await start()
    },
    failures: () => failures,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

interface EvictionRun extends Pick<EvictionOptions, 'database' | 'log'> {
  readonly saveViews: EvictionOptions['saveViews'] | undefined
  readonly targetBytes: number
  readonly latest: () => ReadonlySet<string>
  readonly isStopped: () => boolean
}

/** Deletes records until they take the target. @returns the bytes that still exceed it */
async function evict(
  { database, saveViews, log, targetBytes, latest, isStopped }: EvictionRun,
  excess: number,
): Promise<number> {
  await saveViews?.()
  const eviction = { records: 0, bytes: 0, kinds: { analyses: 0, pages: 0, captures: 0, pictures: 0 } }
  let left = excess
  try {
    while (left > 0 && !isStopped()) {
      const round: Round = { latest: latest(), chosen: [] }
      await chooseRecords(database.writer, 0, '', left, round)
      const deleted = await deleteRound(database, round.chosen)
      if (deleted.length === 0) break
      eviction.records += deleted.length
      for (const { table, bytes } of deleted) {
        eviction.kinds[table] += 1
        eviction.bytes += bytes
      }
      left = (await readRecordBytes(database.writer)) - targetBytes
    }
  } finally {
    if (eviction.records > 0) log.info({ eviction }, 'records deleted to stay within STORAGE_MAX_MB')
  }
  return left
}

interface StoredRecord {
  readonly table: CountedTable
  readonly id: string
  /** Empty for all but pages. */
  readonly project_id: string
  readonly last_at: string
  readonly stored_bytes: number
}

/** Networks or clients that are considered in one round, of each level. */
const maxShares = 256

interface Share {
  /** The client, or the digits that clients of one network begin with. */
  readonly prefix: string
  readonly bytes: number
}

interface Round {
  /** Keys of records that are not deleted. */
  readonly latest: ReadonlySet<string>
  readonly chosen: StoredRecord[]
}

/**
 * Chooses the records of one round of deletions by max-min fairness (Bertsekas and Gallager, Data Networks, 6.5.2) on every level: the
 * largest networks shrink to one size, in each of them the largest networks or clients, and these lose their oldest records.
 * @param prefix digits of the level above that all clients begin with
 * @returns the bytes that the deletion of the chosen records frees
 */
async function chooseRecords(
  db: Kysely<Tables>,
  level: number,
  prefix: string,
  excess: number,
  round: Round,
): Promise<number> {
  if (level === clientLevels.length) return chooseOldest(db, prefix, excess, round)
  const shares = await readShares(db, level, prefix)
  const fairBytes = fairShare(shares, excess)
  let freed = 0
  for (const share of shares) {
    if (freed >= excess || share.bytes < fairBytes || round.chosen.length >= maxDeletedRows) break
    // At least one record, for shares of equal size.
    const part = Math.min(excess - freed, Math.max(1, share.bytes - fairBytes))
    freed += await chooseRecords(db, level + 1, share.prefix, part, round)
  }
  return freed
}

/** The largest shares below a prefix, the largest first. */
async function readShares(db: Kysely<Tables>, level: number, prefix: string): Promise<readonly Share[]> {
  const digits = (count = 0) => sql<string>`substr(client, 1, ${sql.lit(count)})`
  const query = sql<Share>`select ${digits(clientLevels[level])} as prefix, sum(bytes) as bytes from clients
    where client >= ${prefix} and client < ${`${prefix}g`} and ${digits(clientLevels[level - 1])} = ${prefix}
    group by 1 order by 2 desc, 1 limit ${sql.lit(maxShares)}`
  return (await query.execute(db)).rows
}

/** The bytes to which the largest shares have to shrink to free `excess` bytes. @param shares the largest first */
function fairShare(shares: readonly Share[], excess: number): number {
  // Where there are as many, further ones may be as large as the last.
  let fairBytes = shares[maxShares - 1]?.bytes ?? 0
  let sum = 0
  for (const [index, { bytes }] of shares.entries()) {
    // The shares before this one free enough when they shrink to its size.
    if (sum - index * bytes >= excess) break
    sum += bytes
    fairBytes = Math.max(fairBytes, (sum - excess) / (index + 1))
  }
  return fairBytes
}

async function chooseOldest(
  db: Kysely<Tables>,
  client: string,
  excess: number,
  { latest, chosen }: Round,
): Promise<number> {
  const records = await readOldest(db, client, maxDeletedRows + latest.size)
  let freed = 0
  for (const record of records) {
    if (freed >= excess || chosen.length >= maxDeletedRows) break
    if (latest.has(recordKey(record.table, record.id, record.project_id))) continue
    chosen.push(record)
    freed += record.stored_bytes
  }
  return freed
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

/** Deletes the records unless they were requested meanwhile. */
async function deleteRound(database: Database, records: readonly StoredRecord[]): Promise<readonly DeletedRecord[]> {
  const deleted: DeletedRecord[] = []
  for (const table of countedTables) {
    const own = records.filter(record => record.table === table)
    const bytes = own.length > 0 ? await deleteRecords(database, table, isOneOf(own, [...keys[table], 'last_at'])) : []
    deleted.push(...bytes.map(bytes => ({ table, bytes })))
  }
  if (deleted.length > 0)
    await database.writer
      .updateTable('storage')
      .set(({ eb }) => ({ evicted_records: eb('evicted_records', '+', deleted.length) }))
      .execute()
  return deleted
}

/** Identifies records by these columns; `last_at` excludes those that were requested since they were read. */
function isOneOf<C extends string>(records: readonly Readonly<Record<C, string>>[], columns: readonly C[]) {
  const rows = records.map(record => sql`(${sql.join(columns.map(name => record[name]))})`)
  return sql<SqlBool>`(${sql.join(columns.map(name => sql.ref(name)))}) in (values ${sql.join(rows)})`
}
