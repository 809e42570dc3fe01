// One look at every pixel: the luma of each, and means over the cells of a coarse grid.
import type { Raster } from '../media/sample.ts'
import { at } from './at.ts'
import { pixelAt, pixelsOf } from './pixels.ts'
import { table } from './table.ts'

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

type Sums = Readonly<Record<'red' | 'green' | 'blue' | 'light' | 'square' | 'count', Float64Array>>

const meansOf = ({ red, green, blue, light, square, count }: Sums): Omit<Grid, 'columns' | 'rows'> => {
  const mean = (sums: Float64Array) => table(sums.length, cell => at(sums, cell) / at(count, cell))
  const deviation = (cell: number) => {
    const lightness = at(light, cell) / at(count, cell)
    return Math.sqrt(Math.max(0, at(square, cell) / at(count, cell) - lightness * lightness))
  }
  return { red: mean(red), green: mean(green), blue: mean(blue), detail: table(count.length, deviation) }
}

/** Values of a stretch of pixels that lies in one cell. */
const look = (colors: Int32Array, luma: Uint8Array, sums: Sums, cell: number, start: number, end: number): void => {
  let red = 0
  let green = 0
  let blue = 0
  let light = 0
  let square = 0
  for (let index = start; index < end; index++) {
    const color = pixelAt(colors, index)
    const value = lumaOf(color)
    luma[index] = value
    red += color & 255
    green += (color >> 8) & 255
    blue += (color >> 16) & 255
    light += value
    square += value * value
  }
  sums.red[cell] = at(sums.red, cell) + red
  sums.green[cell] = at(sums.green, cell) + green
  sums.blue[cell] = at(sums.blue, cell) + blue
  sums.light[cell] = at(sums.light, cell) + light
  sums.square[cell] = at(sums.square, cell) + square
  sums.count[cell] = at(sums.count, cell) + end - start
}

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
  const sums = { red: empty(), green: empty(), blue: empty(), light: empty(), square: empty(), count: empty() }
  const luma = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const first = Math.floor(y / side) * columns
    for (let column = 0; column < columns; column++) {
      const start = y * width + column * side
      look(colors, luma, sums, first + column, start, y * width + Math.min(width, (column + 1) * side))
    }
  }
  return { luma, grid: { columns, rows, ...meansOf(sums) } }
}
