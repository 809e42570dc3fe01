// Parsers for the containers of image formats: segments, chunks, blocks, boxes and directories. Any bytes are safe input.
import { byteAt } from './raster.ts'

/** Parts of a header that are visited. */
export const maxParts = 10_000

/** Bytes in which a header is looked for. Metadata behind them is not counted in the memory that a file may take. */
export const maxHeaderBytes = 8 * 1024 * 1024

/** The same memory as a Buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A big-endian 16-bit number; bytes beyond the end are 0. */
export function uint16At(bytes: Uint8Array, at: number): number {
  return byteAt(bytes, at) * 256 + byteAt(bytes, at + 1)
}

/** A marker segment of a JPEG (ITU-T T.81, annex B). */
export interface JpegSegment {
  /** Second byte of its marker. */
  readonly marker: number
  /** Range of its contents, after marker and length. */
  readonly start: number
  readonly end: number
  /** Whether other bytes precede it, after the previous segment. */
  readonly isDetached: boolean
}

export const startOfScan = 0xda
const endOfImage = 0xd9

/** Bytes of the value 255 that are visited. In the pixels of a file of 24 MB some 400,000 have it. */
const maxJpegMarkers = 2_000_000

/** Yields the segments up to the end of the image, located as libjpeg does; entropy-coded and any other data is skipped. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment, void> {
  let previousEnd = 2
  let from = previousEnd
  for (let markers = 0; from < bytes.length && markers < maxJpegMarkers; markers++) {
    const at = bytes.indexOf(0xff, from)
    const marker = byteAt(bytes, at + 1)
    if (at < 0 || marker === endOfImage) return
    if (marker === 0xff) from = at + 1
    else if (isStandalone(marker)) from = at + 2
    else {
      const end = at + 2 + Math.max(2, uint16At(bytes, at + 2))
      yield { marker, start: at + 4, end, isDetached: at !== previousEnd }
      previousEnd = end
      from = end
    }
  }
}

/** Markers without contents: a stuffed 0xFF, TEM, RST0 to RST7, SOI. */
function isStandalone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}

/** A chunk of a PNG (third edition, 5.3). */
interface PngChunk {
  readonly name: string
  /** Range with its length, name and checksum, within the file. */
  readonly start: number
  readonly end: number
  /** Its contents; shorter than declared where the file ends. */
  readonly data: Buffer
}

/** Bytes before the first chunk, and of a chunk beside its contents. */
const png = { firstChunk: 8, chunkFrame: 12 } as const

export function* pngChunks(file: Buffer): Generator<PngChunk, void> {
  for (let start: number = png.firstChunk; start + 8 <= file.length; ) {
    const end = Math.min(file.length, start + png.chunkFrame + file.readUInt32BE(start))
    yield { name: file.toString('latin1', start + 4, start + 8), start, end, data: file.subarray(start + 8, end - 4) }
    start = end
  }
}

/** A chunk of a RIFF file (RFC 9649, 2.3). */
interface RiffChunk {
  readonly name: string
  readonly start: number
  /** Length of its contents as the file declares it, bytes. */
  readonly length: number
  /** Start of the next chunk, which may be beyond the end of the file. */
  readonly end: number
}

/** Bytes before the first chunk, of a chunk's header (name and length), and of a frame before its own chunks (RFC 9649, 2.7.1.1). */
const riff = { firstChunk: 12, chunkHeader: 8, frameHeader: 16 } as const

/** @param entersFrames whether the chunks inside frames of an animation are yielded, too. */
export function* riffChunks(file: Buffer, entersFrames = false): Generator<RiffChunk, void> {
  for (let start: number = riff.firstChunk; start + riff.chunkHeader <= file.length; ) {
    const name = file.toString('latin1', start, start + 4)
    const length = file.readUInt32LE(start + 4)
    const content = entersFrames && name === 'ANMF' ? riff.frameHeader : length + (length % 2)
    const end = start + riff.chunkHeader + content
    yield { name, start, length, end }
    start = end
  }
}

/** An image of a GIF (GIF89a, 20), with the contents of the control extension before it. */
interface GifImage {
  readonly kind: 'image'
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isTransparent: boolean
  /** Whether what it covers is restored before the next one. */
  readonly isUndone: boolean
  /** Start of its block. */
  readonly start: number
}

interface GifExtension {
  readonly kind: 'extension'
  readonly start: number
}

/** Position of the trailer, or of the first unknown block. */
interface GifEnd {
  readonly kind: 'end'
  readonly start: number
}

/** Where the first block begins without a colour table (GIF89a, 18), first bytes of blocks, and the label of a graphic control extension. */
const gif = { header: 13, extension: 0x21, image: 0x2c, graphicControl: 0xf9 } as const

/** The disposal that restores what an image covers (GIF89a, 23). */
const restorePrevious = 3

/** Blocks that are yielded, and pieces of data that are skipped: pieces of 255 bytes, as programs write them, are more than any accepted file. */
const maxGifParts = 1_000_000

