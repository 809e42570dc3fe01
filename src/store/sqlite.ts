// The SQLite database: one file, one process, every commit on the disk before it is acknowledged.
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import { bindable } from './bindable.ts'
import type { Database } from './database.ts'
import { outage } from './outage.ts'
import type { Tables } from './tables.ts'

/** A statement's failure as the rest of the house knows it. */
const attempt = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw outage(error)
  }
}

/** The driver in the shape of Kysely's SQLite dialect. `busyMs` bounds the wait for a lock held by another process. */
const connect = (file: string, busyMs: number): SqliteDatabase => {
  const database = new DatabaseSync(file, { timeout: busyMs })
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  return {
    close: () => database.close(),
    prepare: text => {
      const statement = attempt(() => database.prepare(text))
      return {
        reader: statement.columns().length > 0,
        all: values => attempt(() => statement.all(...values.map(bindable))),
        run: values => attempt(() => statement.run(...values.map(bindable))),
        iterate: values => statement.iterate(...values.map(bindable)),
      }
    },
  }
}

/** BEGIN IMMEDIATE takes the write lock at once: Kysely's own migration lock does not reach other processes here. */
const alone = (db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
  db.connection().execute(async connection => {
    await sql`begin immediate`.execute(connection)
    try {
      await work(connection)
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })

const bytes = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{
    readonly bytes: number
  }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return rows.reduce((sum, row) => sum + row.bytes, 0)
}

/** Opens the file, making it where there is none. Throws the driver's error when it cannot be read and written. */
export const openSqlite = (file: string, busyMs: number): Database => {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connect(file, busyMs) }) })
  return { kind: 'sqlite', db, alone: work => alone(db, work), bytes: () => bytes(db) }
}
