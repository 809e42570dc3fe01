// Files as the decoders want them: what libvips would refuse for its wrapping alone is mended first.
import { inflateSync } from 'node:zlib'
import type { Format } from '../../../schemas/media.ts'
import { jpegSegments, startOfScan } from './jpeg-segments.ts'
import { encodingOf, prologOf } from './prolog.ts'

/** libvips looks for the root element in this many bytes (svgload, SVG_HEADER_SIZE). */
const svgHeader = 1000

/** UTF-8, with nothing but the document type (which may define entities) before the root element. */
const svg = (bytes: Uint8Array): Uint8Array => {
  const encoding = encodingOf(bytes)
  const found = Buffer.from(bytes.subarray(0, svgHeader)).includes('<svg')
  if (encoding === 'utf-8' && found) return bytes
  const text = new TextDecoder(encoding).decode(bytes)
  const { pieces, length } = prologOf(text)
  const doctype = pieces.filter(part => part.startsWith('<!D') || part.startsWith('<!d'))
  return Buffer.from(doctype.join('') + text.slice(length))
}

/** libwebp refuses a RIFF shorter than it says; with the missing end as zeros it draws what is there. */
const webp = (bytes: Uint8Array, longest: number): Uint8Array => {
  const declared = Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8
  if (declared <= bytes.length || declared > longest) return bytes
  const whole = new Uint8Array(declared)
  whole.set(bytes)
  return whole
}

/** A truncated file is filled up to twice its own length and one MB at most: its header may lie about the rest. */
const padding = 1_048_576

/** Chunks of a PNG that say how its pixels look or lie; libpng would unpack all the others, text of gigabytes among them. */
const pngChunks = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'cICP',
  'pHYs',
  'eXIf',
  'iCCP',
]

/** Largest Exif data and colour profile that are read, bytes. */
const maxMetadata = 1_048_576

/** Whether a compressed profile stays within bounds when it is unpacked (PNG, third edition, 11.3.2.3: name, 0, method, data). */
const isSmallProfile = (data: Uint8Array): boolean => {
  try {
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxMetadata }).length > 0
  } catch {
    return false
  }
}

const isWantedPngChunk = (name: string, data: Uint8Array): boolean =>
  pngChunks.includes(name) &&
  (name !== 'eXIf' || data.length <= maxMetadata) &&
  (name !== 'iCCP' || isSmallProfile(data))

type Range = readonly [start: number, end: number]

/** A file without some ranges, in order; the same array when they are at most `tolerated` bytes together. */
const without = (bytes: Uint8Array, ranges: readonly Range[], tolerated: number): Uint8Array => {
  const dropped = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  if (dropped <= tolerated) return bytes
  const starts = [0, ...ranges.map(([, end]) => end)]
  const ends = [...ranges.map(([start]) => start), bytes.length]
  return Buffer.concat(starts.map((start, index) => bytes.subarray(start, ends[index])))
}

/** Adjoining ranges as one: a file may have millions of them. */
const collect = (ranges: Range[], [start, end]: Range): void => {
  const last = ranges.at(-1)
  if (last?.[1] === start) ranges[ranges.length - 1] = [last[0], end]
  else ranges.push([start, end])
}

const png = (bytes: Uint8Array): Uint8Array => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const unwanted: Range[] = []
  for (let at = 8; at + 8 <= file.length; ) {
    const end = Math.min(file.length, at + 12 + file.readUInt32BE(at))
    if (!isWantedPngChunk(file.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end - 4)))
      collect(unwanted, [at, end])
    at = end
  }
  return without(bytes, unwanted, 0)
}

/** Segments of applications that decoders keep: JFIF, Exif, the colour profile and Adobe's transform. */
const readSegments: Readonly<Record<number, RegExp>> = {
  224: /^/,
  225: /^Exif\0/,
  226: /^ICC_PROFILE\0/,
  238: /^Adobe/,
}
const isApplication = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

const nameAt = (bytes: Uint8Array, at: number): string => Buffer.from(bytes.subarray(at, at + 16)).toString('latin1')

/** Drops comments and data of applications that nothing reads, once they are many. */
const jpeg = (bytes: Uint8Array): Uint8Array => {
  const unwanted: Range[] = []
  let kept = 0
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === startOfScan) break
    if (!isApplication(marker)) continue
    const isWanted = readSegments[marker]?.test(nameAt(bytes, start)) && kept + end - start <= maxMetadata
    if (isWanted) kept += end - start
    else collect(unwanted, [start - 4, Math.min(end, bytes.length)])
  }
  return without(bytes, unwanted, maxMetadata)
}

/** Chunks of a WebP that show something (RFC 9649, 2.7). */
const webpChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']
const webpMetadata = ['ICCP', 'EXIF']

/** Drops chunks that nothing reads, once they are large. The flags of VP8X may name what is gone: decoders look for it in vain. */
const withoutMetadata = (bytes: Uint8Array): Uint8Array => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const unwanted: Range[] = []
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    const end = Math.min(file.length, at + 8 + length + (length % 2))
    const name = file.toString('latin1', at, at + 4)
    const isWanted = webpChunks.includes(name) || (webpMetadata.includes(name) && length <= maxMetadata)
    if (!isWanted) collect(unwanted, [at, end])
    at = end
  }
  const whole = Buffer.from(without(bytes, unwanted, maxMetadata))
  if (whole.length === bytes.length) return bytes
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

const repairs: Partial<Record<Format, (bytes: Uint8Array) => Uint8Array>> = {
  svg,
  png,
  jpeg,
  webp: bytes => webp(withoutMetadata(bytes), 2 * bytes.length + padding),
}

/**
 * @param bytes a file of the given format, sniffed before.
 * @returns the same picture in bytes that libvips takes, without metadata that costs memory; the same array when nothing has to change.
 */
export const readable = (bytes: Uint8Array, format: Format): Uint8Array => repairs[format]?.(bytes) ?? bytes
