// Parsers for video containers: the frame size that the header declares, and MP4 with its index moved to the front.

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** Assumed where the header declares no size: 4K. */
const defaultSize: FrameSize = { width: 3840, height: 2160 }

/** @returns the size of the largest frame that any track of the file declares. */
export function frameSize(file: Buffer): FrameSize {
  const isMatroska = file.indexOf('\x1A\x45\xDF\xA3', 0, 'latin1') === 0
  const declared = isMatroska ? [...matroskaSizes(file)] : endsOf(file).flatMap(end => [...mp4Sizes(end)])
  const sizes = declared.filter(({ width, height }) => width * height > 0)
  return sizes.reduce(
    (largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest),
    sizes[0] ?? defaultSize,
  )
}

/** PixelWidth and PixelHeight of Matroska (RFC 9559, 5.1.4.1.28), close to each other, each in one or two bytes. */
const matroskaSize = /\xB0(?:\x81([\s\S])|\x82([\s\S]{2}))[\s\S]{0,64}?\xBA(?:\x81([\s\S])|\x82([\s\S]{2}))/g

/** Tracks precede the first cluster, near the beginning. */
const matroskaHeaderBytes = 65_536

function* matroskaSizes(file: Buffer): Generator<FrameSize, void> {
  const numberFrom = (...groups: readonly (string | undefined)[]): number =>
    Buffer.from(groups.join(''), 'latin1').reduce((sum, byte) => sum * 256 + byte, 0)
  const header = file.toString('latin1', 0, matroskaHeaderBytes)
  for (const [, width1, width2, height1, height2] of header.matchAll(matroskaSize))
    yield { width: numberFrom(width1, width2), height: numberFrom(height1, height2) }
}

/** The sample tables precede all frames or follow them. Only this many bytes at either end are searched: it runs on the event loop. */
const endBytes = 8 * 1024 * 1024

function endsOf(file: Buffer): readonly Buffer[] {
  return file.length <= 2 * endBytes ? [file] : [file.subarray(0, endBytes), file.subarray(-endBytes)]
}

/** Sample tables that are read: more than files have, since data between the frames may look like one. */
const maxTracks = 256

/** Offsets in a visual sample entry, from its type (ISO/IEC 14496-12, 12.1.3). */
const sampleEntry = { fromTable: 16, width: 28, height: 30, end: 32 } as const

/** The first sample entry of each table; in audio tracks these bytes are a sample rate and zeros. */
function* mp4Sizes(file: Buffer): Generator<FrameSize, void> {
  let at = file.indexOf('stsd')
  for (let count = 0; at >= 0 && count < maxTracks; at = file.indexOf('stsd', at + 4), count++) {
    const type = at + sampleEntry.fromTable
    if (type + sampleEntry.end > file.length) return
    yield { width: file.readUInt16BE(type + sampleEntry.width), height: file.readUInt16BE(type + sampleEntry.height) }
  }
}

/** A box of an MP4 (ISO/IEC 14496-12, 4.2): its range, and where its contents begin. */
interface Box {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly end: number
}

/**
 * Moves the index (moov) before the frames (mdat), so that the file can be read from a pipe: many encoders write it last.
 *
 * @param bytes an MP4 or MOV file; any bytes are safe input.
 * @returns the file in consecutive pieces. Only moov is copied.
 */
export function faststart(bytes: Buffer): readonly Buffer[] {
  const boxes = boxesIn(bytes, 0, bytes.length)
  const media = boxes.find(({ type }) => type === 'mdat')
  const index = boxes.findLast(({ type }) => type === 'moov')
  if (media === undefined || index === undefined || index.start < media.start) return [bytes]
  const moov = Buffer.from(bytes.subarray(index.start, index.end))
  shiftChunkOffsets(moov, boxesIn(moov, 0, moov.length), media.start)
  return [bytes.subarray(0, media.start), moov, bytes.subarray(media.start, index.start), bytes.subarray(index.end)]
}

function boxesIn(bytes: Buffer, from: number, to: number): readonly Box[] {
  const boxes: Box[] = []
  for (let box = boxAt(bytes, from, to); box !== undefined && box.end <= to; box = boxAt(bytes, box.end, to))
    boxes.push(box)
  return boxes
}

function boxAt(bytes: Buffer, start: number, limit: number): Box | undefined {
  if (start + 8 > limit) return undefined
  const type = bytes.toString('latin1', start + 4, start + 8)
  const size = bytes.readUInt32BE(start)
  if (size === 0) return { type, start, content: start + 8, end: limit }
  if (size !== 1) return size < 8 ? undefined : { type, start, content: start + 8, end: start + size }
  if (start + 16 > limit) return undefined
  const largeSize = Number(bytes.readBigUInt64BE(start + 8))
  return largeSize < 16 ? undefined : { type, start, content: start + 16, end: start + largeSize }
}

/** Boxes between moov and the tables of chunk offsets. */
const containerBoxes = ['moov', 'trak', 'mdia', 'minf', 'stbl']

function shiftChunkOffsets(moov: Buffer, boxes: readonly Box[], from: number): void {
  for (const box of boxes) {
    if (containerBoxes.includes(box.type)) shiftChunkOffsets(moov, boxesIn(moov, box.content, box.end), from)
    if (box.type === 'stco' || box.type === 'co64') shiftTable(moov, box, from)
  }
}

/** Adds the length of moov to every offset of a table from `from` on (ISO/IEC 14496-12, 8.7.5). */
function shiftTable(moov: Buffer, { type, content, end }: Box, from: number): void {
  const isWide = type === 'co64'
  const size = isWide ? 8 : 4
  for (let at = content + 8; at + size <= end; at += size) {
    const offset = isWide ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)
    if (offset < from || offset + moov.length > 0xffffffff) continue
    if (isWide) moov.writeBigUInt64BE(BigInt(offset + moov.length), at)
    else moov.writeUInt32BE(offset + moov.length, at)
  }
}
