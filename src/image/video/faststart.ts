// MP4 and MOV through a pipe: the index (moov) has to come before the frames (mdat), and many writers put it last.

/** A box of ISO/IEC 14496-12, 4.2: where it lies, where its contents begin, what it is called. */
interface Box {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly end: number
}

/** Boxes between moov and the tables of chunk offsets. */
const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl']

const boxAt = (bytes: Buffer, start: number, limit: number): Box | undefined => {
  if (start + 8 > limit) return undefined
  const type = bytes.toString('latin1', start + 4, start + 8)
  const short = bytes.readUInt32BE(start)
  if (short === 0) return { type, start, content: start + 8, end: limit }
  if (short !== 1) return short < 8 ? undefined : { type, start, content: start + 8, end: start + short }
  if (start + 16 > limit) return undefined
  const long = Number(bytes.readBigUInt64BE(start + 8))
  return long < 16 ? undefined : { type, start, content: start + 16, end: start + long }
}

const boxesIn = (bytes: Buffer, from: number, to: number): readonly Box[] => {
  const boxes: Box[] = []
  for (let box = boxAt(bytes, from, to); box !== undefined && box.end <= to; box = boxAt(bytes, box.end, to))
    boxes.push(box)
  return boxes
}

/** Moves every offset of a table that points behind `from`: ISO/IEC 14496-12, 8.7.5. */
const shiftOffsets = (moov: Buffer, { type, content, end }: Box, from: number): void => {
  const wide = type === 'co64'
  const size = wide ? 8 : 4
  for (let at = content + 8; at + size <= end; at += size) {
    const offset = wide ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)
    if (offset < from || offset + moov.length > 0xffffffff) continue
    if (wide) moov.writeBigUInt64BE(BigInt(offset + moov.length), at)
    else moov.writeUInt32BE(offset + moov.length, at)
  }
}

const shiftAll = (moov: Buffer, boxes: readonly Box[], from: number): void => {
  for (const box of boxes) {
    if (containers.includes(box.type)) shiftAll(moov, boxesIn(moov, box.content, box.end), from)
    if (box.type === 'stco' || box.type === 'co64') shiftOffsets(moov, box, from)
  }
}

/**
 * @param bytes an MP4 or MOV file; any bytes are fine.
 * @returns the file in pieces that stand one after another, moov before the first mdat. Only moov is copied.
 */
export const faststart = (bytes: Buffer): readonly Buffer[] => {
  const boxes = boxesIn(bytes, 0, bytes.length)
  const media = boxes.find(({ type }) => type === 'mdat')
  const index = boxes.findLast(({ type }) => type === 'moov')
  if (media === undefined || index === undefined || index.start < media.start) return [bytes]
  const moov = Buffer.from(bytes.subarray(index.start, index.end))
  shiftAll(moov, boxesIn(moov, 0, moov.length), media.start)
  return [bytes.subarray(0, media.start), moov, bytes.subarray(media.start, index.start), bytes.subarray(index.end)]
}
