// The databases that the store runs on, so that one suite tests all of them.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Test } from 'tap'
import type { Database } from '../../src/store/database.ts'
import { openStore, type StoreOptions } from '../../src/store/open-store.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { openCluster, startPgBouncer } from './postgres.ts'
import { needs } from './tools.ts'

/** An empty database of one test. */
export interface TestDatabase {
  readonly options: StoreOptions
  /** Queries the database directly, not through the store. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>
}

export type CreateDatabase = (t: Test) => Promise<TestDatabase>

interface Kind {
  readonly name: string
  /** As the statistics name it. */
  readonly kind: string
  readonly skip: string | false
  /** Starts the server. @returns a function that creates databases for its subtests */
  readonly start: (t: Test) => Promise<CreateDatabase>
}

export const sqliteFile = 'automation-service.db'

export const kinds: readonly Kind[] = [
  {
    name: 'SQLite',
    kind: 'sqlite',
    skip: false,
    start: async () => async t => {
      const dataDir = t.testdir()
      const query = async (text: string) => {
        const database = new DatabaseSync(join(dataDir, sqliteFile))
        try {
          return database.prepare(text).all()
        } finally {
          database.close()
        }
      }
      return { options: { dataDir }, query }
    },
  },
  {
    name: 'PostgreSQL',
    kind: 'postgresql',
    skip: needs('postgres').skip,
    start: async t => {
      const cluster = await openCluster()
      t.teardown(() => cluster.remove())
      let created = 0
      return async () => {
        created += 1
        const databaseUrl = await cluster.create(`test_${created}`)
        // A folder that cannot be created: nothing may be written to disk beside the database.
        return { options: { dataDir: '/proc/missing', databaseUrl }, query: text => cluster.query(databaseUrl, text) }
      }
    },
  },
]

/** As in companies: behind PgBouncer, with a role that may create neither schemas nor databases. */
export const pooledPostgres: Kind = {
  name: 'PostgreSQL behind PgBouncer',
  kind: 'postgresql',
  skip: needs('postgres', 'pgbouncer').skip,
  start: async t => {
    const cluster = await openCluster()
    t.teardown(() => cluster.remove())
    return async t => {
      const role = `role_${randomBytes(6).toString('hex')}`
      const url = new URL(await cluster.create(role))
      await cluster.query(url.href, `create role ${role} login; grant create on schema public to ${role}`)
      url.username = role
      const databaseUrl = await startPgBouncer(t, url.href)
      return { options: { dataDir: '/proc/missing', databaseUrl }, query: text => cluster.query(databaseUrl, text) }
    }
  },
}

/** A store that is closed with the test. */
export async function startStore(t: Test, options: StoreOptions): Promise<Store> {
  const store = await openStore(options)
  t.teardown(() => store.close())
  return store
}

/** The database of a store, without migrations. */
export function openDatabase({ dataDir, databaseUrl }: StoreOptions): Database {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite({ path: join(dataDir, sqliteFile), busyMs: 100 })
}

/** For eviction and retention of records without views. */
export const ignoreViews = async (): Promise<void> => undefined
