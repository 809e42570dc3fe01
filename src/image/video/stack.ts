// Frames of a video as one picture, so that everything that measures a picture measures them together.

import type { Raster } from '../sample.ts'
import type { Frame } from './ppm.ts'

/** @returns the frames of the given size one below the other, opaque; those of another size are left out. */
export const stack = (
  { width, height }: Pick<Frame, 'width' | 'height'>,
  frames: readonly Frame[],
): Raster & { readonly frames: number } => {
  const alike = frames.filter(frame => frame.width === width && frame.height === height)
  const pixels = new Uint8Array(width * height * alike.length * 4).fill(255)
  let to = 0
  for (const { rgb } of alike) {
    for (let from = 0; from < rgb.length; from += 3, to += 4) pixels.set(rgb.subarray(from, from + 3), to)
  }
  return { width, height: height * alike.length, pixels, frames: alike.length }
}
