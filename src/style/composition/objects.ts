// The objects of a picture; of one in a frame those within.
import { at } from '../at.ts'
import { table } from '../table.ts'
import type { Planes } from './planes.ts'
import { type Region, regions } from './regions.ts'
import { saliency } from './saliency.ts'

/** What lies in a frame is a rectangle: it covers so much of the picture, and fills so much of its box. */
const leastArea = 0.45
const leastFill = 0.9
/** Cells at the edge of a frame hold some of it. */
const edge = 1
/** Fewer cells across show no objects. */
const leastSide = 8

/** Columns and rows of a part of a grid. */
interface Box {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

const boxOf = ({ cells }: Region, columns: number): Box => {
  let [left, right, top, bottom] = [columns, 0, Number.POSITIVE_INFINITY, 0]
  for (const cell of cells) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    left = Math.min(left, column)
    right = Math.max(right, column)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 }
}

/** The inside of a frame, if a region is one. */
const insideOf = (region: Region, planes: Planes): Box | undefined => {
  if (region.cells.length < leastArea * planes.columns * planes.rows) return undefined
  const { left, top, columns, rows } = boxOf(region, planes.columns)
  if (region.cells.length < leastFill * columns * rows) return undefined
  const inside = { left: left + edge, top: top + edge, columns: columns - 2 * edge, rows: rows - 2 * edge }
  return Math.min(inside.columns, inside.rows) < leastSide ? undefined : inside
}

const cut = (planes: Planes, { left, top, columns, rows }: Box): Planes => {
  const cellOf = (cell: number): number => (top + Math.floor(cell / columns)) * planes.columns + left + (cell % columns)
  const part = (plane: Float64Array): Float64Array => table(columns * rows, cell => at(plane, cellOf(cell)))
  return {
    ...{ columns, rows, lightness: part(planes.lightness), redGreen: part(planes.redGreen) },
    ...{ yellowBlue: part(planes.yellowBlue), detail: part(planes.detail) },
  }
}

/** A region of a part, in the coordinates of the whole. */
const back = (region: Region, { left, top, columns, rows }: Box, whole: Planes): Region => ({
  ...region,
  cells: region.cells.map(cell => (top + Math.floor(cell / columns)) * whole.columns + left + (cell % columns)),
  x: (left + region.x * columns) / whole.columns,
  y: (top + region.y * rows) / whole.rows,
})

/** @returns the regions that stand out; within a frame, if there is one and anything stands out in it. */
export const objectsOf = (planes: Planes): readonly Region[] => {
  const found = regions(saliency(planes), planes)
  for (const region of found) {
    const box = insideOf(region, planes)
    if (box === undefined) continue
    const part = cut(planes, box)
    const within = regions(saliency(part), part)
    if (within.length > 0) return within.map(inner => back(inner, box, planes))
  }
  return found
}
