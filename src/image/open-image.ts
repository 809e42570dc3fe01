// Decodes a still image with libvips: its metadata first, its pixels as a promise, at the size that takes the least time.
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import type { Format } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { isLosslessWebp } from './containers.ts'
import { checkFrameCount, checkScanCount } from './decode-limits.ts'
import { undecodable } from './format.ts'
import { type ImageMetadata, metadataFrom, readFastMetadata } from './metadata.ts'
import { resizeNearest, type Size, sizeWithin, type Thumbnail } from './raster.ts'

export interface OpenOptions {
  /** Longest side of the thumbnail, px. */
  readonly side: number
  /** Largest width × height of a file. SVG is exempt: it is rasterized at the size of the thumbnail. */
  readonly maxPixels: number
}

export interface OpenedImage {
  readonly metadata: ImageMetadata
  /** Pixels as they are stored in the file, not turned, in sRGB. */
  readonly thumbnail: Promise<Thumbnail>
}

/**
 * @param bytes a file of the format, with its container repaired.
 * @param options.side the longer side of an SVG is exactly that long, that of other images at most.
 * @throws Problem `source_not_picture`, `source_timeout` (too many frames or scans), and `source_too_many_pixels` before anything is decoded.
 */
export async function openImage(
  bytes: Uint8Array,
  format: Format,
  { side, maxPixels }: OpenOptions,
): Promise<OpenedImage> {
  checkFrameCount(bytes, format)
  const header = await readHeader(bytes, format)
  const { metadata } = header
  checkPixels(metadata, maxPixels)
  if (format === 'jpeg') checkScanCount(bytes, metadata)
  return { metadata, thumbnail: decodeThumbnail(bytes, header, side) }
}

interface Header {
  readonly metadata: ImageMetadata
  readonly hasProfile: boolean
  /** Whether its channels have 16 bits. */
  readonly isDeep: boolean
}

async function readHeader(bytes: Uint8Array, format: Format): Promise<Header> {
  const fast = readFastMetadata(bytes, format)
  if (fast !== undefined) return { metadata: fast, hasProfile: false, isDeep: false }
  const metadata = await orUndecodable(format, createDecoder(bytes).metadata())
  return {
    metadata: metadataFrom(metadata, format, bytes.length),
    hasProfile: metadata.icc !== undefined,
    isDeep: metadata.space === 'rgb16',
  }
}

async function orUndecodable<T>(format: Format, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw undecodable(format, cause)
  }
}

sharp.cache(false)
sharp.concurrency(1) // one thread per image
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

/** libvips with the loaders above only. It decodes a truncated file as far as it goes; the number of pixels is checked here instead. */
export function createDecoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'none', limitInputPixels: false })
}

function checkPixels({ format, width, height }: ImageMetadata, maxPixels: number): void {
  if (format === 'svg' || width * height <= maxPixels) return
  throw new Problem('source_too_many_pixels', {
    detail: `The picture has ${width} × ${height} pixels; ${maxPixels} are allowed. Scale it down.`,
  })
}

/** Formats that are always lossless; some WebP is as well. */
const losslessFormats: readonly Format[] = ['png', 'gif', 'tiff']

/** The full resolution is kept when each of its sides is at least so many times as long as that of the thumbnail. */
const minScale = 1.25

/** Resizes by nearest neighbour, which keeps the colours of the file; every other kernel creates new ones at edges. */
async function decodeThumbnail(bytes: Uint8Array, header: Header, side: number): Promise<Thumbnail> {
  const { metadata } = header
  const { format, orientation } = metadata
  // libwebp would blend neighbouring pixels while it shrinks.
  const isLossless = format === 'webp' && isLosslessWebp(bytes)
  const size = decodeSize(metadata, side, isLossless)
  const space = workingSpace(header, size !== undefined)
  const source = space === undefined ? createDecoder(bytes) : createDecoder(bytes).pipelineColourspace(space)
  const resized =
    size === undefined ? source : source.resize({ ...size, kernel: 'nearest', fastShrinkOnLoad: !isLossless })
  const { data, info } = await orUndecodable(
    format,
    resized.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  )
  const decoded = { width: info.width, height: info.height, channels: info.channels, pixels: data }
  // A stretched image gets its aspect ratio back; it is no full resolution, since pixels next to each other in it are not so in the file.
  const isStretched = size?.fit === 'fill'
  const raster = resizeNearest(decoded, sizeWithin(isStretched ? storedSize(metadata) : info, side), orientation)
  const isLarger = !isStretched && Math.min(info.width / raster.width, info.height / raster.height) >= minScale
  const isExact = isLossless || losslessFormats.includes(format)
  return isLarger ? { ...raster, fullResolution: { ...decoded, isExact, orientation } } : raster
}

