// Repairs containers that libvips would refuse although their pixels are fine, and removes metadata that costs memory.
import { inflateSync } from 'node:zlib'
import type { Format } from '../../schemas/media.ts'
import { asBuffer, jpegSegments, riffChunks, startOfScan } from './containers.ts'
import { encodingOf, parseProlog } from './format.ts'

/**
 * @param bytes a file of the given format, as detected.
 * @returns the same image in bytes that libvips accepts; the same array when nothing has to change.
 */
export function repairContainer(bytes: Uint8Array, format: Format): Uint8Array {
  return repairs[format]?.(bytes) ?? bytes
}

const repairs: Partial<Record<Format, (bytes: Uint8Array) => Uint8Array>> = {
  svg: repairSvg,
  png: repairPng,
  jpeg: repairJpeg,
  webp: repairWebp,
}

/** libvips looks for the root element in this many bytes (svgload, SVG_HEADER_SIZE). */
const svgHeaderBytes = 1000

/** Converts to UTF-8, with only the document type, which may define entities, before the root element. */
function repairSvg(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8' && asBuffer(bytes.subarray(0, svgHeaderBytes)).includes('<svg')) return bytes
  const text = new TextDecoder(encoding).decode(bytes)
  const { parts, length } = parseProlog(text)
  const doctype = parts.filter(part => part.startsWith('<!D') || part.startsWith('<!d'))
  return Buffer.from(doctype.join('') + text.slice(length))
}

/** Largest Exif data and colour profile that are kept, bytes. */
const maxMetadataBytes = 1_048_576

/** Chunks that define how the pixels look; libpng would decompress all others, which may be gigabytes of text. */
const pngChunks = [
  ...['IHDR', 'PLTE', 'IDAT', 'IEND'],
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'pHYs', 'eXIf', 'iCCP'],
]

function repairPng(bytes: Uint8Array): Uint8Array {
  const file = asBuffer(bytes)
  const unwanted: Range[] = []
  for (let at = 8; at + 8 <= file.length; ) {
    const end = Math.min(file.length, at + 12 + file.readUInt32BE(at))
    if (!isWantedPngChunk(file.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end - 4)))
      addRange(unwanted, [at, end])
    at = end
  }
  return withoutRanges(bytes, unwanted, 0)
}

function isWantedPngChunk(name: string, data: Uint8Array): boolean {
  return (
    pngChunks.includes(name) &&
    (name !== 'eXIf' || data.length <= maxMetadataBytes) &&
    (name !== 'iCCP' || isSmallProfile(data))
  )
}

/** Whether a compressed profile decompresses to an accepted size (PNG, third edition, 11.3.2.3: name, 0, method, data). */
function isSmallProfile(data: Uint8Array): boolean {
  try {
    return inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxMetadataBytes }).length > 0
  } catch {
    return false
  }
}

type Range = readonly [start: number, end: number]

/** Appends a range and joins it with an adjacent one: a file may have millions of them. */
function addRange(ranges: Range[], [start, end]: Range): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) ranges[ranges.length - 1] = [last[0], end]
  else ranges.push([start, end])
}

/** The bytes without the ranges, which are in order; the same array when those are at most `toleratedBytes` together. */
function withoutRanges(bytes: Uint8Array, ranges: readonly Range[], toleratedBytes: number): Uint8Array {
  const removed = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  if (removed <= toleratedBytes) return bytes
  const starts = [0, ...ranges.map(([, end]) => end)]
  const ends = [...ranges.map(([start]) => start), bytes.length]
  return Buffer.concat(starts.map((start, index) => bytes.subarray(start, ends[index])))
}

/** Application segments that decoders use, by marker and signature: JFIF, Exif, the colour profile and Adobe's transform. */
const usedSegments: Readonly<Record<number, RegExp>> = {
  224: /^/,
  225: /^Exif\0/,
  226: /^ICC_PROFILE\0/,
  238: /^Adobe/,
}

/** Removes comments and application segments that nothing uses, when they are large together. */
function repairJpeg(bytes: Uint8Array): Uint8Array {
  const unwanted: Range[] = []
  let keptBytes = 0
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === startOfScan) break
    if (!isApplicationOrComment(marker)) continue
    const signature = asBuffer(bytes.subarray(start, start + 16)).toString('latin1')
    const isWanted = usedSegments[marker]?.test(signature) && keptBytes + end - start <= maxMetadataBytes
    if (isWanted) keptBytes += end - start
    else addRange(unwanted, [start - 4, Math.min(end, bytes.length)])
  }
  return withoutRanges(bytes, unwanted, maxMetadataBytes)
}

function isApplicationOrComment(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

/** A truncated WebP is padded to at most twice its length and one MB: its header may lie about the rest. */
const maxPaddingBytes = 1_048_576

function repairWebp(bytes: Uint8Array): Uint8Array {
  return padWebp(withoutWebpMetadata(asBuffer(bytes)) ?? bytes, 2 * bytes.length + maxPaddingBytes)
}

/** Chunks that hold pixels (RFC 9649, 2.7), and metadata that is kept while it is small. */
const webpChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']
const webpMetadata = ['ICCP', 'EXIF']

/**
 * Removes chunks that nothing uses, when they are large together. The flags of VP8X may name removed ones, which decoders tolerate.
 *
 * @returns undefined when nothing has to change.
 */
function withoutWebpMetadata(file: Buffer): Buffer | undefined {
  const unwanted: Range[] = []
  for (const { name, start, length, end } of riffChunks(file)) {
    const isWanted = webpChunks.includes(name) || (webpMetadata.includes(name) && length <= maxMetadataBytes)
    if (!isWanted) addRange(unwanted, [start, Math.min(file.length, end)])
  }
  const rest = withoutRanges(file, unwanted, maxMetadataBytes)
  if (rest.length === file.length) return undefined
  const webp = Buffer.from(rest)
  webp.writeUInt32LE(webp.length - 8, 4)
  return webp
}

/** libwebp refuses a RIFF that is shorter than declared; with zeros at its end it decodes what is there. */
function padWebp(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const declared = asBuffer(bytes).readUInt32LE(4) + 8
  if (declared <= bytes.length || declared > maxBytes) return bytes
  const padded = new Uint8Array(declared)
  padded.set(bytes)
  return padded
}
