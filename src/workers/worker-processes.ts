// A limited number of worker processes: started one after the other, lent to jobs, replaced when they end, and ended when they are idle.
import type { Confinement } from './confinement.ts'
import { WorkerEnded, type WorkerProcess } from './worker-process.ts'

interface WorkerProcessesOptions {
  readonly size: number
  /** Starts one. */
  readonly start: () => WorkerProcess
  /** A process did not start, or ended without a job. Another one starts. */
  readonly onEnd: (ended: WorkerEnded) => void
  /** Time after the last job until all idle processes but one end, ms; default: a minute. */
  readonly idleMs?: number
}

/** What is known of the processes now. */
export interface WorkersState extends Confinement {
  /** Processes that have started, idle or busy. */
  readonly ready: number
  /** Processes that are starting. */
  readonly starting: number
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
  /** From now on there are `size` processes, and after a while without a job one: each that ends is replaced, others start with jobs. */
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

/** A process is replaced after this much work, ms, well before it reaches its limit of processor time. */
const maxBusyMs = 300_000

export function createWorkerProcesses(options: WorkerProcessesOptions): WorkerProcesses {
  const { size, idleMs = 60_000 } = options
  let confinement: Confinement | undefined
  // Promise.withResolvers, which Node.js 20 does not have.
  let noteFirst: ((ready: Confinement) => void) | undefined
  const firstReady = new Promise<Confinement>(resolve => {
    noteFirst = resolve
  })
  const onReady = (ready: Confinement): void => {
    confinement = ready
    noteFirst?.(ready)
  }
  const { all, idle, add, discard, keep, endIdle, close } = createProcessSet({
    ...options,
    onReady,
  })
  const idleTimer = setTimeout(endIdle, idleMs).unref()

  const takeIdle = (): WorkerProcess | undefined => {
    const [oldest, ...others] = idle
    const worker = others.findLast(other => other.isReady()) ?? oldest
    if (worker) idle.delete(worker)
    return worker
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
      idleTimer.refresh()
      if (worker.isUsable() && worker.busyMs() < maxBusyMs) idle.add(worker)
      else discard(worker)
    },
    keepRunning: () => {
      idleTimer.refresh()
      keep(size)
    },
    firstReady,
    state: () => ({ ...countWorkers(all), isNetworkIsolated: false, isMemoryLimited: false, ...confinement }),
    close,
  }
}

interface ProcessSetOptions extends Pick<WorkerProcessesOptions, 'start' | 'onEnd'> {
  readonly onReady: (confinement: Confinement) => void
}

/** All processes, those that are idle among them, and their replacement. */
function createProcessSet({ start, onEnd, onReady }: ProcessSetOptions) {
  const all = new Set<WorkerProcess>()
  const idle = new Set<WorkerProcess>()
  /** Processes that are replaced when they end; 0: they start with jobs only. */
  let wanted = 0
  let isClosed = false

  const add = (): WorkerProcess => {
    if (isClosed) throw new WorkerEnded('closed')
    const worker = start()
    all.add(worker)
    if (wanted > 0) wanted = Math.max(wanted, all.size)
    worker.ended.then(ended => remove(worker, ended))
    worker.ready.then(noteReady, () => undefined) // `ended` reports the failure.
    return worker
  }
  const noteReady = (ready: Confinement): void => {
    onReady(ready)
    setTimeout(fill, otherStartsDelayMs).unref()
  }

  /** The first process has the processor for itself, so that the first job starts early; the others follow, or start with jobs. */
  const fill = (): void => {
    const count = isClosed ? 0 : Math.min(wanted, countWorkers(all).ready > 0 ? wanted : 1)
    while (all.size < count) idle.add(add())
  }
  const keep = (count: number): void => {
    wanted = count
    fill()
  }

  /** Ends a process and starts another. */
  const discard = (worker: WorkerProcess): void => {
    all.delete(worker)
    idle.delete(worker)
    worker.kill('closed')
    fill()
  }

  /** After a process has ended by itself. The job reports one that ended during a job. */
  const remove = (worker: WorkerProcess, ended: WorkerEnded): void => {
    if (!all.delete(worker) || isClosed) return
    if (idle.delete(worker) || ended.reason === 'start') onEnd(ended)
    setTimeout(fill, ended.reason === 'start' ? retryDelayMs : 0).unref()
  }

  return {
    all,
    idle,
    add,
    discard,
    keep,
    endIdle: (): void => {
      keep(Math.min(1, wanted))
      for (const worker of [...idle].slice(0, -1)) discard(worker)
    },
    close: async (): Promise<void> => {
      isClosed = true
      for (const worker of all) worker.kill('closed')
      await Promise.all([...all].map(({ ended }) => ended))
    },
  }
}

function countWorkers(all: ReadonlySet<WorkerProcess>) {
  const ready = [...all].filter(worker => worker.isReady()).length
  return { ready, starting: all.size - ready }
}
