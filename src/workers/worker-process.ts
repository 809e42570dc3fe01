// A child process that runs one job after another, with limits that only the operating system can enforce.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mebibyte } from '../values/units.ts'
import { inheritEnvironment, keepEnd, loaderOptions } from './child-process.ts'
import type { Confinement } from './confinement.ts'
import { type Message, readMessages, unwrap, type WorkerResult, writeMessage } from './messages.ts'
import { killProcess, watchMemory } from './process-tree.ts'

interface ProcessOptions {
  /** Memory for the data of all jobs, MB, in addition to what the idle process needs: the first argument of the program. */
  readonly dataMegabytes: number
  /** The arguments after it. */
  readonly programArguments?: readonly string[]
  /** Processor time over its lifetime, seconds. */
  readonly cpuSeconds: number
  /** Whether the machine has too little memory for any job: a busy process then ends. */
  readonly isMemoryShort?: (() => boolean) | undefined
}

interface JobOptions {
  /** Time from start to result, ms. */
  readonly timeoutMs: number
  /** Memory by which the process and its children may grow during the job, bytes. */
  readonly memoryBytes: number
}

/** `start`: it ended before it was ready for jobs; `killed`: the kernel, an operator or want of memory ended it, which says nothing about its job. */
type EndReason = 'timeout' | 'memory' | 'closed' | 'crash' | 'start' | 'killed'

/** A process was ended, or ended by itself. */
export class WorkerEnded extends Error {
  readonly reason: EndReason

  /** @param how exit code or signal. @param output the last that it wrote to stderr */
  constructor(reason: EndReason, how = 'killed', output = '') {
    super(`The worker process ended: ${reason} (${how}).${output && `\n${output}`}`)
    this.reason = reason
  }
}

export interface WorkerProcess {
  /** Resolves when the process is ready for jobs; rejects when it ends before that. */
  readonly ready: Promise<Confinement>
  /**
   * Runs one job at a time.
   *
   * @throws what the job throws, or WorkerEnded.
   */
  readonly run: <T>(head: unknown, bytes: Uint8Array, limits: JobOptions) => Promise<{ value: T; bytes: Buffer }>
  /** Total time of all jobs so far, ms. */
  readonly busyMs: () => number
  /** Whether it has started and has not ended. */
  readonly isReady: () => boolean
  /** Whether it can take another job: it has not ended, and has released the memory of previous jobs. */
  readonly isUsable: () => boolean
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<WorkerEnded>
  /** Ends the process with all processes that it started. */
  readonly kill: (reason: EndReason) => void
}

/** Longest start, ms: a busy machine takes some seconds. */
const startTimeoutMs = 60_000

/** Interval at which the memory of a busy process is checked, ms: most jobs are short, and a check costs this process 0.1 ms. */
const memoryCheckMs = 10

/**
 * What a process may have more after a job than after its start, bytes: 20 to 40 MB of libraries, fonts and compiled code, which the first
 * jobs load, and what allocators retain, since pages with small blocks still in use are not returned.
 */
const maxRetainedBytes = 56 * mebibyte

/**
 * Starts a process.
 *
 * @param program its module, which sends a WorkerResult with its Confinement once it is ready, and one for every message.
 */
export function createWorkerProcess(program: URL, options: ProcessOptions): WorkerProcess {
  const { pid, stdin, ended, hold, isAlive, isReady, kill, nextResult } = openProcess(program, options)
  const usedBytes = watchMemory(pid, ended)
  let busyMs = 0
  let idleBytes = Number.POSITIVE_INFINITY

  const startTimer = setTimeout(() => kill('start'), startTimeoutMs).unref()
  ended.then(() => clearTimeout(startTimer))
  const ready = nextResult<Confinement>().then(({ head }) => {
    clearTimeout(startTimer)
    idleBytes = usedBytes()
    hold(false)
    return unwrap(head)
  })
  ready.catch(() => undefined) // awaited by the first job

  return {
    ready,
    run: async <T>(head: unknown, bytes: Uint8Array, { timeoutMs, memoryBytes }: JobOptions) => {
      const started = performance.now()
      const timer = setTimeout(() => kill('timeout'), timeoutMs)
      const before = Math.max(idleBytes, usedBytes())
      const memoryCheck = setInterval(() => {
        if (usedBytes() - before > memoryBytes) kill('memory')
        else if (options.isMemoryShort?.()) kill('killed')
      }, memoryCheckMs)
      hold(true)
      try {
        const message = nextResult<T>()
        writeMessage(stdin, head, bytes)
        const { head: result, bytes: attachment } = await message
        return { value: unwrap(result), bytes: attachment }
      } finally {
        clearTimeout(timer)
        clearInterval(memoryCheck)
        hold(false)
        busyMs += performance.now() - started
      }
    },
    busyMs: () => busyMs,
    isReady,
    isUsable: () => isAlive() && usedBytes() - idleBytes <= maxRetainedBytes,
    ended,
    kill,
  }
}

