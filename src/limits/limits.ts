// The table of every limit on what clients share, and the limiters made from it.
import { availableParallelism, totalmem } from 'node:os'
import type { ProblemCode } from '../../schemas/problems.ts'
import { mebibyte } from '../values/units.ts'
import { privateBytes, watchMemory } from '../workers/process-tree.ts'
import { FairQueue } from './fair-queue.ts'
import { createMemoryBudget, type MemoryBudget } from './memory-budget.ts'

export interface Limit {
  /** What is limited. */
  readonly what: string
  readonly unit: string
  /** The number, or how it follows from the machine. */
  readonly value: number | string
  /** The environment variable that sets it. */
  readonly setting?: string
  /** What one client may hold while others want it too. */
  readonly share: string
  /** The problem that refused requests get, with Retry-After where it is temporary; undefined: none is refused. */
  readonly answer?: ProblemCode
}

const equalShare = 'an equal share'

/** An idle worker process needs about a quarter of this; the rest is for its jobs. */
const memoryPerWorker = 256 * mebibyte
const maxWorkers = 16
/** Largest memory budget that is not set, bytes. */
const largestBudget = 512 * mebibyte

/** One row per limit; docs/limits.md shows this table. */
export const limits = {
  requests: {
    what: 'requests in progress, excluding health checks',
    unit: 'requests',
    value: 1024,
    share: `${equalShare}; requests whose body has not arrived are revoked first`,
    answer: 'overloaded',
  },
  rate: {
    what: 'requests of one client',
    unit: 'requests per minute',
    value: 'off',
    setting: 'RATE_LIMIT',
    share: 'counted per client',
    answer: 'rate_limited',
  },
  bodies: {
    what: 'JSON bodies above 64 KB being parsed in a thread',
    unit: 'body',
    value: 1,
    share: 'one after another, client by client',
    answer: 'overloaded',
  },
  memory: {
    what: 'memory for bodies, their values, downloads, responses and decoders',
    unit: 'bytes',
    value: `the smaller of ${largestBudget / mebibyte} MB and half of the memory`,
    setting: 'MEMORY_BUDGET_MB',
    share: `${equalShare}; files in transfer are revoked first, starting with the client that holds the most memory`,
    answer: 'overloaded',
  },
  workers: {
    what: 'files being decoded and measured',
    unit: 'processes',
    value: `one per core and ${memoryPerWorker / mebibyte} MB of memory, at most ${maxWorkers}`,
    share: equalShare,
    answer: 'overloaded',
  },
  slowWorkers: {
    what: 'of these, drawings, videos and files that ImageMagick decodes',
    unit: 'processes',
    value: 'one less than that, so that one is left for bitmaps',
    share: equalShare,
    answer: 'overloaded',
  },
  pages: {
    what: 'pages being built in a thread',
    unit: 'page',
    value: 1,
    share: 'one after another, client by client',
    answer: 'overloaded',
  },
  waiting: {
    what: 'requests waiting in each queue: for a process, memory or a thread',
    unit: 'requests',
    value: 64,
    share: `${equalShare}; the newest request of the client with the most requests is rejected`,
    answer: 'overloaded',
  },
  renders: {
    what: 'renders waiting or running, in all processes',
    unit: 'renders',
    value: 3000,
    share: `${equalShare} of browser time`,
    answer: 'overloaded',
  },
  rendersOfClient: {
    what: 'of these, renders of one client',
    unit: 'renders',
    value: 300,
    share: 'counted per client',
    answer: 'overloaded',
  },
  runningRenders: {
    what: 'renders running in one process',
    unit: 'renders',
    value: 'one per two cores, as far as free memory allows',
    setting: 'RENDER_CONCURRENCY',
    share: `${equalShare} of browser time`,
    answer: 'overloaded',
  },
  renderAge: {
    what: 'time of a render in the queue',
    unit: 'minutes',
    value: 60,
    share: 'counted per render',
    answer: 'overloaded',
  },
  renderAttempts: {
    what: 'attempts of a render whose browser or process crashes',
    unit: 'attempts',
    value: 3,
    share: 'counted per render',
    answer: 'render_failed',
  },
  renderTime: {
    what: 'time of a screenshot, and of a video without its frames; in addition, the longest waits of its steps and delay',
    unit: 'seconds',
    value: 180,
    share: 'counted per render',
    answer: 'render_failed',
  },
  renderSecond: {
    what: 'time of the frames of a video, for each second of it and of these waits; an hour in total',
    unit: 'seconds',
    value: 60,
    share: 'counted per render',
    answer: 'render_failed',
  },
  renderMemory: {
    what: 'memory of the browser of a render',
    unit: 'MiB',
    value: 3072,
    share: 'counted per render',
    answer: 'render_failed',
  },
  renderFile: {
    what: 'file of a render',
    unit: 'MiB',
    value: 512,
    share: 'counted per render',
    answer: 'render_failed',
  },
  renderDownloads: {
    what: 'what the page of a render downloads; after it, all of its connections are refused',
    unit: 'MiB',
    value: 1024,
    share: 'counted per render',
  },
  renderWait: {
    what: 'time that a request waits for its render before the response is 202',
    unit: 'seconds',
    value: 120,
    share: 'counted per request',
  },
} as const satisfies Readonly<Record<string, Limit>>

