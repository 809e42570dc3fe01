// How much memory decoding a file takes, told from its header before any decoder sees it.
import type { Format, VideoFormat } from '../../schemas/media.ts'
import { byteAt } from './byte-at.ts'
import { jpegSegments, startOfScan } from './header/jpeg-segments.ts'
import { isLosslessWebp } from './header/lossless.ts'
import { tiffDirectories } from './header/tiff.ts'
import { largestFrame } from './video/ffmpeg.ts'
import { frameSize } from './video/frame-size.ts'

export interface MemoryEstimate {
  /** What decoding and measuring takes above a worker at rest, the file itself included. Bytes. */
  readonly need: number
  /** With more than this the file is not what its header says. Bytes. */
  readonly limit: number
}

const mebibyte = 1024 * 1024

/** The sample and what is measured on it. */
const measureBytes = 8 * mebibyte

/** Rows that the steps of libvips hold together; of a picture of one row each holds its own. */
const pipelineRows = { least: 8, most: 512 } as const

const rowsBytes = (rowBytes: number, height: number): number =>
  rowBytes * Math.max(pipelineRows.least, Math.min(pipelineRows.most, height))

/** Beyond the estimate, for what allocators keep. */
const toleranceBytes = 24 * mebibyte

/** No header is longer; a file that hides its facts behind more is stopped at the limit of what it seems to be. */
const maxHeaderBytes = 8 * mebibyte

/** Most segments and boxes that are looked at: this runs on the event loop. */
const maxParts = 10_000

/** libjpeg refuses frames of more (MAX_COMPONENTS). */
const maxComponents = 10

const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const u16 = (bytes: Uint8Array, at: number): number => byteAt(bytes, at) * 256 + byteAt(bytes, at + 1)

/**
 * Progressive files, and those of several scans, are kept as coefficients: 2 bytes for each sample of each component (T.81, annex G).
 * All others pass through line by line.
 */
function jpegBytes(bytes: Uint8Array): number {
  let samples = 0
  let components = 0
  let isProgressive = false
  let parts = 0
  for (const { marker, start } of jpegSegments(bytes.subarray(0, maxHeaderBytes))) {
    if (parts++ === maxParts) return 0
    if (marker === startOfScan) return isProgressive || byteAt(bytes, start) < components ? samples * 2 : 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    isProgressive = (marker & 3) === 2
    components = Math.min(byteAt(bytes, start + 5), maxComponents)
    const factors = Array.from({ length: components }, (_, index) => byteAt(bytes, start + 7 + index * 3))
    const [across, down] = [factors.map(factor => factor >> 4), factors.map(factor => factor & 15)]
    const blocks = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0)
    samples = (u16(bytes, start + 1) * u16(bytes, start + 3) * blocks) / (Math.max(1, ...across) * Math.max(1, ...down))
  }
  return 0
}

/** Channels by colour type (PNG, third edition, 11.2.1); palettes are expanded. */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

/** Interlaced pictures are decoded as a whole, with an address for each row, all others line by line. */
function pngBytes(bytes: Uint8Array): number {
  const file = view(bytes)
  if (file.length < 33) return 0
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const pixelBytes = (pngChannels[byteAt(file, 25)] ?? 4) * (file[24] === 16 ? 2 : 1)
  return rowsBytes(width * pixelBytes, height) + (file[28] === 0 ? 0 : height * (width * pixelBytes + 8))
}

/** Lossless pictures and those with opacity come as a whole, in two copies; others are made small while they are decoded. */
function webpBytes(bytes: Uint8Array): number {
  const file = view(bytes)
  if (file.length < 30) return 0
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8L') {
    const bits = file.readUInt32LE(21)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1) * 8
  }
  if (kind === 'VP8 ') return Math.min((file.readUInt16LE(26) & 0x3fff) * (file.readUInt16LE(28) & 0x3fff), 2 ** 22) * 4
  const [flags, width, height] = [byteAt(file, 20), file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  const isWhole = (flags & 0x12) !== 0 || isLosslessWebp(bytes)
  return isWhole ? width * height * (flags & 2 ? 12 : 9.3) : Math.min(width * height, 2 ** 22) * 4
}

/** Bytes for each pixel: the planes and the picture made of them. Of a grid one tile at a time is decoded. */
const avifPixelBytes = { grid: 6.5, subsampled: 15.5, full: 19, deep: 20 } as const

