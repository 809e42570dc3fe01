// A PostgreSQL server in a temporary folder, on a free port of the loopback: of a test's own, or shared by all files of `npm test`.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { postgresFolder } from './tools.ts'

const isRoot = process.getuid?.() === 0
const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

/** The server refuses to be root's: there its own user runs it. */
const owner = isRoot && postgresFolder ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const run = async (program: string, words: readonly string[]): Promise<void> => {
  const child = spawn(join(postgresFolder ?? '', program), words, {
    ...owner,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', text => {
    said += text
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ${words[0]}: ${said}`)
}

export interface Cluster {
  /** URL without the name of a database. */
  readonly address: string
  /** Makes an empty database. @param collation of its texts: of the C locale, or of the English language */
  readonly create: (name: string, collation?: 'C' | 'English') => Promise<string>
  readonly query: (url: string, text: string) => Promise<readonly Record<string, unknown>[]>
  readonly start: () => Promise<void>
  /** Ends every connection at once, as an administrator would. */
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>
  readonly remove: () => Promise<void>
}

const collations = {
  C: "lc_collate 'C' lc_ctype 'C'",
  English: "locale_provider icu icu_locale 'en-US' lc_collate 'C' lc_ctype 'C'",
}

/** The server that all files of a run share, for those that neither stop nor restart it; without one a server of the test's own. */
export const openCluster = async (): Promise<Cluster> => {
  const address = process.env.TEST_POSTGRES
  if (address === undefined) return startCluster()
  const names: string[] = []
  const own = (name: string): string => `${name}_${randomBytes(6).toString('hex')}`
  const noop = async (): Promise<void> => undefined
  return {
    address,
    create: async (name, collation = 'C') => {
      names.push(own(name))
      return createDatabase(address, names.at(-1) ?? name, collation)
    },
    query,
    start: noop,
    stop: noop,
    remove: async () => {
      for (const name of names) await query(`${address}postgres`, `drop database ${name} with (force)`)
    },
  }
}

const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const createDatabase = async (address: string, name: string, collation: keyof typeof collations): Promise<string> => {
  await query(
    `${address}postgres`,
    `create database ${name} template template0 encoding 'UTF8' ${collations[collation]}`,
  )
  return address + name
}

/** Initialises and starts a server. */
export const startCluster = async (): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const address = `postgres://postgres:secret%20word@127.0.0.1:${port}/`
  const start = () =>
    run('pg_ctl', [
      // The machine does not lose power during a test: nothing is flushed to the disk.
      ...['start', '--wait', '--pgdata', data, '--log', join(folder, 'log')],
      ...[
        '--options',
        `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c fsync=off`,
      ],
    ])
  const stop = (how = 'fast') => run('pg_ctl', ['stop', '--wait', '--pgdata', data, '--mode', how])
  await run('initdb', [
    '--pgdata',
    data,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ])
  await start()
  return {
    address,
    create: (name, collation = 'C') => createDatabase(address, name, collation),
    query,
    start,
    stop,
    remove: async () => {
      await stop('immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
