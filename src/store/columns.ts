// What the columns of the tables are made of.
import type { ColumnDataType, RawBuilder } from 'kysely'

/** How a database calls a text whose order is that of its bytes. */
export type TextType = ColumnDataType | RawBuilder<unknown>

/** What columns are made of. */
export interface Columns {
  /** Kind of database, as the statistics name it. */
  readonly kind: 'sqlite' | 'postgresql'
  readonly text: TextType
  /** How the database holds what it computes: SQLite adds no such column that is stored, PostgreSQL knows no other. */
  readonly computed: 'stored' | 'virtual'
}
