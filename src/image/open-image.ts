// Decodes a still image with libvips: its metadata first, its pixels as a promise, at the size that takes the least time.
import sharp, { type ResizeOptions, type Sharp, type SharpOptions } from 'sharp'
import type { Format } from '../../schemas/media.ts'
import { asBuffer } from './containers.ts'
import { checkLimits } from './decode-limits.ts'
import { decodeSize, smallSize } from './decode-size.ts'
import { undecodable, unsupportedVariant } from './format.ts'
import { clearUnreadableRows, type PngFrame, readPngFrame } from './formats/png.ts'
import type { Header } from './header.ts'
import { hasMissingRows } from './missing-rows.ts'
import { type ImageMetadata, loaders, type ProbedImage, probe, repairContainer } from './probe.ts'
import { byteAt, type Raster, type RasterSize, resizeNearest, sizeWithin, type Thumbnail, turnSize } from './raster.ts'
import { signalOf, toSrgb } from './srgb-pixels.ts'
import { type RepairedDrawing, repairDrawing } from './svg/repair.ts'

export interface OpenOptions {
  /** Longest side of the thumbnail, px. */
  readonly side: number
  /** Largest width × height of a file. SVG is exempt: it is rasterized at the size of the thumbnail. */
  readonly maxPixels: number
  /** The header, where it was read already. */
  readonly probed?: ProbedImage | undefined
}

interface DecodedThumbnail extends Thumbnail {
  /** Whether the decoder reported that pixels are missing. */
  readonly isIncomplete: boolean
}

export interface OpenedImage {
  readonly metadata: ImageMetadata
  /** Pixels as they are stored in the file, not turned, in sRGB; of an animation the first frame that shows something. */
  readonly thumbnail: Promise<DecodedThumbnail>
  /** Features of a drawing that the renderer does not support, by their names in SVG and CSS. */
  readonly omissions: readonly string[]
}

/**
 * @param bytes a file of the format.
 * @param options.side the longer side of an SVG is exactly that long, that of other images at most.
 * @throws Problem `source_not_picture`, `source_unsupported`, `source_timeout` (too many frames or scans), and `source_too_many_pixels`
 *   before anything is decoded.
 */
export async function openImage(
  bytes: Uint8Array,
  format: Format,
  { side, maxPixels, probed = probe(bytes, format) }: OpenOptions,
): Promise<OpenedImage> {
  checkLimits(bytes, probed.metadata, maxPixels)
  const { bytes: source, omissions } = await repair(bytes, format)
  const { width, height } = format === 'svg' ? await sizeOfSvg(source) : probed.metadata
  if (width * height === 0) throw undecodableFile(probed, 'its header has no size')
  const metadata = { ...probed.metadata, width, height }
  const file = { ...probed, metadata, bytes: source, original: bytes }
  const decode = async () => {
    const { thumbnail, warnings, bytes: decoded } = await decodeFirstFrame(file, side)
    const isCut = hasMissingRows(bytes, format, warnings, thumbnail.pixels)
    return isCut && format === 'png'
      ? clearUnreadableRows(thumbnail, asBuffer(decoded))
      : { ...thumbnail, isIncomplete: isCut }
  }
  return { metadata, omissions, thumbnail: decode() }
}

/** A drawing is read before it is repaired, so that what is not well-formed is refused. */
async function repair(bytes: Uint8Array, format: Format): Promise<RepairedDrawing> {
  const readable = repairContainer(bytes, format)
  if (format !== 'svg') return { bytes: readable, omissions: [] }
  await sizeOfSvg(readable)
  return repairDrawing(readable)
}

async function sizeOfSvg(bytes: Uint8Array): Promise<RasterSize> {
  try {
    return await createDecoder(bytes).metadata()
  } catch (cause) {
    throw undecodable('svg', cause)
  }
}

/** A file whose container is repaired. */
interface ProbedFile extends ProbedImage {
  readonly bytes: Uint8Array
  /** The file as it was sent: the container of a PNG is repaired to its first frame. */
  readonly original: Uint8Array
}

