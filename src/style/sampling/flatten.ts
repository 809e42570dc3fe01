// A picture without transparency: what lies behind it shows through.
import type { Raster } from '../../image/raster.ts'
import type { Rgb } from '../oklab.ts'
import { pixelAt, pixelsOf } from './pixels.ts'

/** A channel in front of another, 0 to 255. */
const over = (front: number, back: number, opacity: number): number =>
  Math.round((front * opacity + back * (255 - opacity)) / 255)

/** @returns the picture on a ground of one colour, channels from 0 to 255. */
export const flatten = (raster: Raster, { red, green, blue }: Rgb): Raster => {
  const colors = pixelsOf(raster)
  const pixels = new Uint8Array(colors.length * 4)
  for (let index = 0; index < colors.length; index++) {
    const color = pixelAt(colors, index)
    const opacity = color >>> 24
    pixels[index * 4] = over(color & 255, red, opacity)
    pixels[index * 4 + 1] = over((color >> 8) & 255, green, opacity)
    pixels[index * 4 + 2] = over((color >> 16) & 255, blue, opacity)
    pixels[index * 4 + 3] = 255
  }
  return { ...raster, pixels }
}
