// Estimates from its header how much memory decoding a file takes, before any decoder sees it.
import type { Format, VideoFormat } from '../../schemas/media.ts'
import { asBuffer, isLosslessWebp, jpegSegments, startOfScan, tiffDirectories, uint16At } from './containers.ts'
import { maxFramePixels } from './ffmpeg.ts'
import { byteAt } from './raster.ts'
import { frameSize } from './video-container.ts'

export interface MemoryEstimate {
  /** What decoding and analyzing takes above an idle worker, the file itself included. Bytes. */
  readonly need: number
  /** With more than this the file is not what its header says. Bytes. */
  readonly limit: number
}

const mebibyte = 1024 * 1024

/** The decoded image and its analysis. */
const analysisBytes = 8 * mebibyte

/** Tolerance of the limit beyond the estimate, for what allocators keep. */
const toleranceBytes = 24 * mebibyte

/**
 * @param bytes a file of the given format; its header may say anything.
 * @returns what decoding it takes, and the limit at which to stop it.
 */
export function estimateMemory(bytes: Uint8Array, format: Format | VideoFormat): MemoryEstimate {
  const need = Math.ceil(analysisBytes + bytes.length + estimators[format](asBuffer(bytes)))
  return { need, limit: need * 1.1 + toleranceBytes }
}

const estimators: Readonly<Record<Format | VideoFormat, (file: Buffer) => number>> = {
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

/** Headers are not longer; a file with its metadata after more bytes is stopped at the limit of what it seems to be. */
const maxHeaderBytes = 8 * mebibyte

/** Segments and boxes that are visited: this runs on the event loop. */
const maxParts = 10_000

/** libjpeg refuses frames of more (MAX_COMPONENTS). */
const maxComponents = 10

/** Progressive files and those of several scans are kept as coefficients, 2 bytes per sample of a component (T.81, annex G); others by line. */
function jpegBytes(file: Buffer): number {
  let samples = 0
  let components = 0
  let isProgressive = false
  let parts = 0
  for (const { marker, start } of jpegSegments(file.subarray(0, maxHeaderBytes))) {
    if (parts++ === maxParts) return 0
    if (marker === startOfScan) return isProgressive || byteAt(file, start) < components ? samples * 2 : 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    isProgressive = (marker & 3) === 2
    components = Math.min(byteAt(file, start + 5), maxComponents)
    const factors = Array.from({ length: components }, (_, index) => byteAt(file, start + 7 + index * 3))
    const [across, down] = [factors.map(factor => factor >> 4), factors.map(factor => factor & 15)]
    const blocks = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0)
    const pixels = uint16At(file, start + 1) * uint16At(file, start + 3)
    samples = (pixels * blocks) / (Math.max(1, ...across) * Math.max(1, ...down))
  }
  return 0
}

/** Channels by colour type (PNG, third edition, 11.2.1); palettes are expanded. */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }

/** Interlaced images are decoded as a whole, with a pointer per row, all others row by row. */
function pngBytes(file: Buffer): number {
  if (file.length < 33) return 0
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const pixelBytes = (pngChannels[byteAt(file, 25)] ?? 4) * (file[24] === 16 ? 2 : 1)
  return rowsBytes(width * pixelBytes, height) + (file[28] === 0 ? 0 : height * (width * pixelBytes + 8))
}

/** Rows that the pipeline of libvips buffers at once; images of fewer rows are buffered in several steps. */
const pipelineRows = { min: 8, max: 512 } as const

function rowsBytes(rowBytes: number, height: number): number {
  return rowBytes * Math.max(pipelineRows.min, Math.min(pipelineRows.max, height))
}

/** Lossless images and those with alpha are decoded as a whole, in two copies; others are downscaled while they are decoded. */
function webpBytes(file: Buffer): number {
  if (file.length < 30) return 0
  const chunk = file.toString('latin1', 12, 16)
  if (chunk === 'VP8L') {
    const bits = file.readUInt32LE(21)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1) * 8
  }
  if (chunk === 'VP8 ')
    return Math.min((file.readUInt16LE(26) & 0x3fff) * (file.readUInt16LE(28) & 0x3fff), 2 ** 22) * 4
  const [flags, width, height] = [byteAt(file, 20), file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  const isWhole = (flags & 0x12) !== 0 || isLosslessWebp(file)
  return isWhole ? width * height * (flags & 2 ? 12 : 9.3) : Math.min(width * height, 2 ** 22) * 4
}

/** Bytes per pixel: the planes and the image converted from them. Of a grid one tile at a time is decoded. */
const avifPixelBytes = { grid: 6.5, subsampled: 15.5, full: 19, deep: 20 } as const

/** The largest image that the items of a file declare (ISO/IEC 23008-12, 6.5.3), by its coding (AV1-ISOBMFF, 2.3.3). */
function avifBytes(file: Buffer): number {
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

/** Introducer, label and length of a graphic control extension; its disposal 3 restores the previous frame (GIF89a, 23). */
const graphicControl = Buffer.from([0x21, 0xf9, 4])
const restorePrevious = 3

/** A whole frame of four channels; another one if the first frame is to be undone. */
function gifBytes(file: Buffer): number {
  if (file.length < 10) return 0
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)]
  const control = file.subarray(0, maxHeaderBytes).indexOf(graphicControl)
  const isUndone = control > 0 && ((byteAt(file, control + 3) >> 2) & 7) === restorePrevious
  return width * height * (isUndone ? 8 : 4) + rowsBytes(width * 4, height)
}

/** Tags of TIFF 6.0: sizes, channels, and how the pixels are divided. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  samples: 277,
  stripRows: 278,
  tileWidth: 322,
  tileHeight: 323,
} as const

/** Values of the compression tag with which libtiff decodes a strip as a whole instead of row by row. */
const jpegCompressions = [6, 7]

/** libtiff, libvips and sharp each keep a copy of profiles and metadata. */
const metadataCopies = 3

function tiffBytes(file: Buffer): number {
  const [directory] = tiffDirectories(file)
  if (directory === undefined) return 0
  const value = (tag: number, fallback: number): number => directory.first(tag) ?? fallback
  const [width, height] = [value(tags.width, 0), value(tags.height, 0)]
  const pixelBytes = (value(tags.bits, 1) * value(tags.samples, 1)) / 8
  const rowBytes = Math.max(width, value(tags.tileWidth, 0)) * Math.max(1, pixelBytes)
  const isWhole = jpegCompressions.includes(value(tags.compression, 1))
  const rowsAtOnce = value(tags.tileHeight, isWhole ? Math.min(height, value(tags.stripRows, height)) : 0)
  const metadataBytes = Math.min(directory.valueBytes, file.length) * metadataCopies
  return rowsBytes(rowBytes, height) + rowBytes * rowsAtOnce * 2 + metadataBytes
}

/** Elements, paths and embedded images take a multiple of their size as text. */
function svgBytes(file: Buffer): number {
  return Math.min(14 * mebibyte + file.length * 64, 192 * mebibyte)
}

/** ffmpeg at rest, its frames (bytes per pixel), and a copy of what it reads of the file. */
const ffmpegBytes = 32 * mebibyte
const framePixelBytes = 6

function videoBytes(file: Buffer): number {
  const { width, height } = frameSize(file)
  return ffmpegBytes + Math.min(width * height, maxFramePixels) * framePixelBytes + file.length
}
