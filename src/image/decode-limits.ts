// Refuses files whose decoding would take minutes: too many frames, or JPEGs of too many scans.
import type { Format } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { asBuffer, jpegSegments, riffChunks, startOfScan, tiffDirectories } from './containers.ts'
import { undecodable } from './format.ts'
import type { ImageMetadata } from './metadata.ts'
import { byteAt } from './raster.ts'

/** Decoders visit every frame to find the last, and remember each: 5000 take half a second; a file of 24 MB may hold an hour's worth. */
const maxFrames = 5000

/** @throws Problem `source_timeout` when a file has too many frames, `source_not_picture` when its parts claim more bytes than it has. */
export function checkFrameCount(bytes: Uint8Array, format: Format): void {
  const frames = frameCounters[format]?.(asBuffer(bytes)) ?? 0
  if (frames <= maxFrames) return
  throw new Problem('source_timeout', {
    detail: `The file holds more than ${maxFrames} pictures, which take too long to read. Send fewer, or a video.`,
  })
}

const frameCounters: Partial<Record<Format, (file: Buffer) => number>> = {
  webp: countWebpFrames,
  tiff: countTiffFrames,
  gif: countGifFrames,
  avif: checkAvifExtents,
}

/** Frames of an animation (RFC 9649, 2.7.1.1). */
function countWebpFrames(file: Buffer): number {
  let frames = 0
  for (const { name } of riffChunks(file)) if (name === 'ANMF') frames++
  return frames
}

/** Allowance for values that are stored inside their entries, bytes. */
const inlineBytes = 65_536

/** Refuses a directory whose values are larger than the file: several entries point to the same bytes, and libtiff copies each. */
function countTiffFrames(file: Buffer): number {
  let frames = 0
  for (const { valueBytes } of tiffDirectories(file)) {
    if (valueBytes > file.length + inlineBytes)
      throw undecodable('tiff', 'a directory names more bytes than the file has')
    frames++
    if (frames > maxFrames) return frames
  }
  return frames
}

/** Where the first block of a GIF begins without a colour table (GIF89a, section 18), and the first bytes of blocks. */
const gif = { header: 13, extension: 0x21, image: 0x2c } as const

/** Image blocks. The data of each is a sequence of sub-blocks of at most 255 bytes that begin with their length. */
function countGifFrames(file: Buffer): number {
  const byte = (at: number): number => byteAt(file, at)
  let frames = 0
  for (let at = gif.header + colorTableBytes(byte(10)); at < file.length && frames <= maxFrames; ) {
    const kind = byte(at)
    if (kind !== gif.extension && kind !== gif.image) return frames
    if (kind === gif.image) frames++
    at += kind === gif.image ? 11 + colorTableBytes(byte(at + 9)) : 2
    while (byte(at) > 0) at += byte(at) + 1
    at++
  }
  return frames
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** The `iloc` box of an AVIF is searched in this many bytes. */
const maxAvifHeader = 8_388_608

/** Identical tiles may share their bytes; libheif joins the extents of an item in memory. */
const maxAvifSharing = 4

/** One image, whose items have extents anywhere in the file (ISO/IEC 14496-12, 8.11.3); together they may not be many times the file. */
function checkAvifExtents(file: Buffer): number {
  const box = file.subarray(0, maxAvifHeader).indexOf('iloc')
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
  let extentBytes = 0
  for (let items = read(isWide ? 4 : 2); items > 0 && at < file.length; items--) {
    at += (isWide ? 4 : 2) + (version > 0 ? 2 : 0) + 2 + base
    for (let count = read(2); count > 0 && at < file.length; count--) {
      at += index + offset
      extentBytes += read(length)
    }
  }
  if (extentBytes > file.length * maxAvifSharing + inlineBytes)
    throw undecodable('avif', 'its items name more bytes than the file has')
  return 1
}

/**
 * Pixels of all scans together: a hundred scans of 50 megapixels, about four seconds. Every scan passes over the whole image, in one step
 * that no timeout can interrupt. Encoders write ten scans, rarely twenty.
 */
const maxScanPixels = 5e9

/** Up to this many scans the segments are not parsed: the marker occurs less often than this in most files, even by chance. */
const uncountedScans = 20

/** @throws Problem `source_timeout` when a JPEG has too many scans for its size. */
export function checkScanCount(bytes: Uint8Array, { width, height }: ImageMetadata): void {
  const maxScans = Math.floor(maxScanPixels / (width * height))
  if (maxScans >= uncountedScans && countScanMarkers(asBuffer(bytes)) < uncountedScans) return
  let scans = 0
  for (const { marker } of jpegSegments(bytes)) if (marker === startOfScan) scans++
  if (scans <= maxScans) return
  throw new Problem('source_timeout', {
    detail: `The picture comes in ${scans} scans of ${width} × ${height} pixels, which take too long to read. Save it with fewer, as baseline or usual progressive JPEG.`,
  })
}

/** Occurrences of the scan marker anywhere in a file, counted up to `uncountedScans`: never fewer than there are scans. */
function countScanMarkers(file: Buffer): number {
  let count = 0
  for (let at = 0; at >= 0 && count <= uncountedScans; at = file.indexOf('\xFF\xDA', at + 2, 'latin1')) count++
  return count - 1
}
