// The one frame that stands for a video where places matter.
import type { DecodedImage, Raster } from '../../image/raster.ts'

/** @returns the picture of a sample; of several frames the middle one. */
export const still = ({ width, height, pixels, frames = 1 }: DecodedImage): Raster => {
  const rows = height / frames
  const start = Math.floor(frames / 2) * rows * width * 4
  return { width, height: rows, pixels: pixels.subarray(start, start + rows * width * 4) }
}
