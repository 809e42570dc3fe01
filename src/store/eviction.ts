// Keeps the records within their bound: the clients that hold most lose their least recently requested records first.
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { type Entry, recordKey } from './entry.ts'
import { readRecordBytes } from './record-bytes.ts'
import { isEmptyProject, maxRemovedRows, removeRecords } from './remove-records.ts'
import type { CountedTable, Tables } from './tables.ts'

/** One run of evictions. */
export interface Eviction {
  readonly records: number
  readonly bytes: number
  /** Records of each kind. */
  readonly kinds: Readonly<Record<CountedTable, number>>
}

type Removal = Pick<Database, 'writer' | 'skipLocked'>

interface EvictionOptions {
  readonly database: Removal
  /** Bound of the records. */
  readonly maxBytes: number
  readonly onEviction: (eviction: Eviction) => void
}

interface Evictions {
  /** To be called after each commit, before the next. @param maxAddedBytes upper bound of what the commit added */
  readonly afterCommit: (saved: readonly Entry[], maxAddedBytes: number) => Promise<void>
  /** Resolves once the run under way has stopped, after its current statement. */
  readonly stop: () => Promise<void>
}

interface Holder {
  readonly client: string
  readonly bytes: number
}

interface Candidate {
  readonly kind: CountedTable
  readonly id: string
  /** Empty for all but pages. */
  readonly project_id: string
  readonly last_at: string
  readonly stored_bytes: number
}

/** Share of the bound that a run frees below it, so that not every commit starts one. */
const headroom = 1 / 256

/** Clients that are considered at once. */
const maxHolders = 256

/** With so many replicas that each add this part of what is free, the bound still holds. */
const maxReplicas = 16

function largestHolders(db: Kysely<Tables>): Promise<readonly Holder[]> {
  return db.selectFrom('clients').selectAll().orderBy('bytes', 'desc').orderBy('client').limit(maxHolders).execute()
}

/** The holding to which the largest have to shrink to free `excess` bytes. @param holders the largest first */
function levelOf(holders: readonly Holder[], excess: number): number {
  let sum = 0
  let level = 0
  for (const [index, { bytes }] of holders.entries()) {
    // All before this one shrink to its size and free enough: it keeps what it has.
    if (sum - index * bytes >= excess) break
    sum += bytes
    level = Math.max(0, (sum - excess) / (index + 1))
  }
  return level
}

