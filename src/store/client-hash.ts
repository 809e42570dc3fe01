// Who requested a record, as a keyed hash: an address or the name of a key is never stored.
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Reads the key that the migration made: all replicas and restarts on a database agree on it. */
export async function readClientKey(db: Kysely<Tables>): Promise<string> {
  const { client_key } = await db.selectFrom('storage').select('client_key').executeTakeFirstOrThrow()
  return client_key
}

/** @returns the hash of a client: 128 bits of HMAC-SHA-256, in hexadecimal */
export function createClientHash(key: string): (client: string) => string {
  return client => createHmac('sha256', key).update(client).digest('hex').slice(0, 32)
}
