// What the store needs from a database: its interface, a Kysely instance over one function, and the values that columns hold.
import {
  type Compilable,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  type OperationNodeSource,
  type RawBuilder,
} from 'kysely'
import { Problem } from '../errors.ts'
import type { Tables } from './tables.ts'

/** An insert query that is ready to run. */
export type Insert = Compilable & OperationNodeSource

/** Every operation fails with Problem `overloaded` while the database is unavailable, and with `storage_full` while its disk is full. */
export interface Database {
  /** As the statistics name it. */
  readonly kind: 'sqlite' | 'postgresql'
  /** Never waits for the writer, nor the writer for it. */
  readonly reader: Kysely<Tables>
  readonly writer: Kysely<Tables>
  /** A writer whose statements run one after the other in all processes: each sees what those before it wrote. */
  readonly serialWriter: Kysely<Tables>
  /** Ends a query for rows to be changed, so that those that another process is writing are skipped. Processes of SQLite write in turn. */
  readonly skipLocked: RawBuilder<unknown>
  /** Runs all inserts or none; resolves once they are on the disk. */
  readonly commit: (inserts: readonly Insert[]) => Promise<void>
  /** Runs `work` in a transaction while no other process runs one. The writer must not be used meanwhile. */
  readonly exclusiveTransaction: (work: (db: Kysely<Tables>) => Promise<void>) => Promise<void>
  /** Size on disk, bytes. */
  readonly readSize: () => Promise<number>
  readonly close: () => Promise<void>
}

export type SqlValue = string | number | bigint | Uint8Array | null

export type Run = <R>(sql: string, parameters: readonly SqlValue[]) => Promise<R[]>

/** Every statement may use another connection, so Kysely's own transactions are refused: see `exclusiveTransaction`. */
export function createKysely(dialect: Omit<Dialect, 'createDriver'>, run: Run): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => ({ rows: await run(sql, parameters.map(toSqlValue)) }),
    async *streamQuery({ sql, parameters }) {
      yield { rows: await run(sql, parameters.map(toSqlValue)) }
    },
  }
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      throw new Error('Transactions of Kysely are not supported; use Database.exclusiveTransaction.')
    },
  })
  return new Kysely({ dialect: { ...dialect, createDriver: () => driver } })
}

/**
 * Booleans become 0 or 1, dates timestamps, undefined null. NUL and lone surrogates, which PostgreSQL or UTF-8 cannot store, become
 * U+FFFD; JSON text carries both as escapes.
 * @throws TypeError for any other type, which drivers would convert in different ways
 */
export function toSqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed()
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return timestamp(value)
  if (value === undefined || value === null) return null
  throw new TypeError(`A column cannot hold a value of type ${typeof value}.`)
}

/** ISO 8601 in UTC with milliseconds. Years outside 0000–9999 have longer texts that sort wrongly: they are clamped. */
export function timestamp(date: Date): string {
  const text = date.toISOString()
  if (text.startsWith('-')) return '0000-01-01T00:00:00.000Z'
  return text.startsWith('+') ? '9999-12-31T23:59:59.999Z' : text
}

/** The error while the database cannot be reached, asks the client to retry; `cause` is only logged. */
export function unavailable(cause: unknown): Problem {
  return new Problem('overloaded', {
    detail: 'The database cannot be reached right now.',
    headers: { 'retry-after': '5' },
    cause,
  })
}

/** The error while the disk has no space for a record. Deletions succeed. */
export function storageFull(cause: unknown): Problem {
  return new Problem('storage_full', { headers: { 'retry-after': '60' }, cause })
}