/** What a signal that this process did not send says: a process that gets no more memory aborts itself. */
const reasonsOfSignals: Readonly<Record<string, EndReason>> = {
  SIGABRT: 'memory',
  SIGKILL: 'killed',
  SIGTERM: 'killed',
}

/** The type of the value is what the caller expects: a pipe has no types. */
type ResultMessage = Message<WorkerResult<never>>

interface PendingResult {
  readonly resolve: (message: ResultMessage) => void
  readonly reject: (error: unknown) => void
}

/** A child process and its pending result. */
function openProcess(program: URL, options: ProcessOptions) {
  const child = start(fileURLToPath(program), options)
  const { pid = 0, stdin, stdout, stderr } = child
  let pending: PendingResult | undefined
  let killed: EndReason | undefined
  let isReady = false
  let isAlive = pid > 0
  const output = keepEnd(stderr)

  const endOf = (error?: Error): WorkerEnded => {
    const how = String(error ?? child.signalCode ?? child.exitCode)
    return new WorkerEnded(killed ?? (isReady ? (reasonsOfSignals[how] ?? 'crash') : 'start'), how, output())
  }
  const ended = new Promise<WorkerEnded>(resolve => {
    child.once('close', () => resolve(endOf())).once('error', error => resolve(endOf(error)))
  })
  ended.then(error => {
    isAlive = false
    // One that ended by itself leaves the programs that it ran.
    if (pid > 0 && killed === undefined) killProcess(-pid)
    pending?.reject(error)
    pending = undefined
  })
  // The process may end while a file is being sent: `close` reports it.
  stdin.on('error', () => undefined)
  const receive = (message: ResultMessage): void => {
    isReady = true
    const waiting = pending
    pending = undefined
    waiting?.resolve(message)
  }
  readMessages(stdout, receive, () => kill('crash'))

  /** A busy process keeps this one alive, as does one that is being killed; an idle one does not. */
  const hold = (isBusy: boolean): void => {
    for (const handle of [child, stdin, stdout, stderr])
      if ('ref' in handle && typeof handle.ref === 'function')
        isBusy || killed !== undefined ? handle.ref() : handle.unref()
  }

  const kill = (reason: EndReason): void => {
    if (!isAlive || killed !== undefined) return
    killed = reason
    hold(true)
    killProcess(-pid)
  }

  return {
    pid,
    stdin,
    ended,
    hold,
    isAlive: () => isAlive,
    isReady: () => isAlive && isReady,
    kill,
    nextResult: <T>(): Promise<Message<WorkerResult<T>>> =>
      new Promise((resolve, reject) => {
        if (isAlive) pending = { resolve, reject }
        else reject(endOf())
      }),
  }
}

/** The shell sets the limits. */
function start(program: string, { dataMegabytes, programArguments = [], cpuSeconds }: ProcessOptions) {
  const hasLittleMemory = dataMegabytes < littleMegabytes
  const node = [process.execPath, ...heapOptions(hasLittleMemory), ...loaderOptions(program)]
  const command = [...node, program, String(dataMegabytes), ...programArguments]
  // A process group of its own: it can be killed with everything it started, and Ctrl-C in a terminal does not reach it.
  return spawn('/bin/sh', ['-c', shellPrefix(cpuSeconds, program), ...command], {
    env: environment(hasLittleMemory),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
}

/**
 * Sets the limits and a low priority, because this process, which answers clients, comes first, and executes the program. Where the kernel
 * allows it, the process has no network, is the first to be killed when memory runs out (oom_score_adj), and has a user namespace of its
 * own: the kernel then refuses it the environment and the memory of every process outside (/proc/PID/environ and mem), those of this one
 * among them. In that namespace files of other users may be unreadable to root.
 */
function shellPrefix(cpuSeconds: number, program: string): string {
  return `
ulimit -c 0; ulimit -t ${cpuSeconds}
echo 1000 2>/dev/null >/proc/self/oom_score_adj
renice -n 10 -p $$ >/dev/null 2>&1
for isolate in "unshare -rn" "unshare -n"; do $isolate test -r '${program.replaceAll("'", "'\\''")}' 2>/dev/null && exec $isolate "$0" "$@"; done
exec "$0" "$@"`
}

/** A process for jobs of less memory keeps less of it between jobs, MB. */
const littleMegabytes = 256

/**
 * A small JavaScript heap: large young generations take 20 MB more and no less time, and the threads that help to collect garbage take
 * processor time from other requests.
 */
function heapOptions(hasLittleMemory: boolean): readonly string[] {
  return ['--max-old-space-size=160', `--max-semi-space-size=${hasLittleMemory ? 2 : 8}`, '--single-threaded-gc']
}

/**
 * Paths of programs, fonts and temporary files. Large freed blocks return to the system at once
 * (mallopt(3)); smaller ones are used again, since each new page costs a fault.
 */
function environment(hasLittleMemory: boolean) {
  return {
    ...inheritEnvironment('PATH', 'HOME', 'TMPDIR', 'LANG', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: hasLittleMemory ? '262144' : '1048576',
    MALLOC_TRIM_THRESHOLD_: hasLittleMemory ? '1048576' : '8388608',
  }
}
