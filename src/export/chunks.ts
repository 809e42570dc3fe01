// Many small strings as few large ones.

/** Characters a chunk holds at least; a socket takes a few large writes sooner than many small ones. */
const enough = 16_384

export async function* chunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < enough) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
