// The size at which libvips decodes an image.
import type { ResizeOptions } from 'sharp'
import type { Format } from '../../schemas/media.ts'
import type { ImageMetadata } from './probe.ts'
import { type RasterSize, sizeWithin, turnSize } from './raster.ts'

/** Pictures that are tone-mapped are decoded at their final size: every pixel takes several times as long. */
export function smallSize({ width, height }: RasterSize, side: number): ResizeOptions | undefined {
  return Math.max(width, height) > side ? square(side) : undefined
}

/** Images of at most this many pixels, 6 MB, are decoded at full size: picking pixels is cheaper than resizing. Slightly above 1920 × 1080. */
const fullSizePixels = 2 ** 21

/** Images of at most this many pixels are decoded at `fullSizePixels`: most lines of one pixel survive. */
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
  return stretchedSize(turnSize({ width, height }, orientation), side)
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
function stretchedSize(stored: RasterSize, side: number): ResizeOptions {
  const { width, height } = sizeWithin(stored, side)
  const pairs = Math.ceil(stored.width / width / maxColumnFactor / 2)
  return { width: width * pairs * 2, height: height * 2, fit: 'fill' }
}
