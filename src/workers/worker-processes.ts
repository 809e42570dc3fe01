// A fixed number of worker processes: started one after the other, lent to jobs, and replaced when they end.
import type { Confinement } from './confinement.ts'
import { WorkerEnded, type WorkerProcess } from './worker-process.ts'

interface WorkerProcessesOptions {
  readonly size: number
  /** Starts one. */
  readonly start: () => WorkerProcess
  /** A process did not start, or ended without a job. Another one starts. */
  readonly onEnd: (ended: WorkerEnded) => void
}

/** What is known of the processes now. */
export interface WorkersState extends Confinement {
  /** Processes that have started, idle or busy. */
  readonly ready: number
}

export interface WorkerProcesses {
  /**
   * An idle process that is ready, started where there is none. It belongs to the caller until `giveBack`.
   *
   * @throws WorkerEnded: `start` when it does not start, `closed`.
   */
  readonly take: () => Promise<WorkerProcess>
  /** Returns a process, which is replaced when it can take no further job. */
  readonly giveBack: (worker: WorkerProcess) => void
  /** From now on there are `size` processes: each that ends is replaced. */
  readonly keepRunning: () => void
  /** Resolves when a process is ready for the first time. */
  readonly firstReady: Promise<Confinement>
  readonly state: () => WorkersState
  /** Ends the processes and their jobs. */
  readonly close: () => Promise<void>
}

/** Time between the first process that is ready and the start of the others, ms. */
const otherStartsDelayMs = 1000

/** Time between the failed start of a process and the next start, ms. */
const retryDelayMs = 1000

/** A process is replaced after so much work, ms, well before it reaches its limit of processor time. */
const maxBusyMs = 300_000

export function createWorkerProcesses(options: WorkerProcessesOptions): WorkerProcesses {
  const { idle, add, discard, ...rest } = createProcessSet(options)

  const takeIdle = (): WorkerProcess | undefined => {
    const index = idle.findLastIndex(worker => worker.isReady())
    return index < 0 ? idle.shift() : idle.splice(index, 1)[0]
  }

  return {
    take: async () => {
      let worker = takeIdle()
      while (worker && !worker.isUsable()) {
        discard(worker)
        worker = takeIdle()
      }
      worker ??= add()
      await worker.ready
      return worker
    },
    giveBack: worker => {
      if (worker.isUsable() && worker.busyMs() < maxBusyMs) idle.push(worker)
      else discard(worker)
    },
    ...rest,
  }
}

/** All processes, those that are idle among them, and their replacement. */
function createProcessSet({ size, start, onEnd }: WorkerProcessesOptions) {
  const all = new Set<WorkerProcess>()
  const idle: WorkerProcess[] = []
  let confinement: Confinement | undefined
  const first = createDeferred<Confinement>()
  let isKept = false
  let isClosed = false
  const countReady = (): number => [...all].filter(worker => worker.isReady()).length

  const add = (): WorkerProcess => {
    if (isClosed) throw new WorkerEnded('closed')
    const worker = start()
    all.add(worker)
    worker.ended.then(ended => remove(worker, ended))
    worker.ready.then(noteReady, () => undefined) // `ended` reports the failure.
    return worker
  }
  const noteReady = (ready: Confinement): void => {
    confinement = ready
    first.resolve(ready)
    setTimeout(fill, otherStartsDelayMs).unref()
  }

  /** The first process has the processor for itself, so that the first job starts early; the others follow, or start with jobs. */
  const fill = (): void => {
    if (!isKept || isClosed) return
    const wanted = countReady() > 0 ? size : 1
    while (all.size < wanted) idle.push(add())
  }

  /** After a process has ended by itself. The job reports one that ended during a job. */
  const remove = (worker: WorkerProcess, ended: WorkerEnded): void => {
    if (!all.delete(worker) || isClosed) return
    const wasIdle = removeFrom(idle, worker)
    if (wasIdle || ended.reason === 'start') onEnd(ended)
    setTimeout(fill, ended.reason === 'start' ? retryDelayMs : 0).unref()
  }

  return {
    idle,
    add,
    /** Ends a process and starts another. */
    discard: (worker: WorkerProcess): void => {
      all.delete(worker)
      worker.kill('closed')
      fill()
    },
    keepRunning: (): void => {
      isKept = true
      fill()
    },
    firstReady: first.promise,
    state: () => ({ ready: countReady(), isNetworkIsolated: false, isMemoryLimited: false, ...confinement }),
    close: async (): Promise<void> => {
      isClosed = true
      for (const worker of all) worker.kill('closed')
      await Promise.all([...all].map(({ ended }) => ended))
    },
  }
}

/** @returns whether the list contained it. */
function removeFrom(list: WorkerProcess[], worker: WorkerProcess): boolean {
  const index = list.indexOf(worker)
  if (index >= 0) list.splice(index, 1)
  return index >= 0
}

/** Promise.withResolvers, which Node.js 20 does not have. */
function createDeferred<T>() {
  let resolve: ((value: T) => void) | undefined
  const promise = new Promise<T>(resolvePromise => {
    resolve = resolvePromise
  })
  return { promise, resolve: (value: T) => resolve?.(value) }
}
