// Deletes records, a bounded number per statement.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import type { RecordTables } from './tables.ts'

/** Records of one statement: saves wait for no more than one of them. */
export const maxRemovedRows = 200

const columns: { readonly [T in keyof RecordTables]: { readonly key: readonly string[]; readonly size: string } } = {
  analyses: { key: ['id'], size: 'stored_bytes' },
  captures: { key: ['id'], size: 'stored_bytes' },
  pages: { key: ['project_id', 'id'], size: 'stored_bytes' },
  projects: { key: ['id'], size: '0' },
}

/** A project may be deleted once it has no pages. */
export const isEmptyProject = sql<SqlBool>`not exists (select 1 from pages where project_id = projects.id)`

/**
 * Deletes at most `maxRemovedRows` records that meet the condition. It stands twice: a record that was requested meanwhile no
 * longer meets it. Records that another process is saving are left out.
 * @returns the bytes of each deleted record
 */
export async function removeRecords(
  { writer, skipLocked }: Pick<Database, 'writer' | 'skipLocked'>,
  table: keyof RecordTables,
  condition: RawBuilder<SqlBool>,
): Promise<readonly number[]> {
  const { key: names, size } = columns[table]
  const key = sql.join(names.map(name => sql.ref(name)))
  const some = sql`select ${key} from ${sql.table(table)} where ${condition} limit ${sql.lit(maxRemovedRows)} ${skipLocked}`
  const { rows } = await sql<{
    readonly bytes: number
  }>`delete from ${sql.table(table)} where (${key}) in (${some}) and ${condition} returning ${sql.raw(size)} as bytes`.execute(
    writer,
  )
  return rows.map(({ bytes }) => bytes)
}
