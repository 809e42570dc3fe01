// Small pictures that were enlarged pixel by pixel, at their own size.
import { byteAt } from './byte-at.ts'
import type { Raster } from './sample.ts'

type Size = Pick<Raster, 'width' | 'height'>

/** Longest side of what counts as small, px; and of what shows too little to tell its own size. */
const largest = 128
const smallest = 8

/** Whether a picture consists of blocks of two by two equal pixels. */
const isDoubled = ({ width, height, pixels }: Raster): boolean => {
  if (width % 2 === 1 || height % 2 === 1) return false
  for (let at = 0; at < pixels.length; at++) {
    const column = (at >> 2) % width
    const row = Math.floor((at >> 2) / width)
    const first = at - (column % 2) * 4 - (row % 2) * width * 4
    if (pixels[at] !== pixels[first]) return false
  }
  return true
}

/** Every second pixel of every second row. */
const half = ({ width, height, pixels }: Raster): Raster => {
  const columns = width / 2
  const kept = new Uint8Array(pixels.length / 4)
  for (let at = 0; at < kept.length; at++) {
    const column = (at >> 2) % columns
    const row = Math.floor((at >> 2) / columns)
    kept[at] = byteAt(pixels, (2 * row * width + 2 * column) * 4 + (at & 3))
  }
  return { width: columns, height: height / 2, pixels: kept }
}

/**
 * Smoothed edges of an enlarged icon are areas by their looks; at its own size they are edges again.
 *
 * @param file the size of the file that the pixels come from.
 * @returns a picture of 128 px at most without the doubling of its pixels; the same object when there is none, or when it is a sample
 *   of something larger.
 */
export const halved = (raster: Raster, file: Size): Raster => {
  const longest = ({ width, height }: Size): number => Math.max(width, height)
  if (longest(raster) > largest || longest(raster) !== longest(file)) return raster
  let least = raster
  while (longest(least) > smallest && isDoubled(least)) least = half(least)
  return longest(least) > smallest ? least : raster
}
