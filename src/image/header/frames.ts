// Files of many pictures: decoders go through all of them to find the last, and remember each.
import type { Format } from '../../../schemas/media.ts'
import { Problem } from '../../errors.ts'
import { byteAt } from '../byte-at.ts'
import { broken } from './refuse.ts'
import { tiffDirectories } from './tiff.ts'

/** Most pictures in a file. Five thousand take half a second; in 24 MB is room for minutes (TIFF) and an hour (WebP). */
const most = 5000

/** Where the boxes of an AVIF that tell of it end at the latest, bytes. */
const maxHeader = 8_388_608

/** Values of a directory that lie inside their entries, bytes. */
const headroom = 65_536

/** Where the first chunk of a RIFF file begins, and how long the header of a chunk is: its name, and the length of what follows. */
const firstChunk = 12
const header = 8

/** Frames of an animation (RFC 9649, 2.7.1.1). */
const webp = (file: Buffer): number => {
  let frames = 0
  for (let at = firstChunk; at + header <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === 'ANMF') frames++
    at += header + length + (length % 2)
  }
  return frames
}

/** @throws Problem `source_not_picture` for a directory whose values are larger than the file: several name the same bytes, and libtiff copies each. */
const tiff = (file: Buffer): number => {
  let frames = 0
  for (const { valueBytes } of tiffDirectories(file)) {
    if (valueBytes > file.length + headroom) throw broken('tiff', 'a directory names more bytes than the file has')
    frames++
    if (frames > most) return frames
  }
  return frames
}

/** Where the first block of a GIF begins without a colour table (GIF89a, section 18), and what its blocks begin with. */
const gifHeader = 13
const [extension, image] = [0x21, 0x2c]

const colorTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Image blocks; the data behind each are pieces of at most 255 bytes, each of which says how long it is. */
const gif = (file: Buffer): number => {
  const byte = (at: number): number => byteAt(file, at)
  let frames = 0
  for (let at = gifHeader + colorTableBytes(byte(10)); at < file.length && frames <= most; ) {
    const kind = byte(at)
    if (kind !== extension && kind !== image) return frames
    if (kind === image) frames++
    at += kind === image ? 11 + colorTableBytes(byte(at + 9)) : 2
    while (byte(at) > 0) at += byte(at) + 1
    at++
  }
  return frames
}

/** Identical tiles may share their bytes; libheif puts the extents of an item together in memory. */
const maxSharing = 4

/**
 * One picture, of items whose extents lie anywhere in the file (ISO/IEC 14496-12, 8.11.3).
 *
 * @throws Problem `source_not_picture` when the extents are several times as large as the file.
 */
const avif = (file: Buffer): number => {
  const box = file.subarray(0, maxHeader).indexOf('iloc')
  if (box < 0) return 1
  const version = byteAt(file, box + 4)
  const isWide = version === 2
  let at = box + 8
  const read = (width: number): number => {
    const bytes = file.subarray(at, at + width)
    at += width
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  }
  const sizes = read(2)
  const [offset, length, base] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const index = version > 0 ? sizes & 15 : 0
  // Without a length an extent is the rest of the file.
  if (length === 0) return 1
  let extents = 0
  for (let items = read(isWide ? 4 : 2); items > 0 && at < file.length; items--) {
    at += (isWide ? 4 : 2) + (version > 0 ? 2 : 0) + 2 + base
    for (let count = read(2); count > 0 && at < file.length; count--) {
      at += index + offset
      extents += read(length)
    }
  }
  if (extents > file.length * maxSharing + headroom) throw broken('avif', 'its items name more bytes than the file has')
  return 1
}

const counts: Partial<Record<Format, (file: Buffer) => number>> = { webp, tiff, gif, avif }

/** @throws Problem `source_timeout` when a file holds too many pictures. */
export const checkFrames = (bytes: Uint8Array, format: Format): void => {
  const frames = counts[format]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? 0
  if (frames <= most) return
  throw new Problem('source_timeout', {
    detail: `The file holds more than ${most} pictures, which take too long to read. Send fewer, or a video.`,
  })
}
