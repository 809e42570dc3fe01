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
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'
import { totals } from './totals.ts'

export interface StoreOptions {
  /** Folder of the database; made where it is missing. */
  readonly dataDir: string
  /** Longest wait for a lock that another process holds, milliseconds. Default: 5000. */
  readonly busyMs?: number
}

/** Characters that may wait for their commit: some ten thousand pages. */
const room = 64 * 1024 * 1024

const openDatabase = async ({ dataDir, busyMs = 5000 }: StoreOptions): Promise<Database> => {
  makeFolder(dataDir)
  const database = openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const storeOn = (database: Database): Store => {
  const { db, commit } = database
  const { save, idle } = createCommits({ commit, room })
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
      await idle()
      await database.close()
      ready = false
    },
  }
}

/** The innermost cause: what the system said, rather than what we made of it. */
const root = (error: unknown): string | undefined =>
  error instanceof Error ? (root(error.cause) ?? error.message) : undefined

/**
 * Opens the store in a folder and brings its tables up to date.
 * @throws an Error that names DATA_DIR when the folder or the database in it cannot be written
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  try {
    return storeOn(await openDatabase(options))
  } catch (error) {
    throw new Error(`DATA_DIR (${options.dataDir}) cannot hold the database: ${root(error)}`, { cause: error })
  }
}
