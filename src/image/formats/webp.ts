// WebP (RFC 9649): its header, the bytes that decoding needs, and whether it holds nothing but pixels.
import { asBuffer, maxParts, riffChunks } from '../containers.ts'
import { addRange, type Header, maxMetadataBytes, withoutRanges } from '../header.ts'
import { byteAt } from '../raster.ts'

/** Bits of the flags of VP8X. */
const animationFlag = 0x02
const alphaFlag = 0x10

/** Bytes per pixel of images that are decoded as a whole, in two copies. Others are shrunk while they are decoded. */
const pixelBytes = { lossless: 8, extended: 9.3, animated: 12 } as const
const maxShrunkBytes = 2 ** 24

/** A lossless image of one colour. */
const minBytes = 26

export function readWebp(file: Buffer): Header {
  if (file.length < minBytes) return { width: 0, height: 0, alpha: false, isLossless: false, decodingBytes: 0 }
  const { width, height, alpha, isAnimated, chunk } = readFirstChunk(file)
  const isLossless = isLosslessWebp(file)
  const isWhole = isLossless || isAnimated || alpha
  const perPixel = isAnimated ? pixelBytes.animated : chunk === 'VP8X' ? pixelBytes.extended : pixelBytes.lossless
  const decodingBytes = isWhole ? width * height * perPixel : Math.min(width * height * 4, maxShrunkBytes)
  return { width, height, alpha, isLossless, decodingBytes, ...readMetadata(file) }
}

/** A canvas, or an image that is lossy or lossless. */
function readFirstChunk(file: Buffer) {
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8L') {
    const bits = file.readUInt32LE(21)
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    return { chunk, ...size, alpha: ((bits >>> 28) & 1) === 1, isAnimated: false }
  }
  if (chunk === 'VP8 ') {
    const [width = 0, height = 0] = [26, 28].map(at => (byteAt(file, at) + 256 * byteAt(file, at + 1)) & 0x3fff)
    return { chunk, width, height, alpha: false, isAnimated: false }
  }
  const flags = byteAt(file, 20)
  const [width = 0, height = 0] = [24, 27].map(
    at => 1 + byteAt(file, at) + 256 * byteAt(file, at + 1) + 65_536 * byteAt(file, at + 2),
  )
  return { chunk, width, height, alpha: (flags & alphaFlag) !== 0, isAnimated: (flags & animationFlag) !== 0 }
}

/** Frames (2.7.1.1) and profile, which may follow the pixels. A file of too many chunks counts as one of as many frames. */
function readMetadata(file: Buffer): Pick<Header, 'frames' | 'profile'> {
  let [frames, parts] = [0, 0]
  let profile: Uint8Array | undefined
  for (const { name, start, length } of riffChunks(file)) {
    if (parts++ === maxParts) return { frames: parts }
    const data = file.subarray(start + 8, start + 8 + Math.min(length, maxMetadataBytes))
    if (name === 'ANMF') frames++
    if (name === 'ICCP') profile = data
  }
  return { frames: Math.max(1, frames), profile }
}

/** Chunks before the first pixels: metadata, a profile, an alpha plane, and some unknown ones. */
const maxLeadingChunks = 32

/** Whether the first pixels of a file are stored as VP8L. */
export function isLosslessWebp(file: Buffer): boolean {
  let count = 0
  for (const { name } of riffChunks(file, true)) {
    if (name === 'VP8L' || name === 'VP8 ') return name === 'VP8L'
    if (++count === maxLeadingChunks) return false
  }
  return false
}

/** A truncated file is padded to at most twice its length and one MB: its header may lie about the rest. */
const maxPaddingBytes = 1_048_576

export function leanWebp(bytes: Uint8Array): Uint8Array {
  return pad(withoutMetadata(asBuffer(bytes)) ?? bytes, 2 * bytes.length + maxPaddingBytes)
}

/** Chunks that hold pixels (2.7), and metadata that is kept while it is small. */
const pixelChunks = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']
const usedMetadata = 'ICCP'

/**
 * Removes Exif, whose orientation no browser applies in WebP, and chunks that nothing uses, when they are large together. The flags of VP8X
 * may name removed ones, which decoders tolerate.
 *
 * @returns undefined when nothing has to change.
 */
function withoutMetadata(file: Buffer): Buffer | undefined {
  const unwanted: (readonly [number, number])[] = []
  let toleratedBytes = maxMetadataBytes
  for (const { name, start, length, end } of riffChunks(file)) {
    const isWanted = pixelChunks.includes(name) || (name === usedMetadata && length <= maxMetadataBytes)
    if (!isWanted) addRange(unwanted, [start, Math.min(file.length, end)])
    if (name === 'EXIF') toleratedBytes = 0
  }
  const rest = withoutRanges(file, unwanted, toleratedBytes)
  if (rest.length === file.length) return undefined
  const webp = Buffer.from(rest)
  webp.writeUInt32LE(webp.length - 8, 4)
  return webp
}

/** libwebp rejects a RIFF file that is shorter than declared; padded with zeros, the existing part is decoded. */
function pad(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const declared = asBuffer(bytes).readUInt32LE(4) + 8
  if (declared <= bytes.length || declared > maxBytes) return bytes
  const padded = new Uint8Array(declared)
  padded.set(bytes)
  return padded
}

/** Whether the pixels of the first image are incomplete: the decoder does not see it, since the file is padded. */
export function isCutWebp(file: Buffer): boolean {
  for (const { name, end } of riffChunks(file))
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') return end > file.length
  return false
}

const cleanChunks = ['VP8X', 'ALPH', 'VP8 ', 'VP8L']

export function isCleanWebp(file: Buffer): boolean {
  let end = 0
  let images = 0
  for (const chunk of riffChunks(file)) {
    if (!cleanChunks.includes(chunk.name)) return false
    if (chunk.name === 'VP8 ' || chunk.name === 'VP8L') images++
    end = chunk.end
  }
  return images === 1 && end === file.length && file.readUInt32LE(4) + 8 === file.length
}
