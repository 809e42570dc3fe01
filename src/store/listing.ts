// What the listings of analyses and projects share: filter, keyset pagination, counts by name.
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Filter, Tally } from '../../schemas/records.ts'
import { timestamp } from './database.ts'
import type { Tables } from './tables.ts'

/** The last row of a page; the next page begins after it. */
export interface Cursor {
  readonly createdAt: string
  readonly id: string
}

/** `newest`: excludes records that were saved after the summary was read. */
export interface Bounds extends Pick<Filter, 'projectId' | 'since' | 'until'> {
  readonly newest?: string | null
  readonly after?: Cursor | undefined
}

/** Condition on a table with `created_at` and `id`: `since` and `newest` are inclusive, `until` and `after` exclusive. */
export function isWithin({ projectId, since, until, newest, after }: Bounds): RawBuilder<SqlBool> {
  const conditions = [sql`1 = 1`]
  if (projectId !== undefined) conditions.push(sql`id = ${projectId}`)
  if (since) conditions.push(sql`created_at >= ${timestamp(since)}`)
  // No second upper bound: SQLite might search by the looser one and read all rows that were listed before.
  if (after) conditions.push(sql`(created_at, id) < (${after.createdAt}, ${after.id})`)
  else if (until) conditions.push(sql`created_at < ${timestamp(until)}`)
  if (newest && !after) conditions.push(sql`created_at <= ${newest}`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export async function countMatching(
  db: Kysely<Tables>,
  table: 'analyses' | 'projects',
  { projectId, since, until }: Bounds,
): Promise<number> {
  const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await query.where(isWithin({ projectId, since, until })).executeTakeFirstOrThrow()
  return count
}

/**
 * Sums of timestamps, of which at least one changes when any of them does: of the dates, and of the times of day. As one number each,
 * the sum would exceed 64 bits.
 */
export function sumsOfTimestamps(column: string) {
  const timestamps = sql.ref(column)
  const dates = sql`replace(substr(${timestamps}, 1, 10), '-', '')`
  const times = sql`replace(replace(substr(${timestamps}, 12, 12), ':', ''), '.', '')`
  const sumOf = (digits: RawBuilder<unknown>) => sql<number>`coalesce(sum(cast(${digits} as bigint)), 0)`
  return [sumOf(dates).as('dates'), sumOf(times).as('times_of_day')] as const
}

const pageRows = 500

/**
 * Pages of at most `count` rows in all, newest first, in constant memory: one page is read ahead, and no statement or connection
 * is held between pages.
 * @param read returns up to `limit` rows after the cursor, ordered by `(created_at, id)` descending
 */
export function readPages<R extends Cursor>(
  count: number,
  read: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
): AsyncIterable<readonly R[]> {
  const readPage = (after: Cursor | undefined, left: number): Promise<readonly R[]> => {
    const page = left > 0 ? read(after, Math.min(left, pageRows)) : Promise.resolve([])
    // Not an unhandled rejection when the consumer stops before this page.
    page.catch(() => undefined)
    return page
  }
  return {
    async *[Symbol.asyncIterator]() {
      let left = count
      let page = await readPage(undefined, left)
      while (page.length > 0) {
        left -= page.length
        const next = readPage(page.at(-1), left)
        yield page
        page = await next
      }
    },
  }
}

export function sum<R>(rows: readonly R[], value: (row: R) => number): number {
  return rows.reduce((total, row) => total + value(row), 0)
}

/** Adds up grouped counts by name; the most frequent first, equal ones in alphabetical order. */
export function tally<R extends { readonly count: number }>(
  rows: readonly R[],
  nameOf: (row: R) => string,
): readonly Tally[] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.count)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
