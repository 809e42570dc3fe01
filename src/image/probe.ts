// What is known of a file from its header, before any decoder sees it: its metadata, how its colours are encoded, and the memory that decoding takes.
import type { Format, Media, MediaType, VideoFormat } from '../../schemas/media.ts'
import { mebibyte } from '../values/units.ts'
import { asBuffer } from './containers.ts'
import { maxFramePixels } from './ffmpeg.ts'
import { isStillImage, requireReadable } from './format.ts'
import { readAvif, stillAvif } from './formats/avif.ts'
import { readDeclared } from './formats/declared-size.ts'
import { completeGif, readGif } from './formats/gif.ts'
import { leanJpeg, readJpeg } from './formats/jpeg.ts'
import { leanPng, readPng } from './formats/png.ts'
import { readTiff } from './formats/tiff.ts'
import { leanWebp, readWebp } from './formats/webp.ts'
import type { Header } from './header.ts'
import { isUsableProfile, profileName } from './icc.ts'
import { turnSize } from './raster.ts'
import { readableSvg } from './svg/repair.ts'
import { frameSize } from './video-container.ts'

/** The contents of the header of a file. Width and height are those of the upright image. */
export type ImageMetadata = Omit<Media, 'type' | 'sha256' | 'format'> & { readonly format: Format }

/** Memory for decoding and analyzing in addition to that of an idle worker, including the file itself. */
export interface MemoryEstimate {
  /** Bytes. */
  readonly need: number
  /** With more than this the file is not what its header says. Bytes. */
  readonly limit: number
}

export interface ProbedImage {
  readonly metadata: ImageMetadata
  readonly header: Header
  readonly memory: MemoryEstimate
}

/** A file whose header has been read. */
export interface OpenFile {
  readonly bytes: Uint8Array
  readonly format: Format | VideoFormat
  /** Undefined for a video. */
  readonly probed: ProbedImage | undefined
  readonly memory: MemoryEstimate
  /** Whether a video has to be decoded by its keyframes only, since the memory does not suffice for more. */
  readonly isKeyframesOnly?: boolean | undefined
}

/**
 * Reads the header of a file once, for the admission of its decoding and for its decoder.
 *
 * @param maxBytes what decoding may take, the file included.
 * @throws Problem as `requireFormat` does, and `source_unsupported` for a raw image.
 */
export function openFile(bytes: Uint8Array, declared: MediaType | undefined, maxBytes: number): OpenFile {
  const format = requireReadable(bytes, declared)
  if (isStillImage(format)) {
    const probed = probe(bytes, format)
    return { bytes, format, probed, memory: probed.memory }
  }
  const decoded = estimateMemory(bytes, format)
  const isKeyframesOnly = decoded.need > maxBytes
  const memory = isKeyframesOnly ? estimate(bytes, videoBytes(asBuffer(bytes), framePixelBytes.single)) : decoded
  return { bytes, format, probed: undefined, isKeyframesOnly, memory }
}

/**
 * Reads the header of a still image. The parts that it visits are limited.
 *
 * @param bytes a file of the given format; its header may say anything.
 * @param known facts that are already known.
 * @returns a size of 0 if the header has none; only the decoder of an SVG knows its size.
 */
export function probe(bytes: Uint8Array, format: Format, known: Partial<Header> = {}): ProbedImage {
  const header = { ...withUsableProfile(decoding[format].readHeader(asBuffer(bytes))), ...known }
  return { metadata: metadataFrom(header, format, bytes.length), header, memory: estimate(bytes, header.decodingBytes) }
}

function withUsableProfile(header: Header): Header {
  const { profile, space = 'srgb' } = header
  if (profile === undefined || isUsableProfile(profile, space)) return header
  return { ...header, profile: undefined, ignoresProfile: true }
}

interface FormatDecoding {
  readonly readHeader: (file: Buffer) => Header
  /** The operation of libvips that decodes it; undefined: it becomes a TIFF before. */
  readonly loader?: string
  /** Repairs what libvips would refuse although its pixels are fine, and removes metadata that costs memory. */
  readonly repair?: (bytes: Uint8Array) => Uint8Array
}

