// The service under attack, started again when it dies, and an observer of its memory and its health.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

interface Observation {
  /** MB of anonymous and shared memory of the process and all that it started. */
  readonly memoryMb: number
  readonly peakMb: number
  /** MB of anonymous and shared memory of the process that answers, without its workers. */
  readonly ownMb: number
  /** `worst` in ms; `failed` are answers other than 200, time-outs among them. */
  readonly health: { readonly worst: number; readonly failed: number }
  readonly descriptors: number
}

export interface AttackedService {
  readonly address: string
  readonly crashes: () => number
  /** Waits until health answers, also after a crash. */
  readonly ready: () => Promise<void>
  /** What was seen since the last call. */
  readonly observe: () => Observation
  /** The main process. */
  readonly pid: () => number
  /** Its children: workers, and what ran in them. */
  readonly children: () => readonly number[]
  /** Longest delay of its event loop since the last call, ms; 0 when it has died meanwhile. */
  readonly longestDelay: () => Promise<number>
  readonly stop: () => Promise<void>
}

interface AttackedOptions {
  /** Of a memory cgroup for it, which takes root; default: none. */
  readonly limitMb?: number
  /** Whether its event loop is measured, instead of its memory and health. */
  readonly hasDelayMonitor?: boolean
}

const startTimeoutMs = 60_000
const memoryEveryMs = 20
const healthEveryMs = 50
const healthTimeoutMs = 30_000

const delayMonitor = new URL('../loop/delay-monitor.mjs', import.meta.url).href

/** @param command `node` and its arguments. */
export async function startAttacked(command: string, options: AttackedOptions = {}): Promise<AttackedService> {
  const { limitMb = 0, hasDelayMonitor = false } = options
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'attack-'))]
  const address = `http://127.0.0.1:${port}`
  // The memory settings are those of the Dockerfile.
  const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
  const settings = {
    ...memory,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    DELAY_MONITOR_PARENT: `${process.pid}`,
  }
  const joining = limitMb > 0 ? ['sh', '-c', `echo $$ >${createCgroup(limitMb, port)}; exec "$@"`, 'sh'] : []
  const monitored = hasDelayMonitor ? command.replace(/^\S+/, `$& --import ${delayMonitor}`) : command
  const [program = '', ...args] = [...joining, ...monitored.split(' ')]
  let crashes = 0
  let isStopping = false
  const start = (): ChildProcess => {
    const env = { ...process.env, NODE_ENV: 'production', DRAIN_MS: '0', ...settings }
    return spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }).once('exit', (code, signal) => {
      if (isStopping) return
      crashes += 1
      console.error(`The service died: ${signal ?? code}`)
      child = start()
    })
  }
  let child = start()
  process.once('exit', () => child.kill('SIGKILL'))
  const ready = async (): Promise<void> => {
    for (const begin = performance.now(); (await askHealth(address)) !== 200; await wait(100))
      if (performance.now() - begin > startTimeoutMs) throw new Error(`${command} does not answer at ${address}`)
  }
  await ready()
  const pid = () => child.pid ?? 0
  const observer = hasDelayMonitor ? idleObserver : startObserver(address, pid)
  return {
    address,
    crashes: () => crashes,
    ready,
    observe: observer.read,
    pid,
    children: () => processTree(pid()).slice(1),
    longestDelay: async () => {
      const asked = child
      if (!asked.connected) return 0
      asked.send('')
      const answered = new AbortController()
      const ways = ['message', 'exit'].map(name => once(asked, name, answered))
      const [delay] = await Promise.race(ways).finally(() => answered.abort())
      return Number(delay)
    },
    stop: async () => {
      observer.stop()
      isStopping = true
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Makes a memory cgroup, version 1 or 2, for the service at a port. @returns the file by which processes join it. */
function createCgroup(limitMb: number, port: number): string {
  const [root, limit] = existsSync('/sys/fs/cgroup/memory')
    ? ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
    : ['/sys/fs/cgroup', 'memory.max']
  const folder = `${root}/attack-${process.pid}-${port}`
  mkdirSync(folder)
  writeFileSync(`${folder}/${limit}`, `${limitMb * 2 ** 20}`)
  process.once('exit', () => {
    try {
      rmdirSync(folder)
    } catch {
      console.error(`${folder} is still in use: remove it with rmdir.`)
    }
  })
  return `${folder}/cgroup.procs`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function askHealth(address: string): Promise<number> {
  const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch(
    () => undefined,
  )
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

const idleObserver = {
  read: (): Observation => ({ memoryMb: 0, peakMb: 0, ownMb: 0, health: { worst: 0, failed: 0 }, descriptors: 0 }),
  stop: () => undefined,
}

function startObserver(address: string, pid: () => number) {
  let peakMb = 0
  let health = { worst: 0, failed: 0 }
  const sample = (): number => {
    const memoryMb = memoryOf(processTree(pid()))
    peakMb = Math.max(peakMb, memoryMb)
    return memoryMb
  }
  const check = async (): Promise<void> => {
    const begin = performance.now()
    const status = await askHealth(address)
    const worst = Math.max(health.worst, performance.now() - begin)
    health = { worst, failed: health.failed + (status === 200 ? 0 : 1) }
  }
  const timers = [setInterval(sample, memoryEveryMs), setInterval(check, healthEveryMs)]
  return {
    read: (): Observation => {
      const memoryMb = sample()
      const descriptors = processTree(pid()).reduce((sum, one) => sum + entriesOf(`/proc/${one}/fd`).length, 0)
      const observation = { memoryMb, peakMb, ownMb: memoryOf([pid()]), health, descriptors }
      peakMb = memoryMb
      health = { worst: 0, failed: 0 }
      return observation
    },
    stop: () => timers.forEach(clearInterval),
  }
}

/** A process and all that it started; the kernel lists children by the thread that started them. */
function processTree(root: number): readonly number[] {
  const children = entriesOf(`/proc/${root}/task`)
    .flatMap(thread => readText(`/proc/${root}/task/${thread}/children`).split(' '))
    .filter(Boolean)
  return [root, ...children.map(Number).flatMap(processTree)]
}

function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids
    .flatMap(pid => [...readText(`/proc/${pid}/status`).matchAll(/^(?:RssAnon|RssShmem):\s*(\d+)/gm)])
    .reduce((sum, [, value]) => sum + Number(value), 0)
  return kilobytes / 1024
}

/** Processes end while they are read. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
