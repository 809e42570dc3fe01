// The pool of worker processes that decode and analyze files, and its fair queue.
import { extname } from 'node:path'
import type { Format, VideoFormat } from '../../schemas/media.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { overloaded, Problem } from '../errors.ts'
import type { EncodedPicture } from '../image/encode-picture.ts'
import { isStillImage, isWasmFormat, requireFormat, undecodable } from '../image/format.ts'
import type { MemoryEstimate } from '../image/probe.ts'
import { FairQueue, type Lease } from '../limits/fair-queue.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import type { Confinement } from '../workers/confinement.ts'
import { createWorkerProcess, WorkerEnded } from '../workers/worker-process.ts'
import { createWorkerProcesses, type WorkerProcesses, type WorkersState } from '../workers/worker-processes.ts'
import type { DecodeSettings } from './analyze.ts'
import type { FileTask, Job, PictureOptions, StyleTask, ThumbnailTask, WorkerMessage } from './task.ts'

/** A worker process that ended during a job, for the log. */
interface KilledWorker {
  readonly reason: WorkerEnded['reason']
  readonly format: Format | VideoFormat
  readonly client: string
  readonly bytes: number
}

interface WorkerPoolOptions {
  /** What each process executes; default: the module beside this one. */
  readonly program?: URL | undefined
  /** Number of processes, each of which runs one job at a time. */
  readonly workers: number
  /** How many jobs may wait in a queue, and how long in all of them together, ms. */
  readonly waiting: { readonly maxWaiting: number; readonly maxWaitMs?: number }
  readonly memory: MemoryBudget
  readonly settings: DecodeSettings
  /** Whether the service takes nearly all memory: busy processes then end as if the kernel had ended them. */
  readonly isMemoryShort?: () => boolean
  readonly onKill: (killed: KilledWorker) => void
  /** A process did not start, or ended without a job; another one starts. */
  readonly onEnd: (ended: WorkerEnded) => void
}

/** The client of a request, and its limits. */
export interface Requester {
  readonly client: string
  readonly signal?: AbortSignal | undefined
  /** Its lease of the memory budget for the bytes of the file. */
  readonly file?: Lease | undefined
}

/** A picture with its bytes, also where these are those of the file. */
interface WholePicture extends EncodedPicture {
  readonly bytes: Uint8Array
}

/** The processes, and the jobs that they run or that wait for one of them. */
export interface PoolState extends WorkersState {
  readonly busy: number
  readonly waiting: number
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
  readonly createThumbnail: (task: ThumbnailTask, requester: Requester) => Promise<Uint8Array>
  /** A file as pages show it; the limits are those of `analyze`. */
  readonly encodePicture: (options: PictureOptions, file: FileTask, requester: Requester) => Promise<WholePicture>
  /** Starts the processes and keeps them running; else they start with the first jobs. */
  readonly keepRunning: () => void
  /** Resolves when a process is ready for the first time. */
  readonly firstReady: Promise<Confinement>
  readonly state: () => PoolState
  /** Ends the processes and their jobs. */
  readonly close: () => Promise<void>
}

/** It has the extension of this file: `.ts` in development, `.js` when built. */
const workerModule = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/** Processor time of a process over its lifetime, s. */
const cpuSeconds = 2400

/** Time for one file, and more for encoding it, ms. An SVG map with thirty thousand paths takes about one second, 50 megapixels two, 30 megapixels of HEIC four, videos five, or more on a busy machine. */
const jobTimeoutsMs = { svg: 5000, bitmap: 15_000, wasm: 30_000, video: 30_000, encode: 5000 } as const

type Kind = Exclude<keyof typeof jobTimeoutsMs, 'encode'>

/** For reading the header of a file. */
const openLimits = { timeoutMs: 5000, memoryBytes: 48 * 1024 * 1024 } as const

/** What scaling and encoding a picture takes above decoding the file, bytes per pixel: without and with transparent pixels. */
const encodeBytesPerPixel = { opaque: 13, transparent: 20 } as const
/** Sides are multiples of this, px, so that processes with about the same memory encode the same pictures. */
const sideStep = 160

