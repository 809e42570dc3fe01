// A connection to a database file: opened when it is first asked, and again when the file was put back.
import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'

/** @import { Question, SqliteOptions } from '../question.ts' */

/** SQLITE_CANTOPEN (sqlite.org/rescode.html). */
const cannotOpen = 14

/** A log that one commit made longer is cut to this length when it is folded into the file; others are folded at 4 MB. */
const maxLogBytes = 8 * 1024 * 1024

/**
 * What makes a file itself, whatever its name is by now.
 * @param {string} path
 */
const identityOf = path => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}

/**
 * The driver closes a connection that nobody refers to, whatever its statements are used for: so they come together.
 * @param {string} path
 * @param {number} busyMs
 */
const connect = (path, busyMs) => {
  const database = new DatabaseSync(path, { timeout: busyMs })
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${maxLogBytes}`)
  /** @type {Map<string, ReturnType<typeof database.prepare>>} */
  const prepared = new Map()
  return { database, prepared, identity: identityOf(path) }
}

/** @typedef {ReturnType<typeof connect>} Connection */

/**
 * @param {Connection} connection
 * @param {Extract<Question, { kind: 'run' }>} question
 */
const run = ({ database }, { text, values }) => {
  const statement = database.prepare(text)
  if (statement.columns().length > 0) return { rows: statement.all(...values) }
  return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
}

/**
 * @param {Connection} connection
 * @param {string} text
 */
const preparedOf = ({ database, prepared }, text) => {
  const known = prepared.get(text)
  if (known) return known
  const made = database.prepare(text)
  prepared.set(text, made)
  return made
}

/**
 * @param {Connection} connection
 * @param {Extract<Question, { kind: 'commit' }>} question
 */
const commit = (connection, { puts }) => {
  const { database } = connection
  database.exec('begin immediate')
  try {
    for (const { text, rows } of puts) {
      const statement = preparedOf(connection, text)
      for (const row of rows) statement.run(...row)
    }
    database.exec('commit')
  } catch (error) {
    // Some failures have ended the transaction already.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
  return { rows: [] }
}

/**
 * Makes no file: one that has gone is waited for.
 * @param {SqliteOptions} options
 */
export const createConnection = ({ path, busyMs }) => {
  /** @type {Connection | undefined} */
  let connection

  const close = () => {
    connection?.database.close()
    connection = undefined
    return { rows: [] }
  }

  const current = () => {
    const identity = identityOf(path)
    if (connection && connection.identity === identity) return connection
    close()
    if (identity === undefined) throw Object.assign(new Error('the file has gone'), { errcode: cannotOpen })
    connection = connect(path, busyMs)
    return connection
  }

  /** @param {Question} question */
  return question => {
    if (question.kind === 'run') return run(current(), question)
    if (question.kind === 'commit') return commit(current(), question)
    return close()
  }
}
