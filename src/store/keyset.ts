// Rows in pages, each beginning where the one before ended: constant memory at any number of records.
import type { Cursor } from './within.ts'

/** Rows of a page: as many again may be on their way, so that the database works while a page is handed on. */
const pageRows = 500

/**
 * At most `count` rows, newest first. Who stops reading leaves two pages in memory and nothing else: no statement, no connection.
 * @param read answers up to `limit` rows behind `after`, in the order `(created_at, id)` descending
 */
export const keyset = <R extends Cursor>(
  count: number,
  read: (after: Cursor | undefined, limit: number) => Promise<readonly R[]>,
): AsyncIterable<readonly R[]> => {
  const ask = (after: Cursor | undefined, left: number): Promise<readonly R[]> => {
    const asked = left > 0 ? read(after, Math.min(left, pageRows)) : Promise.resolve([])
    // Whoever stops reading never hears of it.
    asked.catch(() => undefined)
    return asked
  }
  return {
    async *[Symbol.asyncIterator]() {
      let left = count
      let page = await ask(undefined, left)
      while (page.length > 0) {
        left -= page.length
        const coming = ask(page.at(-1), left)
        yield page
        page = await coming
      }
    },
  }
}
