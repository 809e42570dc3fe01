// A fair queue for what clients share: slots or bytes up to a capacity, granted client by client.
import { Problem } from '../errors.ts'

interface FairQueueOptions {
  /** Units that may be held at once; a function where it depends on other limits. */
  readonly capacity: number | (() => number)
  /** Requests that may wait; one more is refused. */
  readonly maxWaiting: number
  /** Longest wait, ms. */
  readonly maxWaitMs?: number
  /** Whether a lease of the client that holds most is revoked when another client needs its units. */
  readonly isRevocable?: boolean
}

export interface Lease {
  readonly units: () => number
  /** Takes more units without waiting. Beyond the capacity of a revocable queue, the newest lease of the client that holds most is revoked, which may be this one. */
  readonly grow: (units: number) => void
  /** Aborts with Problem `overloaded` when the lease is revoked. */
  readonly signal: AbortSignal
  /** From now on the lease is not revoked. */
  readonly makeIrrevocable: () => void
  /** Gives all units back; a second call does nothing. */
  readonly release: () => void
}

export interface FairQueue {
  /**
   * Takes units for a client, at once or when it is the client's turn.
   *
   * @param units which are also the cost of the request. One above the capacity is granted when nothing else is held: whether it is allowed
   *   at all is decided by the caller.
   * @param signal ends the wait; its reason is thrown.
   * @throws Problem `overloaded` with Retry-After when too many wait, or after `maxWaitMs`.
   */
  readonly acquire: (client: string, units: number, signal?: AbortSignal) => Promise<Lease>
  /** Grants what fits now: for queues whose capacity depends on other limits. */
  readonly update: () => void
  /** Whether so many units would be granted at once. */
  readonly isFree: (units: number) => boolean
  /** Revokes leases, of the client that holds most first, until at most `units` are held. */
  readonly shrinkTo: (units: number) => void
  readonly held: () => number
  /** Number of requests that wait. */
  readonly waiting: () => number
  /** Number of clients that hold units or wait. */
  readonly clients: () => number
}

interface Waiting {
  readonly units: number
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

interface Held {
  units: number
  isRevocable: boolean
  readonly abort: AbortController
}

/** A client that waits or holds units; one that does neither is forgotten. */
interface Client {
  readonly waiting: Waiting[]
  readonly held: Set<Held>
  /** Cost that it may still be granted: its deficit counter. */
  credit: number
  /** Number of the last grant; 0 before the first. */
  lastGrant: number
}

/**
 * Creates a queue in which clients take turns by cost: deficit round robin (Shreedhar and Varghese 1996) with a quantum of one unit. While
 * clients wait, all of them earn the same credit, and the one whose credit first covers its oldest request is next; among equals the one
 * whose last grant is longest ago. So a client with one request waits for at most one request of each other client, at any capacity.
 * When too many wait, the newest request of the client with most requests is refused.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { maxWaiting, maxWaitMs = Number.POSITIVE_INFINITY, isRevocable = false } = options
  const capacity = (): number => (typeof options.capacity === 'number' ? options.capacity : options.capacity())
  const clients = new Map<string, Client>()
  let held = 0
  let waiting = 0
  let grants = 0

  const fits = (units: number): boolean => held === 0 || held + units <= capacity()

  const isFree = (units: number): boolean => waiting === 0 && fits(units)

  const clientOf = (name: string): Client => {
    const client = clients.get(name) ?? { waiting: [], held: new Set(), credit: 0, lastGrant: 0 }
    clients.set(name, client)
    return client
  }

  const forgetIdle = (name: string): void => {
    const client = clients.get(name)
    if (client && client.waiting.length === 0 && client.held.size === 0) clients.delete(name)
  }

  const grant = (name: string, client: Client, units: number): Lease => {
    const lease: Held = { units, isRevocable, abort: new AbortController() }
    client.held.add(lease)
    held += units
    grants += 1
    client.lastGrant = grants
    const release = (): void => {
      if (!client.held.delete(lease)) return
      held -= lease.units
      forgetIdle(name)
      update()
    }
    lease.abort.signal.addEventListener('abort', release, { once: true })
    return {
      units: () => lease.units,
      grow: more => {
        if (!client.held.has(lease)) return
        lease.units += more
        held += more
        if (held > lease.units) shrinkTo(capacity())
      },
      signal: lease.abort.signal,
      makeIrrevocable: () => {
        lease.isRevocable = false
      },
      release,
    }
  }

  /** Grants waiting requests in turn, until the next does not fit. */
  function update(): void {
    for (let [next, ...others] = turnsOf(clients.values()); next; [next, ...others] = turnsOf(clients.values())) {
      const { client, request, missing } = next
      if (!fits(request.units)) return
      const earned = Math.max(0, missing)
      for (const other of others) other.client.credit += earned
      client.credit += earned - request.units
      request.grant()
    }
  }