/** @returns Problem `source_unsupported` if the header explains why the decoder failed, otherwise `source_not_picture`. */
function undecodableFile({ metadata, header }: ProbedImage, cause: unknown) {
  return header.variant === undefined ? undecodable(metadata.format, cause) : unsupportedVariant(header.variant, cause)
}

/** Frames that are tried after a blank one; more would take too long, since decoders start at the first. */
const triedFrames = [1, 2, 4, 8, 16, 32]

const animatedFormats: readonly Format[] = ['gif', 'webp', 'png']

/**
 * @returns the first frame that is not blank, of those that are tried, with the bytes and the number in them by which it is decoded; if all
 *   are blank, the first.
 */
export async function decodeFirstFrame(file: ProbedFile, side: number) {
  const { format, frames } = file.metadata
  const first = await decodeFrame(file, side, 0)
  if (frames === 1 || !animatedFormats.includes(format) || !isBlank(first.thumbnail)) return first
  for (const number of triedFrames.filter(number => number < frames)) {
    const decoded = await (format === 'png'
      ? decodePngFrame(file, side, number, first.thumbnail).catch(() => undefined)
      : decodeFrame(file, side, number))
    if (decoded && !isBlank(decoded.thumbnail)) return decoded
  }
  return first
}

async function decodeFrame(file: ProbedFile, side: number, frame: number) {
  return { ...(await decodeThumbnail(file, side, frame)), bytes: file.bytes, frame }
}

/** Decodes a later frame of an animated PNG, of which libvips knows the first only. @param blank the frame before it */
async function decodePngFrame(file: ProbedFile, side: number, number: number, blank: Raster) {
  const frame = readPngFrame(asBuffer(file.original), number)
  return frame && decodeFrame({ ...file, bytes: await completePngFrame(frame, blank, file.header) }, side, 0)
}

/** @returns a PNG of the frame as it looks on the blank one before it. */
async function completePngFrame(frame: PngFrame, { pixels }: Raster, header: Header): Promise<Uint8Array> {
  const { left, top, isOver, ...picture } = frame
  const [r = 0, g = 0, b = 0, opacity = 0] = pixels
  const background = { r, g, b, alpha: opacity / 255 }
  const [right, bottom] = [header.width - left - picture.width, header.height - top - picture.height]
  const showsGround = isOver && opacity === 255
  if (!showsGround && left + top + right + bottom === 0) return picture.bytes
  const decoder = createDecoder(picture.bytes, { ignoreIcc: ignoresIcc(header) })
  const drawn = showsGround ? decoder.flatten({ background }) : decoder
  return drawn.extend({ left, top, right, bottom, background }).png({ compressionLevel: 1 }).toBuffer()
}

/** Levels by which the channels of a blank frame differ at most: lossy encoders do not keep one colour. */
const blankTolerance = 8

/** Whether all pixels are transparent, or all of one colour. */
function isBlank({ pixels }: Raster): boolean {
  const isTransparent = pixels[3] === 0
  for (let at = 0; at < pixels.length; at++) {
    const difference = Math.abs(byteAt(pixels, at) - byteAt(pixels, at & 3))
    if (isTransparent ? byteAt(pixels, at | 3) > 0 : difference > blankTolerance) return false
  }
  return true
}

sharp.cache(false)
sharp.concurrency(1) // one thread per image
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: [...loaders] })

/** libvips with the loaders of our formats only. It decodes a truncated file as far as it goes; the number of pixels is checked here instead. */
export function createDecoder(bytes: Uint8Array, options: SharpOptions = {}): Sharp {
  return sharp(bytes, { failOn: 'none', limitInputPixels: false, ...options })
}

/** The full resolution is kept when each of its sides is at least this many times as long as that of the thumbnail. */
const minScale = 1.25

