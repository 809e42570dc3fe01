// What all records take.
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'
import { sum } from './tally.ts'

/** Adds up what the clients hold. */
export async function readRecordBytes(db: Kysely<Tables>): Promise<number> {
  const rows = await db
    .selectFrom('clients')
    .select(({ fn }) => fn.coalesce(fn.sum('bytes'), sql.lit(0)).as('bytes'))
    .execute()
  return sum(rows, row => row.bytes)
}
