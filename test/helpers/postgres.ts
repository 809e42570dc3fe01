// A PostgreSQL server in a temporary folder, on a free port of the loopback: one of the test's own, or the one that all files share.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { pgbouncerPath, postgresFolder } from './tools.ts'

export interface Cluster {
  /** Creates an empty database. @returns its URL */
  readonly create: (name: string) => Promise<string>
  readonly query: (url: string, text: string) => Promise<readonly Record<string, unknown>[]>
  readonly remove: () => Promise<void>
}

interface OwnCluster extends Cluster {
  /** URL without the name of a database. */
  readonly address: string
  readonly start: () => Promise<void>
  /** Closes every connection at once. */
  readonly stop: () => Promise<void>
}

/** The server that all files of a run share, for tests that neither stop nor restart it; without one a server of the test's own. */
export async function openCluster(): Promise<Cluster> {
  const address = process.env.TEST_POSTGRES
  if (address === undefined) return startCluster()
  const names: string[] = []
  return {
    create: async name => {
      const unique = `${name}_${randomBytes(6).toString('hex')}`
      names.push(unique)
      return createDatabase(address, unique)
    },
    query,
    remove: async () => {
      for (const name of names) await query(`${address}postgres`, `drop database ${name} with (force)`)
    },
  }
}

/** Initialises and starts a server. */
export async function startCluster(): Promise<OwnCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = ['--pgdata', join(folder, 'data')]
  const port = await freePort()
  const address = `postgres://postgres:secret%20word@127.0.0.1:${port}/`
  // The machine does not lose power during a test: nothing is flushed to the disk.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c fsync=off`
  const start = () => run('pg_ctl', ['start', '--wait', ...data, '--log', join(folder, 'log'), '--options', options])
  const stop = () => run('pg_ctl', ['stop', '--wait', ...data, '--mode', 'immediate'])
  await run('initdb', [...data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  await start()
  return {
    address,
    create: name => createDatabase(address, name),
    query,
    start,
    stop,
    remove: async () => {
      await stop().catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer in transaction mode before a server, with its defaults otherwise. @returns the URL of the database through it */
export async function startPgBouncer(t: Test, databaseUrl: string): Promise<string> {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  const ownPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const settings = {
    listen_addr: hostname,
    listen_port: ownPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=${hostname} port=${port} user=${username}\n`
  writeFileSync(join(folder, 'pgbouncer.ini'), `${databases}[pgbouncer]\n${lines.join('\n')}\n`)
  const child = spawn(pgbouncerPath ?? '', [join(folder, 'pgbouncer.ini')], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  let log = ''
  while (!/process up/.test(log)) log += (await once(child.stderr, 'data'))[0]
  child.stderr.resume()
  return `postgres://postgres:secret@${hostname}:${ownPort}${pathname}`
}

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Texts are ordered as in English, not by bytes: queries that depend on the collation of the database fail. */
async function createDatabase(address: string, name: string): Promise<string> {
  const locale = "locale_provider icu icu_locale 'en-US' lc_collate 'C' lc_ctype 'C'"
  await query(`${address}postgres`, `create database ${name} template template0 encoding 'UTF8' ${locale}`)
  return address + name
}

const isRoot = process.getuid?.() === 0

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** The server refuses to run as root. */
const owner = isRoot && postgresFolder ? { uid: idOf('-u'), gid: idOf('-g') } : {}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(join(postgresFolder ?? '', program), args, {
    ...owner,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', text => {
    errors += text
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ${args[0]}: ${errors}`)
}
