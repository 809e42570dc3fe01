// Addresses for uploads, each of which takes one picture in the name of a client. Whoever has a token may use it, so only hashes are stored.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { overloaded } from '../errors.ts'
import { sha256 } from '../values/hash.ts'
import { minuteMs } from '../values/units.ts'
import { type Database, timestamp } from './database.ts'
import type { Seal } from './secrets.ts'

interface NewUpload {
  readonly token: string
  readonly expiresAt: Date
}

type UploadClaim =
  | { readonly status: 'claimed'; readonly client: string }
  | { readonly status: 'used' | 'expired' | 'unknown' }

export interface Uploads {
  /** @throws Problem `overloaded` when the client, or all together, have too many addresses that are neither used nor expired */
  create(client: string, now: Date): Promise<NewUpload>
  /** Takes the address for one upload; of several processes one gets it. */
  claim(token: string, now: Date): Promise<UploadClaim>
  /** Gives an address back whose upload has failed. */
  release(token: string): Promise<void>
}

interface UploadsOptions {
  readonly database: Database
  readonly hashClient: (client: string) => string
  readonly seal: Seal
}

const validMs = 10 * minuteMs

/** Until then an expired address is known as such. */
const keptMs = 60 * minuteMs

/** Addresses that are neither used nor expired. */
const maxOpen = { client: 100, all: 10_000 } as const

export function createUploads({ database: { writer }, hashClient, seal: { seal, open } }: UploadsOptions): Uploads {
  return {
    create: async (client, now) => {
      const hash = hashClient(client)
      await sql`delete from uploads where expires_at < ${later(now, -keptMs)}`.execute(writer)
      const counts = sql<{ total: number; own: number }>`select count(*) as total,
        count(case when client = ${hash} then 1 end) as own from uploads where used = 0 and expires_at > ${timestamp(now)}`
      const [{ total, own } = { total: 0, own: 0 }] = (await counts.execute(writer)).rows
      if (own >= maxOpen.client || total >= maxOpen.all) throw overloaded(`${total} upload URLs are open`)
      const token = randomBytes(16).toString('hex')
      await sql`insert into uploads (id, client, sealed_client, expires_at, used)
        values (${sha256(Buffer.from(token))}, ${hash}, ${seal(client)}, ${later(now, validMs)}, 0)`.execute(writer)
      return { token, expiresAt: new Date(now.getTime() + validMs) }
    },

    claim: async (token, now) => {
      const id = sha256(Buffer.from(token))
      const query = sql<{ sealed_client: string }>`update uploads set used = 1
        where id = ${id} and used = 0 and expires_at > ${timestamp(now)} returning sealed_client`
      const [claimed] = (await query.execute(writer)).rows
      if (claimed) return { status: 'claimed', client: open(claimed.sealed_client) }
      const known = await writer.selectFrom('uploads').select('used').where('id', '=', id).executeTakeFirst()
      if (!known) return { status: 'unknown' }
      return { status: known.used === 1 ? 'used' : 'expired' }
    },

    release: async token => {
      await sql`update uploads set used = 0 where id = ${sha256(Buffer.from(token))}`.execute(writer)
    },
  }
}

function later(now: Date, milliseconds: number): string {
  return timestamp(new Date(now.getTime() + milliseconds))
}