/** Resizes by nearest neighbour, which keeps the colours of the file; every other kernel creates new ones at edges. */
async function decodeThumbnail(file: ProbedFile, side: number, frame: number) {
  const { metadata, header } = file
  const { format, orientation } = metadata
  // libwebp would blend neighbouring pixels while it shrinks.
  const isLosslessWebp = format === 'webp' && header.isLossless
  const signal = signalOf(header)
  const size = signal?.space === 'rgb16' ? smallSize(metadata, side) : decodeSize(metadata, side, isLosslessWebp)
  const { width, height, channels, data, warnings } = await readSamples(file, { frame, size, isLosslessWebp })
  const decoded = { width, height, channels, pixels: signal ? toSrgb(data, channels, signal) : data }
  // A stretched image gets its aspect ratio back; it is no full resolution, since pixels next to each other in it are not so in the file.
  const isStretched = size?.fit === 'fill'
  const raster = resizeNearest(
    decoded,
    sizeWithin(isStretched ? turnSize(metadata, metadata.orientation) : decoded, side),
    orientation,
  )
  const isLarger = !isStretched && Math.min(width / raster.width, height / raster.height) >= minScale
  const fullResolution = { ...decoded, isExact: header.isLossless, orientation }
  return { thumbnail: { ...raster, ...(isLarger && { fullResolution }) }, warnings }
}

interface ImageReadOptions {
  /** Number of the frame of an animation. */
  readonly frame: number
  /** Undefined: all pixels. */
  readonly size: ResizeOptions | undefined
  readonly isLosslessWebp: boolean
}

/** Decodes a file to RGB, RGBA or CMYK, to sRGB only where that takes an ICC profile. */
async function readSamples(file: ProbedFile, options: ImageReadOptions) {
  // libtiff leaves black what it cannot decode, without a warning.
  const failOn = file.metadata.format === 'tiff' ? 'error' : 'none'
  try {
    return await (file.header.isTiled ? readTiles(file, options) : decodeSamples(file, options, failOn))
  } catch (cause) {
    throw undecodableFile(file, cause)
  }
}

/** libvips reports a tile that it cannot decode only if warnings are errors; other warnings do not matter. */
async function readTiles(file: ProbedFile, options: ImageReadOptions) {
  const warnings: string[] = []
  try {
    return await decodeSamples(file, options, 'warning', warnings)
  } catch (cause) {
    if (/error in tile/.test(`${warnings.join()} ${cause}`)) throw cause
    return await decodeSamples(file, options, 'error')
  }
}

async function decodeSamples(
  { bytes, ...file }: ProbedFile,
  { frame, size, isLosslessWebp }: ImageReadOptions,
  failOn: NonNullable<SharpOptions['failOn']>,
  warnings: string[] = [],
) {
  const signal = signalOf(file.header)
  const decoder = createDecoder(bytes, {
    failOn,
    ...(frame > 0 && { page: frame }),
    ignoreIcc: ignoresIcc(file.header),
  })
  decoder.on('warning', (warning: string) => warnings.push(warning))
  const stored = signal?.space ?? 'srgb'
  const space = stored === 'srgb' ? workingSpace(file, size !== undefined) : stored
  const source = space === undefined ? decoder : decoder.pipelineColourspace(space)
  const resized =
    size === undefined ? source : source.resize({ ...size, kernel: 'nearest', fastShrinkOnLoad: !isLosslessWebp })
  const depth = signal?.depth ?? 'uchar'
  const { data, info } = await resized.toColourspace(stored).raw({ depth }).toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { width, height, channels, data, warnings }
}

/**
 * The colour space to resize in. Images with alpha use 16 bits, since 8-bit premultiplication would shift half-transparent colours by some
 * levels; SVG is rasterized at its final size only without that. A profile is applied correctly in 8 bits only: from 16 bits sharp converts
 * to Display P3 and stops there.
 */
function workingSpace({ metadata, header }: ProbedImage, isResized: boolean): string | undefined {
  if (header.profile) return hasDeepRgb(header) ? 'srgb' : undefined
  return metadata.alpha && isResized && metadata.format !== 'svg' ? 'rgb16' : undefined
}

/** Whether libvips is to ignore the profile of a file. */
export function ignoresIcc({ encoding, ignoresProfile = false }: Header): boolean {
  return encoding !== undefined || ignoresProfile
}

/** Whether libvips decodes to RGB of 16 bits. */
export function hasDeepRgb({ space = 'srgb', bits = 8 }: Header): boolean {
  return space === 'srgb' && bits > 8
}
