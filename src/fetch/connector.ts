// How a socket to a stranger's host is opened: look up once, check every address, dial exactly the checked ones.
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { Problem } from '../errors.ts'
import { isAllowed } from './address.ts'
import type { Cidr } from './cidr.ts'
import { isPrivateName } from './private-name.ts'

/** All addresses of a host name, in the order to try them. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

interface ConnectorOptions {
  /** Blocks that are open beside the public internet. */
  readonly allow: readonly Cidr[]
  readonly lookup: Lookup
  /** Ends attempts that are under way. */
  readonly signal: AbortSignal
}

/** Node gives an address of several only 250 ms: too short for another continent. */
const attemptTimeoutMs = 1_000

/** Always the same words, whatever lies there: the reason is for the log. */
const refusal = (reason: string) => new Problem('source_refused', { cause: new Error(reason) })

const checkedAddresses = async (hostname: string, { allow, lookup }: ConnectorOptions): Promise<LookupAddress[]> => {
  const isPrivate = isPrivateName(hostname)
  // With nothing open it cannot lead anywhere, and the time that a look-up takes would tell whether the name exists.
  if (isPrivate && allow.length === 0) throw refusal(`${hostname} is a private name`)
  const addresses = await lookup(hostname).catch(error => {
    throw isPrivate ? refusal(error.message) : error
  })
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  const forbidden = addresses.find(({ address }) => !isAllowed(address, allow))
  if (forbidden) throw refusal(`${hostname} leads to ${forbidden.address}`)
  return [...addresses]
}

/**
 * Makes an undici connector that dials allowed addresses only, for IP literals and for names alike.
 * The check stands at connection time, so that no second look-up can lead elsewhere (DNS rebinding).
 * It fails with a `source_refused` Problem, before any packet is sent, when even one address is not allowed.
 */
export const createConnector = (options: ConnectorOptions): buildConnector.connector => {
  const lookup: LookupFunction = (hostname, _, done) => {
    checkedAddresses(hostname, options).then(
      addresses => done(null, addresses),
      error => done(error, []),
    )
  }
  const dial = buildConnector({
    lookup,
    signal: options.signal,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    timeout: 0, // the signal is the clock
  })
  const { allow, signal } = options
  return (target, done) =>
    isIP(target.hostname) !== 0 && !isAllowed(target.hostname, allow)
      ? done(refusal(`${target.hostname} is not allowed`), null)
      : dial(target, (...[error, socket]) => {
          if (error) return done(error, null)
          // undici loses sight of some sockets that it opens after a body was thrown away; none may outlive its read.
          signal.addEventListener('abort', () => socket.destroy(), { once: true })
          done(null, socket)
        })
}
