// The salient objects of a picture, and its subject: of all objects the one that is large, strong, unlike the others and near the
// middle, with its equals around it.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { at, clamp, tabulate } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import { type LabPlanes, measureSaliency } from './saliency.ts'

/** A connected region that stands out. */
export interface SalientObject {
  /** Cells that belong to it. */
  readonly cells: readonly number[]
  /** Its centre, 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
  /** Sum of the saliency of its cells. */
  readonly mass: number
  /** Where viewers look at it: its centre, or if it is large the part of it near the middle of the frame. */
  readonly focus: Position
  /** Its mean colour, in the coordinates of the planes. */
  readonly color: readonly [number, number, number]
}

/** A point, 0 to 1 of the frame. */
interface Position {
  readonly x: number
  readonly y: number
}

/** @returns the objects from the upper left on; of a picture in a frame those within, if there are any. */
export function findSalientObjects(planes: LabPlanes): readonly SalientObject[] {
  const objects = findRegions(planes)
  for (const object of objects) {
    const box = insideOfFrame(object, planes)
    if (box === undefined) continue
    const cellOf = (cell: number): number =>
      (box.top + Math.floor(cell / box.columns)) * planes.columns + box.left + (cell % box.columns)
    const within = findRegions(crop(planes, box, cellOf))
    if (within.length === 0) continue
    const locate = ({ x, y }: Position): Position => ({
      x: (box.left + x * box.columns) / planes.columns,
      y: (box.top + y * box.rows) / planes.rows,
    })
    return within.map(inner => ({
      ...inner,
      ...locate(inner),
      cells: inner.cells.map(cellOf),
      focus: locate(inner.focus),
    }))
  }
  return objects
}

/** Otsu's threshold separates the strongest from the rest; weaker parts of a subject lie somewhat below. */
const thresholdFactor = 0.6
const maxThreshold = 0.5

function findRegions(planes: LabPlanes): readonly SalientObject[] {
  const saliency = measureSaliency(planes)
  const threshold = Math.min(maxThreshold, thresholdFactor * otsuThreshold(saliency))
  const free = tabulate(saliency.length, cell => (at(saliency, cell) > threshold ? 1 : 0))
  const found: SalientObject[] = []
  for (let cell = 0; cell < free.length; cell++) {
    if (at(free, cell) === 1) found.push(objectOf(takeComponent(free, planes.columns, cell), saliency, planes))
  }
  return found
}

const otsuBins = 64

/** Otsu 1979, "A threshold selection method from gray-level histograms", of values from 0 to 1. */
function otsuThreshold(map: Float64Array): number {
  const bins = new Float64Array(otsuBins)
  let total = 0
  for (let cell = 0; cell < map.length; cell++) {
    const bin = Math.min(otsuBins - 1, Math.floor(at(map, cell) * otsuBins))
    bins[bin] = at(bins, bin) + 1
    total += bin
  }
  let [count, sum, best, threshold] = [0, 0, -1, 0]
  for (let bin = 0; bin < otsuBins - 1; bin++) {
    count += at(bins, bin)
    sum += bin * at(bins, bin)
    const rest = map.length - count
    if (count === 0 || rest === 0) continue
    const variance = count * rest * (sum / count - (total - sum) / rest) ** 2
    if (variance > best) [best, threshold] = [variance, (bin + 1) / otsuBins]
  }
  return threshold
}