/** Largest body of an operation that takes no pictures, bytes. */
export const maxPlainBody = mebibyte

/** The resources of the machine or its container. */
interface Machine {
  readonly cores: number
  /** Memory that the process may use, bytes. */
  readonly memory: number
}

function thisMachine(): Machine {
  // Without a container limit it is 0, or more than any machine has.
  const limits = [process.constrainedMemory(), totalmem()].filter(bytes => bytes > 0)
  return { cores: availableParallelism(), memory: Math.min(...limits) }
}

/** Up to this much memory the budget is what the idle service leaves. */
const smallMemory = 512 * mebibyte
/** Left to sockets and files of the database, bytes. */
const spareBytes = 32 * mebibyte
const minBudget = 16 * mebibyte
/** What the service itself grows by while it works: compiled code, garbage, and heap that malloc keeps. Bytes. */
const ownGrowth = 48 * mebibyte
/** The same where the budget is what the idle service leaves: a worker process keeps some memory between its jobs too. */
const ownGrowthOfSmall = 64 * mebibyte
/** When less is left on a small machine, busy worker processes end: the kernel would end them, and often this process too. Bytes. */
const reserveBytes = 24 * mebibyte
/** Part of the budget of a small machine that is not given out, since decoders and garbage exceed their estimates there too. */
const smallMargin = 1 / 8
/** Half of the budget is given out up to this much, whatever the service may grow by. Bytes. */
const minGrantOfSmall = 32 * mebibyte

/** As many processes as cores and memory allow; one up to 512 MB. */
export function workersFor({ cores, memory }: Machine): number {
  return memory <= smallMemory ? 1 : Math.min(cores, maxWorkers, Math.floor(memory / memoryPerWorker))
}

/**
 * The memory budget, bytes.
 *
 * @param setting MEMORY_BUDGET_MB; undefined: derived from the machine.
 * @param idleBytes memory of the service with its workers before any job.
 */
export function budgetFor({ memory }: Machine, setting: number | undefined, idleBytes: number): number {
  if (setting !== undefined) return setting * mebibyte
  if (memory <= smallMemory) return Math.max(minBudget, memory - spareBytes - idleBytes)
  return Math.min(largestBudget, memory / 2)
}

/** @returns what of the budget is given to bodies, downloads, answers and decoders, bytes. */
export function grantableFor({ memory }: Machine, budget: number): number {
  if (memory > smallMemory) return Math.max(budget / 2, budget - ownGrowth)
  return Math.max(Math.min(budget / 2, minGrantOfSmall), budget - ownGrowthOfSmall - budget * smallMargin)
}

export interface Limiters {
  readonly requests: FairQueue
  readonly bodies: FairQueue
  readonly pages: FairQueue
  readonly memory: MemoryBudget
  /** Number of worker processes. */
  readonly workers: number
  /** How many requests may wait in a queue, and how long, ms; a file in all of its queues together. */
  readonly waiting: { readonly maxWaiting: number; readonly maxWaitMs: number }
  /** Whether the machine is small and nearly all of its memory is taken. */
  readonly isMemoryShort: () => boolean
  /** Measures the idle service once its workers are ready, and adjusts the budget. */
  readonly measure: () => void
}

/** Assumed memory of the idle service until it is measured, bytes. */
const assumedIdleBytes = 192 * mebibyte

/**
 * Longest wait of a file for memory and a process together, and of a body or a page for its thread, ms: with the fetch before it and the
 * longest decode after it, an answer arrives within the 60 s that proxies wait.
 */
const maxWaitMs = 20_000

export function createLimiters(memoryBudgetMb: number | undefined, machine = thisMachine()): Limiters {
  let budget = budgetFor(machine, memoryBudgetMb, assumedIdleBytes)
  const waiting = { maxWaiting: limits.waiting.value, maxWaitMs }
  const usedBytes = watchMemory(process.pid, new Promise(() => undefined))
  return {
    requests: new FairQueue({ capacity: limits.requests.value }),
    bodies: new FairQueue({ capacity: limits.bodies.value, ...waiting }),
    pages: new FairQueue({ capacity: limits.pages.value, ...waiting }),
    memory: createMemoryBudget({ bytes: () => grantableFor(machine, budget), ...waiting }),
    workers: workersFor(machine),
    waiting,
    isMemoryShort: () => machine.memory <= smallMemory && usedBytes() > machine.memory - reserveBytes,
    measure: () => {
      budget = budgetFor(machine, memoryBudgetMb, privateBytes(process.pid))
    },
  }
}
