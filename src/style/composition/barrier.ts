// What an edge encloses: the background along the border of a picture, and how far every cell is from it.
import { at } from '../numbers.ts'
import { difference, type LabPlanes } from './lab-planes.ts'

/** Below this nothing stands out: grain and compression. */
const minBarrier = 0.03
/** Raises what stands out less than the maximum; 0.5 would be the geometric mean of the two maps. */
const exponent = 0.65

/**
 * Measures what stands out: unlike every colour of the border (the background prior of Wei et al. 2012) and enclosed by an edge on all
 * sides (minimum barrier distance, Zhang et al. 2015).
 *
 * @returns 0 to 1 per cell; all 0 for a picture of nothing but background.
 */
export function measureBarrier(planes: LabPlanes): Float64Array {
  const background = backgroundCells(planes)
  const barrier = minimumBarrierDistance(planes, background)
  const map = new Float64Array(barrier.length)
  if (maximum(barrier) < minBarrier) return map
  const colors = distinctCells(planes, background)
  for (let cell = 0; cell < map.length; cell++) {
    let nearest = Number.POSITIVE_INFINITY
    for (const color of colors) nearest = Math.min(nearest, difference(planes, cell, color))
    map[cell] = at(barrier, cell) * nearest
  }
  const max = maximum(map)
  for (let cell = 0; cell < map.length; cell++) map[cell] = (at(map, cell) / max) ** exponent
  return map
}

function maximum(map: Float64Array): number {
  let max = 0
  for (let cell = 0; cell < map.length; cell++) max = Math.max(max, at(map, cell))
  return max
}

const maxBackgroundColors = 10
/** Least difference of a background colour from those before it. */
const minBackgroundDifference = 0.05

/** Cells that represent the colours of the background: always the one that differs most from those before it. */
function distinctCells(planes: LabPlanes, background: readonly number[]): readonly number[] {
  const left = background.map(cell => ({ cell, distance: Number.POSITIVE_INFINITY }))
  const chosen: number[] = []
  while (chosen.length < maxBackgroundColors) {
    const best = left.reduce((one, other) => (other.distance > one.distance ? other : one))
    if (best.distance < minBackgroundDifference) break
    chosen.push(best.cell)
    for (const candidate of left)
      candidate.distance = Math.min(candidate.distance, difference(planes, candidate.cell, best.cell))
  }
  return chosen
}

/** Cells that differ less than this are alike. */
const similarityThreshold = 0.12
/** A cell of the background is like at least this share of the border. */
const minBackgroundShare = 0.12
/** Each cell is compared with every third of the border. */
const borderStride = 3
/** So many rare cells in a row are an object that the frame cuts off; fewer are an edge within the background, such as a horizon. */
const minCutOffLength = 3

/** Cells of the border, clockwise, without objects that the frame cuts off. */
function backgroundCells(planes: LabPlanes): readonly number[] {
  const border = borderCells(planes)
  const rare = rareCells(planes, border)
  const isRare = (index: number): boolean => rare.at(index % rare.length) === true
  const cells = Float64Array.from(border)
  const cellAt = (index: number): number => at(cells, (index + cells.length) % cells.length)
  const isEdge = (outside: number, inside: number): boolean =>
    difference(planes, cellAt(outside), cellAt(inside)) >= similarityThreshold
  const cutOff = new Set<number>()
  const starts = rare.flatMap((_, index) => (isRare(index) && !isRare(index - 1) ? [index] : []))
  for (const start of starts) {
    let end = start + 1
    while (isRare(end)) end++
    // An object ends in an edge on both sides, over two cells at most; the slope of a gradient continues.
    if (end - start < minCutOffLength || !isEdge(start - 1, start + 1) || !isEdge(end, end - 2)) continue
    for (let index = start; index < end; index++) cutOff.add(index % border.length)
  }
  return border.filter((_, index) => !cutOff.has(index))
}

/** Cells of the border, clockwise from the upper left. */
function borderCells({ columns, rows }: LabPlanes): readonly number[] {
  const across = Array.from({ length: columns }, (_, index) => index)
  const down = Array.from({ length: Math.max(0, rows - 2) }, (_, index) => (index + 1) * columns)
  const bottom = (rows - 1) * columns
  return [
    ...across,
    ...down.map(cell => cell + columns - 1),
    ...(rows > 1 ? across.map(cell => bottom + columns - 1 - cell) : []),
    ...(columns > 1 ? down.toReversed() : []),
  ]
}

/** Whether each cell of the border differs from nearly all others. */
function rareCells(planes: LabPlanes, border: readonly number[]): readonly boolean[] {
  const sample = border.filter((_, index) => index % borderStride === 0)
  const minCount = minBackgroundShare * sample.length
  return border.map(cell => {
    let count = 0
    for (const other of sample) {
      if (count >= minCount) return false
      if (difference(planes, cell, other) < similarityThreshold) count++
    }
    return count < minCount
  })
}

/** The cheapest path to each cell so far: its cost, and the lowest and highest values on it. */
type Paths = Readonly<Record<'cost' | 'low' | 'high', Float64Array>>

/** Above every cost. */
const unvisited = 1e9
/** Forwards, backwards and forwards again: enough for all shapes but mazes. */
const passes = 3
/** The planes that count, interleaved: lightness, red–green, yellow–blue. */
const depth = 3

/**
 * Fast minimum barrier distance over all planes at once (Zhang et al. 2015, "Minimum barrier salient object detection at 80 FPS").
 *
 * @param seeds the cells where paths begin.
 * @returns per cell the least cost of all paths to it: the ranges (highest less lowest value) of all planes, added up.
 */
function minimumBarrierDistance(planes: LabPlanes, seeds: readonly number[]): Float64Array {
  const { lightness, redGreen, yellowBlue } = planes
  const values = new Float64Array(lightness.length * depth)
  for (let cell = 0; cell < lightness.length; cell++) {
    values[cell * depth] = at(lightness, cell)
    values[cell * depth + 1] = at(redGreen, cell)
    values[cell * depth + 2] = at(yellowBlue, cell)
  }
  const cost = new Float64Array(lightness.length).fill(unvisited)
  for (const cell of seeds) cost[cell] = 0
  const paths = { cost, low: values.slice(), high: values.slice() }
  for (let count = 0; count < passes; count++) rasterScan(values, paths, planes, count % 2 === 0)
  return cost
}

function rasterScan(values: Float64Array, paths: Paths, { columns, rows }: LabPlanes, forwards: boolean): void {
  const step = forwards ? 1 : -1
  let cell = forwards ? 0 : columns * rows - 1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (column > 0) relax(values, paths, cell, cell - step)
      if (row > 0) relax(values, paths, cell, cell - step * columns)
      cell += step
    }
  }
}

/** Continues the path of a neighbour to a cell if that is cheaper than the path so far. */
function relax(values: Float64Array, { cost, low, high }: Paths, cell: number, neighbour: number): void {
  const known = at(cost, cell)
  const here = cell * depth
  const there = neighbour * depth
  let sum = 0
  for (let plane = 0; plane < depth; plane++) {
    const own = at(values, here + plane)
    const top = at(high, there + plane)
    const bottom = at(low, there + plane)
    sum += (own > top ? own : top) - (own < bottom ? own : bottom)
    if (sum >= known) return
  }
  cost[cell] = sum
  for (let plane = 0; plane < depth; plane++) {
    const own = at(values, here + plane)
    high[here + plane] = Math.max(own, at(high, there + plane))
    low[here + plane] = Math.min(own, at(low, there + plane))
  }
}
