// Opens the store: the database, its migrations, group commit, views, retention and eviction.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Problem } from '../errors.ts'
import { minuteMs, secondMs } from '../values/units.ts'
import { listAnalyses } from './analyses.ts'
import {
  deleteById,
  hasPicturesWithIds,
  readAnalysis,
  readCapture,
  readOwner,
  readPage,
  readPicturesById,
} from './by-id.ts'
import type { Database } from './database.ts'
import { type EvictionOptions, startEviction } from './eviction.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate } from './migrations.ts'
import { listProjects } from './projects.ts'
import { startViews } from './record-views.ts'
import { analysisRecord, captureRecord, insertPlan, pageRecord, pictureRecord } from './records.ts'
import { createRenderQueue } from './render-queue.ts'
import { startRetention } from './retention.ts'
import { createClientHash, createSeal } from './secrets.ts'
import { openSqlite } from './sqlite.ts'
import type { RequestedRecord, Store, StoreLog, Totals } from './store.ts'
import { readTotals } from './totals.ts'
import { createUploads } from './uploads.ts'
import { createWebhookQueue } from './webhook-queue.ts'

export interface StoreOptions {
  /** Folder of the SQLite database; created where it is missing. */
  readonly dataDir: string
  /** postgres://user:password@host:port/database; absent or empty: SQLite in `dataDir`. */
  readonly databaseUrl?: string
  /** Connections to PostgreSQL at most, from 3. Default: 10. */
  readonly databaseConnections?: number
  /** Longest wait for a lock of another process (SQLite), milliseconds. Default: 5000. */
  readonly busyMs?: number
  /** Days for which a record is kept after its last use; 0, the default: no limit. */
  readonly retentionDays?: number
  /** Bound of the records, bytes; 0, the default: none. */
  readonly maxBytes?: number
  /** Default: none. */
  readonly log?: StoreLog
  /** Default: the system clock. */
  readonly now?: () => Date
}

const hourMs = 3_600_000

/** A server that has just started, and a busy machine, may not answer at first. */
const maxOpenTries = 3

/**
 * Opens the store and migrates its tables.
 * @throws an Error that names DATA_DIR or DATABASE_URL when the database cannot be reached, read or written
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  try {
    return await openWithin(maxOpenTries, options)
  } catch (error) {
    throw new Error(`cannot open the database ${locationOf(options)}: ${rootMessage(error)}`, { cause: error })
  }
}

async function openWithin(tries: number, options: StoreOptions): Promise<Store> {
  try {
    return await openOnce(options)
  } catch (error) {
    const isUnavailable = error instanceof Problem && error.code === 'overloaded'
    if (!isUnavailable || tries === 1) throw error
    options.log?.warn({ reason: rootMessage(error) }, 'the database is unreachable; retrying')
    await wait(secondMs)
    return openWithin(tries - 1, options)
  }
}

async function openOnce(options: StoreOptions): Promise<Store> {
  const database = await openChosenDatabase(options)
  try {
    await migrate(database)
    return createStore(database, await readClientKey(database), options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openChosenDatabase({
  dataDir,
  databaseUrl,
  databaseConnections,
  busyMs = 5000,
}: StoreOptions): Promise<Database> {
  if (!databaseUrl) return openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs })
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, databaseConnections)
}

/** The key of the hashes of clients and of what is encrypted. */
async function readClientKey({ writer }: Database): Promise<string> {
  const { client_key } = await writer.selectFrom('storage').select('client_key').executeTakeFirstOrThrow()
  return client_key
}

const silentLog = pino({ enabled: false })