/** The connected component of a cell, by sides, among the free cells (1); its cells are no longer free. */
function takeComponent(free: Float64Array, columns: number, start: number): readonly number[] {
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

function objectOf(cells: readonly number[], saliency: Float64Array, planes: LabPlanes): SalientObject {
  let [x, y, mass, lightness, redGreen, yellowBlue] = [0, 0, 0, 0, 0, 0]
  for (const cell of cells) {
    const weight = at(saliency, cell)
    mass += weight
    x += weight * ((cell % planes.columns) + 0.5)
    y += weight * (Math.floor(cell / planes.columns) + 0.5)
    lightness += weight * at(planes.lightness, cell)
    redGreen += weight * at(planes.redGreen, cell)
    yellowBlue += weight * at(planes.yellowBlue, cell)
  }
  const color = [lightness / mass, redGreen / mass, yellowBlue / mass] as const
  const center = { x: x / mass / planes.columns, y: y / mass / planes.rows }
  return { cells, ...center, mass, focus: focusOf(cells, saliency, planes, center), color }
}

/** An object is seen as a whole up to this share of the picture; from the larger share on viewers look at a part of it. */
const wholeShare = 0.07
const partShare = 0.15
/** Standard deviation of the places where viewers look around the middle, as a share of the frame. */
const focusSpread = 0.2

/** The centre of a small object; of a large one the mean place of its cells by their saliency and by how near the middle they are. */
function focusOf(
  cells: readonly number[],
  saliency: Float64Array,
  { columns, rows }: LabPlanes,
  center: Position,
): Position {
  const share = cells.length / (columns * rows)
  const part = clamp((share - wholeShare) / (partShare - wholeShare), 0, 1)
  let [x, y, sum] = [0, 0, 0]
  for (const cell of cells) {
    const place = { x: ((cell % columns) + 0.5) / columns, y: (Math.floor(cell / columns) + 0.5) / rows }
    const weight = at(saliency, cell) * centrality(place, focusSpread)
    x += weight * place.x
    y += weight * place.y
    sum += weight
  }
  return { x: center.x + part * (x / sum - center.x), y: center.y + part * (y / sum - center.y) }
}

/** A frame covers at least this share of the picture, and this share of its bounding box. */
const minFrameArea = 0.45
const minFrameFill = 0.9
/** Cells at the edge of a frame hold some of it. */
const frameEdge = 1
/** Fewer cells across show no objects. */
const minInsideCells = 8

interface CellRectangle {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly rows: number
}

/** The inside of a frame, if an object is one. */
function insideOfFrame({ cells }: SalientObject, planes: LabPlanes): CellRectangle | undefined {
  if (cells.length < minFrameArea * planes.columns * planes.rows) return undefined
  let [left, right, top, bottom] = [planes.columns, 0, Number.POSITIVE_INFINITY, 0]
  for (const cell of cells) {
    const [column, row] = [cell % planes.columns, Math.floor(cell / planes.columns)]
    left = Math.min(left, column)
    right = Math.max(right, column)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  const [width, height] = [right - left + 1, bottom - top + 1]
  const [columns, rows] = [width - 2 * frameEdge, height - 2 * frameEdge]
  if (cells.length < minFrameFill * width * height || Math.min(columns, rows) < minInsideCells) return undefined
  return { left: left + frameEdge, top: top + frameEdge, columns, rows }
}

/** @param cellOf the cell of the full grid for a cell of the box. */
function crop(planes: LabPlanes, { columns, rows }: CellRectangle, cellOf: (cell: number) => number): LabPlanes {
  const part = (plane: Float64Array): Float64Array => tabulate(columns * rows, cell => at(plane, cellOf(cell)))
  const { lightness, redGreen, yellowBlue, detail } = planes
  return {
    columns,
    rows,
    lightness: part(lightness),
    redGreen: part(redGreen),
    yellowBlue: part(yellowBlue),
    detail: part(detail),
  }
}

/** @returns where viewers look at the subject, 0 to 1 of the frame; undefined when nothing stands out. */
export function locateSubject(objects: readonly SalientObject[], grid: Grid): StyleMetadata['focal_point'] {
  const candidates = objects.map(object => {
    const unlikeness = unlikenessOf(object, objects)
    return { object, unlikeness, score: object.mass * centrality(object, centerSpread) * unlikeness }
  })
  const [best] = candidates.toSorted((one, other) => other.score - one.score)
  if (best === undefined) return undefined
  const group = groupOf(best, candidates, grid)
  const size = group.reduce((sum, { cells }) => sum + cells.length, 0)
  return {
    x: group.reduce((sum, { focus, cells }) => sum + focus.x * cells.length, 0) / size,
    y: group.reduce((sum, { focus, cells }) => sum + focus.y * cells.length, 0) / size,
  }
}

/** Standard deviation of the place of subjects around the middle, as a share of the frame. */
const centerSpread = 0.45

/** @param spread standard deviation, as a share of the frame. @returns 1 in the middle, less away from it. */
function centrality({ x, y }: Position, spread: number): number {
  return Math.exp(-((x - 0.5) ** 2 + (y - 0.5) ** 2) / (2 * spread ** 2))
}

/** Unlikeness of an object among equal ones. */
const minDissimilarity = 0.05

/** Mean colour difference from the other objects, by their mass: the odd one out wins over many of a kind. */
function unlikenessOf(object: SalientObject, objects: readonly SalientObject[]): number {
  const [l, a, b] = object.color
  let [mass, sum] = [0, 0]
  for (const other of objects) {
    if (other === object) continue
    mass += other.mass
    sum += other.mass * Math.hypot(l - other.color[0], a - other.color[1], b - other.color[2])
  }
  return mass === 0 ? 1 : minDissimilarity + Math.min(1, sum / mass)
}

interface Candidate {
  readonly object: SalientObject
  readonly unlikeness: number
}

/** Least size, mass and unlikeness of an equal, relative to the best: colours may differ in strength, the odd one out is alone. */
const minEqual = { size: 0.45, mass: 0.4, unlikeness: 0.5 } as const

/** The best object with its equals that are near it or near one of the group, one by one. */
function groupOf(best: Candidate, candidates: readonly Candidate[], grid: Grid): readonly SalientObject[] {
  const isEqual = ({ object, unlikeness }: Candidate): boolean =>
    object.cells.length >= minEqual.size * best.object.cells.length &&
    object.mass >= minEqual.mass * best.object.mass &&
    unlikeness >= minEqual.unlikeness * best.unlikeness
  const left = new Set(candidates.filter(isEqual).map(({ object }) => object))
  const group = [best.object]
  left.delete(best.object)
  // The list grows while it is read.
  for (const member of group) {
    for (const candidate of left) {
      if (!areNear(member, candidate, grid)) continue
      left.delete(candidate)
      group.push(candidate)
    }
  }
  return group
}

/** Objects are near each other up to this distance of their centres, in sums of their radii: 1 when discs touch. */
const maxRadii = 1.8

/** The radius of an object is that of a disc of its area. */
function areNear(one: SalientObject, other: SalientObject, { columns, rows }: Grid): boolean {
  const distance = Math.hypot((one.x - other.x) * columns, (one.y - other.y) * rows)
  return distance <= maxRadii * (Math.sqrt(one.cells.length / Math.PI) + Math.sqrt(other.cells.length / Math.PI))
}
