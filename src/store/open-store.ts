// Opens the store: the database, its tables up to date, and what waits before them.
import { join } from 'node:path'
import { analyses } from './analyses.ts'
import { analysisEntry } from './analysis-entry.ts'
import { captureEntry } from './capture-entry.ts'
import { createClientHash, readClientKey } from './client-hash.ts'
import { createCommits } from './commits.ts'
import type { Database } from './database.ts'
import { type Eviction, startEviction } from './eviction.ts'
import { makeFolder } from './make-folder.ts'
import { migrate } from './migrate.ts'
import { pageEntry } from './page-entry.ts'
import { projects } from './projects.ts'
import { startRetention } from './retention.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'
import { totals } from './totals.ts'

export interface StoreOptions {
  /** Folder of the SQLite database; made where it is missing. */
  readonly dataDir: string
  /** postgres://user:password@host:port/database; absent or empty: SQLite in `dataDir`. */
  readonly databaseUrl?: string
  /** Longest wait for a lock that another process holds, milliseconds. Default: 5000. */
  readonly busyMs?: number
  /** Days for which a record is kept after it was asked for last; 0, the default: for ever. */
  readonly retentionDays?: number
  /** Bound of the records, bytes; 0, the default: none. Beyond it the least recently requested records of the client that holds most are deleted. */
  readonly maxBytes?: number
  /** Called once for each run of deletions that the bound made necessary. */
  readonly onEviction?: (eviction: Eviction) => void
  /** Default: the time of day. */
  readonly now?: () => Date
}

/** Characters that may wait for their commit: some ten thousand pages. */
const room = 64 * 1024 * 1024

/** Characters of one commit at most; for a bounded store a sixteenth of the bound, at most 4 bytes for each character with the rest of its row. */
const maxBatch = 8 * 1024 * 1024
const bytesPerCharacter = 4
const boundPerBatch = 16

const hourMs = 3_600_000

const databaseOf = async ({ dataDir, databaseUrl, busyMs = 5000 }: StoreOptions): Promise<Database> => {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(databaseUrl)
  }
  makeFolder(dataDir)
  return openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs })
}

interface Opened {
  readonly database: Database
  /** Hashes the clients. */
  readonly clientKey: string
}

const openDatabase = async (options: StoreOptions): Promise<Opened> => {
  const database = await databaseOf(options)
  try {
    await migrate(database)
    return { database, clientKey: await readClientKey(database.writer) }
  } catch (error) {
    await database.close()
    throw error
  }
}

const unbounded = { afterCommit: async () => undefined, stop: async () => undefined }

const commitsOn = (database: Database, { maxBytes = 0, onEviction = () => undefined }: StoreOptions) => {
  const { commit } = database
  if (maxBytes === 0)
    return { ...createCommits({ commit, room, maxBatch, ...unbounded }), stopEviction: unbounded.stop }
  const { afterCommit, stop } = startEviction({ database, maxBytes, onEviction })
  const commits = createCommits({
    commit,
    afterCommit: (saved, characters) => afterCommit(saved, characters * bytesPerCharacter),
    room,
    maxBatch: Math.min(maxBatch, maxBytes / boundPerBatch / bytesPerCharacter),
  })
  return { ...commits, stopEviction: stop }
}

const storeOn = ({ database, clientKey }: Opened, options: StoreOptions): Store => {
  const { retentionDays: days = 0, maxBytes = 0, now = () => new Date() } = options
  const { db } = database
  const { save, idle, stopEviction } = commitsOn(database, options)
  const hashClient = createClientHash(clientKey)
  const hashed = <R extends { readonly client: string }>(record: R): R => ({
    ...record,
    client: hashClient(record.client),
  })
  const stopRetention = days > 0 ? startRetention({ database, days, now, everyMs: hourMs }) : async () => undefined
  let ready = true
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      ready = true
      return result
    } catch (error) {
      ready = false
      throw error
    }
  }
  return {
    saveAnalysis: (record, now) => watch(save(analysisEntry(hashed(record), now))),
    savePage: (record, now) => watch(save(pageEntry(hashed(record), now))),
    saveCapture: (record, now) => watch(save(captureEntry(hashed(record), now))),
    analyses: filter => watch(analyses(db, filter)),
    projects: filter => watch(projects(db, filter)),
    totals: () => watch(totals(database, maxBytes)),
    ready: () => ready,
    close: async () => {
      await Promise.all([stopRetention(), stopEviction()])
      await idle()
      await database.close()
      ready = false
    },
  }
}

/** The innermost cause: what the system said, rather than what we made of it. */
const root = (error: unknown): string | undefined =>
  error instanceof Error ? (root(error.cause) ?? error.message) : undefined

/** The setting that chose the database, and its value without what is nobody's business. */
const placeOf = ({ dataDir, databaseUrl }: StoreOptions): string => {
  if (!databaseUrl) return `DATA_DIR (${dataDir})`
  const { protocol, username, host, pathname } = new URL(databaseUrl)
  return `DATABASE_URL (${protocol}//${username}@${host}${pathname})`
}

/**
 * Opens the store and brings its tables up to date.
 * @throws an Error that names DATA_DIR or DATABASE_URL when the database cannot be reached, read or written
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  try {
    return storeOn(await openDatabase(options), options)
  } catch (error) {
    throw new Error(`${placeOf(options)} cannot hold the records: ${root(error)}`, { cause: error })
  }
}
