// Resolves host names: the hosts file, then DNS, and the system's own resolver only where private addresses are allowed.
import type { LookupAddress } from 'node:dns'
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** All addresses of a host name, in the order to try them. Rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

interface ResolverOptions {
  /** Whether private addresses are allowed: only then may names be resolved that only this machine knows. */
  readonly allowsPrivate: boolean
  /** Name servers as `address` or `address:port`; default: those of the system. */
  readonly servers?: readonly string[]
  /** Path of the hosts file; default: that of the system. */
  readonly hostsFile?: string
}

/**
 * Creates a lookup that does not block: the system's resolver holds one of the two threads of the process until the last name server has
 * timed out, so that six unresponsive names of one client kept every other name waiting for 30 s. The system also tries search domains,
 * which would reveal the services of a cluster. It is used only for names found in neither file nor DNS, where private addresses are allowed.
 */
export function createResolver({ allowsPrivate, servers, hostsFile = '/etc/hosts' }: ResolverOptions): Lookup {
  return async hostname => {
    const known = await lookupHostsFile(hostname, hostsFile)
    if (known.length > 0) return known
    const askSystem = () => systemLookup(hostname, { all: true })
    if (allowsPrivate && isPrivateHostname(hostname)) return askSystem()
    return askDns(hostname, servers).catch(error => {
      if (allowsPrivate && isNotFound(error)) return askSystem()
      throw error
    })
  }
}

/** The addresses of a name in hosts(5), in its order. Containers change the file while they run, so it is read each time. */
async function lookupHostsFile(hostname: string, file: string): Promise<readonly LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    return family > 0 && names.some(known => known.toLowerCase() === name) ? [{ address, family }] : []
  })
}

/** Special-use names (RFC 6761, 6762 with appendix G, 8375; `internal` by ICANN 2024). */
const privateZones = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'localdomain',
  'home.arpa',
]

/** Whether a name has a meaning inside a network only: it has no dot or ends in a private zone. A final dot is ignored. */
export function isPrivateHostname(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || privateZones.some(zone => name.endsWith(`.${zone}`))
}

/** An unresponsive name server is given up after about 5 s. */
const dnsLimits = { timeout: 1_500, tries: 2 } as const

/** IPv4 first: where IPv6 has no route, it would cost a second. */
async function askDns(hostname: string, servers: readonly string[] | undefined): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver(dnsLimits) // a new one uses the current name servers
  if (servers) resolver.setServers(servers)
  const ipv4 = resolver.resolve4(hostname).then(withFamily(4))
  const results = await Promise.allSettled([ipv4, resolver.resolve6(hostname).then(withFamily(6))])
  const addresses = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
  return addresses.length > 0 ? addresses : ipv4
}

function withFamily(family: 4 | 6) {
  return (addresses: readonly string[]) => addresses.map(address => ({ address, family }))
}

function isNotFound({ code }: { readonly code?: string }): boolean {
  return code !== undefined && ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(code)
}