/** Records of a client, the least recently requested first. */
async function oldestRecords(db: Kysely<Tables>, client: string, limit: number): Promise<readonly Candidate[]> {
  const parts = (['analyses', 'pages', 'captures'] as const).map(table => {
    const projectId = table === 'pages' ? sql`project_id` : sql`''`
    return sql`select * from (select ${sql.lit(table)} as kind, id, ${projectId} as project_id, last_at, stored_bytes
      from ${sql.table(table)} where client = ${client} order by last_at limit ${sql.lit(limit)}) as ${sql.ref(table)}`
  })
  const { rows } = await sql<Candidate>`${sql.join(parts, sql` union all `)}
    order by last_at, id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** @param kept keys of records that stay, whoever holds most */
async function chooseCandidates(
  db: Kysely<Tables>,
  excess: number,
  kept: ReadonlySet<string>,
): Promise<readonly Candidate[]> {
  const holders = await largestHolders(db)
  const level = levelOf(holders, excess)
  const chosen: Candidate[] = []
  let freed = 0
  for (const { client, bytes } of holders) {
    if (freed >= excess || chosen.length >= maxRemovedRows) break
    const own = await oldestRecords(db, client, maxRemovedRows + kept.size)
    let left = bytes
    for (const record of own.filter(({ kind, project_id, id }) => !kept.has(recordKey(kind, id, project_id)))) {
      // At least one record, for clients that hold the same.
      if (left < bytes && left <= level) break
      left -= record.stored_bytes
      freed += record.stored_bytes
      chosen.push(record)
      if (freed >= excess || chosen.length >= maxRemovedRows) break
    }
  }
  return chosen
}

/** The records as they were chosen: one requested since then has another `last_at`. */
function isOneOf(records: readonly Candidate[], names: readonly ('id' | 'project_id' | 'last_at')[]) {
  const rows = records.map(record => sql`(${sql.join(names.map(name => record[name]))})`)
  return sql<SqlBool>`(${sql.join(names.map(name => sql.ref(name)))}) in (values ${sql.join(rows)})`
}

async function removeEmptyProjects(database: Removal, ids: readonly string[]): Promise<void> {
  const projects = await database.writer
    .selectFrom('projects')
    .select(['id', 'last_at'])
    .where('id', 'in', [...new Set(ids)])
    .where(isEmptyProject)
    .execute()
  if (projects.length === 0) return
  const rows = projects.map(({ id, last_at }) => sql`(${id}, ${last_at})`)
  await removeRecords(database, 'projects', sql`(id, last_at) in (values ${sql.join(rows)}) and ${isEmptyProject}`)
}

async function removeCandidates(database: Removal, candidates: readonly Candidate[]): Promise<Eviction> {
  const remove = async (kind: CountedTable, names: Parameters<typeof isOneOf>[1]): Promise<readonly number[]> => {
    const records = candidates.filter(record => record.kind === kind)
    return records.length === 0 ? [] : removeRecords(database, kind, isOneOf(records, names))
  }
  const analyses = await remove('analyses', ['id', 'last_at'])
  const captures = await remove('captures', ['id', 'last_at'])
  const pages = await remove('pages', ['project_id', 'id', 'last_at'])
  const projectIds = candidates.flatMap(({ kind, project_id }) => (kind === 'pages' ? [project_id] : []))
  if (projectIds.length > 0) await removeEmptyProjects(database, projectIds)
  const sizes = [...analyses, ...captures, ...pages]
  return {
    records: sizes.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    kinds: { analyses: analyses.length, pages: pages.length, captures: captures.length },
  }
}

function add(one: Eviction, other: Eviction): Eviction {
  return {
    records: one.records + other.records,
    bytes: one.bytes + other.bytes,
    kinds: {
      analyses: one.kinds.analyses + other.kinds.analyses,
      pages: one.kinds.pages + other.kinds.pages,
      captures: one.kinds.captures + other.kinds.captures,
    },
  }
}

const noEviction: Eviction = { records: 0, bytes: 0, kinds: { analyses: 0, pages: 0, captures: 0 } }

async function countEvicted(db: Kysely<Tables>, records: number): Promise<void> {
  await db
    .updateTable('storage')
    .set(({ eb }) => ({ evicted_records: eb('evicted_records', '+', records) }))
    .execute()
}

/** Starts with the records that are there, as the bound may have been lowered. What fails is tried again after the next commit. */
export function startEviction({ database, maxBytes, onEviction }: EvictionOptions): Evictions {
  const { writer } = database
  const stopping = new AbortController()
  const targetBytes = Math.floor(maxBytes * (1 - headroom))
  /** Keys of the records of the latest commit: they stay. */
  let kept: ReadonlySet<string> = new Set()
  let freeBytes = 0
  let maxAddedBytes = 0

  const evict = async (excess: number): Promise<number> => {
    let eviction = noEviction
    let left = excess
    try {
      while (left > 0 && !stopping.signal.aborted) {
        const candidates = await chooseCandidates(writer, left, kept)
        const round = await removeCandidates(database, candidates)
        if (round.records === 0) break
        eviction = add(eviction, round)
        await countEvicted(writer, round.records)
        left = (await readRecordBytes(writer)) - targetBytes
      }
    } finally {
      if (eviction.records > 0) onEviction(eviction)
    }
    return left
  }

  const check = async (): Promise<void> => {
    // What is committed meanwhile counts for the next check, and so does a failure.
    maxAddedBytes = 0
    freeBytes = 0
    const recordBytes = await readRecordBytes(writer)
    const excess = recordBytes > maxBytes ? await evict(recordBytes - targetBytes) : recordBytes - targetBytes
    freeBytes = maxBytes - targetBytes - excess
  }

  let run: Promise<void> | undefined
  const start = (): Promise<void> => {
    run = check()
      .catch(() => undefined)
      .finally(() => {
        run = undefined
      })
    return run
  }
  start()

  return {
    afterCommit: async (saved, bytes) => {
      kept = new Set(saved.map(({ table, projectId, id }) => recordKey(table, id, projectId)))
      maxAddedBytes += bytes
      // The first run may take long, with saves between its statements.
      if (run === undefined && maxAddedBytes * maxReplicas > freeBytes) await start()
    },
    stop: async () => {
      stopping.abort()
      await run
    },
  }
}
