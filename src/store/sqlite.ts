// The SQLite database: one file, one worker thread that writes and one that reads; every commit is on the disk before it is acknowledged.
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { createKysely, type Database, type SqlValue, storageFull, toSqlValue, unavailable } from './database.ts'
import type { Tables } from './tables.ts'

export interface SqliteOptions {
  readonly path: string
  /** Longest wait for a lock of another process, milliseconds. */
  readonly busyMs: number
}

export interface Statement {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

/**
 * What the worker is asked: to run statements, several of them as one transaction, or to close the database and end. What adds records
 * is refused while the disk has no space for it.
 */
export type StoreRequest =
  | { readonly kind: 'run'; readonly statements: readonly Statement[]; readonly addsRecords: boolean }
  | { readonly kind: 'close' }

type ThreadReply =
  | { readonly rows: never[] }
  /** `errcode`: extended result code of SQLite; 0 for other errors. */
  | { readonly failure: { readonly message: string; readonly errcode: number } }

/** Primary result codes that pass: busy, locked, read-only, I/O error, cannot open (sqlite.org/rescode.html). */
const transientCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 14])

const fullCode = 13

/** Creates the file and its folders where they are missing. */
export function openSqlite(options: SqliteOptions): Database {
  createFolder(dirname(options.path))
  requireWritable(dirname(options.path))
  createPrivateFile(options.path)
  requireWritable(options.path)
  const writerThread = createSqliteThread(options)
  const readerThread = createSqliteThread(options)
  const [writer, reader] = [kyselyOn(writerThread), kyselyOn(readerThread)]
  return {
    kind: 'sqlite',
    reader,
    writer,
    // SQLite has one writer at a time.
    serialWriter: writer,
    skipLocked: sql``,
    commit: async inserts => {
      const statements = inserts.map(insert => {
        const { sql, parameters } = insert.compile()
        return { sql, parameters: parameters.map(toSqlValue) }
      })
      await writerThread.request({ kind: 'run', statements, addsRecords: true })
    },
    exclusiveTransaction: work => exclusiveTransaction(writer, work),
    readSize: async () => {
      const query = sql<{ bytes: number }>`select page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`
      const { rows } = await query.execute(reader)
      return rows.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    // The reader first: the last connection that closes copies the log into the file.
    close: async () => {
      await readerThread.close()
      await writerThread.close()
    },
  }
}

function kyselyOn(thread: SqliteThread): Kysely<Tables> {
  const dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
  return createKysely(dialect, (sql, parameters) =>
    thread.request({ kind: 'run', statements: [{ sql, parameters }], addsRecords: false }),
  )
}

/** BEGIN IMMEDIATE takes the write lock at once; Kysely's own migration lock does not reach other processes. */
async function exclusiveTransaction(writer: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<void>) {
  await sql`begin immediate`.execute(writer)
  try {
    await work(writer)
    await sql`commit`.execute(writer)
  } catch (error) {
    // Fails after errors that end the transaction by themselves.
    await sql`rollback`.execute(writer).catch(() => undefined)
    throw error
  }
}

interface SqliteThread {
  /** Requests are answered in turn. Fails with Problem `overloaded` while the file is unavailable, `storage_full` while the disk is full. */
  readonly request: (request: StoreRequest) => Promise<never[]>
  /** Ends the thread once it has answered all requests. */
  readonly close: () => Promise<void>
}

interface WaitingRequest {
  readonly resolve: (rows: never[]) => void
  readonly reject: (error: unknown) => void
}

/** The thread starts with the first request, and again after it crashed. It keeps the process alive only while requests wait. */
export function createSqliteThread(options: SqliteOptions): SqliteThread {
  const waiting: WaitingRequest[] = []
  let worker: Worker | undefined
  let isClosed = false

  const receive = (reply: ThreadReply): void => {
    for (const { resolve, reject } of waiting.splice(0, 1))
      if ('rows' in reply) resolve(reply.rows)
      else reject(sqliteError(reply.failure))
    if (waiting.length === 0 && !isClosed) worker?.unref()
  }
  const spawn = (): Worker => {
    const spawned = new Worker(new URL('./sqlite-worker.mjs', import.meta.url), { workerData: options, execArgv: [] })
    const fail = (error: unknown): void => {
      if (worker !== spawned) return
      worker = undefined
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    return spawned
      .on('message', receive)
      .once('error', fail)
      .once('exit', () => fail(new Error('The SQLite thread has exited.')))
  }
  const send = (to: Worker, request: StoreRequest): Promise<never[]> => {
    to.ref()
    to.postMessage(request)
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
    })
  }

  return {
    request: async request => {
      if (isClosed) throw new Error('The database is closed.')
      worker ??= spawn()
      return send(worker, request)
    },
    close: async () => {
      isClosed = true
      if (worker) await Promise.all([once(worker, 'exit'), send(worker, { kind: 'close' })])
    },
  }
}

function sqliteError({ message, errcode }: { readonly message: string; readonly errcode: number }): Error {
  const error = Object.assign(new Error(message), { errcode })
  if ((errcode & 0xff) === fullCode) return storageFull(error)
  return transientCodes.has(errcode & 0xff) ? unavailable(error) : error
}

const ownerOnly = { file: 0o600, folder: 0o700 }

/**
 * Creates a folder and its parents, one by one: Node's own `recursive` never returns where the system refuses a folder with ENOENT
 * (below /proc, Node 20.20.2). Another process may create the same folder meanwhile.
 */
function createFolder(path: string): void {
  const folder = resolve(path)
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder, ownerOnly.folder)
    // The umask may have removed bits.
    chmodSync(folder, ownerOnly.folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** SQLite opens a file that it cannot write as read-only, and fails later. */
function requireWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { code } = Object(error)
    throw new Error(
      `${path} cannot be written (${code}). Make it writable for the user of the service, or set DATA_DIR to a writable folder.`,
    )
  }
}

/** SQLite creates its log and its shared memory with the mode of the file. Files of another user stay as they are. */
function createPrivateFile(path: string): void {
  try {
    // Fails for an existing file, which must not be opened: closing it would drop the locks that this process holds on it (POSIX).
    const file = openSync(path, 'wx', ownerOnly.file)
    fchmodSync(file, ownerOnly.file)
    closeSync(file)
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    const stat = statSync(name, { throwIfNoEntry: false })
    if (stat?.isFile() && stat.uid === process.getuid?.() && (stat.mode & 0o077) !== 0) chmodSync(name, ownerOnly.file)
  }
}
