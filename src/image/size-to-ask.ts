// The size that libvips is asked for: of all that are large enough the one that it makes in the least time.
import type { ResizeOptions } from 'sharp'
import type { Format } from '../../schemas/media.ts'
import type { Facts } from './header/facts.ts'
import { type Size, sizeWithin } from './thin.ts'

/** Pixels that are taken as they are, 6 MB of memory: a little more than 1920 × 1080. Picking some of them is cheaper than to have them resized. */
const few = 2 ** 21

/** Pixels that are taken at a size of so few: most lines of one pixel are still in it. */
const some = 2 * few

interface Shrinking {
  /** From this factor on the decoder does less work when it shrinks by itself than when it gives all pixels. */
  readonly factor: number
  /** But shrunk files have lost thin lines and small text: pictures of such a longer side, px, from and below, are worth the work. */
  readonly worth: readonly [from: number, below: number]
}

/** Formats whose decoders can shrink. */
const shrinking: Partial<Record<Format, Shrinking>> = {
  jpeg: { factor: 3, worth: [0, 1600] },
  webp: { factor: 1.5, worth: [640, 1600] },
}

/** Factors by which JPEG shrinks while it is decoded, in the frequency domain. */
const shrinks = [8, 4]

/**
 * sharp shrinks on load only when something is left to shrink afterwards, so a JPEG of 8 to 9 times the side is decoded at a quarter
 * instead of an eighth, at four times the pixels. A slightly smaller side saves that.
 */
const jpegSide = (longest: number, side: number): number => {
  const factor = Math.floor(longest / side)
  return shrinks.includes(factor) ? Math.floor(longest / (factor + 1)) : side
}

/** libvips takes rows apart pixel by pixel above this factor, and in stretches below (VIPS_MAX_WIDTH of vips_subsample, 100). */
const mostAcross = 20

/**
 * Twice the rows of the final size, and so many times its columns, an even number, as keep the factor across small: libvips takes the
 * first pixel of what one stands for, and of two such the second lies in the middle.
 */
const stretched = (stored: Size, side: number): ResizeOptions => {
  const { width, height } = sizeWithin(stored, side)
  const pairs = Math.ceil(stored.width / width / mostAcross / 2)
  return { width: width * pairs * 2, height: height * 2, fit: 'fill' }
}

/** Size of a picture as its pixels lie in the file. */
export const storedSize = ({ width, height, orientation }: Pick<Facts, 'width' | 'height' | 'orientation'>): Size =>
  orientation < 5 ? { width, height } : { width: height, height: width }

/** Whether a decoder should rather shrink by itself than give all pixels. */
const shouldShrink = ({ factor, worth: [from, below] }: Shrinking, longest: number, side: number): boolean =>
  longest / side >= factor && (longest < from || longest >= below)

/**
 * @param facts of a file; sizes of the upright picture.
 * @param side longest side that is wanted, px.
 * @param exact whether every pixel counts as it is, so that no decoder may shrink by itself.
 * @returns the size as pixels lie in the file; undefined: all of them. No smaller than wanted, but for a tenth of some JPEGs.
 */
export const sizeToAsk = (
  { format, width, height, alpha, orientation }: Facts,
  side: number,
  exact: boolean,
): ResizeOptions | undefined => {
  const [longest, area] = [Math.max(width, height), width * height]
  if (format === 'svg') return { width: side, height: side, fit: 'inside' }
  if (longest <= side) return undefined
  const able = exact ? undefined : shrinking[format]
  if (area <= few && !(able && shouldShrink(able, longest, side))) return undefined
  if (able) {
    const reach = format === 'jpeg' ? jpegSide(longest, side) : side
    return { width: reach, height: reach, fit: 'inside' }
  }
  if (area <= some && !alpha) {
    const reach = Math.floor(longest * Math.sqrt(few / area))
    return { width: reach, height: reach, fit: 'inside' }
  }
  return stretched(storedSize({ width, height, orientation }), side)
}
