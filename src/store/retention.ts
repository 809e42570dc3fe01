// Forgets what nobody has asked for lately.
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { instant } from './instant.ts'
import type { Tables } from './tables.ts'

interface RetentionOptions {
  readonly database: Pick<Database, 'writer'>
  /** Whole days for which a record is kept after it was asked for last. */
  readonly days: number
  readonly now: () => Date
  /** Time between two looks, milliseconds. */
  readonly everyMs: number
}

/** Rows of one statement: saves wait for no more than one of them. */
const batch = 200
const dayMs = 86_400_000

const keys: readonly (readonly [keyof Tables, readonly string[]])[] = [
  ['analyses', ['id']],
  ['captures', ['id']],
  ['pages', ['project_id', 'id']],
  ['projects', ['id']],
]

/** A project goes after its pages. The bound stands twice: a record asked for meanwhile has another instant by then. */
const removal = (table: keyof Tables, columns: readonly string[], before: string) => {
  const key = sql.join(columns.map(column => sql.ref(column)))
  const empty = sql`and not exists (select 1 from pages where project_id = projects.id)`
  const old = sql`last_at < ${before} ${table === 'projects' ? empty : sql``}`
  const some = sql`select ${key} from ${sql.table(table)} where ${old} limit ${sql.lit(batch)}`
  return sql`delete from ${sql.table(table)} where (${key}) in (${some}) and ${old}`
}

const removeBefore = async (
  { writer }: Pick<Database, 'writer'>,
  before: string,
  signal: AbortSignal,
): Promise<void> => {
  for (const [table, columns] of keys) {
    let removed = batch
    while (removed === batch && !signal.aborted) {
      const { numAffectedRows } = await removal(table, columns, before).execute(writer)
      removed = Number(numAffectedRows)
    }
  }
}

/**
 * Looks at once and again and again, beside the requests. What fails is tried again with the next look.
 * @returns a function that stops it, after the statement under way
 */
export const startRetention = ({ database, days, now, everyMs }: RetentionOptions): (() => Promise<void>) => {
  const over = new AbortController()
  const look = (): Promise<void> =>
    removeBefore(database, instant(new Date(now().getTime() - days * dayMs)), over.signal).catch(() => undefined)
  let work = look()
  const timer = setInterval(() => {
    work = look()
  }, everyMs).unref()
  return () => {
    clearInterval(timer)
    over.abort()
    return work
  }
}
