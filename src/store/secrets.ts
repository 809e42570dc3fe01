// What the store does with its secret: clients become keyed hashes, so that the database contains no client names, and queued renders are
// encrypted, since they may contain cookies, headers and passwords.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
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

export interface Seal {
  readonly seal: (text: string) => string
  /** @throws an Error when the text was changed, or sealed with another key */
  readonly open: (sealed: string) => string
}

/** Lengths of AES-256-GCM, bytes (NIST SP 800-38D). */
const lengths = { key: 32, nonce: 12, tag: 16 } as const

/** @param secret the key of the database, from which one for this purpose is derived */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'renders', lengths.key))
  return {
    seal: text => {
      const nonce = randomBytes(lengths.nonce)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const parts = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...parts]).toString('base64')
    },
    open: sealed => {
      const bytes = Buffer.from(sealed, 'base64')
      const begin = lengths.nonce + lengths.tag
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, lengths.nonce))
      decipher.setAuthTag(bytes.subarray(lengths.nonce, begin))
      return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString('utf8')
    },
  }
}
