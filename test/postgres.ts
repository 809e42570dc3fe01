// A PostgreSQL server of a test's own, in a temporary folder, on a free port of the loopback.
import { execFileSync, spawn } from 'node:child_process'
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

/** Initialises and starts a server. */
export const startCluster = async (): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const urlOf = (name: string): string => `postgres://postgres:secret%20word@127.0.0.1:${port}/${name}`
  const start = () =>
    run('pg_ctl', [
      ...['start', '--wait', '--pgdata', data, '--log', join(folder, 'log')],
      ...['--options', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=60`],
    ])
  const stop = (how = 'fast') => run('pg_ctl', ['stop', '--wait', '--pgdata', data, '--mode', how])
  const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
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
    create: async (name, collation = 'C') => {
      await query(
        urlOf('postgres'),
        `create database ${name} template template0 encoding 'UTF8' ${collations[collation]}`,
      )
      return urlOf(name)
    },
    query,
    start,
    stop,
    remove: async () => {
      await stop('immediate').catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
