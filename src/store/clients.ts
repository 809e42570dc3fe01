// Clients as records store them: keyed hashes, so that the database names nobody.
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Clients whose hashes are in memory: a hash takes as long as the rest of a record. */
const maxHashes = 1000

/** Hexadecimal digits of a hash: 128 bits. */
const hashDigits = 32

/**
 * A function of a client such as `key:ci` or `ip:192.0.2.1`.
 * @param key of HMAC-SHA-256; it is stored, so that all replicas and restarts on a database agree on it
 */
export function createClientHash(key: string): (client: string) => string {
  const memoMethod = (client: string) => createHmac('sha256', key).update(client).digest('hex').slice(0, hashDigits)
  const hashes = new LRUCache<string, string>({ max: maxHashes, memoMethod })
  return client => hashes.memo(client)
}
