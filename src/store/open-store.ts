// Opens the store: the database, its tables up to date, and what waits before them.
import { join } from 'node:path'
import { analyses } from './analyses.ts'
import { analysisEntry } from './analysis-entry.ts'
import { captureEntry } from './capture-entry.ts'
import { createCommits } from './commits.ts'
import type { Database } from './database.ts'
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
  /** Default: the time of day. */
  readonly now?: () => Date
}

/** Characters that may wait for their commit: some ten thousand pages. */
const room = 64 * 1024 * 1024

const hourMs = 3_600_000

const databaseOf = async ({ dataDir, databaseUrl, busyMs = 5000 }: StoreOptions): Promise<Database> => {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(databaseUrl)
  }
  makeFolder(dataDir)
  return openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs })
}

const openDatabase = async (options: StoreOptions): Promise<Database> => {
  const database = await databaseOf(options)
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const storeOn = (database: Database, { retentionDays: days = 0, now = () => new Date() }: StoreOptions): Store => {
  const { db, commit } = database
  const { save, idle } = createCommits({ commit, room })
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
    saveAnalysis: (record, now) => watch(save(analysisEntry(record, now))),
    savePage: (record, now) => watch(save(pageEntry(record, now))),
    saveCapture: (record, now) => watch(save(captureEntry(record, now))),
    analyses: filter => watch(analyses(db, filter)),
    projects: filter => watch(projects(db, filter)),
    totals: () => watch(totals(database)),
    ready: () => ready,
    close: async () => {
      await stopRetention()
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
