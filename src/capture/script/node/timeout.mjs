// A limit for what may never end.
import { setTimeout as delay } from 'node:timers/promises'

/**
 * @template Value
 * @param {Promise<Value>} promise
 * @param {number} milliseconds
 * @returns {Promise<Value | undefined>} undefined when it takes longer
 */
export async function withTimeout(promise, milliseconds) {
  const settled = new AbortController()
  try {
    return await Promise.race([promise, delay(milliseconds, undefined, { ref: false, signal: settled.signal })])
  } finally {
    settled.abort()
  }
}
