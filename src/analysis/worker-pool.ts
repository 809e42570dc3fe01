// The worker processes that decode and measure files, and who gets one next.
import { extname } from 'node:path'
import type { Format, VideoFormat } from '../../schemas/media.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { Problem } from '../errors.ts'
import { estimateMemory } from '../image/estimate.ts'
import { broken, isPicture, readableFormat } from '../image/header/refuse.ts'
import { createFairLimiter, type Lease } from '../work/fair-limiter.ts'
import type { MemoryBudget } from '../work/memory-budget.ts'
import { overloaded } from '../work/overloaded.ts'
import { createWorkerProcess, WorkerEnded, type WorkerProcess } from '../work/worker-process.ts'
import type { FileTask, Job, StyleTask } from './task.ts'

/** A worker process that ended during a job, for the log. */
interface KilledWorker {
  readonly reason: WorkerEnded['reason']
  readonly format: Format | VideoFormat
  readonly client: string
  readonly bytes: number
}

interface WorkerPoolOptions {
  /** Processes: as many jobs run at once. */
  readonly workers: number
  /** Jobs that may wait. */
  readonly maxWaiting: number
  readonly memory: MemoryBudget
  readonly onKill: (killed: KilledWorker) => void
}

/** Who asks, and until when. */
export interface Asker {
  readonly client: string
  readonly signal?: AbortSignal | undefined
  /** What the memory budget gave for the bytes of the file. */
  readonly file?: Lease | undefined
}

export interface WorkerPool {
  /**
   * Decodes and measures a file in a worker process.
   *
   * @throws Problem as `decode` does, `picture_too_large`, `source_timeout`, and `overloaded` with Retry-After when too many wait; the
   *   reason of the signal.
   */
  readonly analyse: (task: StyleTask, asker: Asker) => Promise<StyleMetadata>
  /** A picture of a file as it goes to others, a JPEG; the limits are those of `analyse`. */
  readonly portray: (task: FileTask, asker: Asker) => Promise<Uint8Array>
  /** Starts the processes. @returns whether all are ready for jobs; where one is not, its error is on stderr. */
  readonly warmUp: () => Promise<boolean>
  /** Ends the processes and what they were doing. */
  readonly close: () => Promise<void>
}

/** The same file name with the ending of this one: `.ts` in development, `.js` when built. */
const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/** A process is replaced after so much work, ms, well before its processor time is used up. */
const maxBusyMs = 300_000
const cpuSeconds = 2400

interface Assignment {
  readonly job: Job
  readonly bytes: Uint8Array
  readonly memoryBytes: number
  readonly timeoutMs: number
}

/** Time for one file, ms. A map with thirty thousand paths takes about one second, 50 megapixels two, 64 MB of video three. */
const timeouts = { drawing: 5000, picture: 15_000, video: 20_000 } as const

type Kind = keyof typeof timeouts

function kindOf(format: Format | VideoFormat): Kind {
  if (!isPicture(format)) return 'video'
  return format === 'svg' ? 'drawing' : 'picture'
}

const tooSlow = (seconds: number, cause: unknown): Problem =>
  new Problem('source_timeout', {
    detail: `The file was received, but reading it takes longer than ${seconds} s. Send a simpler or smaller one.`,
    cause,
  })

const tooLarge = (cause: unknown): Problem =>
  new Problem('picture_too_large', {
    detail: 'The file was received, but decoding it takes too much memory. Send it smaller or in a simpler form.',
    cause,
  })

/** What becomes of a request whose worker process ended. */
function problemOf(error: unknown, format: Format | VideoFormat): unknown {
  if (!(error instanceof WorkerEnded)) return error
  if (error.reason === 'timeout') return tooSlow(timeouts[kindOf(format)] / 1000, error)
  if (error.reason === 'memory') return tooLarge(error)
  return error.reason === 'crash' && isPicture(format) ? broken(format, error) : overloaded(error)
}

/** The processes: those that wait for a job, and all. They start with `warmUp` or with the first jobs. */
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
    /** A process that waits for a job; one that ended while it waited, for want of memory elsewhere, is replaced. */
    take: (): WorkerProcess => {
      for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
        if (worker.isUsable()) return worker
        discard(worker)
      }
      return start()
    },
    /** Gives a process back for the next job, or replaces it. */
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

/** Makes the pool. Where there are several processes, one is always left to still pictures: drawings and films may take seconds. */
export function createWorkerPool({ workers, maxWaiting, memory, onKill }: WorkerPoolOptions): WorkerPool {
  const slow = createFairLimiter({ capacity: Math.max(1, workers - 1), maxWaiting })
  const places = createFairLimiter({ capacity: workers, maxWaiting })
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

  const run = async <T>(job: Job, bytes: Uint8Array, { client, signal, file }: Asker) => {
    const format = readableFormat(bytes, job.task.mediaType)
    const kind = kindOf(format)
    const { need, limit } = estimateMemory(bytes, format)
    const held = { bytes: bytes.length, lease: file }
    const leases: Lease[] = []
    try {
      if (kind !== 'picture') leases.push(await slow.acquire(client, 1, signal))
      leases.push(await memory.acquire(client, need, held, signal))
      leases.push(await places.acquire(client, 1, signal))
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
    analyse: async ({ bytes, ...task }, asker) =>
      (await run<StyleMetadata>({ kind: 'style', task }, bytes, asker)).value,
    portray: async ({ bytes, ...task }, asker) => (await run({ kind: 'portrait', task }, bytes, asker)).bytes,
    warmUp: processes.warmUp,
    close: processes.close,
  }
}
