// A connection to SQLite in a thread of its own.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { QueryResult } from 'kysely'
import { outage } from './outage.ts'
import type { Answer, Question, SqliteOptions } from './question.ts'

export interface Thread {
  /** Questions are answered in turn. Fails with Problem `overloaded` while the file is out of reach. */
  readonly ask: <R>(question: Question) => Promise<QueryResult<R>>
  /** Ends the thread once it has answered everything. */
  readonly close: () => Promise<void>
}

const program = new URL('./thread/main.mjs', import.meta.url)

/** Primary result codes of SQLite: busy, locked, read-only, I/O error, full, cannot open (sqlite.org/rescode.html). */
const passing: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])

/** A failure as the rest of the house knows it. */
const unwrap = (answer: Answer): QueryResult<never> => {
  if ('value' in answer) return answer.value
  const { message, errcode } = answer.failure
  const error = Object.assign(new Error(message), { errcode })
  throw passing.has(errcode & 0xff) ? outage(error) : error
}

interface Asked {
  readonly settle: (answer: Answer) => void
  readonly fail: (error: unknown) => void
}

/** Starts the thread with the first question, and again after one that died. It keeps no process alive while nothing is asked. */
export const createThread = (options: SqliteOptions): Thread => {
  const asked: Asked[] = []
  let worker: Worker | undefined
  let isClosed = false
  const lose = (lost: Worker, error: unknown): void => {
    if (worker !== lost) return
    worker = undefined
    for (const { fail } of asked.splice(0)) fail(error)
  }
  const take = (answer: Answer): void => {
    asked.shift()?.settle(answer)
    if (asked.length === 0 && !isClosed) worker?.unref()
  }
  const hire = (): Worker => {
    const hired = new Worker(program, { workerData: options, execArgv: [] })
    return hired
      .on('message', take)
      .once('error', error => lose(hired, error))
      .once('exit', () => lose(hired, new Error('The thread has ended.')))
  }
  const send = <R>(to: Worker, question: Question): Promise<QueryResult<R>> => {
    to.ref()
    to.postMessage(question)
    return new Promise((resolve, fail) => {
      const settle = (answer: Answer): void => {
        try {
          resolve(unwrap(answer))
        } catch (error) {
          fail(error)
        }
      }
      asked.push({ settle, fail })
    })
  }
  return {
    ask: async question => {
      if (isClosed) throw new Error('The database is closed.')
      worker ??= hire()
      return send(worker, question)
    },
    close: async () => {
      isClosed = true
      if (worker) await Promise.all([once(worker, 'exit'), send(worker, { kind: 'close' })])
    },
  }
}
