// The layout of a picture: rule of thirds, negative space, density, and the shape of its corners.
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Region } from '../../../schemas/types.ts'
import { at, round } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import type { LabPlanes } from './lab-planes.ts'
import { measureQuiet } from './quiet.ts'
import type { SalientObject } from './salient-objects.ts'

type Composition = NonNullable<StyleMetadata['composition']>
export type FocalPoint = NonNullable<StyleMetadata['focal_point']>

/** Share of a side that must be empty for text to fit there. */
const minClearShare = 0.85
/** Spread of the reward for the rule of thirds (Liu, Chen, Wolf and Cohen-Or 2010, "Optimizing photo composition"). */
const thirdsSpread = 0.17

/** The contents of the picture, with positions from 0 to 1. */
interface Contents {
  readonly heads: readonly Region[]
  readonly focus: FocalPoint
  readonly subject: Region | undefined
}

/** @returns how near it lies to a third, and how much is empty and where. */
export function measureComposition(
  grid: Grid,
  objects: readonly SalientObject[],
  { heads, focus, subject }: Contents,
): Omit<Composition, 'detail'> {
  const { columns, rows } = grid
  const headCells = heads.flatMap(head => cellsOf(head, grid))
  const empty = emptyCells(grid, [...objects.map(({ cells }) => cells), headCells])
  const all = { left: 0, top: 0, right: columns, bottom: rows }
  // The outer third on each side; of sides equally empty the first.
  const sides = [
    { side: 'left', share: meanOf(empty, grid, { ...all, right: cellsBefore(1 / 3, columns) }) },
    { side: 'right', share: meanOf(empty, grid, { ...all, left: cellsBefore(2 / 3, columns) }) },
    { side: 'top', share: meanOf(empty, grid, { ...all, bottom: cellsBefore(1 / 3, rows) }) },
    { side: 'bottom', share: meanOf(empty, grid, { ...all, top: cellsBefore(2 / 3, rows) }) },
  ] as const
  const clearest = sides.reduce((one, other) => (other.share > one.share ? other : one))
  return {
    thirds: round(Math.exp(-(distanceFromThirds(focus) ** 2) / (2 * thirdsSpread ** 2))),
    negative_space: round(meanOf(empty, grid, all)),
    clear_side: clearest.share >= minClearShare ? clearest.side : 'none',
    quiet: measureQuiet(grid, objects, headCells),
    ...(subject && { subject: roundBox(subject) }),
  }
}

/** Distance to the nearest of the four points where the lines at one and two thirds cross, by the sum of both directions. */
function distanceFromThirds({ x, y }: FocalPoint): number {
  return Math.abs(Math.abs(x - 0.5) - 1 / 6) + Math.abs(Math.abs(y - 0.5) - 1 / 6)
}

/** Cells whose luma deviates less are uniform. */
const maxUniformDetail = 6

function cellsOf({ x, y, width, height }: Region, { columns, rows, extent }: Grid): readonly number[] {
  const [perWidth, perHeight] = [columns / extent.x, rows / extent.y]
  const [left, top] = [Math.floor(x * perWidth), Math.floor(y * perHeight)]
  const across = Array.from({ length: Math.ceil((x + width) * perWidth) - left }, (_, index) => left + index)
  const down = Array.from({ length: Math.ceil((y + height) * perHeight) - top }, (_, index) => top + index)
  return down.flatMap(row => across.map(column => row * columns + column))
}

function roundBox({ x, y, width, height }: Region): Region {
  return { x: round(x), y: round(y), width: round(width), height: round(height) }
}

/** 1 per empty cell: uniform, and outside all salient objects and heads. */
function emptyCells({ detail }: Grid, taken: readonly (readonly number[])[]): Float64Array {
  const empty = new Float64Array(detail.length)
  for (let cell = 0; cell < empty.length; cell++) empty[cell] = at(detail, cell) < maxUniformDetail ? 1 : 0
  for (const cells of taken) for (const cell of cells) empty[cell] = 0
  return empty
}

/** How many cells along a side have their middle before a part of it. */
function cellsBefore(part: number, cells: number): number {
  return Math.max(0, Math.ceil(part * cells - 0.5))
}

/** Cells from `left` and `top` up to, and not including, `right` and `bottom`. */
type CellBounds = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

/** Mean of a box; 0 for one without cells. */
function meanOf(cells: Float64Array, { columns }: Grid, { left, top, right, bottom }: CellBounds): number {
  let sum = 0
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) sum += at(cells, row * columns + column)
  }
  const count = (right - left) * (bottom - top)
  return count > 0 ? sum / count : 0
}

/** Least negative space of an airy picture. */
const minAirySpace = 0.6

/** @returns compact for a detailed picture, airy for a simple one that is mostly empty. */
export function classifyDensity(
  { label }: NonNullable<StyleMetadata['complexity']>,
  { negative_space }: Composition,
): NonNullable<StyleMetadata['density']> {
  if (label === 'detailed') return 'compact'
  return label === 'simple' && negative_space >= minAirySpace ? 'airy' : 'regular'
}

/** Least change of lightness over two cells, weighted as in Sobel's operator, that is an edge of a shape. */
const minEdgeStrength = 0.25
/** Edges within 15° of horizontal or vertical are axis-aligned; of random directions a third are. */
const maxAlignedSlope = Math.tan(Math.PI / 12)
/** From this share of axis-aligned edges on corners are sharp, and up to this share they are round. */
const minSharpShare = 0.75
const maxRoundShare = 0.5
/** Edges in a smaller share of the cells say nothing. */
const minEdgeCells = 0.005

/** @returns sharp, soft or round, by the directions of the edges (Sobel and Feldman 1968) between the cells. */
export function classifyCorners({ columns, rows, lightness }: LabPlanes): NonNullable<StyleMetadata['corners']> {
  let [all, aligned, cells] = [0, 0, 0]
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const cell = row * columns + column
      const [above, below] = [cell - columns, cell + columns]
      // The four corners of the neighbourhood count in both directions: once for each diagonal.
      const falling = at(lightness, below + 1) - at(lightness, above - 1)
      const rising = at(lightness, above + 1) - at(lightness, below - 1)
      const across = falling + rising + 2 * (at(lightness, cell + 1) - at(lightness, cell - 1))
      const down = falling - rising + 2 * (at(lightness, below) - at(lightness, above))
      const strength = Math.sqrt(across * across + down * down)
      if (strength < minEdgeStrength) continue
      cells++
      all += strength
      const [small, large] = [Math.min(Math.abs(across), Math.abs(down)), Math.max(Math.abs(across), Math.abs(down))]
      if (small <= maxAlignedSlope * large) aligned += strength
    }
  }
  if (cells < minEdgeCells * lightness.length) return 'soft'
  if (aligned >= minSharpShare * all) return 'sharp'
  return aligned <= maxRoundShare * all ? 'round' : 'soft'
}