const decoding: Readonly<Record<Format, FormatDecoding>> = {
  jpeg: { readHeader: readJpeg, loader: 'VipsForeignLoadJpegBuffer', repair: leanJpeg },
  png: { readHeader: readPng, loader: 'VipsForeignLoadPngBuffer', repair: leanPng },
  webp: { readHeader: readWebp, loader: 'VipsForeignLoadWebpBuffer', repair: leanWebp },
  avif: { readHeader: readAvif, loader: 'VipsForeignLoadHeifBuffer', repair: stillAvif },
  gif: { readHeader: readGif, loader: 'VipsForeignLoadNsgifBuffer', repair: completeGif },
  tiff: { readHeader: readTiff, loader: 'VipsForeignLoadTiffBuffer' },
  svg: { readHeader: readSvg, loader: 'VipsForeignLoadSvgBuffer', repair: readableSvg },
  heic: { readHeader: file => readDeclared(file, 'heic') },
  jxl: { readHeader: file => readDeclared(file, 'jxl') },
  bmp: { readHeader: file => readDeclared(file, 'bmp') },
  ico: { readHeader: file => readDeclared(file, 'ico') },
  psd: { readHeader: file => readDeclared(file, 'psd') },
}

export const loaders: readonly string[] = Object.values(decoding).flatMap(({ loader }) => loader ?? [])

/** @returns the same image in bytes that libvips accepts; the same array when nothing has to change. */
export function repairContainer(bytes: Uint8Array, format: Format): Uint8Array {
  return decoding[format].repair?.(bytes) ?? bytes
}

/** Memory of an SVG element, bytes, however short its text is: at most 5.3 KB, measured for shapes, groups and uses. */
const svgElementBytes = 5400

/** Elements take no more together: librsvg refuses files of more than a million, and drawings of this many are refused by their time. */
const maxSvgElements = 50_000

/** Paths and embedded images take a multiple of their size as text. */
function readSvg(file: Buffer): Header {
  const elementBytes = countElements(file) * svgElementBytes
  const textBytes = Math.min(file.length * 64, 178 * mebibyte)
  const decodingBytes = 14 * mebibyte + Math.max(elementBytes, textBytes)
  return { width: 0, height: 0, alpha: true, isLossless: false, decodingBytes }
}

/** @returns how many tags of a file begin an element; half of its tags end one, and at most twice `maxSvgElements` are visited. */
function countElements(file: Buffer): number {
  let count = 0
  let at = file.indexOf('<')
  for (let tags = 0; at >= 0 && tags < 2 * maxSvgElements; at = file.indexOf('<', at + 1), tags++)
    if (file[at + 1] !== slash) count++
  return Math.min(count, maxSvgElements)
}

const slash = 0x2f

function metadataFrom(header: Header, format: Format, bytes: number): ImageMetadata {
  const { width, height, alpha, frames = 1, orientation = 1 } = header
  const upright = turnSize({ width, height }, orientation)
  return { format, ...upright, bytes, frames, alpha, orientation, color_space: colorSpace(header) }
}

/** Our names for the compact profiles that images on the web embed. */
const profileNames: Readonly<Record<string, string>> = { c2: 'srgb', c2ci: 'srgb', sp3c: 'display-p3' }

function colorSpace({ space = 'srgb', profile, encoding }: Header): string {
  if (encoding) return space === 'grey' && encoding.name === 'srgb' ? space : encoding.name
  const name = space === 'srgb' && profile !== undefined ? slug(profileName(profile)) : ''
  if (name === '' || name.startsWith('srgb')) return space
  return profileNames[name] ?? name
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)
}

/** @returns what decoding a file takes, and the limit at which to stop it. */
export function estimateMemory(bytes: Uint8Array, format: Format | VideoFormat): MemoryEstimate {
  return isStillImage(format)
    ? probe(bytes, format).memory
    : estimate(bytes, videoBytes(asBuffer(bytes), framePixelBytes.dependent))
}

/** The decoded image and its analysis. */
const analysisBytes = 8 * mebibyte

/** Tolerance of the limit above the estimate, for memory that allocators keep. */
const toleranceBytes = 24 * mebibyte

function estimate({ length }: Uint8Array, decodingBytes: number): MemoryEstimate {
  const need = Math.ceil(analysisBytes + length + decodingBytes)
  return { need, limit: need * 1.1 + toleranceBytes }
}

/** ffmpeg at rest (10 to 12 MB of its own in version 7.1), and the list of packets of a long video. */
const ffmpegBytes = 32 * mebibyte

/** Memory of video frames, bytes per pixel: with reference frames, and without. */
const framePixelBytes = { dependent: 28, single: 6 } as const

/** The file is there twice: the programs read it from a folder, which may be in memory. */
function videoBytes(file: Buffer, pixelBytes: number): number {
  const { width, height } = frameSize(file)
  return ffmpegBytes + Math.min(width * height, maxFramePixels) * pixelBytes + file.length
}
