// Rows in pages, each beginning where the one before ended: constant memory at any number of records.
import type { Cursor } from './within.ts'

/** Rows held in memory at once. */
const pageRows = 500

/**
 * At most `count` rows, newest first. Who stops reading holds a page and nothing else: no statement, no connection.
 * A plain iterator, since a generator that hands rows on takes as long over a row as reading it.
 * @param read answers up to `limit` rows behind `after`, in the order `(created_at, id)` descending
 */
export const keyset = <R extends Cursor>(
  count: number,
  read: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
): AsyncIterable<R> => ({
  [Symbol.asyncIterator]: () => {
    let page: readonly R[] = []
    let at = 0
    let left = count
    return {
      next: async () => {
        if (at === page.length && left > 0) {
          page = await read(page.at(-1), Math.min(left, pageRows))
          left = page.length === 0 ? 0 : left - page.length
          at = 0
        }
        const row = page[at++]
        return row === undefined ? { done: true, value: undefined } : { done: false, value: row }
      },
    }
  },
})
