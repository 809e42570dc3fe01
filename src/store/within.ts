// The condition a filter puts on a table that has created_at and id.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Filter } from '../../schemas/records.ts'
import { instant } from './instant.ts'

/** Where the last page of rows ended; the next one begins behind it. */
export interface Cursor {
  readonly createdAt: string
  readonly id: string
}

/** `newest` keeps rows out that came after the summary. */
interface Bounds extends Pick<Filter, 'projectId' | 'since' | 'until'> {
  readonly newest?: string | null
  readonly after?: Cursor | undefined
}

/** @returns SQL for the bounds that are given: `since` inclusive, `until` exclusive, `newest` inclusive, and what lies behind `after`. */
export const within = ({ projectId, since, until, newest, after }: Bounds): RawBuilder<SqlBool> => {
  // Behind a cursor no other upper bound: SQLite may search by the looser one and walk over all that was listed before.
  const upper = after
    ? [sql`(created_at, id) < (${after.createdAt}, ${after.id})`]
    : [...(until ? [sql`created_at < ${instant(until)}`] : []), ...(newest ? [sql`created_at <= ${newest}`] : [])]
  const conditions = [
    ...(projectId === undefined ? [] : [sql`id = ${projectId}`]),
    ...(since ? [sql`created_at >= ${instant(since)}`] : []),
    ...upper,
  ]
  return sql<SqlBool>`${sql.join([sql`1 = 1`, ...conditions], sql` and `)}`
}