function createStore(opened: Database, secret: string, options: StoreOptions): Store {
  const hashClient = createClientHash(secret)
  const { retentionDays: days = 0, maxBytes = 0, now = () => new Date(), log = silentLog } = options
  const { database, isFull } = observeSpace(opened, log)
  const { note, ...views } = startViews({ database, now, intervalMs: minuteMs, log })
  const shared = { database, saveViews: views.save, log }
  const { save, idle, eviction } = createSaver({ ...shared, maxBytes })
  const retention = days > 0 ? startRetention({ ...shared, days, now, intervalMs: hourMs }) : undefined
  const withHash = <R extends RequestedRecord>(record: R): R => ({ ...record, client: hashClient(record.client) })
  const totals = async (): Promise<Totals> => {
    const { storage, ...records } = await readTotals(database, maxBytes)
    const failures = { eviction: eviction?.failures() ?? 0, retention: retention?.failures() ?? 0 }
    return { ...records, storage: { ...storage, full: isFull(), failures } }
  }
  const seal = createSeal(secret)
  const onGrowth = async (bytes: number): Promise<void> => eviction?.afterCommit(bytes)
  return {
    renders: createRenderQueue({ database, hashClient, seal, noteView: note, onGrowth }),
    webhooks: createWebhookQueue(database, seal),
    uploads: createUploads({ database, hashClient, seal }),
    saveAnalysis: (record, now) => save(analysisRecord(withHash(record), now)),
    savePage: (record, now) => save(pageRecord(withHash(record), now)),
    saveCapture: (record, now) => save(captureRecord(withHash(record), now)),
    savePicture: (record, now) => save(pictureRecord(withHash(record), now)),
    savePageFile: async (pageId, picture, now) => {
      const client = await readOwner(database.reader, pageId, picture.sourceId)
      if (client !== undefined) await save(pictureRecord({ ...picture, client }, now))
    },
    analyses: filter => listAnalyses(database.reader, filter),
    projects: filter => listProjects(database.reader, filter),
    analysis: id => readAnalysis(database.reader, id, note),
    page: id => readPage(database.reader, id, note),
    capture: id => readCapture(database.reader, id, note),
    pictures: ids => readPicturesById(database.reader, ids, note),
    hasPictures: ids => hasPicturesWithIds(database.reader, ids, note),
    deleteRecord: id => deleteById(database, id),
    totals,
    answers: () => isAnswering(database),
    close: async () => {
      await Promise.all([retention?.stop(), eviction?.stop()])
      await idle()
      await views.stop()
      await database.close()
    },
  }
}

interface ObservedDatabase {
  readonly database: Database
  readonly isFull: () => boolean
}

/** Logs when records, or files of renders, do not fit on the disk, and when they do again. */
function observeSpace(database: Database, log: StoreLog): ObservedDatabase {
  let isFull = false
  const commit: Database['commit'] = async inserts => {
    try {
      await database.commit(inserts)
      if (isFull) log.info('disk space is available again: new records are saved')
      isFull = false
    } catch (error) {
      const hasNoSpace = error instanceof Problem && error.code === 'storage_full'
      if (hasNoSpace && !isFull) log.error({ err: error.cause }, 'the disk is full: new records are not saved')
      isFull ||= hasNoSpace
      throw error
    }
  }
  return { database: { ...database, commit }, isFull: () => isFull }
}

/** Orchestrators wait a second for a probe. */
const maxAnswerMs = 500

async function isAnswering({ reader }: Database): Promise<boolean> {
  const answered = sql`select 1`.execute(reader).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, wait(maxAnswerMs, false, { ref: false })])
}

/** Characters of all pending records: some ten thousand pages. */
const maxPendingCharacters = 64 * 1024 * 1024

/** Characters of one commit. */
const maxBatchCharacters = 8 * 1024 * 1024

/** At most, the rest of the row included. */
const bytesPerCharacter = 4

function createSaver({ database, maxBytes, ...options }: EvictionOptions) {
  const eviction = maxBytes > 0 ? startEviction({ database, maxBytes, ...options }) : undefined
  const groupCommit = createGroupCommit({
    commit: batch => database.commit(insertPlan(database.writer, batch)),
    afterCommit: async characters => eviction?.afterCommit(characters * bytesPerCharacter),
    maxPendingCharacters,
    maxBatchCharacters,
  })
  return { ...groupCommit, eviction }
}

/** The setting that chose the database, without the password. */
function locationOf({ dataDir, databaseUrl }: StoreOptions): string {
  if (!databaseUrl) return `DATA_DIR (${dataDir})`
  const { protocol, username, host, pathname } = new URL(databaseUrl)
  return `DATABASE_URL (${protocol}//${username}@${host}${pathname})`
}

/** The message of the innermost cause, which is the driver's or the system's. */
function rootMessage(error: unknown): string | undefined {
  return error instanceof Error ? (rootMessage(error.cause) ?? error.message) : undefined
}
