// The service and a bare Fastify beside it that gives the same answers, each in a process of its own.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import type { Question } from './run.ts'

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

interface Answer {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Side {
  readonly server: Server
  readonly pool: Pool
  /** Before the address of each question. */
  readonly prefix: string
}

export interface Pair {
  readonly ours: Side
  readonly bare: Side
  /** The bare one, with the headers of ours. */
  readonly dressed: Side
  readonly stop: () => Promise<void>
}

/** The compiled service on an empty database of its own. */
export async function startOurs(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-http-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', DRAIN_MS: '0' }
  const server = await startServer({ file: fileOf('../../dist/src/server.js'), env })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

export function startBare(answers: readonly Answer[]): Promise<Server> {
  return startServer({ file: fileOf('./bare.mjs'), message: answers })
}

/** What Node and Fastify write themselves. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** What the service says to a question, for the other one to say. */
async function answerOf({ address }: Server, { url, body }: Question): Promise<Answer> {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: body(0) }
  const answer = await fetch(`${address}${url}`, {
    ...sent,
    headers: { ...sent?.headers, 'accept-encoding': 'identity' },
  })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  const type = answer.headers.get('content-type') ?? ''
  return {
    method: body ? 'POST' : 'GET',
    url: url.split('?', 1)[0] ?? url,
    type,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.has(name))),
    // Objects, so that the bare one has to write its JSON too.
    body: type.startsWith('application/json') ? await answer.json() : await answer.text(),
  }
}

/** @param atOnce connections to each */
export async function startPair(questions: readonly Question[], atOnce: number): Promise<Pair> {
  const ours = await startOurs()
  const answers = new Map<string, Answer>()
  for (const question of questions) {
    const answer = await answerOf(ours, question)
    answers.set(`${answer.method} ${answer.url}`, answer)
  }
  const bare = await startBare([...answers.values()])
  const sideOf = (server: Server): Side => ({
    server,
    pool: new Pool(server.address, { connections: atOnce }),
    prefix: '',
  })
  const sides = { ours: sideOf(ours), bare: sideOf(bare) }
  return {
    ...sides,
    dressed: { ...sides.bare, prefix: '/dressed' },
    stop: async () => {
      for (const { pool, server } of Object.values(sides)) {
        await pool.close()
        await server.stop()
      }
    },
  }
}

export interface Server {
  readonly address: string
  /** From the start of the process until it says that it listens, ms. */
  readonly startedIn: number
  /** CPU that all threads of the process took since its start, µs. */
  readonly cpu: () => Promise<number>
  /** Resident memory, MB. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

interface ServerOptions {
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Sent to the process as soon as it runs. */
  readonly message?: readonly object[]
}

/** First field of schedstat: nanoseconds on a core. The clock of /proc/…/stat ticks only a hundred times a second. */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    // A thread may end between the listing and the reading.
    threads.map(thread => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, time) => sum + Number.parseInt(time, 10), 0) / 1000
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]) / 1024
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const address = /http:\/\/[\d.]+:\d+/.exec(String(line))?.[0]
  if (address === undefined) throw new Error(`The server does not listen: ${line}`)
  return address
}

async function startServer({ file, args = [], env = {}, message }: ServerOptions): Promise<Server> {
  const begin = performance.now()
  const child = fork(file, args, {
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // No process is left when the benchmark fails, either.
  process.once('exit', () => child.kill())
  if (message) child.send(message)
  const address = await addressOf(child)
  const startedIn = performance.now() - begin
  const pid = child.pid ?? 0
  return {
    address,
    startedIn,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
