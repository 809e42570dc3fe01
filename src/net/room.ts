// What all reads under way may hold together, so that many slow ones cannot fill the memory.
import { Problem } from '../problem.ts'

interface Guest {
  /** Aborts when the room is needed for others. */
  readonly signal: AbortSignal
  /** Tells of bytes that are kept from now on. */
  readonly keep: (bytes: number) => void
}

interface Holding {
  bytes: number
  readonly leave: AbortController
}

/** Of equals the later one. */
const larger = (one: Holding, other: Holding): Holding => (one.bytes > other.bytes ? one : other)

/**
 * Makes a room. When it is full the guest that holds most has to leave, with the Problem `overloaded`: small pictures pass while large
 * bodies drip. A guest alone may hold any number of bytes.
 *
 * @param capacity bytes.
 * @returns a function that runs work as a guest; what it kept is free again when it ends.
 */
export const createRoom = (capacity: number) => {
  const holdings = new Set<Holding>()
  let held = 0
  const free = (holding: Holding): void => {
    if (holdings.delete(holding)) held -= holding.bytes
  }
  const makeRoom = (newest: Holding): void => {
    if (held <= capacity || holdings.size === 1) return
    const largest = [...holdings].reduce(larger, newest)
    free(largest)
    largest.leave.abort(new Problem('overloaded', { headers: { 'retry-after': '2' } }))
  }
  return async <T>(work: (guest: Guest) => Promise<T>): Promise<T> => {
    const holding: Holding = { bytes: 0, leave: new AbortController() }
    holdings.add(holding)
    const keep = (bytes: number): void => {
      if (!holdings.has(holding)) return
      holding.bytes += bytes
      held += bytes
      makeRoom(holding)
    }
    try {
      return await work({ signal: holding.leave.signal, keep })
    } finally {
      free(holding)
    }
  }
}
