// A worker thread with one connection to SQLite, so that no disk ever blocks the event loop.
// Plain JavaScript, because a thread that loads a TypeScript loader starts ten times more slowly.
// @ts-check
import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

/** @import { Request, SqliteOptions, Statement } from './sqlite.ts' */

/** SQLITE_CANTOPEN (sqlite.org/rescode.html). */
const cannotOpen = 14

/** A write-ahead log that one large commit extended is truncated to this length after its checkpoint; checkpoints run at 4 MB. */
const maxLogBytes = 8 * 1024 * 1024

/** @type {SqliteOptions} */
const { path, busyMs } = workerData

/** @typedef {InstanceType<typeof DatabaseSync>} Connection */

/** @type {{ readonly database: Connection, readonly file: string | undefined } | undefined} */
let connection

parentPort?.on('message', receive)

/** @param {Request} request */
function receive(request) {
  parentPort?.postMessage(replyTo(request))
  // Without a listener the thread ends.
  if (request.kind === 'close') parentPort?.close()
}

/** @param {Request} request */
function replyTo(request) {
  try {
    if (request.kind === 'run') return { rows: run(openDatabase(), request.statements) }
    closeDatabase()
    return { rows: [] }
  } catch (error) {
    // Errors lose their own properties between threads.
    const { message, errcode = 0 } = Object(error)
    return { failure: { message, errcode } }
  }
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
  // Not `all`, whose errors have no code (@photostructure/sqlite 1.2.1).
  statement.run(...parameters)
  return []
}

/** Opens the file again when another one took its place, and creates none: a file that was moved away counts as unavailable. */
function openDatabase() {
  const file = fileIdentity()
  if (connection && connection.file === file) return connection.database
  closeDatabase()
  if (file === undefined) throw Object.assign(new Error('The database file is missing.'), { errcode: cannotOpen })
  const database = new DatabaseSync(path, { timeout: busyMs })
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${maxLogBytes}`)
  connection = { database, file }
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
