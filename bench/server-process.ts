// Servers in processes of their own, with their processor time as Linux reports it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Server {
  readonly address: string
  readonly pid: number
  readonly cpuTime: () => Promise<CpuTime>
  readonly stop: () => Promise<void>
}

/** Processor time since the start, ms: of the process itself, and of all others that it started, those that ended included. */
export interface CpuTime {
  readonly own: number
  readonly children: number
}

interface ServerOptions {
  /** Relative to this folder; TypeScript runs with tsx. */
  readonly file: string
  readonly env?: Readonly<Record<string, string>>
  /** Sent to the process when it starts. */
  readonly message?: readonly object[]
}

/** Starts a server on an empty database, which is deleted when it stops. */
export async function startServer({ file, env = {}, message }: ServerOptions): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DRAIN_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // Ends the server also when the benchmark fails.
  process.once('exit', () => child.kill())
  if (message) child.send(message)
  const address = await readAddress(child.stdout ? createInterface({ input: child.stdout }) : [])
  // A full pipe would stop the server.
  child.stdout?.resume()
  const pid = Number(child.pid)
  return {
    address,
    pid,
    cpuTime: () => cpuTimeOf(pid),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Of the first line that names one: warnings may come before it. */
async function readAddress(lines: AsyncIterable<string> | Iterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('The server has ended before it listened.')
}

/** Resolves when the service can analyze. */
export async function untilReady({ address }: Server): Promise<void> {
  while (!(await fetch(`${address}/readyz`)).ok) await delay(100)
}

/** `utime` and `stime` of proc(5) are counted in hundredths of a second. */
const tickMs = 10

async function cpuTimeOf(pid: number): Promise<CpuTime> {
  // A process may end meanwhile.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the name, which is in brackets and may contain anything: the state, and from the twelfth on the times.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  const running = await Promise.all((await childrenOf(pid)).map(cpuTimeOf))
  const children = running.reduce((sum, one) => sum + one.own + one.children, (endedUser + endedSystem) * tickMs)
  return { own: (user + system) * tickMs, children }
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = threads.map(thread => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''))
  return (await Promise.all(lists)).flatMap(list => list.split(' ').filter(Boolean).map(Number))
}
