// Work that the store repeats in the background, such as retention: its runs follow each other, and its failures are logged and counted.
import type { StoreLog } from './store.ts'

export interface Task {
  /** Runs `work` after the runs before it. Never fails. */
  readonly run: (work: () => Promise<void>) => Promise<void>
  /** Whether no run is under way or waits. */
  readonly isIdle: () => boolean
  /** Whether `stop` was called: work that takes long ends after its current statement. */
  readonly isStopped: () => boolean
  /** Number of runs that failed. */
  readonly failures: () => number
  /** Resolves once no run is under way. */
  readonly stop: () => Promise<void>
}

/** @param message of a failure; each reason is logged once until a run succeeds */
export function createTask(log: StoreLog, message: string): Task {
  let last = Promise.resolve()
  let runs = 0
  let failures = 0
  let lastFailure: string | undefined
  let isStopped = false

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
      lastFailure = undefined
    } catch (err) {
      failures += 1
      if (String(err) !== lastFailure) log.error({ err }, message)
      lastFailure = String(err)
    }
    runs -= 1
  }
  return {
    run: work => {
      runs += 1
      last = last.then(() => attempt(work))
      return last
    },
    isIdle: () => runs === 0,
    isStopped: () => isStopped,
    failures: () => failures,
    stop: () => {
      isStopped = true
      return last
    },
  }
}
