// Host names: parsing them, and deciding which ones the service accepts.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { Config } from './config.ts'

type HostSettings = Pick<Config, 'ALLOWED_HOSTS' | 'PUBLIC_URL' | 'TRUST_PROXY' | 'API_KEYS'>

/** The host of `localhost:3000` or `[::1]:3000`, without its port and brackets. Anything else is returned as it is. */
export function withoutPort(authority: string): string {
  return authority.replace(/^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/, '$1$2')
}

/** The host of an authority as it is compared: in lower case, without port, brackets and final dot. */
export function hostOf(authority: string): string {
  return withoutPort(authority.toLowerCase()).replace(/\.$/, '')
}

/** Whether a name is `localhost`, a subdomain of it (RFC 6761 section 6.3), or a loopback address. */
export function isLoopbackName(name: string): boolean {
  const host = name.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isLoopbackAddress(text: string): boolean {
  // Without the list, whose address objects cost each request 16 µs.
  if (isIPv4(text)) return text.startsWith('127.')
  return isIPv6(text) && loopback.check(text, 'ipv6')
}

/** Whether only local names are accepted: no setting says under which names, or through which proxy, clients reach the service. */
export function requiresLocalHost({ ALLOWED_HOSTS, PUBLIC_URL, TRUST_PROXY, API_KEYS }: HostSettings): boolean {
  return [ALLOWED_HOSTS, TRUST_PROXY, API_KEYS].every(({ length }) => length === 0) && PUBLIC_URL === undefined
}

/** Whether only programs of this machine, or clients with a key, can use the service. */
export function isPrivateService({ HOST, API_KEYS, ...settings }: HostSettings & Pick<Config, 'HOST'>): boolean {
  return API_KEYS.length > 0 || (isLoopbackName(HOST) && requiresLocalHost({ ...settings, API_KEYS }))
}

/**
 * Whether the service answers to a host, as `hostOf` returns it. A website can point its own name at any address (DNS rebinding), but
 * neither an address nor a name that it cannot own, so IP addresses and loopback names are always accepted.
 */
export function createHostRule(settings: HostSettings): (host: string) => boolean {
  const { ALLOWED_HOSTS, PUBLIC_URL } = settings
  if (requiresLocalHost(settings)) return host => isIP(host) > 0 || isLocalName(host)
  if (ALLOWED_HOSTS.length === 0) return () => true
  const names = new Set([...ALLOWED_HOSTS, ...(PUBLIC_URL === undefined ? [] : [hostOf(new URL(PUBLIC_URL).host)])])
  return host => isIP(host) > 0 || isLoopbackName(host) || names.has(host)
}

/** Names without a dot, and domains that are not delegated in the public DNS (RFC 6761, 6762 and 8375, ICANN's `internal`, and `lan`). */
const localNamePattern = /^(?:[\w-]+|(?:[\w-]+\.)+(?:localhost|local|internal|lan|home\.arpa|test))$/

function isLocalName(host: string): boolean {
  return localNamePattern.test(host)
}
