// The salient objects of a picture: connected regions that stand out.
import { at, clamp, tabulate } from '../numbers.ts'
import { measureBarrier } from './barrier.ts'
import { cropPlanes, type LabPlanes } from './lab-planes.ts'
import { measureSaliency, measureSceneness } from './saliency.ts'

/** A connected region that stands out. */
export interface SalientObject {
  /** Cells that belong to it. */
  readonly cells: readonly number[]
  /** How much each of them stands out, 0 to 1. */
  readonly saliency: readonly number[]
  /** Its centre, 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
  /** Sum of the saliency of its cells. */
  readonly mass: number
  /** The point at which viewers look: its centre or, if it is large, the part near the middle of the frame. */
  readonly focus: Position
  /** Its mean colour, in the coordinates of the planes. */
  readonly color: readonly [number, number, number]
}

/** The salient objects of a picture. */
export interface SalientContent {
  /** From the upper left on. */
  readonly objects: readonly SalientObject[]
  /** How much everything stands out alike, as in a landscape: 0 to 1. */
  readonly sceneness: number
}

/** A point, 0 to 1 of the frame. */
export interface Position {
  readonly x: number
  readonly y: number
}

/** @returns the salient objects; for a picture in a frame, those inside the frame, if any. */
export function findSalientContent(planes: LabPlanes): SalientContent {
  const barrier = measureBarrier(planes)
  for (const enclosed of connectedCells(barrier, planes.columns)) {
    const box = insideOfFrame(enclosed, planes)
    const within = box && contentWithin(planes, box)
    if (within !== undefined && within.objects.length > 0) return within
  }
  return contentOf(planes, barrier)
}

function contentWithin(planes: LabPlanes, box: CellRectangle): SalientContent {
  const cellOf = (cell: number): number =>
    (box.top + Math.floor(cell / box.columns)) * planes.columns + box.left + (cell % box.columns)
  const locate = ({ x, y }: Position): Position => ({
    x: (box.left + x * box.columns) / planes.columns,
    y: (box.top + y * box.rows) / planes.rows,
  })
  const inside = cropPlanes(planes, box, cellOf)
  const content = contentOf(inside, measureBarrier(inside))
  const locateObject = (object: SalientObject): SalientObject => ({
    ...object,
    ...locate(object),
    cells: object.cells.map(cellOf),
    focus: locate(object.focus),
  })
  return { ...content, objects: content.objects.map(locateObject) }
}

function contentOf(planes: LabPlanes, barrier: Float64Array): SalientContent {
  const saliency = measureSaliency(planes, barrier)
  const objects = connectedCells(saliency, planes.columns).map(cells => objectOf(cells, saliency, planes))
  return { objects, sceneness: measureSceneness(saliency, planes) }
}

/** Cells of less saliency belong to no object. */
const minSaliency = 0.25

/** @returns the cells of each connected region of a map, from the upper left on. */
function connectedCells(map: Float64Array, columns: number): readonly (readonly number[])[] {
  const free = tabulate(map.length, cell => (at(map, cell) > minSaliency ? 1 : 0))
  const found: (readonly number[])[] = []
  for (let cell = 0; cell < free.length; cell++) {
    if (at(free, cell) === 1) found.push(takeComponent(free, columns, cell))
  }
  return found
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
    if (cell >= columns) take(cell - columns)
    if (cell + columns < free.length) take(cell + columns)
  }
  return cells
}

function objectOf(cells: readonly number[], saliency: Float64Array, planes: LabPlanes): SalientObject {
  let [x, y, mass, lightness, redGreen, yellowBlue] = [0, 0, 0, 0, 0, 0]
  for (const cell of cells) {
    const weight = at(saliency, cell)
    mass += weight
    x += (cell % planes.columns) + 0.5
    y += Math.floor(cell / planes.columns) + 0.5
    lightness += weight * at(planes.lightness, cell)
    redGreen += weight * at(planes.redGreen, cell)
    yellowBlue += weight * at(planes.yellowBlue, cell)
  }
  const color = [lightness / mass, redGreen / mass, yellowBlue / mass] as const
  const center = { x: x / cells.length / planes.columns, y: y / cells.length / planes.rows }
  return {
    cells,
    saliency: cells.map(cell => at(saliency, cell)),
    ...center,
    mass,
    focus: focusOf(cells, saliency, planes, center),
    color,
  }
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

/** The inside of a frame, if connected cells are one. */
function insideOfFrame(cells: readonly number[], planes: LabPlanes): CellRectangle | undefined {
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

/** @param spread standard deviation, as a share of the frame. @returns 1 in the middle, less away from it. */
export function centrality({ x, y }: Position, spread: number): number {
  return Math.exp(-((x - 0.5) ** 2 + (y - 0.5) ** 2) / (2 * spread ** 2))
}
