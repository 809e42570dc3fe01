// One pass over an opaque picture: the luma of every pixel, and means over the cells of a coarse grid.

import type { Raster } from '../../image/raster.ts'
import { intAt } from '../../image/raster.ts'
import { pixelsOf } from './pixels.ts'

/** The picture in at most two thousand square cells, row by row from the upper left. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  /** Width and height of all cells, in those of the picture: the last column and row may reach beyond it. */
  readonly extent: { readonly x: number; readonly y: number }
  /** Mean sRGB channels of each cell, 0 to 255. */
  readonly red: Float64Array
  readonly green: Float64Array
  readonly blue: Float64Array
  /** Standard deviation of the luma within each cell, 0 to 127.5. */
  readonly detail: Float64Array
}

export interface LumaAndGrid {
  /** Luma of every pixel, 0 to 255 (Rec. ITU-R BT.709, on gamma-encoded channels). */
  readonly luma: Uint8Array
  readonly grid: Grid
}

/** Red and blue of a pixel: both sums of a row of a cell fit in one number. */
const redAndBlue = 0x00ff00ff

/**
 * @param raster 8-bit sRGB; opacity is ignored.
 * @param maxCells cells on the longer side of the grid.
 */
export function buildGrid(raster: Raster, maxCells: number): LumaAndGrid {
  const { width, height } = raster
  const colors = pixelsOf(raster)
  const side = Math.ceil(Math.max(width, height) / maxCells)
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
  const empty = () => new Float64Array(columns * rows)
  const extent = { x: (columns * side) / width, y: (rows * side) / height }
  const grid = { columns, rows, extent, red: empty(), green: empty(), blue: empty(), detail: empty() }
  const luma = new Uint8Array(width * height)
  for (let cell = 0; cell < columns * rows; cell++) {
    const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side]
    const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
    let [red, green, blue, sum, squares] = [0, 0, 0, 0, 0]
    for (let y = top; y < bottom; y++) {
      let both = 0
      for (let index = y * width + left; index < y * width + right; index++) {
        const color = intAt(colors, index)
        const value = lumaOf(color)
        luma[index] = value
        both += color & redAndBlue
        green += (color >> 8) & 255
        sum += value
        squares += value * value
      }
      red += both & 0xffff
      blue += both >>> 16
    }
    const count = (right - left) * (bottom - top)
    grid.red[cell] = red / count
    grid.green[cell] = green / count
    grid.blue[cell] = blue / count
    grid.detail[cell] = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2))
  }
  return { luma, grid }
}

/** Weights of BT.709 in 256ths: red 0.2126, green 0.7152, blue 0.0722. */
function lumaOf(color: number): number {
  return (54 * (color & 255) + 183 * ((color >> 8) & 255) + 19 * ((color >> 16) & 255)) >> 8
}
