// One signal for a piece of work: it ends with the clock, with its parents and with the work itself.
import { setMaxListeners } from 'node:events'

/**
 * Runs the work with a signal that aborts after `timeoutMs` (reason: `late()`), or with the first parent that aborts
 * (reason: the parent's), and at the latest when the work is done.
 * @throws the reason of the signal when it aborted first, else what the work throws.
 */
export const withDeadline = async <T>(
  timeoutMs: number,
  late: () => Error,
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const own = new AbortController()
  const { signal } = own
  setMaxListeners(0, signal) // every hop of a read listens twice
  const clock = setTimeout(() => own.abort(late()), timeoutMs)
  try {
    for (const parent of parents) {
      parent.throwIfAborted()
      parent.addEventListener('abort', () => own.abort(parent.reason), { signal })
    }
    return await work(signal).catch(error => {
      throw signal.aborted ? signal.reason : error
    })
  } finally {
    clearTimeout(clock)
    own.abort()
  }
}
