// What a report is made of: plain values that any source of records can hand over.
import type { Filter, Records } from '../../schemas/records.ts'

export interface Report<S, R> extends Records<S, R> {
  /** What the reader asked for. */
  readonly filter: Filter
  readonly madeAt: Date
}
