// The pool of worker processes that decode and analyze files, and its fair queue.
import { extname } from 'node:path'
import type { Format, VideoFormat } from '../../schemas/media.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { Problem } from '../errors.ts'
import { isStillImage, requireFormat, undecodable } from '../image/format.ts'
import { estimateMemory } from '../image/memory-estimate.ts'
import { createFairQueue, type Lease, overloaded } from '../limits/fair-queue.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import { createWorkerProcess, WorkerEnded, type WorkerProcess } from '../workers/worker-process.ts'
import type { FileTask, Job, StyleTask } from './task.ts'

/** A worker process that ended during a job, for the log. */
interface KilledWorker {
  readonly reason: WorkerEnded['reason']
  readonly format: Format | VideoFormat
  readonly client: string
  readonly bytes: number
}

interface WorkerPoolOptions {
  /** Number of processes, each of which runs one job at a time. */
  readonly workers: number
  /** How many jobs may wait for a process, and how long, ms. */
  readonly waiting: { readonly maxWaiting: number; readonly maxWaitMs?: number }
  readonly memory: MemoryBudget
  readonly onKill: (killed: KilledWorker) => void
}

/** The client of a request, and its limits. */
export interface Requester {
  readonly client: string
  readonly signal?: AbortSignal | undefined
  /** Its lease of the memory budget for the bytes of the file. */
  readonly file?: Lease | undefined
}

export interface WorkerPool {
  /**
   * Decodes and analyzes a file in a worker process.
   *
   * @throws Problem as `decodeImage` does, `picture_too_large`, `source_timeout`, and `overloaded` with Retry-After when too many wait; the
   *   reason of the signal.
   */
  readonly analyze: (task: StyleTask, requester: Requester) => Promise<StyleMetadata>
  /** A JPEG thumbnail of a file; the limits are those of `analyze`. */
  readonly createThumbnail: (task: FileTask, requester: Requester) => Promise<Uint8Array>
  /** Starts the processes. @returns whether all are ready for jobs; the error of one that is not is on stderr. */
  readonly warmUp: () => Promise<boolean>
  /** Ends the processes and their jobs. */
  readonly close: () => Promise<void>
}

/** It has the extension of this file: `.ts` in development, `.js` when built. */
const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/** A process is replaced after so much work, ms, well before it reaches its limit of processor time. */
const maxBusyMs = 300_000
const cpuSeconds = 2400

interface Assignment {
  readonly job: Job
  readonly bytes: Uint8Array
  readonly memoryBytes: number
  readonly timeoutMs: number
}

/** Time for one file, ms. An SVG map with thirty thousand paths takes about one second, 50 megapixels two, 64 MB of video three. */
const timeouts = { svg: 5000, bitmap: 15_000, video: 20_000 } as const

type Kind = keyof typeof timeouts

/** Creates the pool. Of several processes one is reserved for bitmaps, since SVG and video may take seconds. */
export function createWorkerPool({ workers, waiting, memory, onKill }: WorkerPoolOptions): WorkerPool {
  const slow = createFairQueue({ capacity: Math.max(1, workers - 1), ...waiting })
  const slots = createFairQueue({ capacity: workers, ...waiting })
  const processes = createProcesses(workers, memory)

  const runOn = async <T>(worker: WorkerProcess, { job, bytes, memoryBytes, timeoutMs }: Assignment) => {
    try {
      await worker.ready.catch(error => {
        throw overloaded(error)
      })
      return await worker.run<T>(job, bytes, { timeoutMs, memoryBytes })
    } finally {
      processes.giveBack(worker)
    }
  }

  const run = async <T>(job: Job, bytes: Uint8Array, { client, signal, file }: Requester) => {
    const format = requireFormat(bytes, job.task.mediaType)
    const kind = kindOf(format)
    const { need, limit } = estimateMemory(bytes, format)
    const held = { bytes: bytes.length, lease: file }
    const leases: Lease[] = []
    try {
      if (kind !== 'bitmap') leases.push(await slow.acquire(client, 1, signal))
      leases.push(await memory.acquire(client, need, held, signal))
      leases.push(await slots.acquire(client, 1, signal))
      const memoryBytes = Math.min(limit, memory.maxDecodeBytes(held))
      const assignment = { job, bytes, memoryBytes, timeoutMs: timeouts[kind] }
      return await runOn<T>(processes.take(), assignment).catch(error => {
        if (error instanceof WorkerEnded && error.reason !== 'closed')
          onKill({ reason: error.reason, format, client, bytes: bytes.length })
        throw problemOf(error, format)
      })
    } finally {
      for (const lease of leases.reverse()) lease.release()
    }
  }

  return {
    analyze: async ({ bytes, ...task }, requester) =>
      (await run<StyleMetadata>({ kind: 'style', task }, bytes, requester)).value,
    createThumbnail: async ({ bytes, ...task }, requester) =>
      (await run({ kind: 'thumbnail', task }, bytes, requester)).bytes,
    warmUp: processes.warmUp,
    close: processes.close,
  }
}

function kindOf(format: Format | VideoFormat): Kind {
  if (!isStillImage(format)) return 'video'
  return format === 'svg' ? 'svg' : 'bitmap'
}

/** The processes: idle ones, and all. They are started by `warmUp` or by the first jobs. */
function createProcesses(size: number, memory: MemoryBudget) {
  const idle: WorkerProcess[] = []
  const all = new Set<WorkerProcess>()
  let isClosed = false

  const start = (): WorkerProcess => {
    if (isClosed) throw overloaded()
    const worker = createWorkerProcess(program, { dataMegabytes: memory.bytes() / 1_048_576, cpuSeconds })
    all.add(worker)
    return worker
  }

  const discard = (worker: WorkerProcess): void => {
    worker.kill('closed')
    all.delete(worker)
  }

  return {
    /** An idle process; one that was killed while idle, when the system ran out of memory, is replaced. */
    take: (): WorkerProcess => {
      for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
        if (worker.isUsable()) return worker
        discard(worker)
      }
      return start()
    },
    /** Returns a process to the idle ones, or replaces it. */
    giveBack: (worker: WorkerProcess): void => {
      if (worker.isUsable() && worker.busyMs() < maxBusyMs) {
        idle.push(worker)
        return
      }
      discard(worker)
      if (!isClosed) idle.unshift(start())
    },
    warmUp: async (): Promise<boolean> => {
      while (all.size < size) idle.push(start())
      const started = await Promise.allSettled([...all].map(({ ready }) => ready))
      return started.every(({ status }) => status === 'fulfilled')
    },
    close: async (): Promise<void> => {
      isClosed = true
      for (const worker of all) worker.kill('closed')
      await Promise.all([...all].map(({ ended }) => ended))
    },
  }
}

/** The error of a request whose worker process ended. */
function problemOf(error: unknown, format: Format | VideoFormat): unknown {
  if (!(error instanceof WorkerEnded)) return error
  if (error.reason === 'timeout') return tooSlow(timeouts[kindOf(format)] / 1000, error)
  if (error.reason === 'memory') return tooLarge(error)
  return error.reason === 'crash' && isStillImage(format) ? undecodable(format, error) : overloaded(error)
}

function tooSlow(seconds: number, cause: unknown): Problem {
  return new Problem('source_timeout', {
    detail: `The file was received, but reading it takes longer than ${seconds} s. Send a simpler or smaller one.`,
    cause,
  })
}

function tooLarge(cause: unknown): Problem {
  return new Problem('picture_too_large', {
    detail: 'The file was received, but decoding it takes too much memory. Send it smaller or in a simpler form.',
    cause,
  })
}
