// One look at every pixel: the luma of each, and means over the cells of a coarse grid.
import type { Raster } from '../../image/raster.ts'
import { pixelAt, pixelsOf } from './pixels.ts'

/** The picture in at most two thousand square cells, row by row from the upper left. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  /** Mean sRGB channels of each cell, 0 to 255. */
  readonly red: Float64Array
  readonly green: Float64Array
  readonly blue: Float64Array
  /** Standard deviation of the luma within each cell, 0 to 127.5. */
  readonly detail: Float64Array
}

export interface Survey {
  /** Luma of every pixel, 0 to 255 (Rec. ITU-R BT.709, on gamma-encoded channels). */
  readonly luma: Uint8Array
  readonly grid: Grid
}

/** Weights of BT.709 in 256ths: red 0.2126, green 0.7152, blue 0.0722. */
const lumaOf = (color: number): number =>
  (54 * (color & 255) + 183 * ((color >> 8) & 255) + 19 * ((color >> 16) & 255)) >> 8

/** Red and blue of a pixel, which can be added up in one number: some hundred of them leave room in both halves. */
const redAndBlue = 0x00ff00ff

/**
 * Looks at every pixel of a picture once.
 *
 * @param raster 8-bit sRGB; its opacity is left aside.
 * @param cells most cells on the longer side of the grid.
 */
export const survey = (raster: Raster, cells: number): Survey => {
  const { width, height } = raster
  const colors = pixelsOf(raster)
  const side = Math.ceil(Math.max(width, height) / cells)
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const empty = () => new Float64Array(columns * rows)
  const grid = { columns, rows, red: empty(), green: empty(), blue: empty(), detail: empty() }
  const luma = new Uint8Array(width * height)
  for (let cell = 0; cell < columns * rows; cell++) {
    const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side]
    const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
    let [red, green, blue, light, square] = [0, 0, 0, 0, 0]
    for (let y = top; y < bottom; y++) {
      let both = 0
      for (let index = y * width + left; index < y * width + right; index++) {
        const color = pixelAt(colors, index)
        const value = lumaOf(color)
        luma[index] = value
        both += color & redAndBlue
        green += (color >> 8) & 255
        light += value
        square += value * value
      }
      red += both & 0xffff
      blue += both >>> 16
    }
    const count = (right - left) * (bottom - top)
    grid.red[cell] = red / count
    grid.green[cell] = green / count
    grid.blue[cell] = blue / count
    grid.detail[cell] = Math.sqrt(Math.max(0, square / count - (light / count) ** 2))
  }
  return { luma, grid }
}
