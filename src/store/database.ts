// What a database must offer beside SQL, so that one SQL layer serves them all.
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export interface Database {
  /** Kind of database, as the statistics name it. */
  readonly kind: string
  readonly db: Kysely<Tables>
  /** Runs the work while no other process can, all of it or nothing. */
  readonly alone: (work: (db: Kysely<Tables>) => Promise<void>) => Promise<void>
  /** Size on disk. */
  readonly bytes: () => Promise<number>
}
