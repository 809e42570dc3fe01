// A connection to a database file: opened when it is first asked, and again when the file was put back.
import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'

/** @import { Question, SqliteOptions } from '../question.ts' */

/** SQLITE_CANTOPEN (sqlite.org/rescode.html). */
const cannotOpen = 14

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
 * @param {SqliteOptions} options
 */
const connect = ({ path, busyMs }) => {
  const database = new DatabaseSync(path, { timeout: busyMs })
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  /** @type {Map<string, ReturnType<typeof database.prepare>>} */
  const prepared = new Map()
  return { database, prepared, identity: identityOf(path) }
}

/** @typedef {ReturnType<typeof connect>} Connection */

/**
 * A page of a listing as one JSON text: value by value it would take longer to hand over than to read. Numbers have 15
 * significant digits there. The limit inside keeps the order (sqlite.org/optoverview.html#omitorder).
 * @param {string} text
 * @param {readonly string[]} names
 */
const asPage = (text, names) =>
  `select json_group_array(json_object(${names.map(name => `'${name}', "${name}"`).join(', ')})) as page from (${text})`

/**
 * @param {Connection} connection
 * @param {Extract<Question, { kind: 'run' }>} question
 */
const run = ({ database }, { text, values }) => {
  const statement = database.prepare(text)
  const names = statement.columns().map(({ name }) => name)
  if (names.length === 0) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  if (!text.endsWith(' limit ?')) return { rows: statement.all(...values) }
  return { page: database.prepare(asPage(text, names)).get(...values).page }
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
 * Makes the file where there is none, but only the first time: one that has gone since is waited for.
 * @param {SqliteOptions} options
 */
export const createConnection = ({ path, busyMs }) => {
  /** @type {Connection | undefined} */
  let connection
  let isKnown = false

  const close = () => {
    connection?.database.close()
    connection = undefined
    return { rows: [] }
  }

  const current = () => {
    const identity = identityOf(path)
    if (connection && connection.identity === identity) return connection
    close()
    if (isKnown && identity === undefined) throw Object.assign(new Error('the file has gone'), { errcode: cannotOpen })
    connection = connect({ path, busyMs })
    isKnown = true
    return connection
  }

  /** @param {Question} question */
  return question => {
    if (question.kind === 'run') return run(current(), question)
    if (question.kind === 'commit') return commit(current(), question)
    return close()
  }
}
