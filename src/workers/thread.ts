// A worker thread that does one piece of work after the other: code of ours that would hold the event loop.
import { extname } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { parentPort, type Transferable, Worker, type WorkerOptions } from 'node:worker_threads'
import { overloaded } from '../errors.ts'
import { resultOf, unwrap, type WorkerResult } from './messages.ts'

export interface Thread<Task> {
  /**
   * @param transfer memory that is moved to the thread and is empty here from now on.
   * @throws what the work throws, as from a worker process, and Problem `overloaded` when the thread ends, as for want of memory.
   */
  readonly run: <T>(task: Task, transfer?: readonly Transferable[]) => Promise<T>
  /** Ends the thread, as after an error that may have left it in any state: the next task starts another. */
  readonly restart: () => void
  readonly close: () => Promise<void>
}

interface Waiting {
  readonly resolve: (result: WorkerResult<never>) => void
  readonly reject: (error: Error) => void
}

interface ThreadOptions extends Pick<WorkerOptions, 'workerData'> {
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb?: number }
  /** A thread that keeps more after a task ends, as V8 does of most memory: the next task starts another. Bytes of its heap and outside of it. */
  readonly maxKeptBytes: number
  /** A younger thread stays, where a start takes much longer than a task, ms. */
  readonly minAgeMs?: number
}

/** What a thread sends after each task. */
interface Reply {
  readonly result: WorkerResult<never>
  /** Memory that V8 has for the thread, without that of its program. */
  readonly bytes: number
}

/** @param caller `import.meta.url`. @returns the program of this name beside it: `.ts` in development, `.js` when built */
export function programBeside(caller: string, name: string): URL {
  return new URL(`./${name}${extname(caller)}`, caller)
}

/** Creates a thread that starts with its first task, and again after it ended. */
export function createThread<Task>(
  program: URL,
  { maxKeptBytes, minAgeMs = 0, ...options }: ThreadOptions,
): Thread<Task> {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let isClosed = false

  const forget = (ended: Worker | undefined, error: Error): void => {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(overloaded(error))
  }

  const start = (): Worker => {
    const started = startWorker(program, options)
    const startedAt = performance.now()
    // Answers come in the order of the tasks.
    started.on('message', ({ result, bytes }: Reply) => {
      if (worker !== started) return
      waiting.shift()?.resolve(result)
      const isOld = performance.now() - startedAt >= minAgeMs
      if (bytes > maxKeptBytes && isOld && waiting.length === 0) restart()
    })
    // As for a result with very many levels.
    started.on('messageerror', error => {
      if (worker === started) waiting.shift()?.reject(error)
    })
    started
      .once('error', error => forget(started, error))
      .once('exit', () => forget(started, new Error('The thread has ended.')))
    started.unref()
    return started
  }

  const restart = (): void => {
    const ended = worker
    forget(ended, new Error('The thread starts again.'))
    void ended?.terminate()
  }

  return {
    run: async <T>(task: Task, transfer: readonly Transferable[] = []) => {
      if (isClosed) throw overloaded('The thread is closed.')
      const used = worker ?? start()
      worker = used
      const result = new Promise<WorkerResult<T>>((resolve, reject) => {
        waiting.push({ resolve, reject })
        used.ref()
        used.postMessage(task, [...transfer])
      })
      return unwrap(
        await result.finally(() => {
          if (waiting.length === 0) used.unref()
        }),
      )
    },
    restart,
    close: async () => {
      isClosed = true
      await worker?.terminate()
    },
  }
}

/** In Node.js 20 a thread loads TypeScript only where it asks for that itself. */
function startWorker(program: URL, options: WorkerOptions): Worker {
  if (extname(program.pathname) !== '.ts') return new Worker(program, options)
  const [loader, source] = [import.meta.resolve('tsx/esm/api'), program.href].map(url => JSON.stringify(url))
  const code = `import { register } from ${loader}\nregister()\nawait import(${source})`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), options)
}

/** What a task gives: its value, and the memory in it that is moved to the other thread. */
export interface ThreadOutput<T> {
  readonly value: T
  readonly transfer?: readonly Transferable[]
}

/** The program of a thread: has its tasks done, one after the other. */
export function serveTasks<Task, T>(work: (task: Task) => Promise<ThreadOutput<T>>): void {
  let last = Promise.resolve()
  const atStart = threadMemory()
  parentPort?.on('message', (task: Task) => {
    last = last.then(async () => {
      let transfer: readonly Transferable[] = []
      const result = await resultOf(async () => {
        const output = await work(task)
        transfer = output.transfer ?? []
        return output.value
      })
      parentPort?.postMessage({ result, bytes: threadMemory() - atStart }, [...transfer])
    })
  })
}

function threadMemory(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
