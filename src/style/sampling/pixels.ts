// Rasters as one 32-bit integer per pixel (red lowest, opacity highest): frames, backgrounds, and how neighbours compare.

import type { Rgb } from '../../color/srgb.ts'
import type { DecodedImage, Raster } from '../../image/raster.ts'
import { intAt, minOpacity } from '../../image/raster.ts'

/** The pixels of a raster; one that starts at an address that is not a multiple of 4 is copied. */
export function pixelsOf({ pixels }: Raster): Int32Array {
  const { buffer, byteOffset, length } = pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels)
  return new Int32Array(buffer, byteOffset, length / 4)
}

/** @returns the middle frame of a video, or the picture itself. */
export function middleFrame({ width, height, pixels, frames = 1 }: DecodedImage): Raster {
  const rows = height / frames
  const start = Math.floor(frames / 2) * rows * width * 4
  return { width, height: rows, pixels: pixels.subarray(start, start + rows * width * 4) }
}

/** @returns an opaque picture: the raster on a background. */
export function flatten(raster: Raster, { red, green, blue }: Rgb): Raster {
  const colors = pixelsOf(raster)
  const pixels = new Uint8Array(colors.length * 4)
  for (let index = 0; index < colors.length; index++) {
    const color = intAt(colors, index)
    const opacity = color >>> 24
    pixels[index * 4] = blend(color & 255, red, opacity)
    pixels[index * 4 + 1] = blend((color >> 8) & 255, green, opacity)
    pixels[index * 4 + 2] = blend((color >> 16) & 255, blue, opacity)
    pixels[index * 4 + 3] = 255
  }
  return { ...raster, pixels }
}

/** A channel in front of another; all numbers 0 to 255. */
function blend(front: number, back: number, opacity: number): number {
  return Math.round((front * opacity + back * (255 - opacity)) / 255)
}

export function isVisiblePixel(pixel: number): boolean {
  return pixel >>> 24 >= minOpacity
}

/** Selects two channels, so that one subtraction compares both. */
const channelPair = 0x00ff00ff
/** With this added no difference borrows from the next channel, and differences from -8 to 7 become 0x100 to 0x10F. */
const bias = 0x01080108
const similarPair = 0x01000100
const differenceBits = 0xfff0fff0

/**
 * 1 if two neighbours belong to the same area, else 0: no channel differs by more than 8, which noise and compression explain,
 * or one of the pixels is invisible. Without branches, as their outcome in photographs is unpredictable.
 */
export function areSimilar(one: number, other: number): number {
  const difference = (comparePairs(one, other) | comparePairs(one >>> 8, other >>> 8)) & differenceBits
  return (((difference | -difference) >>> 31) ^ 1) | isInvisible(one) | isInvisible(other)
}

function comparePairs(one: number, other: number): number {
  return ((one & channelPair) + bias - (other & channelPair)) ^ similarPair
}

/** 1 for an invisible pixel, else 0. */
function isInvisible(pixel: number): number {
  return ((pixel >>> 24) - minOpacity) >>> 31
}

/** How far a mixture may lie outside the two colours it was mixed from, by channel: sharpening and compression overshoot. */
export const mixtureTolerance = { lossy: 14, lossless: 2 } as const

/** Whether every channel of a pixel lies between those of two others, as in the antialiasing of an edge. */
export function isBetween(pixel: number, one: number, other: number, tolerance: number): boolean {
  return (
    (outside(pixel & 255, one & 255, other & 255, tolerance) |
      outside((pixel >>> 8) & 255, (one >>> 8) & 255, (other >>> 8) & 255, tolerance) |
      outside((pixel >>> 16) & 255, (one >>> 16) & 255, (other >>> 16) & 255, tolerance)) >=
    0
  )
}

/** Negative for a value farther than the tolerance outside two others. */
function outside(value: number, one: number, other: number, tolerance: number): number {
  const step = other - one
  const back = step & (step >> 31)
  return (value - one - back + tolerance) | (one + step - back + tolerance - value)
}
