// How much a part of the picture is worth showing: sums over a grid answer for every region.
import type { Region } from '../../schemas/types.ts'
import { chroma, type Oklab } from '../color/oklab.ts'
import { blurHashGrid, readBlurHash } from './blur-hash.ts'
import type { Style } from './style.ts'

/** Cells of the grid across and down. */
const gridSide = 16

/** Sums of all cells to the left and above: `gridSide + 1` across and down (summed-area tables, Crow 1984). */
interface CellSums {
  readonly interest: Float64Array
  readonly interestSquares: Float64Array
  readonly l: Float64Array
  readonly a: Float64Array
  readonly b: Float64Array
  readonly colorSquares: Float64Array
}

export interface PictureGrid {
  /** Of the cells, by rows; empty: unknown. */
  readonly colors: readonly Oklab[]
  readonly meanDetail: number
  readonly sums: CellSums
}

/** OKLab chroma of a cell that is as colourful as any. */
const fullChroma = 0.12

/** Fine detail alone is also that of grass or planks: colour adds to it. */
export function measureGrid({ detail, placeholder }: Pick<Style, 'detail' | 'placeholder'>): PictureGrid {
  const colors = placeholder === undefined ? [] : blurHashGrid(readBlurHash(placeholder), gridSide)
  const fine = Float64Array.from({ length: gridSide ** 2 }, (_, index) =>
    detail ? detailAt(detail, placeOf(index)) : 0,
  )
  const interest = fine.map((value, index) => {
    const color = colors[index]
    return value * (0.5 + 0.5 * (color ? Math.min(1, chroma(color) / fullChroma) : 0.5))
  })
  const colorAxis = (axis: keyof Oklab) => Float64Array.from(interest, (_, index) => colors[index]?.[axis] ?? 0)
  const [l, a, b] = [colorAxis('l'), colorAxis('a'), colorAxis('b')]
  const sums = {
    interest: sumCells(interest),
    interestSquares: sumCells(interest.map(value => value ** 2)),
    l: sumCells(l),
    a: sumCells(a),
    b: sumCells(b),
    colorSquares: sumCells(l.map((value, index) => value ** 2 + (a[index] ?? 0) ** 2 + (b[index] ?? 0) ** 2)),
  }
  return { colors, meanDetail: fine.reduce((sum, value) => sum + value, 0) / gridSide ** 2, sums }
}

/** Middle of a cell. */
export function placeOf(index: number): { readonly x: number; readonly y: number } {
  const column = index % gridSide
  return { x: (column + 0.5) / gridSide, y: ((index - column) / gridSide + 0.5) / gridSide }
}

/** Older analyses have 4 × 4 parts: between their middles the detail changes evenly. */
function detailAt(detail: readonly number[], { x, y }: { readonly x: number; readonly y: number }): number {
  const side = Math.sqrt(detail.length)
  const [across, down] = [placeBetween(x, side), placeBetween(y, side)]
  const at = down.from * side + across.from
  const above = mix(detail[at] ?? 0, detail[at + 1] ?? 0, across.part)
  const below = mix(detail[at + side] ?? 0, detail[at + side + 1] ?? 0, across.part)
  return mix(above, below, down.part)
}

function placeBetween(place: number, side: number): { readonly from: number; readonly part: number } {
  const exact = Math.min(side - 1, Math.max(0, place * side - 0.5))
  const from = Math.min(side - 2, Math.floor(exact))
  return { from, part: exact - from }
}

function mix(one: number, other: number, part: number): number {
  return one * (1 - part) + other * part
}

const stride = gridSide + 1

function sumCells(cells: Float64Array): Float64Array {
  const sums = new Float64Array(stride ** 2)
  for (let row = 0; row < gridSide; row++) {
    for (let column = 0; column < gridSide; column++) {
      const at = (row + 1) * stride + column + 1
      const before = (sums[at - 1] ?? 0) + (sums[at - stride] ?? 0) - (sums[at - stride - 1] ?? 0)
      sums[at] = (cells[row * gridSide + column] ?? 0) + before
    }
  }
  return sums
}

/** Cells whose middles are in a region: from, and up to but without. */
interface CellRange {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function rangeOf({ x, y, width, height }: Region): CellRange {
  return { left: cellAt(x), right: cellAt(x + width), top: cellAt(y), bottom: cellAt(y + height) }
}

function cellAt(place: number): number {
  return Math.min(gridSide, Math.max(0, Math.ceil(place * gridSide - 0.5)))
}

function countCells({ left, right, top, bottom }: CellRange): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

function sumIn(sums: Float64Array, { left, right, top, bottom }: CellRange): number {
  const [above, below] = [top * stride, bottom * stride]
  return (sums[below + right] ?? 0) - (sums[below + left] ?? 0) - (sums[above + right] ?? 0) + (sums[above + left] ?? 0)
}

/** What the interest of a view consists of: what lies at its border is cut. */
const interestWeights = { mean: 0.75, spread: 1, colors: 1.2, border: 0.3 } as const
/** Spread of colours that counts at most. */
const maxColorSpread = 0.125

/** @returns 0 to about 1: detail and its standard deviation, and changes of colour. */
export function interestOf(grid: PictureGrid, region: Region): number {
  const { sums } = grid
  const range = rangeOf(region)
  const count = countCells(range)
  if (count === 0) return 0
  const total = sumIn(sums.interest, range)
  const mean = total / count
  const spread = Math.sqrt(Math.max(0, sumIn(sums.interestSquares, range) / count - mean ** 2))
  const colors = Math.min(maxColorSpread, colorSpreadOf(sums, range, count))
  const border = borderMean(sums, range, count, total)
  const weights = interestWeights
  return weights.mean * mean + weights.spread * spread + weights.colors * colors - weights.border * border
}

/** Standard deviation of the colours, OKLab. */
function colorSpreadOf({ l, a, b, colorSquares }: CellSums, range: CellRange, count: number): number {
  const squares = sumIn(l, range) ** 2 + sumIn(a, range) ** 2 + sumIn(b, range) ** 2
  return Math.sqrt(Math.max(0, sumIn(colorSquares, range) / count - squares / count ** 2))
}

/** @returns the mean interest along the border of a region, where that is not the border of the picture: what it cuts. */
export function borderInterest({ sums }: PictureGrid, region: Region): number {
  const range = rangeOf(region)
  return borderMean(sums, range, countCells(range), sumIn(sums.interest, range))
}

function borderMean({ interest }: CellSums, range: CellRange, count: number, total: number): number {
  const inner = withoutBorder(range)
  const borderCount = count - countCells(inner)
  return borderCount > 0 ? (total - sumIn(interest, inner)) / borderCount : 0
}

/** A border that is one of the picture cuts nothing. */
function withoutBorder({ left, right, top, bottom }: CellRange): CellRange {
  const innerLeft = left === 0 ? 0 : left + 1
  const innerTop = top === 0 ? 0 : top + 1
  return {
    left: innerLeft,
    right: Math.max(innerLeft, right === gridSide ? right : right - 1),
    top: innerTop,
    bottom: Math.max(innerTop, bottom === gridSide ? bottom : bottom - 1),
  }
}
