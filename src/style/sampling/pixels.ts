// Pixels as one number each (red lowest, opacity highest), and how neighbours compare.
import type { Raster } from '../../image/raster.ts'

/** Least opacity that counts, of 255: below it colours are what the encoder left there. */
const leastOpacity = 8

/** Two channels in 16-bit fields, so that one subtraction compares both. */
const fields = 0x00ff00ff
/** With this added no difference borrows from the next field, and those from -8 to 7 come out as 0x100 to 0x10F. */
const bias = 0x01080108
const alike = 0x01000100
const differing = 0xfff0fff0

/** How far outside two others their blend may lie: sharpening and compression overshoot, a drawing does not. */
export const slack = { lossy: 14, exact: 2 } as const

/** The pixels of a picture; one that starts at an odd address is copied. */
export const pixelsOf = ({ pixels }: Raster): Int32Array => {
  const { buffer, byteOffset, length } = pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels)
  return new Int32Array(buffer, byteOffset, length / 4)
}

/** A pixel, 0 (nothing) outside the picture. As with `at`, one kind of table only. */
export const pixelAt = (pixels: Int32Array, index: number): number => pixels[index] ?? 0

/** Whether a pixel shows at all. */
export const isVisible = (pixel: number): boolean => pixel >>> 24 >= leastOpacity

const compared = (one: number, other: number): number => ((one & fields) + bias - (other & fields)) ^ alike

/** 1 for what cannot be seen, else 0. */
const hidden = (pixel: number): number => ((pixel >>> 24) - leastOpacity) >>> 31

/**
 * 1 if nothing separates two neighbours, else 0: all channels differ by 8 at most, as by noise and compression, or one cannot be seen.
 * Sums instead of conditions, since no processor can foretell them in a photograph.
 */
export const joined = (one: number, other: number): number => {
  const difference = (compared(one, other) | compared(one >>> 8, other >>> 8)) & differing
  return (((difference | -difference) >>> 31) ^ 1) | hidden(one) | hidden(other)
}

/** Negative when a value lies further than the slack outside two others. */
const outside = (value: number, one: number, other: number, slack: number): number => {
  const step = other - one
  const back = step & (step >> 31)
  return (value - one - back + slack) | (one + step - back + slack - value)
}

/** Whether a pixel lies between two others in every channel, as the pixels of a smoothed edge do. */
export const isBetween = (pixel: number, one: number, other: number, slack: number): boolean =>
  (outside(pixel & 255, one & 255, other & 255, slack) |
    outside((pixel >>> 8) & 255, (one >>> 8) & 255, (other >>> 8) & 255, slack) |
    outside((pixel >>> 16) & 255, (one >>> 16) & 255, (other >>> 16) & 255, slack)) >=
  0
