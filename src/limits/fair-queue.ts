// A fair queue for what clients share: slots or bytes up to a capacity, granted client by client.
import { overloaded, type Problem } from '../errors.ts'

interface FairQueueOptions {
  /** Units that may be held at once; a function where it is measured later. */
  readonly capacity: number | (() => number)
  /** Requests that may wait; one more is refused. */
  readonly maxWaiting?: number
  /** Longest wait, ms. */
  readonly maxWaitMs?: number
  /** Part of the capacity that is kept for revocable leases, which the others never get. */
  readonly reservedPart?: number
  /** Part of the capacity that revocable leases may take together. */
  readonly revocablePart?: number
}

export interface Lease {
  readonly units: () => number
  /**
   * Takes more units without waiting, or with a negative number gives some back. While too much is held, the newest revocable lease of the
   * client that holds most is revoked, which may be this one.
   */
  readonly grow: (units: number) => void
  /** Aborts with Problem `overloaded` when the lease is revoked. Made when it is first read. */
  readonly signal: AbortSignal
  /** Has the listener called, with Problem `overloaded`, when the lease is revoked. Costs less than a signal. */
  readonly onRevoke: (listener: (reason: Problem) => void) => void
  /** From now on the lease is not revoked. */
  readonly makeIrrevocable: () => void
  /** Gives all units back; a second call does nothing. */
  readonly release: () => void
}

interface AcquireOptions {
  readonly signal?: AbortSignal | undefined
  readonly file?: Lease | undefined
}

interface Waiter {
  readonly units: number
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

/** Revocable leases count as transfer as long as they are held, also when they can no longer be revoked; all others count as work. */
type Pool = 'transfer' | 'work'

interface Holding {
  units: number
  isRevocable: boolean
  readonly revoke: () => void
}

/** A client that waits or holds units; one that does neither is forgotten. */
interface Client {
  readonly name: string
  readonly waiting: Waiter[]
  readonly held: Set<Holding>
  /** Cost that it may still be granted: its deficit counter. */
  credit: number
  /** Number of the last grant; 0 before the first. */
  lastGrant: number
}

/**
 * A queue in which clients take turns by cost: deficit round robin (Shreedhar and Varghese 1996) with a quantum of one unit. While clients
 * wait, all of them earn the same credit, and the one whose credit first covers its oldest request is next; among equals the one whose last
 * grant is longest ago. So a client with one request waits for at most one request of each other client, at any capacity. When too many
 * wait, the newest request of the client with most requests is refused.
 *
 * What arrives at the pace of a client takes a revocable lease: it is granted or refused at once, and ended in favour of other clients.
 */
export class FairQueue {
  readonly #clients = new Map<string, Client>()
  readonly #options: Required<FairQueueOptions>
  readonly #held: Record<Pool, number> = { transfer: 0, work: 0 }
  #waiting = 0
  #grants = 0

  constructor(options: FairQueueOptions) {
    this.#options = { maxWaiting: 0, maxWaitMs: 0, reservedPart: 0, revocablePart: 1, ...options }
  }

  /** Units that are held. */
  get held(): number {
    return this.#held.transfer + this.#held.work
  }

  /** Units of leases that were granted as revocable ones. */
  get heldInTransfer(): number {
    return this.#held.transfer
  }

  /** Number of requests that wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Number of clients that hold units or wait. */
  get clients(): number {
    return this.#clients.size
  }

  get capacity(): number {
    const { capacity } = this.#options
    return typeof capacity === 'number' ? capacity : capacity()
  }

