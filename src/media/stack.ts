// Frames of a video as one picture, so that everything that measures a picture measures them together.
import type { Frame } from './ppm.ts'
import type { Raster } from './sample.ts'

/** @returns the frames one below the other, opaque; those of another size than the first are left out. */
export const stack = (frames: readonly Frame[]): Raster & { readonly frames: number } => {
  const { width = 0, height = 0 } = frames[0] ?? {}
  const alike = frames.filter(frame => frame.width === width && frame.height === height)
  const pixels = new Uint8Array(width * height * alike.length * 4).fill(255)
  let to = 0
  for (const { rgb } of alike) {
    for (let from = 0; from < rgb.length; from += 3, to += 4) pixels.set(rgb.subarray(from, from + 3), to)
  }
  return { width, height: height * alike.length, pixels, frames: alike.length }
}
