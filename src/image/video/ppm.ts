// Frames out of a pipe: binary PPM, one after another, each with its own size.

export interface Frame {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each pixel, rows from the top. */
  readonly rgb: Buffer
}

const header = /^P6\n(\d{1,5}) (\d{1,5})\n255\n/

/** Longest header, characters. */
const longest = 24

const frameIn = (bytes: Buffer): { readonly frame: Frame; readonly end: number } | undefined => {
  const found = header.exec(bytes.toString('latin1', 0, longest))
  if (found === null) return undefined
  const [width, height] = [Number(found[1]), Number(found[2])]
  const end = found[0].length + width * height * 3
  if (end > bytes.length) return undefined
  // A copy of its own, as the pipe's memory holds other frames as well.
  return { frame: { width, height, rgb: Buffer.from(bytes.subarray(found[0].length, end)) }, end }
}

/** Reads frames as they arrive; what is left at the end is thrown away. */
export async function* framesFrom(pipe: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let rest = Buffer.alloc(0)
  for await (const chunk of pipe) {
    rest = Buffer.concat([rest, chunk])
    for (let found = frameIn(rest); found !== undefined; found = frameIn(rest)) {
      yield found.frame
      rest = rest.subarray(found.end)
    }
  }
}
