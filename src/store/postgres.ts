// The PostgreSQL database: for several processes at once.
import { type Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { createKysely, type Database, type Run, type SqlValue, storageFull, unavailable } from './database.ts'
import type { Tables } from './tables.ts'

/** Limits of a statement, ms; a server that does not answer at all has one second more. */
const timeoutsMs = { saving: 5000, reading: 15_000, migrating: 600_000 }

/** Any numbers, but the same in every release. */
const migrationLock = 7_342_190
const serialLock = 7_342_192

/**
 * Classes of SQLSTATE that pass (PostgreSQL manual, appendix A): connection, read-only after a failover, authorization, database
 * missing, rolled back, resources, lock, shut down or cancelled, system.
 */
const transientClasses = /^(?:08|25|28|3D|40|53|55|57|58)/

const diskFull = '53100'
const deadlockDetected = '40P01'

/** int8 and numeric are read as numbers: no count or sum of the store needs more than 53 bits. */
const numberTypes: ReadonlySet<number> = new Set([20, 1700])

/** Connections that write; more would not save faster, since records are committed in groups. */
const writerConnections = 2

/**
 * Connects with the first statement.
 * @param url postgres://user:password@host:port/database
 * @param connections at most, from 3
 */
export function openPostgres(url: string, connections = 10): Database {
  const writerPool = createPool(url, writerConnections, timeoutsMs.saving)
  const readerPool = createPool(url, connections - writerConnections, timeoutsMs.reading)
  const writerOn = (begin: string) =>
    kyselyOn((...statement) => repeatAfterDeadlock(() => runOnce(writerPool, begin, ...statement)))
  const writer = writerOn(beginWith(timeoutsMs.saving))
  // The lock has a statement of its own: what a statement sees is fixed before it runs.
  const serialWriter = writerOn(`${beginWith(timeoutsMs.saving)}; select pg_advisory_xact_lock(${serialLock})`)
  const reader = kyselyOn((...statement) => runOnce(readerPool, beginWith(timeoutsMs.reading), ...statement))
  return {
    kind: 'postgresql',
    reader,
    writer,
    serialWriter,
    skipLocked: sql`for update skip locked`,
    // One statement is one transaction, one round trip and one flush.
    commit: async inserts => {
      const parts = inserts.map((insert, i) => sql`${sql.ref(`insert_${i}`)} as (${insert})`)
      await sql`with ${sql.join(parts)} select 1`.execute(writer)
    },
    exclusiveTransaction: work => exclusiveTransaction(url, work),
    readSize: async () => {
      const query = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      const { rows } = await query.execute(reader)
      return rows.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    close: async () => {
      await Promise.all([readerPool.end(), writerPool.end()])
    },
  }
}

function createPool(connectionString: string, max: number, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 3000,
    query_timeout: timeoutMs + 1000,
    application_name: 'automation-service',
    // The statements of a transaction are sent together.
    pipeline: true,
    keepAlive: true,
    allowExitOnIdle: true,
    types: { getTypeParser: oid => (numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid)) },
  })
  // The next statement reports a lost server; without a listener the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

function kyselyOn(run: Run): Kysely<Tables> {
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  }
  return createKysely(dialect, (sql, parameters) => attempt(() => run(sql, parameters)))
}

/**
 * Settings of the transaction. PgBouncer in transaction mode refuses those of a startup packet, and would pass on those of a session to
 * other clients. A commit is on the disk before it is acknowledged, whatever the server is set to.
 */
function beginWith(timeoutMs: number): string {
  return `begin; set local statement_timeout = ${timeoutMs}; set local synchronous_commit = on`
}

/** Runs one statement in a transaction of its own, in one round trip. */
async function runOnce<R>(pool: pg.Pool, begin: string, text: string, parameters: readonly SqlValue[]): Promise<R[]> {
  const client = await pool.connect()
  // The last one rolls back after an error.
  const sent = [client.query(begin), client.query(text, [...parameters]), client.query('commit')] as const
  try {
    const [, { rows }] = await Promise.all(sent)
    client.release()
    return rows
  } catch (error) {
    await Promise.allSettled(sent)
    client.release(true)
    throw error
  }
}

/** The server ends and rolls back one of the transactions that wait for each other: it runs once more. */
async function repeatAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === deadlockDetected) return work()
    throw error
  }
}

/** An error that the server did not report happened on the way to it. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === diskFull) throw storageFull(error)
    const isTransient = !(error instanceof pg.DatabaseError) || transientClasses.test(String(error.code))
    throw isTransient ? unavailable(error) : error
  }
}

/** On a connection of its own, since a migration may rewrite every record; ending the connection rolls back. */
async function exclusiveTransaction(url: string, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
  const pool = createPool(url, 1, timeoutsMs.migrating)
  try {
    const client = await attempt(() => pool.connect())
    const db = kyselyOn(async (text, parameters) => (await client.query(text, [...parameters])).rows)
    try {
      await sql.raw(beginWith(timeoutsMs.migrating)).execute(db)
      await checkEncoding(db)
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db)
      await work(db)
      await sql`commit`.execute(db)
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Other encodings cannot store every text. */
async function checkEncoding(db: Kysely<Tables>): Promise<void> {
  const query = sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`
  for (const { encoding } of (await query.execute(db)).rows)
    if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, not UTF8`)
}
