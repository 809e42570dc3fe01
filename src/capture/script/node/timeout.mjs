// A limit for what may never end.
import { scheduler } from 'node:timers/promises'

/**
 * @template Value
 * @param {Promise<Value>} promise
 * @param {number} milliseconds
 * @returns {Promise<Value | undefined>} undefined when it takes longer
 */
export async function withTimeout(promise, milliseconds) {
  const settled = new AbortController()
  try {
    const ending = scheduler.wait(milliseconds, { signal: settled.signal }).then(() => undefined)
    return await Promise.race([promise, ending])
  } finally {
    settled.abort()
  }
}
