// The databases that the store runs on, so that one suite asks the same of all of them.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Test } from 'tap'
import type { Database } from '../src/store/database.ts'
import type { StoreOptions } from '../src/store/open-store.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { openCluster } from './postgres.ts'
import { needs } from './tools.ts'

/** Where a store may be opened, empty at first. */
export interface Place {
  readonly options: StoreOptions
  /** Asks the database itself, past the store. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>
}

export interface Kind {
  readonly name: string
  /** As the statistics name it. */
  readonly kind: string
  readonly skip: string | false
  /** Gets ready for a test whose subtests each take places of their own. */
  readonly start: (t: Test) => Promise<(t: Test) => Promise<Place>>
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
    let made = 0
    return async () => {
      made += 1
      const databaseUrl = await cluster.create(`place_${made}`, collation)
      // A folder that cannot be made: nothing may be written beside the database.
      return { options: { dataDir: '/proc/nowhere', databaseUrl }, query: text => cluster.query(databaseUrl, text) }
    }
  },
})

export const kinds: readonly Kind[] = [
  sqlite,
  postgresql('PostgreSQL in the order of bytes', 'C'),
  postgresql('PostgreSQL in the order of a language', 'English'),
]

/** The database below a store, without its tables. */
export const openDatabase = ({ dataDir, databaseUrl }: StoreOptions): Database =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite({ path: join(dataDir, 'automation-service.db'), busyMs: 100 })
