// Turns pixels the way the camera was held.
import type { Raster } from './sample.ts'

type Origin = (x: number, y: number, right: number, bottom: number) => readonly [x: number, y: number]

/** Where a pixel of the upright picture lies in the file, by EXIF orientation (Exif 2.32, tag 274). */
export const origins: Readonly<Record<number, Origin>> = {
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _right, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _right, bottom) => [y, bottom - x],
  7: (x, y, right, bottom) => [right - y, bottom - x],
  8: (x, y, right) => [right - y, x],
}

/**
 * @param raster pixels as they lie in the file.
 * @param orientation EXIF orientation, 1 to 8; any other number counts as 1.
 * @returns the upright picture; the same object when it is upright already.
 */
export const upright = (raster: Raster, orientation: number): Raster => {
  const origin = origins[orientation]
  if (origin === undefined) return raster
  const turned = orientation >= 5
  const width = turned ? raster.height : raster.width
  const height = turned ? raster.width : raster.height
  const pixels = new Uint8Array(raster.pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = origin(x, y, raster.width - 1, raster.height - 1)
      const from = (fromY * raster.width + fromX) * 4
      pixels.set(raster.pixels.subarray(from, from + 4), (y * width + x) * 4)
    }
  }
  return { width, height, pixels }
}