/** Creates the pool. Of several processes one is reserved for bitmaps, since SVG, video and what ImageMagick decodes may take seconds. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { program = workerModule, workers, waiting, memory, settings, isMemoryShort, onKill, onEnd } = options
  const slow = new FairQueue({ capacity: Math.max(1, workers - 1), ...waiting })
  const slots = new FairQueue({ capacity: workers, ...waiting })
  const programArguments = [String(settings.maxPixels), settings.ffmpegPath]
  const start = () =>
    createWorkerProcess(program, {
      dataMegabytes: memory.bytes() / 1_048_576,
      programArguments,
      cpuSeconds,
      isMemoryShort,
    })
  const processes = createWorkerProcesses({ size: workers, start, onEnd })
  const runOnWorker = createJobRunner(processes, memory)

  const run = async <T>(job: Job, bytes: Uint8Array, { client, signal, file }: Requester) => {
    const format = requireFormat(bytes, job.task.mediaType)
    const leases: Lease[] = []
    const wait = startDeadline(waiting.maxWaitMs, signal)
    const attempt = () => runOnWorker<T>(job, bytes, { client, file, wait })
    const note = (error: unknown): void => {
      if (error instanceof WorkerEnded && error.reason !== 'closed' && error.reason !== 'start')
        onKill({ reason: error.reason, format, client, bytes: bytes.length })
    }
    try {
      if (kindOf(format) !== 'bitmap') leases.push(await slow.acquire(client, 1, wait))
      leases.push(await slots.acquire(client, 1, wait))
      return await attempt().catch(error => {
        if (!(error instanceof WorkerEnded) || error.reason !== 'killed') throw error
        note(error)
        return attempt()
      })
    } catch (error) {
      note(error)
      throw problemOf(error, format, memory.bytes())
    } finally {
      wait.end()
      for (const lease of leases.reverse()) lease.release()
    }
  }

  return {
    analyze: async ({ bytes, ...task }, requester) =>
      (await run<StyleMetadata>({ kind: 'style', task }, bytes, requester)).value,
    createThumbnail: async ({ bytes, ...task }, requester) =>
      (await run({ kind: 'thumbnail', task }, bytes, requester)).bytes,
    encodePicture: async (options, { bytes, mediaType }, requester) => {
      const job = { ...options, task: { mediaType } }
      const { value, bytes: encoded } = await run<Omit<EncodedPicture, 'bytes'>>(job, bytes, requester)
      return { ...value, bytes: encoded.length > 0 ? encoded : bytes }
    },
    keepRunning: processes.keepRunning,
    firstReady: processes.firstReady,
    state: () => ({ ...processes.state(), busy: slots.held, waiting: slots.waiting + slow.waiting }),
    close: processes.close,
  }
}

/** @returns a function that has a process open the file which it then decodes, as soon as there is memory for that. */
function createJobRunner(processes: WorkerProcesses, memory: MemoryBudget) {
  return async <T>(
    requested: Job,
    bytes: Uint8Array,
    { client, file, wait }: Requester & { readonly wait: Deadline },
  ) => {
    const format = requireFormat(bytes, requested.task.mediaType)
    const worker = await processes.take()
    // The copy of the process.
    file?.grow(bytes.length)
    try {
      // It may have taken a second to start.
      wait.signal.throwIfAborted()
      // Its memory is in use from now on, and could not be given to another client at once.
      file?.makeIrrevocable()
      const { mediaType } = requested.task
      const maxBytes = memory.maxDecodeBytes(file) + bytes.length
      const message: WorkerMessage = { kind: 'open', ...(mediaType && { mediaType }), maxBytes }
      const { value: estimate } = await worker.run<MemoryEstimate>(message, bytes, {
        ...openLimits,
        memoryBytes: bytes.length + openLimits.memoryBytes,
      })
      const budget = { bytes: memory.bytes(), maxDecodeBytes: memory.maxDecodeBytes(file) }
      const { job, reservedBytes, maxGrowth, timeoutMs } = planJob(requested, format, estimate, bytes.length, budget)
      const lease = await memory.acquire(client, reservedBytes, file, wait.signal).catch(async error => {
        await worker.run({ kind: 'close' }, noBytes, openLimits)
        throw error
      })
      wait.end()
      const memoryBytes = Math.min(maxGrowth, memory.maxDecodeBytes(file))
      return await worker.run<T>(job, noBytes, { timeoutMs, memoryBytes }).finally(lease.release)
    } finally {
      file?.grow(-bytes.length)
      processes.giveBack(worker)
    }
  }
}

