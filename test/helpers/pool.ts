// Worker processes of a test's own, and a view on them from outside.
import { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from 'tap'
import type { DecodeSettings } from '../../src/analysis/analyze.ts'
import { createWorkerPool, type WorkerPool } from '../../src/analysis/worker-pool.ts'
import { createMemoryBudget } from '../../src/limits/memory-budget.ts'
import { workerProgram } from './bundle.ts'

const mebibyte = 1024 * 1024

type PoolOptions = Parameters<typeof createWorkerPool>[0]

interface Size extends Partial<Pick<PoolOptions, 'workers' | 'onKill' | 'onEnd'>>, Partial<DecodeSettings> {
  readonly maxWaiting?: number
  /** The memory budget. */
  readonly megabytes?: number
}

/** A pool that is closed with the test. */
export function startPool(t: Test, size: Size = {}) {
  const { workers = 1, maxWaiting = 64, megabytes = 512, onKill = () => undefined, onEnd = () => undefined } = size
  const { maxPixels = 50e6, ffmpegPath = '' } = size
  const memory = createMemoryBudget({ bytes: () => megabytes * mebibyte, maxWaiting })
  const settings = { maxPixels, ffmpegPath }
  const options = { workers, waiting: { maxWaiting }, memory, settings, onKill, onEnd }
  const pool = createWorkerPool({ program: workerProgram, ...options })
  t.teardown(() => pool.close())
  return pool
}

/** Starts the processes; resolves when this many are ready. */
export async function untilReady({ keepRunning, firstReady, state }: WorkerPool, count = 1): Promise<void> {
  keepRunning()
  await firstReady
  while (state().ready < count) await wait(20)
}

const children: ChildProcess[] = []
subscribe('child_process', message => {
  if (typeof message !== 'object' || message === null || !('process' in message)) return
  if (message.process instanceof ChildProcess) children.push(message.process)
})

/** The processes that were started here and have not ended, in order. */
export function runningChildren(): readonly (ChildProcess & { readonly pid: number })[] {
  const isRunning = (child: ChildProcess): child is ChildProcess & { readonly pid: number } =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return children.filter(isRunning)
}
