// The addresses of a host to which a connection is allowed.
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { Problem } from '../errors.ts'
import { type Cidr, isAllowed } from './ip-policy.ts'
import { isPrivateHostname, type Lookup } from './resolver.ts'

export interface HostRules {
  /** Blocks that are allowed in addition to the public internet. */
  readonly allow: readonly Cidr[]
  readonly lookup: Lookup
}

/**
 * The addresses of a name or of an IP literal. Whoever connects uses these, so that no second lookup can lead elsewhere (DNS rebinding).
 *
 * @throws Problem `source_refused` when even one of them is not allowed
 */
export async function resolveAllowed(hostname: string, rules: HostRules): Promise<LookupAddress[]> {
  const family = isIP(hostname)
  if (family === 0) return lookupAllowed(hostname, rules)
  if (!isAllowed(hostname, rules.allow)) throw refused(`${hostname} is not allowed`)
  return [{ address: hostname, family }]
}

/** As `resolveAllowed`, for names alone. */
export async function lookupAllowed(hostname: string, { allow, lookup }: HostRules): Promise<LookupAddress[]> {
  const isPrivate = isPrivateHostname(hostname)
  // Without private blocks it cannot be allowed, and the time of a lookup would reveal whether the name exists.
  if (isPrivate && allow.length === 0) throw refused(`${hostname} is a private name`)
  const addresses = await lookup(hostname).catch(error => {
    throw isPrivate ? refused(error.message) : error
  })
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  const forbidden = addresses.find(({ address }) => !isAllowed(address, allow))
  if (forbidden) throw refused(`${hostname} resolves to ${forbidden.address}, which is not allowed`)
  return [...addresses]
}

/** The client always gets the same text, whatever exists at the address: the reason is for the log only. */
export function refused(reason: string): Problem {
  return new Problem('source_refused', { cause: new Error(reason) })
}
