// A raster of fewer pixels: each is one that is there, never a mixture.
import { byteAt } from './byte-at.ts'
import { intAt } from './int-at.ts'
import type { Decoded, Raster } from './sample.ts'

export type Size = Pick<Raster, 'width' | 'height'>

/** @returns the largest size of a shape whose longer side is at most `side` px. */
export const sizeWithin = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Orientations in which the columns, or the rows, of a file are mirrored (Exif 2.32, tag 274). */
const mirrored = { columns: [2, 3, 7, 8], rows: [3, 4, 6, 7] } as const

/** Which of `length` pixels in a row lies in the middle of what each of `count` stands for; of two in the middle the later. */
const places = (count: number, length: number, mirrors: boolean): Int32Array => {
  const found = new Int32Array(count)
  for (let index = 0; index < count; index++) found[index] = Math.floor(((index + 0.5) * length) / count)
  return mirrors ? found.map(place => length - 1 - place).reverse() : found
}

/**
 * Picks the very pixels that it would pick if the picture were stored upright.
 *
 * @param orientation EXIF orientation of the pixels.
 * @returns the picture in the given size, which must not be larger, opaque where it has no fourth channel.
 */
export const thin = ({ width, height, channels, pixels }: Decoded, size: Size, orientation = 1): Raster => {
  if (channels === 4 && size.width === width && size.height === height) return { width, height, pixels }
  const isMirrored = (some: readonly number[]): boolean => some.includes(orientation)
  const columns = places(size.width, width, isMirrored(mirrored.columns))
  const rows = places(size.height, height, isMirrored(mirrored.rows))
  const thinned = new Uint8Array(size.width * size.height * 4)
  // A pixel is written at once, its first byte lowest.
  const colors = new Int32Array(thinned.buffer)
  for (let y = 0, to = 0; y < size.height; y++) {
    const row = intAt(rows, y) * width
    for (let x = 0; x < size.width; x++, to++) {
      const from = (row + intAt(columns, x)) * channels
      const opacity = channels === 4 ? byteAt(pixels, from + 3) : 255
      // One constant a line, and no `of` around it: until an engine has optimised them, lists and iterators are made for every pixel.
      const red = byteAt(pixels, from)
      const green = byteAt(pixels, from + 1)
      const blue = byteAt(pixels, from + 2)
      colors[to] = red | (green << 8) | (blue << 16) | (opacity << 24)
    }
  }
  return { ...size, pixels: thinned }
}
