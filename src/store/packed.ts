// The rows of a page as one text: value by value, a driver takes longer to hand them over than the database to read them.
import { type Expression, type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands between two cells (ASCII's unit separator). */
const separator = '\x1f'
/** Written before a digit, for the separator or for itself. */
const sign = '\x1e'

/** A text that may hold anything, as a cell: `intact` reads it. */
const free = (name: string) =>
  sql`replace(replace(${sql.ref(name)}, ${sql.lit(sign)}, ${sql.lit(`${sign}0`)}), ${sql.lit(separator)}, ${sql.lit(`${sign}1`)})`

/** A free text as it was stored. */
export const intact = (cell: string): string =>
  cell.includes(sign) ? cell.replaceAll(`${sign}1`, separator).replaceAll(`${sign}0`, sign) : cell

/** Cuts a page into rows of so many cells. */
const rowsIn = (page: string, width: number): readonly (readonly string[])[] => {
  const cells = page.split(separator)
  const rows: (readonly string[])[] = []
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width))
  return rows
}

interface Columns {
  /** In the order of the cells. */
  readonly names: readonly string[]
  /** Those of them that hold what a stranger wrote. */
  readonly freely: readonly string[]
}

/**
 * Runs a query that ends with a limit, which keeps its order (sqlite.org/optoverview.html#omitorder), and answers the cells of
 * every row. None of them may be null; numbers come as the database writes them, in SQLite with 15 significant digits.
 */
export const packed = async (
  db: Kysely<Tables>,
  query: Expression<unknown>,
  { names, freely }: Columns,
): Promise<readonly (readonly string[])[]> => {
  const cells = names.map(name => (freely.includes(name) ? free(name) : sql.ref(name)))
  const row = sql`concat_ws(${sql.lit(separator)}, ${sql.join(cells)})`
  const { rows } = await sql<{
    readonly page: string | null
  }>`select string_agg(${row}, ${sql.lit(separator)}) as page from ${query} as page`.execute(db)
  return rows.flatMap(({ page }) => (page === null ? [] : rowsIn(page, names.length)))
}