/**
 * The colour space to resize in. Images with alpha use 16 bits, since 8-bit premultiplication would shift half-transparent colours by some
 * levels; SVG is rasterized at its final size only without that. A profile is applied correctly in 8 bits only: from 16 bits sharp converts
 * to Display P3 and stops there.
 */
function workingSpace({ metadata, hasProfile, isDeep }: Header, isResized: boolean): string | undefined {
  if (hasProfile) return isDeep ? 'srgb' : undefined
  return metadata.alpha && isResized && metadata.format !== 'svg' ? 'rgb16' : undefined
}

/** Images of at most so many pixels, 6 MB, are decoded at full size: picking pixels is cheaper than resizing. Slightly above 1920 × 1080. */
const fullSizePixels = 2 ** 21

/** Images of at most so many pixels are decoded at `fullSizePixels`: most lines of one pixel survive. */
const reducedSizePixels = 2 * fullSizePixels

interface ShrinkOnLoad {
  /** From this factor on, shrinking in the decoder is faster than decoding all pixels. */
  readonly minFactor: number
  /** Shrinking loses thin lines and small text, so images whose longer side, px, is in this range are decoded in full. */
  readonly fullFrom: number
  readonly fullBelow: number
}

const shrinkOnLoad: Partial<Record<Format, ShrinkOnLoad>> = {
  jpeg: { minFactor: 3, fullFrom: 0, fullBelow: 1600 },
  webp: { minFactor: 1.5, fullFrom: 640, fullBelow: 1600 },
}

/**
 * The size to request from libvips: of all that are large enough the one that takes the least time.
 *
 * @param metadata its width and height are those of the upright image.
 * @param side longest side of the thumbnail, px.
 * @param isLossless whether the decoder must not shrink by itself, since that blends pixels.
 * @returns the size as the pixels are stored; undefined: all pixels. At least the thumbnail's size, but for a tenth less for some JPEGs.
 */
export function decodeSize(
  { format, width, height, alpha, orientation }: ImageMetadata,
  side: number,
  isLossless: boolean,
): ResizeOptions | undefined {
  const [longest, area] = [Math.max(width, height), width * height]
  if (format === 'svg') return square(side)
  if (longest <= side) return undefined
  const shrink = isLossless ? undefined : shrinkOnLoad[format]
  if (area <= fullSizePixels && !(shrink && shouldShrink(shrink, longest, side))) return undefined
  if (shrink) return square(format === 'jpeg' ? jpegSide(longest, side) : side)
  if (area <= reducedSizePixels && !alpha) return square(Math.floor(longest * Math.sqrt(fullSizePixels / area)))
  return stretchedSize(storedSize({ width, height, orientation }), side)
}

function square(side: number): ResizeOptions {
  return { width: side, height: side, fit: 'inside' }
}

function shouldShrink({ minFactor, fullFrom, fullBelow }: ShrinkOnLoad, longest: number, side: number): boolean {
  return longest / side >= minFactor && (longest < fullFrom || longest >= fullBelow)
}

/** Factors by which a JPEG is shrunk while it is decoded, in the frequency domain. */
const jpegFactors = [8, 4]

/**
 * sharp shrinks on load only when something is left to resize afterwards, so a JPEG of 8 to 9 times the side would be decoded at a quarter
 * instead of an eighth, which is four times the pixels. A slightly smaller side avoids that.
 */
function jpegSide(longest: number, side: number): number {
  const factor = Math.floor(longest / side)
  return jpegFactors.includes(factor) ? Math.floor(longest / (factor + 1)) : side
}

/** libvips subsamples rows pixel by pixel above this factor, and in runs below it (VIPS_MAX_WIDTH of vips_subsample, 100). */
const maxColumnFactor = 20

/**
 * Twice the rows of the thumbnail, and a multiple of its columns that keeps the horizontal factor small. libvips takes the first pixel of
 * each group; with an even multiple, the second of two groups is in the middle.
 */
function stretchedSize(stored: Size, side: number): ResizeOptions {
  const { width, height } = sizeWithin(stored, side)
  const pairs = Math.ceil(stored.width / width / maxColumnFactor / 2)
  return { width: width * pairs * 2, height: height * 2, fit: 'fill' }
}

/** Size of the image as its pixels are stored in the file. */
function storedSize({ width, height, orientation }: Pick<ImageMetadata, 'width' | 'height' | 'orientation'>): Size {
  return orientation < 5 ? { width, height } : { width: height, height: width }
}
