// Rows in pages, each beginning where the one before ended: constant memory at any number of records.
import type { Cursor } from './within.ts'

/** Rows held in memory at once. */
const pageRows = 500

/**
 * At most `count` rows, newest first.
 * @param read answers up to `limit` rows behind `after`, in the order `(created_at, id)` descending
 */
export const keyset = <R extends Cursor>(
  count: number,
  read: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
): AsyncIterable<R> => ({
  async *[Symbol.asyncIterator]() {
    let after: R | undefined
    let left = count
    let rows: readonly R[]
    do {
      rows = await read(after, Math.min(left, pageRows))
      yield* rows
      after = rows.at(-1)
      left -= rows.length
    } while (left > 0 && rows.length > 0)
  },
})