const noBytes = new Uint8Array()

interface Deadline {
  /** Aborts with Problem `overloaded` when a job has waited too long in all of its queues together, and with the client's signal. */
  readonly signal: AbortSignal
  /** The job waits no more. */
  readonly end: () => void
}

function startDeadline(maxWaitMs: number | undefined, signal: AbortSignal | undefined): Deadline {
  const late = new AbortController()
  const timer = maxWaitMs && setTimeout(() => late.abort(overloaded()), maxWaitMs).unref()
  return {
    signal: AbortSignal.any(signal ? [late.signal, signal] : [late.signal]),
    end: () => clearTimeout(timer),
  }
}

interface JobPlan {
  readonly job: Job
  /** Memory that it needs in addition to its file, bytes. */
  readonly reservedBytes: number
  /** Memory that its process may take in addition to its file before it is ended, bytes. */
  readonly maxGrowth: number
  readonly timeoutMs: number
}

/**
 * What a job takes: decoding, whose estimates count the file, and for some jobs encoding. With little memory encoded pictures are smaller:
 * encoding may take half of the budget, and no more than decoding leaves.
 */
function planJob(
  job: Job,
  format: Format | VideoFormat,
  estimate: MemoryEstimate,
  fileBytes: number,
  budget: { readonly bytes: number; readonly maxDecodeBytes: number },
): JobPlan {
  const reservedBytes = estimate.need - fileBytes
  const maxGrowth = estimate.limit - fileBytes
  const timeoutMs = jobTimeoutsMs[kindOf(format)]
  if (job.kind === 'style' || job.kind === 'thumbnail') return { job, reservedBytes, maxGrowth, timeoutMs }
  const freeBytes = Math.max(0, Math.min(budget.bytes / 2, budget.maxDecodeBytes - reservedBytes))
  const bytesPerPixel = format === 'jpeg' ? encodeBytesPerPixel.opaque : encodeBytesPerPixel.transparent
  const steps = Math.floor(Math.sqrt(freeBytes / bytesPerPixel) / sideStep)
  const maxSide = Math.min(job.limits.maxSide, Math.max(1, steps) * sideStep)
  const encodeBytes = maxSide ** 2 * bytesPerPixel
  return {
    job: { ...job, limits: { ...job.limits, maxSide } },
    reservedBytes: reservedBytes + encodeBytes,
    maxGrowth: maxGrowth + encodeBytes,
    timeoutMs: timeoutMs + jobTimeoutsMs.encode,
  }
}

function kindOf(format: Format | VideoFormat): Kind {
  if (!isStillImage(format)) return 'video'
  if (isWasmFormat(format)) return 'wasm'
  return format === 'svg' ? 'svg' : 'bitmap'
}

/** The error of a request whose worker process ended. */
function problemOf(error: unknown, format: Format | VideoFormat, budget: number): unknown {
  if (!(error instanceof WorkerEnded)) return error
  if (error.reason === 'timeout') return tooSlow(jobTimeoutsMs[kindOf(format)] / 1000, error)
  if (error.reason === 'memory') return decodingTooLarge(budget, error)
  return error.reason === 'crash' && isStillImage(format) ? undecodable(format, error) : overloaded(error)
}

function tooSlow(seconds: number, cause: unknown): Problem {
  return new Problem('source_timeout', {
    detail: `The file was received, but decoding it takes longer than ${seconds} s. Send a simpler or smaller file.`,
    cause,
  })
}

function decodingTooLarge(budget: number, cause: unknown): Problem {
  return new Problem('picture_too_large', {
    detail: `The file was received, but decoding it takes more memory than its header says, or than the ${Math.floor(budget / 1_048_576)} MB that are available (MEMORY_BUDGET_MB). Send a smaller or simpler file.`,
    cause,
  })
}