  const wait = (name: string, units: number, signal: AbortSignal | undefined): Promise<Lease> =>
    new Promise((resolve, reject) => {
      const client = clientOf(name)
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        client.waiting.splice(client.waiting.indexOf(request), 1)
        waiting -= 1
      }
      const refuse = (reason: unknown): void => {
        leave()
        // What it earned for this request must not speed up its next one.
        client.credit = 0
        forgetIdle(name)
        reject(reason)
      }
      const onAbort = (): void => {
        refuse(signal?.reason)
        update()
      }
      const request: Waiting = {
        units,
        refuse,
        grant: () => {
          leave()
          resolve(grant(name, client, units))
        },
      }
      const timer = Number.isFinite(maxWaitMs) ? setTimeout(() => refuse(overloaded()), maxWaitMs).unref() : undefined
      signal?.addEventListener('abort', onAbort)
      client.waiting.push(request)
      waiting += 1
      update()
      if (waiting > maxWaiting) newestOfMost([...clients.values()])?.refuse(overloaded())
    })

  /** Revokes the newest lease of the client that holds most, if that client holds more than so many units. */
  const revokeAbove = (units: number): boolean => {
    const revocable = [...clients.values()].filter(({ held }) => lastRevocable(held))
    const [largest] = revocable.toSorted((one, other) => sumOf(other.held) - sumOf(one.held))
    if (!largest || sumOf(largest.held) <= units) return false
    lastRevocable(largest.held)?.abort.abort(overloaded())
    return true
  }

  function shrinkTo(units: number): void {
    while (held > units && revokeAbove(0));
  }

  return {
    acquire: async (name, units, signal) => {
      signal?.throwIfAborted()
      if (isRevocable) {
        const own = sumOf(clients.get(name)?.held ?? []) + units
        while (!fits(units) && revokeAbove(own));
      }
      return isFree(units) ? grant(name, clientOf(name), units) : wait(name, units, signal)
    },
    update,
    isFree,
    shrinkTo,
    held: () => held,
    waiting: () => waiting,
    clients: () => clients.size,
  }
}

interface Turn {
  readonly client: Client
  /** Its oldest request. */
  readonly request: Waiting
  /** Credit that it lacks for this request. */
  readonly missing: number
}

/** The clients that wait, in the order of their turns. The first lacks least, and what it lacks is what all of them earn. */
function turnsOf(clients: Iterable<Client>): readonly Turn[] {
  return [...clients]
    .flatMap(client => {
      const [request] = client.waiting
      return request ? [{ client, request, missing: request.units - client.credit }] : []
    })
    .toSorted((one, other) => one.missing - other.missing || one.client.lastGrant - other.client.lastGrant)
}

/** The newest request of the client with most requests. */
function newestOfMost(clients: readonly Client[]): Waiting | undefined {
  const most = Math.max(...clients.map(({ waiting }) => waiting.length))
  return clients.findLast(({ waiting }) => waiting.length === most)?.waiting.at(-1)
}

function lastRevocable(held: ReadonlySet<Held>): Held | undefined {
  return [...held].findLast(({ isRevocable, units }) => isRevocable && units > 0)
}

function sumOf(held: Iterable<Held>): number {
  return [...held].reduce((sum, { units }) => sum + units, 0)
}

/** Seconds: longer than a waiting decode takes at the median, shorter than clients are willing to wait. */
const retryAfter = '2'

/** @returns Problem `overloaded` with Retry-After. */
export function overloaded(cause?: unknown): Problem {
  return new Problem('overloaded', { headers: { 'retry-after': retryAfter }, cause })
}
