// What is not background, on a coarse grid: areas that hardly reach the border, and unlike those that do (Zhu, Liang, Wei and Sun 2014,
// "Saliency optimization from robust background detection").
import { at, tabulate } from '../numbers.ts'
import { coarsenPlanes, difference, type LabPlanes, resample } from './lab-planes.ts'

/** Cells on the longer side of the coarse grid: areas of a tenth of the picture, so that texture averages out. */
const maxCells = 10

/** @returns how much each cell of the full grid belongs to the foreground, 0 to 1. */
export function measureForeground(planes: LabPlanes): Float64Array {
  const coarse = coarsenPlanes(planes, maxCells)
  const background = backgroundWeights(coarse)
  const contrast = contrastToBackground(coarse, background)
  const values = tabulate(contrast.length, cell => (1 - at(background, cell) + minForeground) * at(contrast, cell) ** 2)
  return resample({ columns: coarse.columns, rows: coarse.rows, values }, planes)
}

/** Salient objects that the border cuts off still count slightly as foreground. */
const minForeground = 0.02

/** Differences of neighbours up to this are shading within an area. */
const maxShading = 0.03
/** Standard deviation of the distances, summed over a path, of cells that belong to one area. */
const areaSpread = 0.08
/** Cells that are farther belong to another area. */
const maxDistance = 3 * areaSpread

/** @returns 0 to 1 per cell: how far its area reaches along the border, by the square root of the area. */
function backgroundWeights(planes: LabPlanes): Float64Array {
  const { columns, rows } = planes
  const count = columns * rows
  const stepTo = (next: number) => (cell: number) =>
    cell + next < count ? Math.max(0, difference(planes, cell, cell + next) - maxShading) : maxDistance
  const steps = { columns, right: tabulate(count, stepTo(1)), down: tabulate(count, stepTo(columns)) }
  // A row ends where the next one begins.
  for (let cell = columns - 1; cell < count; cell += columns) steps.right[cell] = maxDistance
  const isBorder = tabulate(count, cell => {
    const column = cell % columns
    return Number(column === 0 || column === columns - 1 || cell < columns || cell >= count - columns)
  })
  const distances = new Float64Array(count)
  const weights = new Float64Array(count).fill(unknown)
  for (let start = 0; start < count; start++) {
    if (at(weights, start) !== unknown) continue
    const near = walk(start, distances, steps)
    let [area, border] = [0, 0]
    for (const cell of near) {
      const distance = at(distances, cell)
      const share = Math.exp(-(distance * distance) / (2 * areaSpread * areaSpread))
      area += share
      border += share * at(isBorder, cell)
    }
    const weight = 1 - Math.exp(-(border * border) / (2 * area))
    for (const cell of near) if (at(distances, cell) <= sameDistance) weights[cell] = weight
  }
  return weights
}

const unknown = -1
/** Cells as near as this have the same area. */
const sameDistance = 0.03

/** Differences from each cell to the next one in its row and in its column. */
interface Steps {
  readonly columns: number
  readonly right: Float64Array
  readonly down: Float64Array
}

/** @param distances filled in: the shortest ones from a cell. @returns the cells that are near enough, each once. */
function walk(start: number, distances: Float64Array, { columns, right, down }: Steps): readonly number[] {
  distances.fill(maxDistance)
  distances[start] = 0
  const near = [start]
  const reach = (cell: number, distance: number): void => {
    const known = at(distances, cell)
    if (distance >= known) return
    if (known === maxDistance) near.push(cell)
    distances[cell] = distance
  }
  // The list grows while it is read; a second reading shortens the paths that the first one found late.
  for (let pass = 0; pass < passes; pass++) {
    for (const cell of near) {
      const distance = at(distances, cell)
      if (cell + 1 < distances.length) reach(cell + 1, distance + at(right, cell))
      if (cell + columns < distances.length) reach(cell + columns, distance + at(down, cell))
      if (cell > 0) reach(cell - 1, distance + at(right, cell - 1))
      if (cell >= columns) reach(cell - columns, distance + at(down, cell - columns))
    }
  }
  return near
}

const passes = 2

/** Standard deviation of the distance at which background counts, as a part of the longer side. */
const reach = 0.25

/** @returns 0 to 1 per cell: the differences from the cells of the background, the near ones most. */
function contrastToBackground(planes: LabPlanes, background: Float64Array): Float64Array {
  const { columns, rows } = planes
  const spread = 2 * (reach * Math.max(columns, rows)) ** 2
  const nearness = tabulate(Math.max(columns, rows), distance => Math.exp(-(distance * distance) / spread))
  const contrasts = tabulate(background.length, cell => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    let sum = 0
    for (let y = 0; y < rows; y++) {
      const nearRow = at(nearness, Math.abs(row - y))
      for (let x = 0; x < columns; x++) {
        const other = y * columns + x
        const weight = nearRow * at(nearness, Math.abs(column - x)) * at(background, other)
        if (weight > minWeight) sum += weight * difference(planes, cell, other)
      }
    }
    return sum
  })
  const max = contrasts.reduce((one, other) => Math.max(one, other), 0)
  return max === 0 ? contrasts : contrasts.map(contrast => contrast / max)
}

/** Smaller weights change nothing. */
const minWeight = 0.01
