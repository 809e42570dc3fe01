// The size that libvips is asked for: of all that are large enough the one that it makes in the least time.
import type { ResizeOptions } from 'sharp'
import type { Format } from '../../schemas/style.ts'
import type { Facts } from './facts.ts'
import { sizeWithin } from './thin.ts'

/** Pixels that are taken as they are: 3 MB of memory, and picking some of them is cheaper than to have them resized. */
const few = 1e6

/** From this factor on a decoder that can shrink by itself does less work than one that gives all pixels. */
const shrinkingFrom: Partial<Record<Format, number>> = { jpeg: 3, webp: 1.5 }

/** Factors by which JPEG shrinks while it is decoded, in the frequency domain. */
const shrinks = [8, 4]

/** Shorter JPEGs are decoded so fast that every pixel of the sample is worth it. */
const long = 1600

/**
 * sharp shrinks on load only when something is left to shrink afterwards, so a JPEG of 8 to 9 times the side is decoded at a quarter
 * instead of an eighth, at four times the pixels. A slightly smaller side saves that.
 */
const jpegSide = (longest: number, side: number): number => {
  const factor = Math.floor(longest / side)
  return longest >= long && shrinks.includes(factor) ? Math.floor(longest / (factor + 1)) : side
}

/** libvips takes rows apart pixel by pixel above this factor, and in stretches below (VIPS_MAX_WIDTH of vips_subsample, 100). */
const mostAcross = 20

/** Rows of the final number, and as many whole multiples of its columns as keep the factor across small. */
const stretched = (stored: Pick<Facts, 'width' | 'height'>, side: number): ResizeOptions => {
  const { width, height } = sizeWithin(stored, side)
  const times = Math.ceil(stored.width / width / mostAcross)
  return { width: width * times, height, fit: 'fill' }
}

/**
 * @param facts of a file; sizes of the upright picture.
 * @param side longest side that is wanted, px.
 * @param exact whether every pixel counts as it is, so that no decoder may shrink by itself.
 * @returns the size as pixels lie in the file; undefined: all of them. No smaller than wanted, but for a tenth of some JPEGs.
 */
export const sizeToAsk = (
  { format, width, height, orientation }: Facts,
  side: number,
  exact: boolean,
): ResizeOptions | undefined => {
  const longest = Math.max(width, height)
  if (format === 'svg') return { width: side, height: side, fit: 'inside' }
  if (longest <= side) return undefined
  const from = exact ? undefined : shrinkingFrom[format]
  if (width * height <= few && longest / side < (from ?? Number.POSITIVE_INFINITY)) return undefined
  if (from === undefined) return stretched(orientation < 5 ? { width, height } : { width: height, height: width }, side)
  const reach = format === 'jpeg' ? jpegSide(longest, side) : side
  return { width: reach, height: reach, fit: 'inside' }
}
