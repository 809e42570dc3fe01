// A worker thread with one connection to SQLite, so that no disk ever blocks the event loop.
// Plain JavaScript, because a thread that loads a TypeScript loader starts ten times more slowly.
// @ts-check
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

/** @import { SqlValue } from './database.ts' */
/** @import { SqliteOptions, Statement, StoreRequest } from './sqlite.ts' */

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

/** New records leave this space free, because deletions write to the log before they free any. */
const minFreeBytes = 2 * maxLogBytes

/** @type {SqliteOptions} */
const { path, busyMs } = workerData

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
    if (request.kind === 'close') {
      closeDatabase()
      return { rows: [] }
    }
    const { statements, addsRecords } = request
    const database = openDatabase()
    if (addsRecords) requireSpace(database, statements)
    return { rows: run(database, statements) }
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

/**
 * A commit takes its size twice: in the log, and in the database after the checkpoint.
 * @param {Connection} database
 * @param {readonly Statement[]} statements
 */
function requireSpace(database, statements) {
  let bytes = minFreeBytes
  for (const { parameters } of statements) for (const value of parameters) bytes += 2 * sizeOf(value)
  if (freeBytes(database) < bytes) throw outOfSpace(`New records need ${bytes} bytes of free space on the disk.`)
}

/** @param {SqlValue} value */
function sizeOf(value) {
  return value instanceof Uint8Array ? value.length : Buffer.byteLength(String(value))
}

/** Bytes that are free on the disk, and in the file by deletions. @param {Connection} database */
function freeBytes(database) {
  const query = 'select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size'
  return freeDiskBytes() + Number(database.prepare(query).get()?.bytes)
}

/** Some network file systems do not report their size. */
function freeDiskBytes() {
  const { blocks, bavail, bsize } = statfsSync(dirname(path))
  return blocks === 0 ? Infinity : bavail * bsize
}

/** @param {string} message */
function outOfSpace(message) {
  return Object.assign(new Error(message), { errcode: codes.full })
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
  const database = connect()
  connection = { database, file }
  return database
}

/** Temporary tables of deletions stay in memory. */
function connect() {
  const database = new DatabaseSync(path, { timeout: busyMs })
  try {
    database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;
      PRAGMA journal_size_limit=${maxLogBytes}`)
  } catch (error) {
    database.close()
    // SQLite reports an I/O error.
    throw freeDiskBytes() === 0 ? outOfSpace('No space is left on the disk.') : error
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
