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
  readonly units: () => number
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
  /** Whether so many units are granted at once. */
  readonly isFree: (units: number) => boolean
  readonly held: () => number
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

/** @returns the units of each client, 0 for one that has none. */
function sumUnits(parts: Iterable<Pick<Holding, 'client' | 'units'>>): (client: string) => number {
  const sums = new Map<string, number>()
  for (const { client, units } of parts) sums.set(client, (sums.get(client) ?? 0) + units)
  return client => sums.get(client) ?? 0
}

/** The newest of what belongs to the clients with the largest sum. */
function newestOfHeaviest<T extends { readonly client: string }>(
  parts: readonly T[],
  sumOf: (client: string) => number,
): T | undefined {
  const largest = Math.max(...parts.map(({ client }) => sumOf(client)))
  return parts.findLast(({ client }) => sumOf(client) === largest)
}

/** The newest request of the clients with most of them. */
function newestOfMost(requests: readonly Waiting[]): Waiting | undefined {
  return newestOfHeaviest(requests, sumUnits(requests.map(({ client }) => ({ client, units: 1 }))))
}

/**
 * The units that are held.
 *
 * @param freed is called when some were given or taken back.
 */
function createHoldings(limit: () => number, freed: () => void) {
  const all = new Set<Holding>()
  let held = 0
  // What is larger than the limit passes alone: whether it may at all is decided elsewhere.
  const fits = (units: number): boolean => held === 0 || held + units <= limit()

  const remove = (holding: Holding): void => {
    if (!all.delete(holding)) return
    held -= holding.units
    freed()
  }

  /** Takes back the newest lease of a client that holds more than so many units, of the one that holds most if there are several. */
  const revokeAbove = (units: number): boolean => {
    const sumOf = sumUnits(all)
    const revocable = [...all].filter(({ isKept, units }) => !isKept && units > 0)
    const heaviest = newestOfHeaviest(revocable, sumOf)
    if (heaviest === undefined || sumOf(heaviest.client) <= units) return false
    remove(heaviest)
    heaviest.abort.abort(overloaded())
    return true
  }

  const shrinkTo = (units: number): void => {
    while (held > units && revokeAbove(0));
  }

  return {
    fits,
    shrinkTo,
    /** Takes units back from whoever would still hold more than the client that wants them. */
    makeRoom: (client: string, units: number): void => {
      while (!fits(units) && revokeAbove(sumUnits(all)(client) + units));
    },
    grant: (client: string, units: number): Lease => {
      const holding: Holding = { client, units, abort: new AbortController(), isKept: false }
      all.add(holding)
      held += units
      return {
        signal: holding.abort.signal,
        grow: more => {
          if (!all.has(holding)) return
          holding.units += more
          held += more
          if (all.size > 1) shrinkTo(limit())
        },
        units: () => holding.units,
        keep: () => {
          holding.isKept = true
        },
        release: () => remove(holding),
      }
    },
    held: () => held,
    sumUnits: () => sumUnits(all),
    clients: () => new Set([...all].map(({ client }) => client)).size,
  }
}

/**
 * Max-min fairness: a client alone may hold everything; while several wait, those that hold least come first, and those that wait
 * longest among them. Where too many wait, the newest request of the clients with most of them is refused.
 */
export function createFairLimiter({ capacity, maxWaiting, isRevocable = false }: FairLimiterOptions): FairLimiter {
  const holdings = createHoldings(typeof capacity === 'number' ? () => capacity : capacity, update)
  const queue = new Set<Waiting>()
  const isFree = (units: number): boolean => queue.size === 0 && holdings.fits(units)

  /** Of the clients that hold least the request that waits longest. */
  const next = (): Waiting => {
    const heldBy = holdings.sumUnits()
    return [...queue].reduce((best, one) => (heldBy(one.client) < heldBy(best.client) ? one : best))
  }

  function update(): void {
    while (queue.size > 0) {
      const one = next()
      if (!holdings.fits(one.units)) return
      queue.delete(one)
      one.grant()
    }
  }

  const wait = (client: string, units: number, signal: AbortSignal | undefined): Promise<Lease> =>
    new Promise((resolve, reject) => {
      const refuse = (reason: unknown): void => {
        signal?.removeEventListener('abort', leave)
        queue.delete(one)
        reject(reason)
      }
      const leave = (): void => {
        refuse(signal?.reason)
        update()
      }
      const grant = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve(holdings.grant(client, units))
      }
      const one: Waiting = { client, units, grant, refuse }
      signal?.addEventListener('abort', leave)
      queue.add(one)
      update()
      if (queue.size > maxWaiting) newestOfMost([...queue])?.refuse(overloaded())
    })

  return {
    acquire: async (client, units, signal) => {
      signal?.throwIfAborted()
      if (isRevocable) holdings.makeRoom(client, units)
      return isFree(units) ? holdings.grant(client, units) : wait(client, units, signal)
    },
    shrinkTo: holdings.shrinkTo,
    update,
    isFree,
    held: holdings.held,
    clients: holdings.clients,
  }
}
