// What the pixels of a file look like, in few enough colours to be compared.
import sharp from 'sharp'
import { sampleColor } from '../../src/color/color-sample.ts'
import type { Mass } from './picture.ts'

/** Pixels are taken from so many columns and rows. */
const steps = 64
/** Colours of so many bits a channel become one, their mean. */
const bits = 4

/** The colours of a file with their parts of its visible pixels. */
export const massesOf = async (bytes: Buffer): Promise<readonly Mass[]> => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const sums = new Map<number, { red: number; green: number; blue: number; count: number }>()
  let total = 0
  for (let row = 0; row < steps; row++) {
    for (let column = 0; column < steps; column++) {
      const y = Math.floor(((row + 0.5) / steps) * info.height)
      const x = Math.floor(((column + 0.5) / steps) * info.width)
      const at = (y * info.width + x) * 4
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4)
      if (opacity < 128) continue
      const shift = 8 - bits
      const key = ((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift)
      const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 }
      sums.set(key, sum)
      sum.red += red
      sum.green += green
      sum.blue += blue
      sum.count++
      total++
    }
  }
  return [...sums.values()].map(({ red, green, blue, count }) => ({
    hex: sampleColor({ red: red / count, green: green / count, blue: blue / count }).hex,
    share: count / total,
  }))
}
