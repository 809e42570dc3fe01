// Parsers for the containers of image formats: JPEG segments, RIFF chunks (WebP) and TIFF directories. Any bytes are safe input.
import { byteAt } from './raster.ts'

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

/** Yields the segments up to the end of the image, located as libjpeg does; entropy-coded and any other data is skipped. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment, void> {
  let previousEnd = 2
  let from = previousEnd
  while (from < bytes.length) {
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

/** A chunk of a RIFF file (RFC 9649, 2.3). */
interface RiffChunk {
  readonly name: string
  readonly start: number
  /** Length of its contents as the file declares it, bytes. */
  readonly length: number
  /** Where the next chunk begins; it may lie beyond the file. */
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

/** Chunks before the first pixels: metadata, a profile, an alpha plane, and some unknown ones. */
const maxLeadingChunks = 32

/** Whether the first pixels of a WebP file are stored as VP8L: lossless. */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  let count = 0
  for (const { name } of riffChunks(asBuffer(bytes), true)) {
    if (name === 'VP8L' || name === 'VP8 ') return name === 'VP8L'
    if (++count === maxLeadingChunks) return false
  }
  return false
}

/** A directory of a TIFF (TIFF 6.0, section 2, and BigTIFF). */
export interface TiffDirectory {
  /** Size of all values together, bytes; several entries may point to the same bytes. */
  readonly valueBytes: number
  /** The first number of an entry; undefined when there is none. */
  readonly first: (tag: number) => number | undefined
}

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
  const seen = new Set<number>()
  for (let at = read(isBig ? 8 : 4, offset); at > 0 && at < file.length && !seen.has(at); ) {
    seen.add(at)
    const entries = read(at, count)
    const start = at + count
    const length = Math.min(entries, maxTiffEntries, Math.floor((file.length - start) / entry))
    const positions = Array.from({ length: Math.max(0, length) }, (_, index) => start + index * entry)
    const sizeOf = (position: number): number => tiffTypeBytes[read(position + 2, 2)] ?? 0
    yield {
      valueBytes: positions.reduce((sum, position) => sum + read(position + 4, offset) * sizeOf(position), 0),
      first: tag => {
        const position = positions.find(position => read(position, 2) === tag)
        if (position === undefined) return undefined
        const [values, size] = [read(position + 4, offset), sizeOf(position)]
        return read(values * size <= offset ? position + 4 + offset : read(position + 4 + offset, offset), size)
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
