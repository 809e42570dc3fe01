// The cells of a picture as planes of numbers: colours, detail and sharpness.
import { detailSide } from '../../../schemas/composition.ts'
import { rgbToOklab } from '../../color/oklab.ts'
import { at, tabulate } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'

/** Rows of cells from the upper left. */
interface Cells {
  readonly columns: number
  readonly rows: number
}

type PlaneName = 'lightness' | 'redGreen' | 'yellowBlue' | 'detail' | 'sharpness'

/** Per cell: OKLab with its chroma axes doubled, as in ΔE OK 2, the detail within the cell, and its sharpness, 0 to 1. */
export type LabPlanes = Cells & Readonly<Record<PlaneName, Float64Array>>

/** Hue says more than lightness about where an object ends. */
const chromaWeight = 2
/** The full deviation of a luma, 127.5, counts half as much as black against white. */
const detailWeight = 0.5 / 127.5

/** @param fineDetail the detail of the answer, by rows from the upper left. */
export function buildLabPlanes(grid: Grid, fineDetail: readonly number[]): LabPlanes {
  const { columns, rows, red, green, blue, detail } = grid
  const empty = () => new Float64Array(columns * rows)
  const parts = { columns: detailSide, rows: detailSide, values: Float64Array.from(fineDetail) }
  const colors = { lightness: empty(), redGreen: empty(), yellowBlue: empty() }
  for (let cell = 0; cell < red.length; cell++) {
    const { l, a, b } = rgbToOklab(at(red, cell), at(green, cell), at(blue, cell))
    colors.lightness[cell] = l
    colors.redGreen[cell] = a * chromaWeight
    colors.yellowBlue[cell] = b * chromaWeight
  }
  const weighted = tabulate(detail.length, cell => at(detail, cell) * detailWeight)
  return { columns, rows, ...colors, detail: weighted, sharpness: resample(parts, grid) }
}

/** Difference of two cells: 1 for black and white, below 0.05 hardly visible. */
export function difference(planes: LabPlanes, cell: number, other: number): number {
  const lightness = at(planes.lightness, cell) - at(planes.lightness, other)
  const redGreen = at(planes.redGreen, cell) - at(planes.redGreen, other)
  const yellowBlue = at(planes.yellowBlue, cell) - at(planes.yellowBlue, other)
  const detail = at(planes.detail, cell) - at(planes.detail, other)
  return Math.sqrt(lightness * lightness + redGreen * redGreen + yellowBlue * yellowBlue + detail * detail)
}

function mapPlanes(planes: LabPlanes, change: (plane: Float64Array) => Float64Array): Record<PlaneName, Float64Array> {
  const { lightness, redGreen, yellowBlue, detail, sharpness } = planes
  return {
    lightness: change(lightness),
    redGreen: change(redGreen),
    yellowBlue: change(yellowBlue),
    detail: change(detail),
    sharpness: change(sharpness),
  }
}

/** @param cellOf the cell of the full grid for a cell of the part. */
export function cropPlanes(planes: LabPlanes, { columns, rows }: Cells, cellOf: (cell: number) => number): LabPlanes {
  return { columns, rows, ...mapPlanes(planes, plane => tabulate(columns * rows, cell => at(plane, cellOf(cell)))) }
}

/** @returns the means over larger cells, at most `maxCells` on the longer side. */
export function coarsenPlanes(planes: LabPlanes, maxCells: number): LabPlanes {
  const side = Math.ceil(Math.max(planes.columns, planes.rows) / maxCells)
  const [columns, rows] = [Math.ceil(planes.columns / side), Math.ceil(planes.rows / side)]
  const partOf = (cell: number, cells: number): number => Math.min(side, cells - cell * side)
  const counts = tabulate(
    columns * rows,
    cell => partOf(cell % columns, planes.columns) * partOf(Math.floor(cell / columns), planes.rows),
  )
  const mean = (plane: Float64Array): Float64Array => {
    const means = new Float64Array(columns * rows)
    for (let row = 0; row < planes.rows; row++) {
      const first = Math.floor(row / side) * columns
      for (let column = 0; column < planes.columns; column++) {
        const coarse = first + Math.floor(column / side)
        means[coarse] = at(means, coarse) + at(plane, row * planes.columns + column)
      }
    }
    for (let coarse = 0; coarse < means.length; coarse++) means[coarse] = at(means, coarse) / at(counts, coarse)
    return means
  }
  return { columns, rows, ...mapPlanes(planes, mean) }
}

/** A map of values over the picture, by rows from the upper left. */
interface ValueGrid extends Cells {
  readonly values: Float64Array
}

/** @returns the values in the cells of another grid, interpolated linearly. */
export function resample({ columns, rows, values }: ValueGrid, target: Cells): Float64Array {
  return tabulate(target.columns * target.rows, cell => {
    const x = Math.max(0, (((cell % target.columns) + 0.5) / target.columns) * columns - 0.5)
    const y = Math.max(0, ((Math.floor(cell / target.columns) + 0.5) / target.rows) * rows - 0.5)
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)]
    const upper = at(values, top * columns + left) * (1 - x + left) + at(values, top * columns + right) * (x - left)
    const lower =
      at(values, bottom * columns + left) * (1 - x + left) + at(values, bottom * columns + right) * (x - left)
    return upper * (1 - y + top) + lower * (y - top)
  })
}
