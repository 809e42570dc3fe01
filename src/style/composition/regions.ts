// What stands out, object by object.
import { at } from '../at.ts'
import { table } from '../table.ts'
import type { Planes } from './planes.ts'

export interface Region {
  /** Cells that belong to it. */
  readonly cells: readonly number[]
  /** Its centre, 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
  /** Sum of what its cells stand out by. */
  readonly mass: number
  /** Its mean colour, in the coordinates of the planes. */
  readonly color: readonly [number, number, number]
}

const binCount = 64
/** Otsu's threshold parts the strongest from the rest; a subject's weaker parts lie somewhat below. */
const leniency = 0.6
const mostThreshold = 0.5

/** Otsu 1979, "A threshold selection method from gray-level histograms", of values from 0 to 1. */
const otsu = (map: Float64Array): number => {
  const bins = new Float64Array(binCount)
  let total = 0
  for (let cell = 0; cell < map.length; cell++) {
    const bin = Math.min(binCount - 1, Math.floor(at(map, cell) * binCount))
    bins[bin] = at(bins, bin) + 1
    total += bin
  }
  let [count, sum, best, threshold] = [0, 0, -1, 0]
  for (let bin = 0; bin < binCount - 1; bin++) {
    count += at(bins, bin)
    sum += bin * at(bins, bin)
    const rest = map.length - count
    if (count === 0 || rest === 0) continue
    const variance = count * rest * (sum / count - (total - sum) / rest) ** 2
    if (variance > best) [best, threshold] = [variance, (bin + 1) / binCount]
  }
  return threshold
}

/** A cell and all that are joined to it by a side, as far as they are free; they are taken. */
const joined = (free: Float64Array, columns: number, start: number): readonly number[] => {
  const cells = [start]
  const take = (cell: number): void => {
    if (at(free, cell) === 0) return
    free[cell] = 0
    cells.push(cell)
  }
  free[start] = 0
  // The list grows while it is read.
  for (const cell of cells) {
    const column = cell % columns
    if (column > 0) take(cell - 1)
    if (column < columns - 1) take(cell + 1)
    take(cell - columns)
    take(cell + columns)
  }
  return cells
}

const regionOf = (cells: readonly number[], strength: Float64Array, planes: Planes): Region => {
  let [x, y, mass, lightness, redGreen, yellowBlue] = [0, 0, 0, 0, 0, 0]
  for (const cell of cells) {
    const weight = at(strength, cell)
    mass += weight
    x += weight * ((cell % planes.columns) + 0.5)
    y += weight * (Math.floor(cell / planes.columns) + 0.5)
    lightness += weight * at(planes.lightness, cell)
    redGreen += weight * at(planes.redGreen, cell)
    yellowBlue += weight * at(planes.yellowBlue, cell)
  }
  return {
    cells,
    x: x / mass / planes.columns,
    y: y / mass / planes.rows,
    mass,
    color: [lightness / mass, redGreen / mass, yellowBlue / mass],
  }
}

/** @returns the connected regions that stand out, from the upper left on; none when nothing does. */
export const regions = (strength: Float64Array, planes: Planes): readonly Region[] => {
  const threshold = Math.min(mostThreshold, leniency * otsu(strength))
  const free = table(strength.length, cell => (at(strength, cell) > threshold ? 1 : 0))
  const found: Region[] = []
  for (let cell = 0; cell < free.length; cell++) {
    if (at(free, cell) === 1) found.push(regionOf(joined(free, planes.columns, cell), strength, planes))
  }
  return found
}
