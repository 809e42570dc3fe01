// Rows in pages, each beginning where the one before ended: constant memory at any number of records.
import type { Cursor } from './within.ts'

/** Rows that are read at once: as many again may be on their way, so that the database works while they are handed on. */
const pageRows = 1000

/**
 * At most `count` rows, newest first. Who stops reading leaves two pages in memory and nothing else: no statement, no connection.
 * A plain iterator, since a generator that hands rows on takes as long over a row as reading it.
 * @param read answers up to `limit` rows behind `after`, in the order `(created_at, id)` descending
 */
export const keyset = <R extends Cursor>(
  count: number,
  read: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
): AsyncIterable<R> => {
  const ask = (after: Cursor | undefined, left: number): Promise<readonly R[]> => {
    const asked = left > 0 ? read(after, Math.min(left, pageRows)) : Promise.resolve([])
    // Whoever stops reading never hears of it.
    asked.catch(() => undefined)
    return asked
  }
  return {
    [Symbol.asyncIterator]: () => {
      let page: readonly R[] = []
      let at = 0
      let left = count
      let coming = ask(undefined, left)
      const turn = async (): Promise<IteratorResult<R, undefined>> => {
        page = await coming
        at = 0
        left = page.length === 0 ? 0 : left - page.length
        coming = ask(page.at(-1), left)
        return page.length === 0 ? { done: true, value: undefined } : next()
      }
      const next = (): Promise<IteratorResult<R, undefined>> => {
        const value = page[at++]
        return value === undefined ? turn() : Promise.resolve({ done: false, value })
      }
      return { next }
    },
  }
}
