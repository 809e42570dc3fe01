// What a database must offer, so that one SQL layer serves them all.
import type { Kysely, RawBuilder } from 'kysely'
import type { Columns } from './columns.ts'
import type { Step } from './step.ts'
import type { Tables } from './tables.ts'

/** Every way in fails with Problem `overloaded` while the database is out of reach. */
export interface Database extends Columns {
  /** For reading: it never waits for what is being written, nor is waited for. */
  readonly db: Kysely<Tables>
  /** For what is removed. */
  readonly writer: Kysely<Tables>
  /** Ends a select of records that are to be removed: those that another process has locked are left out, where there are such locks. */
  readonly skipLocked: RawBuilder<unknown>
  /** Puts rows in, all of them or none; resolves when they are on the disk. */
  readonly commit: (steps: readonly Step[]) => Promise<void>
  /** Runs the work while no other process can, all of it or nothing; nothing else is to be written meanwhile. */
  readonly alone: (work: (db: Kysely<Tables>) => Promise<void>) => Promise<void>
  /** Size on disk. */
  readonly bytes: () => Promise<number>
  readonly close: () => Promise<void>
}
