// A raster of fewer pixels: each is one that is there, never a mixture.
import { byteAt } from './byte-at.ts'
import type { Decoded, Raster } from './sample.ts'

export type Size = Pick<Raster, 'width' | 'height'>

/** @returns the largest size of a shape whose longer side is at most `side` px. */
export const sizeWithin = ({ width, height }: Size, side: number): Size => {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Which of `length` pixels in a row lies in the middle of what each of `count` stands for. */
const places = (count: number, length: number): Int32Array => {
  const found = new Int32Array(count)
  for (let index = 0; index < count; index++) found[index] = Math.floor(((index + 0.5) * length) / count)
  return found
}

/** @returns the picture in the given size, which must not be larger, opaque where it has no fourth channel. */
export const thin = ({ width, height, channels, pixels }: Decoded, size: Size): Raster => {
  if (channels === 4 && size.width === width && size.height === height) return { width, height, pixels }
  const [columns, rows] = [places(size.width, width), places(size.height, height)]
  const thinned = new Uint8Array(size.width * size.height * 4)
  // A pixel is written at once, its first byte lowest.
  const colors = new Int32Array(thinned.buffer)
  let to = 0
  for (const row of rows) {
    for (const column of columns) {
      const from = (row * width + column) * channels
      const opacity = channels === 4 ? byteAt(pixels, from + 3) : 255
      const [red, green, blue] = [byteAt(pixels, from), byteAt(pixels, from + 1), byteAt(pixels, from + 2)]
      colors[to] = red | (green << 8) | (blue << 16) | (opacity << 24)
      to++
    }
  }
  return { ...size, pixels: thinned }
}
