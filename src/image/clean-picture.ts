// Whether a file holds nothing but pixels in sRGB, so that a page may embed it as it is: no metadata, profile, comment, animation or trailing data.
import type { Format, WebPictureType } from '../../schemas/media.ts'
import { asBuffer, jpegSegments, riffChunks, startOfScan } from './containers.ts'
import { readFastMetadata } from './metadata.ts'
import { byteAt } from './raster.ts'

interface WebFormat {
  readonly type: WebPictureType
  readonly isClean: (file: Buffer) => boolean
}

/**
 * @param bytes a file of the format; its pixels are not looked at.
 * @returns its media type if it is clean; undefined for formats that browsers do not show, and for anything that is not known to be harmless.
 */
export function cleanType(bytes: Uint8Array, format: Format): WebPictureType | undefined {
  const known = webFormats[format]
  return known?.isClean(asBuffer(bytes)) ? known.type : undefined
}

const webFormats: Partial<Record<Format, WebFormat>> = {
  jpeg: { type: 'image/jpeg', isClean: isCleanJpeg },
  png: { type: 'image/png', isClean: isCleanPng },
  webp: { type: 'image/webp', isClean: isCleanWebp },
  avif: { type: 'image/avif', isClean: isCleanAvif },
  gif: { type: 'image/gif', isClean: isCleanGif },
}

const [jfif, comment] = [0xe0, 0xfe]

/** Contents of a JFIF segment without a thumbnail (JFIF 1.02), bytes. */
const jfifBytes = 14

/** Grey or Y′CbCr in 8 bits, in segments that decoding needs, and JFIF. */
function isCleanJpeg(file: Buffer): boolean {
  if (!readFastMetadata(file, 'jpeg')) return false
  let end = 0
  let hasScan = false
  for (const segment of jpegSegments(file)) {
    const { marker, start } = segment
    const isTable = marker === 0xc4 || marker === 0xdb || marker === 0xdd
    const isAllowed = hasScan ? isTable || marker === startOfScan : marker !== comment
    if (!isAllowed || (marker === jfif && segment.end - start !== jfifBytes)) return false
    hasScan ||= marker === startOfScan
    end = segment.end
  }
  return hasScan && file.indexOf('\xFF\xD9', end, 'latin1') === file.length - 2
}

/** Chunks that decoding needs, and short ones that say nothing about who made the file; the last two only beside sRGB, which overrides them. */
const pngChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'gAMA', 'cHRM']
/** A palette of 256 colours, bytes. */
const maxPngChunk = 768

function isCleanPng(file: Buffer): boolean {
  const names = new Set<string>()
  let at = 8
  while (at + 12 <= file.length) {
    const [length, name] = [file.readUInt32BE(at), file.toString('latin1', at + 4, at + 8)]
    if (!pngChunks.includes(name) || (name !== 'IDAT' && length > maxPngChunk)) return false
    names.add(name)
    at += 12 + length
    if (name === 'IEND') break
  }
  const isTagged = names.has('gAMA') || names.has('cHRM')
  return names.has('IEND') && at === file.length && (!isTagged || names.has('sRGB'))
}

const webpChunks = ['VP8X', 'ALPH', 'VP8 ', 'VP8L']

function isCleanWebp(file: Buffer): boolean {
  let end = 0
  let images = 0
  for (const chunk of riffChunks(file)) {
    if (!webpChunks.includes(chunk.name)) return false
    if (chunk.name === 'VP8 ' || chunk.name === 'VP8L') images++
    end = chunk.end
  }
  return images === 1 && end === file.length && file.readUInt32LE(4) + 8 === file.length
}

/** GIF89a: where the first block begins without a colour table, and first bytes of blocks. */
const gif = { header: 13, extension: 0x21, image: 0x2c, trailer: 0x3b } as const
/** Extensions for transparency and for repetition, which says nothing about one frame; their contents are numbers. */
const gifExtensions = /^!(?:\xF9\x04.{4}|\xFF\x0BNETSCAPE2\.0\x03.{3})\0/s

/** One frame, with no other extension than these. */
function isCleanGif(file: Buffer): boolean {
  let frames = 0
  let at = gif.header + colorTableBytes(byteAt(file, 10))
  while (at < file.length && byteAt(file, at) !== gif.trailer) {
    const kind = byteAt(file, at)
    if (kind === gif.extension && !gifExtensions.test(file.toString('latin1', at, at + 19))) return false
    if (kind !== gif.extension && kind !== gif.image) return false
    if (kind === gif.image) frames++
    at += kind === gif.image ? 11 + colorTableBytes(byteAt(file, at + 9)) : 2
    while (byteAt(file, at) > 0) at += byteAt(file, at) + 1
    at++
  }
  return frames === 1 && at === file.length - 1
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Boxes of one image; a sequence has others (ISO/IEC 23000-22). */
const avifBoxes = ['ftyp', 'meta', 'mdat']
/** Items and properties in the box `meta`: metadata, ICC profiles, thumbnails, gain maps, and turns (ISO/IEC 23008-12). */
const unwantedAvif = /Exif|mime|uri |prof|rICC|thmb|tmap|irot|imir/
/** Colour primaries and transfer of sRGB, or unspecified (ITU-T H.273). */
const srgb = { primaries: [1, 2], transfer: [13, 2] } as const

function isCleanAvif(file: Buffer): boolean {
  let meta = file.subarray(0, 0)
  let at = 0
  while (at + 8 <= file.length) {
    const [length, name] = [file.readUInt32BE(at), file.toString('latin1', at + 4, at + 8)]
    if (length < 8 || !avifBoxes.includes(name)) return false
    if (name === 'meta') meta = file.subarray(at, at + length)
    at += length
  }
  if (at !== file.length || meta.length === 0 || unwantedAvif.test(meta.toString('latin1'))) return false
  for (let color = meta.indexOf('colrnclx'); color >= 0; color = meta.indexOf('colrnclx', color + 1)) {
    const [primaries, transfer] = [color + 9, color + 11].map(end => byteAt(meta, end))
    if (!isOneOf(srgb.primaries, primaries) || !isOneOf(srgb.transfer, transfer)) return false
  }
  return true
}

function isOneOf(allowed: readonly number[], value: number | undefined): boolean {
  return value !== undefined && allowed.includes(value)
}
