// A child process of ours that does one job after another, with limits that only the operating system can hold.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Message, readMessages, writeMessage } from './messages.ts'
import { type Outcome, unwrap } from './outcome.ts'

interface ProcessLimits {
  /** Memory for the data of all jobs, MB, beside what the process needs at rest. */
  readonly dataMegabytes: number
  /** Processor time over its life, seconds. */
  readonly cpuSeconds: number
}

interface JobLimits {
  /** Time from start to answer, ms. */
  readonly timeoutMs: number
  /** Memory that the process and its children may gain during the job, bytes. */
  readonly memoryBytes: number
}

type Reason = 'timeout' | 'memory' | 'closed' | 'crash'

/** A process ended, by us or by itself, before it answered. */
export class WorkerEnded extends Error {
  readonly reason: Reason

  constructor(reason: Reason, how = 'killed') {
    super(`The worker process ended: ${reason} (${how}).`)
    this.reason = reason
  }
}

export interface WorkerProcess {
  /** Resolves when the process is ready for jobs; rejects when it ends before that. */
  readonly ready: Promise<void>
  /**
   * One job at a time.
   *
   * @throws what the job throws, or WorkerEnded.
   */
  readonly run: <T>(head: unknown, bytes: Uint8Array, limits: JobLimits) => Promise<{ value: T; bytes: Buffer }>
  /** Milliseconds that jobs took until now. */
  readonly busyMs: () => number
  /** Whether it can take another job: it has not ended, and has given back the memory of those before. */
  readonly isUsable: () => boolean
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** Ends the process with all it started. */
  readonly kill: (reason: Reason) => void
}

/** From V8 13 on (Node 24) half a gigabyte is reserved for machine code. */
const codeMegabytes = 512 * Number(Number.parseInt(process.versions.v8, 10) >= 13)
/** Private memory of Node and libvips at rest, MB. */
const restMegabytes = 256 + codeMegabytes

/** How often the memory of a working process is looked at, ms. */
const watchIntervalMs = 5

/**
 * Sets the limits and becomes the program. Where the kernel allows it the process has no network, and is the first to be ended when
 * memory runs out (oom_score_adj). Large blocks go back to the system as soon as they are free (mallopt(3)).
 */
const shellPrefix = (limits: ProcessLimits): string => `
ulimit -c 0; ulimit -t ${limits.cpuSeconds}; ulimit -d ${(limits.dataMegabytes + restMegabytes) * 1024} 2>/dev/null
echo 1000 2>/dev/null >/proc/self/oom_score_adj
for isolate in "unshare -n" "unshare -rn"; do $isolate true 2>/dev/null && exec $isolate "$0" "$@"; done
exec "$0" "$@"`

/** Nothing of our settings and secrets: where programs, fonts and temporary files are found, and how memory is returned. */
const environment = {
  ...Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'].flatMap(name =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  ),
  // Node would hand this one on by itself.
  NODE_V8_COVERAGE: '',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Node's own options: TypeScript is read by tsx, and the JavaScript side needs little memory. */
const nodeOptions = (program: string): readonly string[] => [
  '--max-old-space-size=160',
  '--expose-gc',
  ...(extname(program) === '.ts' ? ['--import', import.meta.resolve('tsx')] : []),
]

/** Windows has neither shell nor limits; elsewhere the shell sets them. */
function start(program: string, limits: ProcessLimits, isWindows: boolean) {
  const words = [...nodeOptions(program), program]
  const [command, before] = isWindows
    ? [process.execPath, []]
    : ['/bin/sh', ['-c', shellPrefix(limits), process.execPath]]
  // Its own process group: it ends with everything it started, and Ctrl-C in a terminal leaves it to us.
  return spawn(command, [...before, ...words], { env: environment, stdio: ['pipe', 'pipe', 'inherit'], detached: true })
}

const pageSize = 4096

/** Memory of a process and its children that is not shared with files, bytes; 0 where the system does not say. */
export function privateBytes(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    const own = (Number(resident) - Number(shared)) * pageSize
    return children.reduce((sum, child) => sum + privateBytes(Number(child)), own)
  } catch {
    return 0
  }
}

