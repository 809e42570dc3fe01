// The one answer of another thread or process.
import { type EventEmitter, once } from 'node:events'
import { unwrap } from './outcome.ts'

/**
 * Waits for the next message, an Outcome.
 *
 * @param worker a Worker or a ChildProcess.
 * @returns its value.
 * @throws what was thrown on the other side, or an Error when the worker fails or ends before it answers.
 */
export const answerFrom = async <T>(worker: EventEmitter): Promise<T> => {
  const over = new AbortController()
  const { signal } = over
  const answer = once(worker, 'message', { signal }).then(([outcome]) => unwrap<T>(outcome))
  const end = once(worker, 'exit', { signal }).then(([code]) => {
    throw new Error(`It ended before it answered (${code}).`)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    over.abort()
  }
}
