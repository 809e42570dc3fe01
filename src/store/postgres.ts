// The PostgreSQL database: for several processes at once.
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { dialectOn, type Language, type Run } from './dialect.ts'
import { outage } from './outage.ts'
import type { Step } from './step.ts'
import type { Tables } from './tables.ts'
import { upsertText } from './upsert-text.ts'

const language: Language = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: db => new PostgresIntrospector(db),
}

/**
 * Classes of SQLSTATE that pass (PostgreSQL manual, appendix A): connection, read-only after a failover, authorization, database
 * missing, rolled back, resources, lock, shut down or cancelled, system.
 */
const passing = /^(?:08|25|28|3D|40|53|55|57|58)/

/** What the server did not say happened on the way to it. */
const isPassing = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || passing.test(String(error.code))

/** A statement's failure as the rest of the house knows it. */
const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isPassing(error) ? outage(error) : error
  }
}

/** Any number: agrees upon nothing but to be the same in every release. */
const migrationLock = 7_342_190

/** Milliseconds that a statement may take; a server that is silent altogether has a second more. */
const patience = { saving: 5000, reading: 15_000, migrating: 600_000 }

/** bigint comes as a number: no count of ours needs more than 53 bits. */
const bigint = 20

const createPool = (connectionString: string, max: number, patienceMs: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 3000,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + 1000,
    application_name: 'automation-service',
    // Whatever the server is set to, an answer means that the record is on its disk.
    options: '-c synchronous_commit=on',
    keepAlive: true,
    allowExitOnIdle: true,
    types: { getTypeParser: oid => (oid === bigint ? Number : pg.types.getTypeParser(oid)) },
  })
  // A lost server is told by the next statement; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** Runs statements wherever they can be: in a pool, or on one connection. */
const runOn =
  (connection: pg.Pool | pg.PoolClient): Run =>
  async (text, values) => {
    const { rows, rowCount } = await attempt(() => connection.query(text, [...values]))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

const kyselyOn = (connection: pg.Pool | pg.PoolClient): Kysely<Tables> =>
  new Kysely({ dialect: dialectOn(language, runOn(connection)) })

/** Any other encoding refuses some of what people write. */
const checkEncoding = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{
    readonly encoding: string
  }>`select current_setting('server_encoding') as encoding`.execute(db)
  for (const { encoding } of rows) if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, not UTF8`)
}

/** Ending the connection undoes what it has begun. */
const aloneIn = async (pool: pg.Pool, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> => {
  const client = await attempt(() => pool.connect())
  const db = kyselyOn(client)
  try {
    await checkEncoding(db)
    await sql`begin`.execute(db)
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db)
    await work(db)
    await sql`commit`.execute(db)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** On a connection of its own, since a migration may rewrite every record. */
const alone = async (url: string, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> => {
  const pool = createPool(url, 1, patience.migrating)
  try {
    await aloneIn(pool, work)
  } finally {
    await pool.end()
  }
}

/** All rows in one statement, which is one transaction, one way there and back, and one flush. */
const commit = async (pool: pg.Pool, steps: readonly Step[]): Promise<void> => {
  let before = 0
  const parts = steps.map(({ table, rows }) => {
    const first = before + 1
    before += rows.reduce((sum, row) => sum + row.length, 0)
    return `${table}_in as (${upsertText(table, rows.length, place => `$${first + place}`)})`
  })
  const values = steps.flatMap(({ rows }) => rows.flat())
  await attempt(() => pool.query(`with ${parts.join(', ')} select 1`, values))
}

const bytes = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ readonly bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}

/** Connects when it is first asked. @param url postgres://user:password@host:port/database */
export const openPostgres = (url: string): Database => {
  const pens = createPool(url, 2, patience.saving)
  const eyes = createPool(url, 8, patience.reading)
  const db = kyselyOn(eyes)
  return {
    kind: 'postgresql',
    text: sql`text collate "C"`,
    computed: 'stored',
    db,
    writer: kyselyOn(pens),
    skipLocked: sql`for update skip locked`,
    commit: steps => commit(pens, steps),
    alone: work => alone(url, work),
    bytes: () => bytes(db),
    close: async () => {
      await Promise.all([eyes.end(), pens.end()])
    },
  }
}
