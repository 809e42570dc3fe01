// A limit on something that clients share: slots or bytes. While several clients want it, each gets an equal share.
import { Problem } from '../errors.ts'

interface FairLimiterOptions {
  /** Units that may be held at once; a function where it depends on other limits. */
  readonly capacity: number | (() => number)
  /** Requests that may wait for units; further ones are refused. */
  readonly maxWaiting: number
  /** Whether leases of the client that holds most are revoked when another client needs units. */
  readonly isRevocable?: boolean
}

export interface Lease {
  /** Aborts with Problem `overloaded` when the lease is revoked. */
  readonly signal: AbortSignal
  /** Takes more units without waiting; where they exceed the capacity, a lease of the client that holds most is revoked, which may be this one. */
  readonly grow: (units: number) => void
  readonly units: () => number
  /** From now on the lease is not revoked. */
  readonly makeIrrevocable: () => void
  /** Releases all units; a second call does nothing. */
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
  /** Revokes leases, of the client that holds most first, until at most `units` are held. */
  readonly shrinkTo: (units: number) => void
  /** Grants waiting requests again: for limits whose capacity depends on other limits. */
  readonly grantWaiting: () => void
  /** Whether so many units would be granted at once. */
  readonly isFree: (units: number) => boolean
  readonly held: () => number
  /** Number of clients that hold units. */
  readonly clients: () => number
}

interface Holding {
  readonly client: string
  readonly abort: AbortController
  units: number
  isIrrevocable: boolean
}

interface Waiting {
  readonly client: string
  readonly units: number
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

/**
 * Creates a limiter with max-min fairness: a single client may hold everything; while several wait, those that hold least come first, and
 * among them those that wait longest. When too many wait, the newest request of the clients with most requests is refused.
 */
export function createFairLimiter({ capacity, maxWaiting, isRevocable = false }: FairLimiterOptions): FairLimiter {
  const holdings = createHoldings(typeof capacity === 'number' ? () => capacity : capacity, grantWaiting)
  const queue = new Set<Waiting>()
  const isFree = (units: number): boolean => queue.size === 0 && holdings.fits(units)

  /** The request that waits longest, of the clients that hold least. */
  const nextWaiting = (): Waiting => {
    const heldBy = holdings.sumUnits()
    return [...queue].reduce((best, one) => (heldBy(one.client) < heldBy(best.client) ? one : best))
  }

  function grantWaiting(): void {
    while (queue.size > 0) {
      const request = nextWaiting()
      if (!holdings.fits(request.units)) return
      queue.delete(request)
      request.grant()
    }
  }

  const wait = (client: string, units: number, signal: AbortSignal | undefined): Promise<Lease> =>
    new Promise((resolve, reject) => {
      const refuse = (reason: unknown): void => {
        signal?.removeEventListener('abort', onAbort)
        queue.delete(request)
        reject(reason)
      }
      const onAbort = (): void => {
        refuse(signal?.reason)
        grantWaiting()
      }
      const grant = (): void => {
        signal?.removeEventListener('abort', onAbort)
        resolve(holdings.grant(client, units))
      }
      const request: Waiting = { client, units, grant, refuse }
      signal?.addEventListener('abort', onAbort)
      queue.add(request)
      grantWaiting()
      if (queue.size > maxWaiting) newestOfMostRequests([...queue])?.refuse(overloaded())
    })

  return {
    acquire: async (client, units, signal) => {
      signal?.throwIfAborted()
      if (isRevocable) holdings.makeRoom(client, units)
      return isFree(units) ? holdings.grant(client, units) : wait(client, units, signal)
    },
    shrinkTo: holdings.shrinkTo,
    grantWaiting,
    isFree,
    held: holdings.held,
    clients: holdings.clients,
  }
}

/** The newest request of the clients with most requests. */
function newestOfMostRequests(requests: readonly Waiting[]): Waiting | undefined {
  return newestOfLargest(requests, sumUnits(requests.map(({ client }) => ({ client, units: 1 }))))
}

/**
 * The leases that are held.
 *
 * @param onFree is called when one was released or revoked.
 */
function createHoldings(limit: () => number, onFree: () => void) {
  const all = new Set<Holding>()
  let held = 0
  // A request above the limit is granted when nothing else is held: whether it is allowed at all is decided by the caller.
  const fits = (units: number): boolean => held === 0 || held + units <= limit()

  const remove = (holding: Holding): void => {
    if (!all.delete(holding)) return
    held -= holding.units
    onFree()
  }

  /** Revokes the newest lease of the client that holds most, if that holds more than so many units. */
  const revokeAbove = (units: number): boolean => {
    const sumOf = sumUnits(all)
    const revocable = [...all].filter(({ isIrrevocable, units }) => !isIrrevocable && units > 0)
    const newest = newestOfLargest(revocable, sumOf)
    if (newest === undefined || sumOf(newest.client) <= units) return false
    remove(newest)
    newest.abort.abort(overloaded())
    return true
  }

  const shrinkTo = (units: number): void => {
    while (held > units && revokeAbove(0));
  }

  return {
    fits,
    shrinkTo,
    /** Revokes leases of clients that would still hold more than the client that wants the units. */
    makeRoom: (client: string, units: number): void => {
      while (!fits(units) && revokeAbove(sumUnits(all)(client) + units));
    },
    grant: (client: string, units: number): Lease => {
      const holding: Holding = { client, units, abort: new AbortController(), isIrrevocable: false }
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
        makeIrrevocable: () => {
          holding.isIrrevocable = true
        },
        release: () => remove(holding),
      }
    },
    held: () => held,
    sumUnits: () => sumUnits(all),
    clients: () => new Set([...all].map(({ client }) => client)).size,
  }
}

/** @returns the units of each client, 0 for one that has none. */
function sumUnits(parts: Iterable<Pick<Holding, 'client' | 'units'>>): (client: string) => number {
  const sums = new Map<string, number>()
  for (const { client, units } of parts) sums.set(client, (sums.get(client) ?? 0) + units)
  return client => sums.get(client) ?? 0
}

/** The newest part of the clients with the largest sum. */
function newestOfLargest<T extends { readonly client: string }>(
  parts: readonly T[],
  sumOf: (client: string) => number,
): T | undefined {
  const largest = Math.max(...parts.map(({ client }) => sumOf(client)))
  return parts.findLast(({ client }) => sumOf(client) === largest)
}

/** Seconds: longer than a waiting decode takes at the median, shorter than clients are willing to wait. */
const retryAfter = '2'

/** @returns Problem `overloaded` with Retry-After. */
export function overloaded(cause?: unknown): Problem {
  return new Problem('overloaded', { headers: { 'retry-after': retryAfter }, cause })
}