  /**
   * Takes units for a client when it is the client's turn.
   *
   * @param name of the client.
   * @param units which are also the cost of the request. One above the capacity is granted when no other client has such a lease: whether it
   *   is allowed at all is decided by the caller. Revocable leases give way to it.
   * @param options.signal ends the wait; its reason is thrown.
   * @param options.file a revocable lease that belongs to it, and is no longer revocable once it is granted.
   * @throws Problem `overloaded` with Retry-After when too many wait, or after `maxWaitMs`.
   */
  async acquire(name: string, units: number, options: AcquireOptions = {}): Promise<Lease> {
    options.signal?.throwIfAborted()
    const client = this.#clientOf(name)
    if (this.#waiting > 0 || !this.#fits(units)) return this.#wait(client, units, options)
    return this.#grant(client, units, 'work', options.file)
  }

  /**
   * Takes units at once. Leases of clients that hold more than this one would are revoked where that makes room.
   *
   * @throws Problem `overloaded` with Retry-After.
   */
  acquireRevocable(name: string, units: number): Lease {
    const own = sumOf(this.#clients.get(name)?.held ?? []) + units
    if (!this.#makeRoom(units, own)) throw overloaded()
    return this.#grant(this.#clientOf(name), units, 'transfer')
  }

  #reserved(): number {
    return this.capacity * this.#options.reservedPart
  }

  #maxInTransfer(): number {
    const { capacity } = this
    return Math.min(capacity * this.#options.revocablePart, Math.max(this.#reserved(), capacity - this.#held.work))
  }

  #fits(units: number): boolean {
    const { transfer, work } = this.#held
    return work === 0 || work + units + Math.max(transfer, this.#reserved()) <= this.capacity
  }

  /** Grants waiting requests in turn, until the next does not fit. */
  #update(): void {
    while (true) {
      const turns = turnsOf(this.#clients.values())
      const [next] = turns
      if (!next || !this.#fits(next.request.units)) return
      for (const { client } of turns) client.credit += Math.max(0, next.missing)
      next.client.credit -= next.request.units
      next.request.grant()
    }
  }

  /**
   * Revokes leases of clients that hold more than `least` units, of the client that holds most first, until there is room for more units in
   * transfer. @returns whether there is
   */
  #makeRoom(units: number, least: number): boolean {
    while (this.#held.transfer + units > this.#maxInTransfer()) if (!this.#revokeAbove(least)) return false
    return true
  }

  #clientOf(name: string): Client {
    const client = this.#clients.get(name) ?? { name, waiting: [], held: new Set(), credit: 0, lastGrant: 0 }
    this.#clients.set(name, client)
    return client
  }

  #forgetIdle({ name, waiting, held }: Client): void {
    if (waiting.length === 0 && held.size === 0) this.#clients.delete(name)
  }

  #grant(client: Client, units: number, pool: Pool, file?: Lease): Lease {
    const listeners: ((reason: Problem) => void)[] = []
    let signal: AbortSignal | undefined
    let revocation: Problem | undefined
    const revoke = (): void => {
      revocation = overloaded()
      release()
      for (const listener of listeners) listener(revocation)
    }
    const holding: Holding = { units, isRevocable: pool === 'transfer', revoke }
    const release = (): void => {
      if (!client.held.delete(holding)) return
      this.#held[pool] -= holding.units
      this.#forgetIdle(client)
      this.#update()
    }
    client.held.add(holding)
    client.lastGrant = ++this.#grants
    this.#held[pool] += units
    file?.makeIrrevocable()
    if (pool === 'work') this.#makeRoom(0, 0)
    const onRevoke: Lease['onRevoke'] = listener => {
      if (revocation) listener(revocation)
      else listeners.push(listener)
    }
    return {
      get signal() {
        signal ??= revocationSignal(onRevoke)
        return signal
      },
      onRevoke,
      release,
      units: () => holding.units,
      grow: more => {
        if (!client.held.has(holding)) return
        holding.units += more
        this.#held[pool] += more
        if (more < 0) this.#update()
        else if (this.held > holding.units) this.#makeRoom(0, 0)
      },
      makeIrrevocable: () => {
        holding.isRevocable = false
      },
    }
  }

  #wait(client: Client, units: number, { signal, file }: AcquireOptions): Promise<Lease> {
    const { maxWaiting, maxWaitMs } = this.#options
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        client.waiting.splice(client.waiting.indexOf(request), 1)
        this.#waiting -= 1
      }
      const grant = (): void => {
        leave()
        resolve(this.#grant(client, units, 'work', file))
      }
      const refuse = (reason: unknown): void => {
        leave()
        // What it earned for this request must not speed up its next one.
        client.credit = 0
        this.#forgetIdle(client)
        reject(reason)
        this.#update()
      }
      const onAbort = (): void => refuse(signal?.reason)
      const request: Waiter = { units, grant, refuse }
      const timer = maxWaitMs > 0 ? setTimeout(refuse, maxWaitMs, overloaded()).unref() : undefined
      signal?.addEventListener('abort', onAbort)
      client.waiting.push(request)
      this.#waiting += 1
      this.#update()
      if (this.#waiting > maxWaiting) newestOfMost([...this.#clients.values()])?.refuse(overloaded())
    })
  }

  /** Revokes the newest lease of the client that holds most, if that client holds more than this many units. */
  #revokeAbove(units: number): boolean {
    const holders = [...this.#clients.values()].filter(({ held }) => lastRevocable(held))
    const [largest] = holders.toSorted((one, other) => sumOf(other.held) - sumOf(one.held))
    if (!largest || sumOf(largest.held) <= units) return false
    lastRevocable(largest.held)?.revoke()
    return true
  }
}

/** A signal that aborts with the reason of a revocation. */
function revocationSignal(onRevoke: Lease['onRevoke']): AbortSignal {
  const abort = new AbortController()
  onRevoke(reason => abort.abort(reason))
  return abort.signal
}

/**
 * The clients that wait, with their oldest requests and the credit that they lack for these, in the order of their turns. What the first
 * one lacks is what all of them earn.
 */
function turnsOf(clients: Iterable<Client>) {
  return [...clients]
    .flatMap(client => {
      const [request] = client.waiting
      return request ? [{ client, request, missing: request.units - client.credit }] : []
    })
    .toSorted((one, other) => one.missing - other.missing || one.client.lastGrant - other.client.lastGrant)
}

/** The newest request of the client with most requests. */
function newestOfMost(clients: readonly Client[]): Waiter | undefined {
  const most = Math.max(...clients.map(({ waiting }) => waiting.length))
  return clients.findLast(({ waiting }) => waiting.length === most)?.waiting.at(-1)
}

function lastRevocable(held: ReadonlySet<Holding>): Holding | undefined {
  return [...held].findLast(({ isRevocable, units }) => isRevocable && units > 0)
}

function sumOf(held: Iterable<Holding>): number {
  return [...held].reduce((sum, { units }) => sum + units, 0)
}
