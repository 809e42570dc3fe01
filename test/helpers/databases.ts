// The databases that the store runs on, so that one suite tests all of them.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Test } from 'tap'
import type { Database } from '../../src/store/database.ts'
import type { StoreOptions } from '../../src/store/open-store.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { openCluster } from './postgres.ts'
import { needs } from './tools.ts'

/** An empty database of one test. */
export interface TestDatabase {
  readonly options: StoreOptions
  /** Queries the database directly, not through the store. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>
}

export interface Kind {
  readonly name: string
  /** As the statistics name it. */
  readonly kind: string
  readonly skip: string | false
  /** Starts the server. @returns a function that creates databases for its subtests */
  readonly start: (t: Test) => Promise<(t: Test) => Promise<TestDatabase>>
}

const sqlite: Kind = {
  name: 'SQLite',
  kind: 'sqlite',
  skip: false,
  start: async () => async t => {
    const dataDir = t.testdir()
    const query = async (text: string) => {
      const database = new DatabaseSync(join(dataDir, 'automation-service.db'))
      try {
        return database.prepare(text).all()
      } finally {
        database.close()
      }
    }
    return { options: { dataDir }, query }
  },
}

const postgresql = (name: string, collation: 'C' | 'English'): Kind => ({
  name,
  kind: 'postgresql',
  skip: needs('postgres').skip,
  start: async t => {
    const cluster = await openCluster()
    t.teardown(() => cluster.remove())
    let created = 0
    return async () => {
      created += 1
      const databaseUrl = await cluster.create(`test_${created}`, collation)
      // A folder that cannot be created: nothing may be written to disk beside the database.
      return { options: { dataDir: '/proc/nowhere', databaseUrl }, query: text => cluster.query(databaseUrl, text) }
    }
  },
})

export const kinds: readonly Kind[] = [
  sqlite,
  postgresql('PostgreSQL in the order of bytes', 'C'),
  postgresql('PostgreSQL in the order of a language', 'English'),
]

/** The database of a store, without migrations. */
export const openDatabase = ({ dataDir, databaseUrl }: StoreOptions): Database =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs: 100 })
