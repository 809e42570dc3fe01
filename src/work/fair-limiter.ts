// A limit on something that clients share: places, bytes, turns. While several want it, each gets an equal part.
import { overloaded } from './overloaded.ts'

interface FairLimiterOptions {
  /** Units that may be held at once; a function where it depends on what else is held. */
  readonly capacity: number | (() => number)
  /** Requests that may wait for units; the others are refused. */
  readonly maxWaiting: number
  /** Whether units can be taken back from the client that holds most, when another client needs them. */
  readonly isRevocable?: boolean
}

export interface Lease {
  /** Aborts with Problem `overloaded` when the units are taken back. */
  readonly signal: AbortSignal
  /** Takes more units without waiting; where they do not fit, the client that holds most loses a lease, which may be this one. */
  readonly grow: (units: number) => void
  /** From now on the lease is not taken back. */
  readonly keep: () => void
  /** Gives all units back; a second call does nothing. */
  readonly release: () => void
}

export interface FairLimiter {
  /**
   * Takes units for a client, at once or when it is the client's turn.
   *
   * @param signal ends the wait; its reason is thrown.
   * @throws Problem `overloaded` with Retry-After when too many wait, or when nothing may wait.
   */
  readonly acquire: (client: string, units: number, signal?: AbortSignal) => Promise<Lease>
  /** Takes units back, from the client that holds most first, until at most `units` are held. */
  readonly shrinkTo: (units: number) => void
  /** Looks again at who waits: for limits whose capacity depends on something else. */
  readonly update: () => void
  readonly held: () => number
  readonly waiting: () => number
  /** How many clients hold units. */
  readonly clients: () => number
}

interface Holding {
  readonly client: string
  readonly abort: AbortController
  units: number
  isKept: boolean
}

interface Waiting {
  readonly client: string
  readonly units: number
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

/** Sums the values of each client. */
function totals<T extends { readonly client: string }>(all: Iterable<T>, unitsOf: (one: T) => number) {
  const sums = new Map<string, number>()
  for (const one of all) sums.set(one.client, (sums.get(one.client) ?? 0) + unitsOf(one))
  return sums
}

function largest(sums: ReadonlyMap<string, number>): readonly [client: string, sum: number] {
  return [...sums].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])
}

/**
 * Max-min fairness: a client alone may hold everything; while several wait, those that hold least come first, and those that wait
 * longest among them. Where too many wait, the last request of the client with most of them is refused.
 */
export function createFairLimiter({ capacity, maxWaiting, isRevocable = false }: FairLimiterOptions): FairLimiter {
  const holdings = new Set<Holding>()
  const queue = new Set<Waiting>()
  let held = 0
  const limit = typeof capacity === 'number' ? () => capacity : capacity
  // What is larger than the limit passes alone: whether it may at all is decided elsewhere.
  const fits = (units: number): boolean => held === 0 || held + units <= limit()

  const remove = (holding: Holding): void => {
    if (!holdings.delete(holding)) return
    held -= holding.units
    update()
  }

  /** @returns whether there was anything to take back from the client. */
  const revokeFrom = (client: string): boolean => {
    const newest = [...holdings].findLast(one => one.client === client && !one.isKept)
    if (newest === undefined) return false
    remove(newest)
    newest.abort.abort(overloaded())
    return true
  }

  const revocable = () =>
    totals(
      [...holdings].filter(({ isKept }) => !isKept),
      ({ units }) => units,
    )

  /** Takes units back from whoever would still hold more than the client that wants them. */
  const makeRoom = (client: string, units: number): void => {
    while (isRevocable && !fits(units)) {
      const sums = revocable()
      const [heaviest, sum] = largest(sums)
      if (sum <= (sums.get(client) ?? 0) + units || heaviest === client || !revokeFrom(heaviest)) return
    }
  }

  const shrinkTo = (units: number): void => {
    let isShrinking = true
    while (isShrinking && held > units) isShrinking = revokeFrom(largest(revocable())[0])
  }

  const grant = (client: string, units: number): Lease => {
    const holding: Holding = { client, units, abort: new AbortController(), isKept: false }
    holdings.add(holding)
    held += units
    return {
      signal: holding.abort.signal,
      grow: more => {
        if (!holdings.has(holding)) return
        holding.units += more
        held += more
        if (holdings.size > 1) shrinkTo(limit())
      },
      keep: () => {
        holding.isKept = true
      },
      release: () => remove(holding),
    }
  }

  /** Of the clients that hold least the one that waits longest. */
  const next = (): Waiting | undefined => {
    const sums = totals(holdings, ({ units }) => units)
    const heldBy = ({ client }: Waiting): number => sums.get(client) ?? 0
    return [...queue].reduce<Waiting | undefined>(
      (best, one) => (best === undefined || heldBy(one) < heldBy(best) ? one : best),
      undefined,
    )
  }

  function update(): void {
    for (let one = next(); one !== undefined && fits(one.units); one = next()) {
      queue.delete(one)
      one.grant()
    }
  }

  /** Refuses the last request of the client with most of them; the newcomer counts as one of its client's. */
  const limitQueue = (): void => {
    if (queue.size <= maxWaiting) return
    const [client] = largest(totals(queue, () => 1))
    const last = [...queue].findLast(one => one.client === client)
    if (last === undefined) return
    queue.delete(last)
    last.refuse(overloaded())
  }

  const wait = (client: string, units: number, signal: AbortSignal | undefined): Promise<Lease> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        queue.delete(one)
        reject(signal?.reason)
        update()
      }
      const one: Waiting = {
        client,
        units,
        grant: () => {
          signal?.removeEventListener('abort', leave)
          resolve(grant(client, units))
        },
        refuse: reason => {
          signal?.removeEventListener('abort', leave)
          reject(reason)
        },
      }
      signal?.addEventListener('abort', leave)
      queue.add(one)
      limitQueue()
    })

  return {
    acquire: async (client, units, signal) => {
      signal?.throwIfAborted()
      makeRoom(client, units)
      return queue.size === 0 && fits(units) ? grant(client, units) : wait(client, units, signal)
    },
    shrinkTo,
    update,
    held: () => held,
    waiting: () => queue.size,
    clients: () => new Set([...holdings].map(({ client }) => client)).size,
  }
}