/** Largest picture that a file of items names (ISO/IEC 23008-12, 6.5.3), by its coding (AV1-ISOBMFF, 2.3.3). */
function avifBytes(bytes: Uint8Array): number {
  const file = view(bytes)
  let pixels = 0
  const header = file.subarray(0, maxHeaderBytes)
  let at = header.indexOf('ispe')
  for (
    let part = 0;
    part < maxParts && at >= 0 && at + 16 <= header.length;
    part++, at = header.indexOf('ispe', at + 4)
  )
    pixels = Math.max(pixels, header.readUInt32BE(at + 8) * header.readUInt32BE(at + 12))
  const coding = byteAt(header, header.indexOf('av1C') + 6)
  if ((coding & 0x40) !== 0) return pixels * avifPixelBytes.deep
  if (header.includes('grid')) return pixels * avifPixelBytes.grid
  return pixels * ((coding & 0x0c) === 0 ? avifPixelBytes.full : avifPixelBytes.subsampled)
}

/** Introducer, label and length of a graphic control extension, and the disposal that keeps the frame before it (GIF89a, 23). */
const graphicControl = Buffer.from([0x21, 0xf9, 4])
const restorePrevious = 3

/** A whole frame of four channels; another one where the first frame is to be undone. */
function gifBytes(bytes: Uint8Array): number {
  if (bytes.length < 10) return 0
  const file = view(bytes)
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)]
  const control = file.subarray(0, maxHeaderBytes).indexOf(graphicControl)
  const isUndone = control > 0 && ((byteAt(file, control + 3) >> 2) & 7) === restorePrevious
  return width * height * (isUndone ? 8 : 4) + rowsBytes(width * 4, height)
}

/** Tags of TIFF 6.0: sizes, channels, and how the pixels are parted. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  samples: 277,
  stripRows: 278,
  tileWidth: 322,
  tileHeight: 323,
}

/** Values of the tag of compression: libtiff decodes a strip of these as a whole, others row by row. */
const jpegCompressions = [6, 7]

function tiffBytes(bytes: Uint8Array): number {
  const [directory] = tiffDirectories(view(bytes))
  if (directory === undefined) return 0
  const value = (tag: number, missing: number): number => directory.first(tag) ?? missing
  const [width, height] = [value(tags.width, 0), value(tags.height, 0)]
  const pixelBytes = (value(tags.bits, 1) * value(tags.samples, 1)) / 8
  const rowBytes = Math.max(width, value(tags.tileWidth, 0)) * Math.max(1, pixelBytes)
  const isWhole = jpegCompressions.includes(value(tags.compression, 1))
  const atOnce = value(tags.tileHeight, isWhole ? Math.min(height, value(tags.stripRows, height)) : 0)
  // libtiff, libvips and sharp each keep a copy of profiles and metadata.
  const valueBytes = Math.min(directory.valueBytes, bytes.length) * 3
  return rowsBytes(rowBytes, height) + rowBytes * atOnce * 2 + valueBytes
}

/** Elements, paths and pictures inside take a multiple of what they take as text. */
const svgBytes = (bytes: Uint8Array): number => Math.min(14 * mebibyte + bytes.length * 64, 192 * mebibyte)

/** ffmpeg at rest, its frames (bytes for each pixel), and a copy of what it reads of the file. */
const ffmpegBytes = 32 * mebibyte
const framePixelBytes = 6

function videoBytes(bytes: Uint8Array): number {
  const { width, height } = frameSize(view(bytes))
  return ffmpegBytes + Math.min(width * height, largestFrame) * framePixelBytes + bytes.length
}

const decoders: Readonly<Record<Format | VideoFormat, (bytes: Uint8Array) => number>> = {
  jpeg: jpegBytes,
  png: pngBytes,
  webp: webpBytes,
  avif: avifBytes,
  gif: gifBytes,
  tiff: tiffBytes,
  svg: svgBytes,
  mp4: videoBytes,
  mov: videoBytes,
  webm: videoBytes,
  mkv: videoBytes,
}

/**
 * @param bytes a file of the given format; its header may say anything.
 * @returns what decoding it takes, and where it has to be stopped.
 */
export function estimateMemory(bytes: Uint8Array, format: Format | VideoFormat): MemoryEstimate {
  const need = Math.ceil(measureBytes + bytes.length + decoders[format](bytes))
  return { need, limit: need * 1.1 + toleranceBytes }
}
