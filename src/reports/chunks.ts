// A report in pieces that suit a socket: it takes a few large writes sooner than many small ones.
import type { Pages } from '../../schemas/records.ts'

/** Characters of a piece, or little more. */
const enough = 32_768

interface Parts<R> {
  readonly head: string
  readonly pages: Pages<R>
  readonly row: (row: R) => string
  readonly foot: string
}

/** The head goes out with the first rows: whoever cannot read them can still answer something else. */
export async function* chunks<R>({ head, pages, row, foot }: Parts<R>): AsyncGenerator<string, void, void> {
  let chunk = head
  for await (const page of pages)
    for (const one of page) {
      chunk += row(one)
      if (chunk.length < enough) continue
      yield chunk
      chunk = ''
    }
  yield chunk + foot
}