/** What allocators may keep after a job, bytes: pages between small pieces that are still in use are not given back. */
const maxKeptBytes = 32 * 1024 * 1024

/** How a process ends that got no memory: by its own hand, or by the kernel's. */
const outOfMemory = ['SIGABRT', 'SIGKILL']

/** What the program answers is what its caller expects: a pipe has no types. */
type Answer = Message<Outcome<never>>

interface Pending {
  readonly resolve: (message: Answer) => void
  readonly reject: (error: unknown) => void
}

/** A child process, and the answers that it still owes. */
function openProcess(program: URL, limits: ProcessLimits, isWindows: boolean) {
  const child = start(fileURLToPath(program), limits, isWindows)
  const { pid = 0, stdin, stdout } = child
  let pending: Pending | undefined
  let killed: Reason | undefined
  let isAlive = pid > 0

  const ended = new Promise<void>(resolve => {
    child.once('close', resolve).once('error', resolve)
  })
  const end = (): void => {
    isAlive = false
    const how = String(child.signalCode ?? child.exitCode)
    pending?.reject(new WorkerEnded(killed ?? (outOfMemory.includes(how) ? 'memory' : 'crash'), how))
    pending = undefined
  }
  ended.then(end)
  // A process that ends while a picture is on its way to it: `close` says so.
  stdin.on('error', () => undefined)
  readMessages<Outcome<never>>(stdout, message => {
    const waiting = pending
    pending = undefined
    waiting?.resolve(message)
  })

  /** A process at work keeps ours alive, as one does that is being ended; an idle one does not. */
  const hold = (isBusy: boolean): void => {
    for (const handle of [child, stdin, stdout])
      if ('ref' in handle && typeof handle.ref === 'function')
        isBusy || killed !== undefined ? handle.ref() : handle.unref()
  }

  return {
    ...{ pid, stdin, ended, hold },
    isAlive: () => isAlive,
    kill: (reason: Reason): void => {
      if (!isAlive || killed !== undefined) return
      killed = reason
      hold(true)
      try {
        process.kill(isWindows ? pid : -pid, 'SIGKILL')
      } catch {
        // It has just ended.
      }
    },
    answer: <T>(): Promise<Message<Outcome<T>>> =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject }
        if (!isAlive) end()
      }),
  }
}

/**
 * Starts a process.
 *
 * @param program its module, which answers every message with an Outcome, the first one without being asked.
 */
export function createWorkerProcess(
  program: URL,
  limits: ProcessLimits,
  platform: string = process.platform,
): WorkerProcess {
  const { pid, stdin, ended, hold, isAlive, kill, answer } = openProcess(program, limits, platform === 'win32')
  let busyMs = 0
  let restBytes = Number.POSITIVE_INFINITY

  const ready = answer().then(({ head }) => {
    unwrap(head)
    restBytes = privateBytes(pid)
    hold(false)
  })
  ready.catch(() => undefined) // it is awaited by whoever runs the first job

  return {
    ready,
    run: async <T>(head: unknown, bytes: Uint8Array, { timeoutMs, memoryBytes }: JobLimits) => {
      const started = performance.now()
      const clock = setTimeout(() => kill('timeout'), timeoutMs)
      const before = Math.max(restBytes, privateBytes(pid))
      const watch = setInterval(() => {
        if (privateBytes(pid) - before > memoryBytes) kill('memory')
      }, watchIntervalMs)
      hold(true)
      try {
        const message = answer<T>()
        writeMessage(stdin, head, bytes)
        const { head: outcome, bytes: result } = await message
        return { value: unwrap(outcome), bytes: result }
      } finally {
        clearTimeout(clock)
        clearInterval(watch)
        hold(false)
        busyMs += performance.now() - started
      }
    },
    busyMs: () => busyMs,
    isUsable: () => isAlive() && privateBytes(pid) - restBytes <= maxKeptBytes,
    ended,
    kill,
  }
}
