// Who is asked for the addresses of a name.
import type { LookupAddress } from 'node:dns'
import { lookup as askSystem, Resolver } from 'node:dns/promises'
import type { Lookup } from './connector.ts'
import { addressesInHosts, hostsFile } from './hosts.ts'
import { isPrivateName } from './private-name.ts'

interface ResolverOptions {
  /** Whether anything private is open: only then may a name be one that the machine alone knows. */
  readonly open: boolean
  /** Name servers as `address` or `address:port`; default: those of the system. */
  readonly servers?: readonly string[]
  /** Path of the hosts file; default: that of the system. */
  readonly hosts?: string
}

/** A name server that stays silent is given up after some 5 s. */
const patience = { timeout: 1_500, tries: 2 } as const

const of = (family: 4 | 6) => (addresses: readonly string[]) => addresses.map(address => ({ address, family }))

/** IPv4 first: where IPv6 leads nowhere, it would cost a second. */
const askDns = async (hostname: string, servers: readonly string[] | undefined): Promise<readonly LookupAddress[]> => {
  const resolver = new Resolver(patience) // a new one knows the name servers of now
  if (servers) resolver.setServers(servers)
  const four = resolver.resolve4(hostname).then(of(4))
  const answers = await Promise.allSettled([four, resolver.resolve6(hostname).then(of(6))])
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  return addresses.length > 0 ? addresses : four
}

const isAbsent = ({ code }: { readonly code?: string }) =>
  code !== undefined && ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(code)

/**
 * Makes a look-up that goes by the hosts file and then asks DNS itself. The system's own holds a thread until the last name server has
 * been silent, and there are two for the whole process: a stranger's six silent names kept every other name waiting for 30 s. It also
 * tries search domains, so that an answer would tell which services a cluster has. It is asked only for names that are in neither, and
 * only where something private is open.
 */
export const createResolver =
  ({ open, servers, hosts = hostsFile }: ResolverOptions): Lookup =>
  async hostname => {
    const known = await addressesInHosts(hostname, hosts)
    if (known.length > 0) return known
    const viaSystem = () => askSystem(hostname, { all: true })
    if (open && isPrivateName(hostname)) return viaSystem()
    return askDns(hostname, servers).catch(error => {
      if (open && isAbsent(error)) return viaSystem()
      throw error
    })
  }
