// Rows on their way into a table.
import type { Bindable } from './bindable.ts'
import type { RecordTables } from './tables.ts'

/** Values in the order of the columns of their table (`upsert-text.ts`). */
export type Values = readonly Bindable[]

/** No two rows of a step have the same key. */
export interface Step {
  readonly table: keyof RecordTables
  readonly rows: readonly Values[]
}