/** Yields the blocks of a GIF. The data of each is a sequence of pieces of at most 255 bytes that begin with their length. */
export function* gifBlocks(file: Buffer): Generator<GifImage | GifExtension | GifEnd, void> {
  let [at, parts, control] = [gif.header + colorTableBytes(byteAt(file, 10)), 0, 0]
  for (let kind = byteAt(file, at); kind === gif.extension || kind === gif.image; kind = byteAt(file, at)) {
    if (++parts > maxGifParts) return
    const start = at
    if (kind === gif.image && start + 10 <= file.length) {
      const at = (offset: number): number => file.readUInt16LE(start + offset)
      const [isTransparent, isUndone] = [(control & 1) === 1, ((control >> 2) & 7) === restorePrevious]
      yield { kind: 'image', left: at(1), top: at(3), width: at(5), height: at(7), isTransparent, isUndone, start }
      control = 0
    }
    if (kind === gif.extension) {
      if (file[at + 1] === gif.graphicControl) control = byteAt(file, at + 3)
      yield { kind: 'extension', start }
    }
    at += kind === gif.image ? 11 + colorTableBytes(byteAt(file, at + 9)) : 2
    for (; byteAt(file, at) > 0 && parts < maxGifParts; parts++) at += byteAt(file, at) + 1
    at++
  }
  yield { kind: 'end', start: at }
}

/** The colour table that flags announce (GIF89a, 18 and 20). */
export function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** A box of an AVIF, an MP4 or a QuickTime video (ISO/IEC 14496-12, 4.2). */
export interface IsoBox {
  readonly type: string
  readonly start: number
  /** Start of its contents, after size and type. */
  readonly content: number
  readonly end: number
}

/** Yields the boxes in a range of a file, up to the first one that does not fit. @param mayBeCut whether the last one may be cut off. */
export function* isoBoxes(file: Buffer, from = 0, to = file.length, mayBeCut = false): Generator<IsoBox, void> {
  for (let start = from; start + 8 <= to; ) {
    const size = file.readUInt32BE(start)
    const isLarge = size === 1 && start + 16 <= to
    const length = isLarge ? Number(file.readBigUInt64BE(start + 8)) : size === 0 ? to - start : size
    const content = start + (isLarge ? 16 : 8)
    const end = start + length
    if (end < content || content > to || (end > to && !mayBeCut)) return
    yield { type: file.toString('latin1', start + 4, start + 8), start, content, end: Math.min(end, to) }
    start = end
  }
}

/** A directory of a TIFF (TIFF 6.0, section 2, and BigTIFF). */
export interface TiffDirectory {
  /** Size of all values together, bytes; several entries may point to the same bytes. */
  readonly valueBytes: () => number
  /** The first number of an entry; undefined if there is none. */
  readonly first: (tag: number) => number | undefined
  /** The bytes that an entry points to. */
  readonly data: (tag: number) => Buffer | undefined
}

/** Positions in a file. */
export type Range = readonly [start: number, end: number]

/** Sizes in bytes: an offset, the number of entries, an entry. */
const tiffLayouts = { classic: { offset: 4, count: 2, entry: 12 }, big: { offset: 8, count: 8, entry: 20 } } as const

/** Size of a value by its type, from BYTE to IFD8. */
const tiffTypeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

/** libtiff refuses directories of more entries. */
const maxTiffEntries = 4096

/** Yields the directories in the order of their links; a cycle ends where it closes. */
export function* tiffDirectories(file: Buffer): Generator<TiffDirectory, void> {
  const read = tiffNumberReader(file)
  const isBig = read(2, 2) === 43
  const { offset, count, entry } = tiffLayouts[isBig ? 'big' : 'classic']
  const sizeOf = (position: number): number => tiffTypeBytes[read(position + 2, 2)] ?? 0
  const seen = new Set<number>()
  for (let at = read(isBig ? 8 : 4, offset); at > 0 && at < file.length && !seen.has(at); ) {
    seen.add(at)
    const entries = read(at, count)
    const start = at + count
    const length = Math.max(0, Math.min(entries, maxTiffEntries, Math.floor((file.length - start) / entry)))
    const positions = () => Array.from({ length }, (_, index) => start + index * entry)
    const positionOf = (tag: number) => positions().find(position => read(position, 2) === tag)
    yield {
      valueBytes: () => positions().reduce((sum, position) => sum + read(position + 4, offset) * sizeOf(position), 0),
      first: tag => {
        const position = positionOf(tag)
        if (position === undefined) return undefined
        const [values, size] = [read(position + 4, offset), sizeOf(position)]
        return read(values * size <= offset ? position + 4 + offset : read(position + 4 + offset, offset), size)
      },
      data: tag => {
        const position = positionOf(tag)
        if (position === undefined) return undefined
        const from = read(position + 4 + offset, offset)
        return file.subarray(from, from + read(position + 4, offset) * sizeOf(position))
      },
    }
    at = read(start + entries * entry, offset)
  }
}

/** Reads unsigned numbers of `width` bytes in the file's byte order; bytes beyond the end are 0. */
function tiffNumberReader(file: Buffer): (at: number, width: number) => number {
  const isLittleEndian = file[0] === 0x49
  return (at, width) => {
    let value = 0
    for (let index = 0; index < width; index++)
      value = value * 256 + byteAt(file, isLittleEndian ? at + width - 1 - index : at + index)
    return value
  }
}
