// A worker thread with one connection to SQLite, so that no disk ever blocks the event loop.
// Plain JavaScript, because a thread that loads a TypeScript loader starts ten times more slowly.
// @ts-check
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import { createDiskReserve } from './disk-reserve.mjs'

/** @import { StoreRequest, Statement, ThreadOptions } from './sqlite.ts' */

/** Result codes (sqlite.org/rescode.html). */
const codes = { ioError: 10, full: 13, cannotOpen: 14 }

/**
 * Messages of result codes: errors of `all`, which statements with results need, have no code (@photostructure/sqlite 1.2.1).
 * @type {Readonly<Record<string, number>>}
 */
const codesByMessage = {
  'database is locked': 5,
  'database table is locked': 6,
  'attempt to write a readonly database': 8,
  'disk I/O error': codes.ioError,
  'database or disk is full': codes.full,
  'unable to open database file': codes.cannotOpen,
}

/** A write-ahead log that one large commit extended is truncated to this length after its checkpoint; checkpoints run at 4 MB. */
const maxLogBytes = 8 * 1024 * 1024

/** @type {ThreadOptions} */
const { path, busyMs, isWriter } = workerData

/** The space that deletions need on a full disk. Only the writer has it. */
const reserve = isWriter ? createDiskReserve(path) : undefined

/** Pages in the log before a checkpoint: half of the reserve, at most the default of SQLite. */
const checkpointPages = Math.min(1000, Math.floor((reserve?.targetBytes ?? Infinity) / 2 / 4096))

/** @typedef {InstanceType<typeof DatabaseSync>} Connection */

/** @type {{ readonly database: Connection, readonly file: string | undefined } | undefined} */
let connection

parentPort?.on('message', receive)

/** @param {StoreRequest} request */
function receive(request) {
  parentPort?.postMessage(replyTo(request))
  // Without a listener the thread ends.
  if (request.kind === 'close') parentPort?.close()
}

/** @param {StoreRequest} request */
function replyTo(request) {
  try {
    if (request.kind === 'run') return { rows: runWithReserve(openDatabase(), request) }
    closeDatabase()
    return { rows: [] }
  } catch (error) {
    // Errors lose their own properties between threads.
    return { failure: { message: Object(error).message, errcode: codeOf(error) } }
  }
}

/** @param {unknown} error @returns {number} the extended result code of SQLite; 0 for other errors */
function codeOf(error) {
  const { errcode, message } = Object(error)
  return errcode ?? codesByMessage[message] ?? 0
}

/** EDQUOT and EFBIG are I/O errors for SQLite. @param {unknown} error */
function isOutOfSpace(error) {
  const code = codeOf(error) & 0xff
  return code === codes.full || code === codes.ioError
}

/**
 * New records never take the reserve; everything else may, since it does not grow the database for long.
 * @param {Connection} database
 * @param {Extract<StoreRequest, { kind: 'run' }>} request
 */
function runWithReserve(database, { statements, addsRecords }) {
  if (addsRecords) requireSpace(database, statements)
  if (addsRecords || database.isTransaction) return run(database, statements)
  try {
    return runOnReserve(database, statements)
  } finally {
    reclaimSpace(database, minFreeBytes)
  }
}

/**
 * Takes the reserve where the disk has no other space.
 * @param {Connection} database
 * @param {readonly Statement[]} statements
 */
function runOnReserve(database, statements) {
  try {
    return run(database, statements)
  } catch (error) {
    if (!isOutOfSpace(error) || !reserve?.release()) throw error
    return run(database, statements)
  }
}

/** Space for the index entries of a commit, bytes. */
const minFreeBytes = 65_536

/**
 * A commit takes its size twice: in the log, and in the database after the checkpoint.
 * @param {Connection} database
 * @param {readonly Statement[]} statements
 */
function requireSpace(database, statements) {
  let bytes = minFreeBytes
  for (const { parameters } of statements) for (const value of parameters) bytes += 2 * Buffer.byteLength(String(value))
  reclaimSpace(database, bytes)
  if (reserve && (!reserve.exists() || reserve.freeBytes() < bytes))
    throw Object.assign(new Error('No space is left on the disk.'), { errcode: codes.full })
}

/**
 * Restores the reserve, and returns the space of the log and of deleted records to the disk while less than `bytes` are free.
 * @param {Connection} database
 * @param {number} bytes
 */
function reclaimSpace(database, bytes) {
  if (!reserve || database.isTransaction || (reserve.exists() && reserve.freeBytes() >= bytes)) return
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    if (freePages(database) > 0 && reserve.freeBytes() < reserve.targetBytes + bytes) {
      // Moving pages takes space, too.
      reserve.release()
      const enoughBytes = 2 * reserve.targetBytes + bytes
      while (reserve.freeBytes() < enoughBytes && freePages(database) > 0)
        database.exec(`PRAGMA incremental_vacuum(${Math.ceil(checkpointPages / 4)}); PRAGMA wal_checkpoint(TRUNCATE)`)
    }
  } catch {
    // The next statement tries again.
  }
  reserve.restore()
}

/** Pages of deleted records that can be returned to the disk: none in databases that an earlier release created. @param {Connection} database */
function freePages(database) {
  const query = 'select freelist_count as pages from pragma_freelist_count, pragma_auto_vacuum where auto_vacuum > 0'
  return Number(database.prepare(query).get()?.pages ?? 0)
}

/**
 * Several statements are one transaction.
 * @param {Connection} database
 * @param {readonly Statement[]} statements
 * @returns the rows of a single statement
 */
function run(database, statements) {
  const [first, ...rest] = statements
  if (first && rest.length === 0) return runStatement(database, first)
  database.exec('begin immediate')
  try {
    for (const statement of statements) runStatement(database, statement)
    database.exec('commit')
    return []
  } catch (error) {
    // Some errors end the transaction by themselves.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/**
 * @param {Connection} database
 * @param {Statement} statement
 */
function runStatement(database, { sql, parameters }) {
  const statement = database.prepare(sql)
  if (statement.columns().length > 0) return statement.all(...parameters)
  statement.run(...parameters)
  return []
}

/** Opens the file again when another one took its place, and creates none: a file that was moved away counts as unavailable. */
function openDatabase() {
  const file = fileIdentity()
  if (connection && connection.file === file) return connection.database
  closeDatabase()
  if (file === undefined) throw Object.assign(new Error('The database file is missing.'), { errcode: codes.cannotOpen })
  const database = openWithReserve()
  connection = { database, file }
  reclaimSpace(database, 0)
  return database
}

/** On a full disk the index of the log does not fit. */
function openWithReserve() {
  try {
    return connect()
  } catch (error) {
    if (!reserve?.release()) throw error
    return connect()
  }
}

/** Temporary tables of deletions stay in memory. A new database can return space to the disk. */
function connect() {
  const database = new DatabaseSync(path, { timeout: busyMs })
  try {
    // Only while the file is empty: the statement waits for the lock of other writers.
    if (statSync(path).size === 0) database.exec('PRAGMA auto_vacuum=INCREMENTAL')
    database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;
      PRAGMA journal_size_limit=${maxLogBytes}; PRAGMA wal_autocheckpoint=${checkpointPages}`)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function closeDatabase() {
  connection?.database.close()
  connection = undefined
}

/** Device and inode: SQLite itself goes on writing to a file that was moved or deleted. */
function fileIdentity() {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}
