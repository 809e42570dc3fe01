// Clients as records store them: keyed hashes, those of a network followed by those of the client in it.
import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** Hexadecimal digits of a client that name its largest network, the network in it, and the client: 80 bits each. */
export const clientLevels = [20, 40, 60] as const

const [networkDigits] = clientLevels

/** Clients whose hashes are in memory: a hash takes as long as the rest of a record. */
const maxHashes = 1000

/** Digits of a client that has no networks, such as an API key. */
const plainDigits = 32

/**
 * A function of a client such as `key:ci`, `ip:192.0.2.1` or `ip:2001:db8:1:2::/64`.
 * @param key of HMAC-SHA-256; it is stored, so that all replicas and restarts on a database agree on it
 */
export function createClientHash(key: string): (client: string) => string {
  const hash = (text: string, digits: number) => createHmac('sha256', key).update(text).digest('hex').slice(0, digits)
  const hashClient = (client: string): string => {
    const networks = networksOf(client)
    if (networks.length === 0) return hash(client, plainDigits)
    return networks.map(network => hash(network, networkDigits)).join('')
  }
  const hashes = new LRUCache<string, string>({ max: maxHashes, memoMethod: hashClient })
  return client => hashes.memo(client)
}

/** The /16, the /24 and the address of IPv4, and the /32, the /48 and the /64 of IPv6: what one holder has at least, or may have. */
function networksOf(client: string): readonly string[] {
  const address = /^ip:(.+)$/.exec(client)?.[1] ?? ''
  if (isIPv4(address)) return prefixesOf(address.split('.'), '.')
  const [, groups] = /^([\da-f:]*)::\/64$/.exec(address) ?? []
  return groups === undefined ? [] : prefixesOf([...(groups || '0').split(':'), '0', '0', '0'].slice(0, 4), ':')
}

function prefixesOf(parts: readonly string[], separator: string): readonly string[] {
  return clientLevels.map((_, level) => parts.slice(0, level + 2).join(separator))
}
