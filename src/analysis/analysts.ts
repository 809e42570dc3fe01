// The analysts of the process: a few threads that decode and measure, and a bounded line before them.
import { Worker } from 'node:worker_threads'
import type { StyleMetadata } from '../../schemas/style.ts'
import { answerFrom } from '../work/answer-from.ts'
import { overloaded } from '../work/overloaded.ts'
import { createQueue } from '../work/queue.ts'
import { workerBeside } from './program.ts'
import type { FileTask, Job, StyleTask } from './task.ts'

interface AnalystsOptions {
  /** Threads: as many analyses run at once. */
  readonly atOnce: number
  /** Analyses that may wait for one. */
  readonly waiting: number
  /** Bytes that all files together may have, waiting or not; a file alone may have more. */
  readonly bytes: number
}

export interface Analysts {
  /**
   * Analyses when a thread is free. The bytes move to it, unless the task keeps them: a buffer with memory of its own is empty afterwards.
   *
   * @param signal of the client: who left while waiting takes no thread, and its reason is thrown.
   * @throws Problem as `analyse` does, and `overloaded` with `retry-after` when the line is full.
   */
  analyse(task: StyleTask, signal?: AbortSignal): Promise<StyleMetadata>
  /** A picture of a file as it goes to others, a JPEG; the line and the bytes are those of `analyse`. */
  portray(task: FileTask, signal?: AbortSignal): Promise<Uint8Array>
  /** Ends the threads and what they were doing. */
  close(): Promise<void>
}

const program = workerBeside(import.meta.url, process.execArgv)

/** Far more than the largest sample needs, MB. */
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** Memory that others share (Node's pool of small buffers) cannot move; so little is copied. */
const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

const run = async <T>(worker: Worker, job: Job): Promise<T> => {
  worker.ref()
  try {
    const keepsBytes = job.kind === 'style' && job.task.keepsBytes
    worker.postMessage(job, keepsBytes ? [] : movable(job.task.bytes))
    return await answerFrom<T>(worker)
  } finally {
    worker.unref()
  }
}

/** Makes the analysts. Threads start with the first tasks, and again after one that died. */
export const createAnalysts = ({ atOnce, waiting, bytes: room }: AnalystsOptions): Analysts => {
  const queue = createQueue({ atOnce, waiting })
  const all = new Set<Worker>()
  const idle = new Set<Worker>()
  let held = 0
  const hire = (): Worker => {
    const worker = new Worker(program, { resourceLimits })
    const forget = (): boolean => all.delete(worker) && idle.delete(worker)
    all.add(worker)
    return worker.once('error', forget).once('exit', forget)
  }
  const work = async <T>(job: Job): Promise<T> => {
    const [worker = hire()] = idle
    idle.delete(worker)
    try {
      return await run<T>(worker, job)
    } finally {
      if (all.has(worker)) idle.add(worker)
    }
  }
  const order = async <T>(job: Job, signal?: AbortSignal): Promise<T> => {
    const { length } = job.task.bytes
    if (held > 0 && held + length > room) throw overloaded()
    held += length
    try {
      return await queue(async () => {
        signal?.throwIfAborted()
        return work<T>(job)
      })
    } finally {
      held -= length
    }
  }
  return {
    analyse: (task, signal) => order({ kind: 'style', task }, signal),
    portray: (task, signal) => order({ kind: 'portrait', task }, signal),
    close: async () => {
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}
