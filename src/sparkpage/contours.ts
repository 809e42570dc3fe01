// The light of a picture cut out of paper: flat areas of its main colours with smooth outlines, one on top of the other.
import { hexToOklab, type Oklab, rgbToOklab, squaredDistance } from '../color/oklab.ts'
import { type Light, type PaletteShare, valueAt } from './light.ts'

/** An area; later ones cover earlier ones. */
interface Area {
  /** #RRGGBB. */
  readonly color: string
  /** SVG path data. */
  readonly path: string
}

export interface Contours {
  /** Of the view box. */
  readonly width: number
  readonly height: number
  readonly areas: readonly Area[]
}

/** Units of the view box for a cell of the light. */
const unit = 10
/** Part of the cells that an area has at least. */
const minPart = 0.03

/**
 * Cuts the light into areas of the palette's colours: each cell belongs to the nearest one.
 *
 * @param palette not empty; of unknown shares the first colours count.
 * @param maxColors of the areas, at least 1.
 * @param ground the colour beside the light, #RRGGBB: areas differ from it where the palette has other colours; undefined for none.
 */
export function cutContours(
  { columns, rows, cells }: Light,
  palette: readonly PaletteShare[],
  maxColors: number,
  ground?: string,
): Contours {
  const field = cells.map(({ red, green, blue }) => rgbToOklab(red, green, blue))
  const colors = selectColors(field, exceptGround(palette, ground), maxColors)
  const distances = colors.map(({ lab }) => Float64Array.from(field, cell => Math.sqrt(squaredDistance(cell, lab))))
  const areas = colors.map(({ hex }, index) => {
    if (index === 0) return { color: hex, path: `M0 0h${(columns - 1) * unit}v${(rows - 1) * unit}H0z` }
    // Positive where this colour, or one that lies on top of it, is the nearest.
    const [below, above] = [lowest(distances.slice(0, index)), lowest(distances.slice(index))]
    const values = below.map((distance, cell) => distance - valueAt(above, cell))
    const loops = traceLoops(values, columns, rows).filter(loop => areaOf(loop) >= minArea)
    return { color: hex, path: loops.map(smoothPath).join('') }
  })
  return { width: (columns - 1) * unit, height: (rows - 1) * unit, areas: areas.filter(({ path }) => path !== '') }
}

/** The lowest of the values at each index. */
function lowest(lists: readonly Float64Array[]): Float64Array {
  return lists.reduce((least, values) => least.map((value, index) => Math.min(value, valueAt(values, index))))
}

/** In OKLab: nearer colours look like the ground. */
const minGroundDistance = 0.05
const minColors = 3

function exceptGround(palette: readonly PaletteShare[], ground: string | undefined): readonly PaletteShare[] {
  if (ground === undefined) return palette
  const lab = hexToOklab(ground)
  const others = palette.filter(({ hex }) => squaredDistance(hexToOklab(hex), lab) >= minGroundDistance ** 2)
  return others.length >= minColors ? others : palette
}

interface ContourColor {
  readonly hex: string
  readonly lab: Oklab
}

/** The colours that are the nearest of enough cells, the one of most cells first. */
function selectColors(
  field: readonly Oklab[],
  palette: readonly PaletteShare[],
  maxColors: number,
): readonly ContourColor[] {
  const candidates = palette
    .toSorted((one, other) => other.share - one.share)
    .slice(0, 2 * maxColors)
    .map(({ hex }) => ({ hex, lab: hexToOklab(hex) }))
  const sortBySize = (colors: readonly ContourColor[]) => {
    const nearest = field.map(cell => {
      const distances = colors.map(({ lab }) => squaredDistance(cell, lab))
      return distances.indexOf(Math.min(...distances))
    })
    return colors
      .map((color, index) => ({ color, cells: nearest.filter(found => found === index).length }))
      .toSorted((one, other) => other.cells - one.cells)
  }
  const used = sortBySize(candidates).filter(({ cells }) => cells >= field.length * minPart)
  return sortBySize(used.slice(0, maxColors).map(({ color }) => color)).map(({ color }) => color)
}

/** Coordinates of its points, in cells. */
interface Loop {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/**
 * Closed outlines of the area whose values are positive: marching squares (Lorensen and Cline 1987, in the plane) with linear interpolation.
 * Cells beyond the edges have the values of those at the edge, and those beyond them are outside, so that every outline is closed.
 */
function traceLoops(values: Float64Array, columns: number, rows: number): readonly Loop[] {
  // Below the last row there is nothing, which is outside, too.
  const [width, height] = [columns + 4, rows + 3]
  const padded = Float64Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) - 2, Math.floor(at / width) - 2]
    if (x < -1 || y < -1 || x > columns) return -1e-3
    return valueAt(values, Math.min(rows - 1, Math.max(0, y)) * columns + Math.min(columns - 1, Math.max(0, x)))
  })
  // From the side of a square on which a part of the outline begins to that on which it ends; 0 for none.
  const next = new Int32Array(2 * width * (height + 1))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width - 1; column++) {
      const corner = row * width + column
      // Clockwise from the upper left; sides have twice the number of their first corner, plus 1 if they are vertical.
      const corners = [corner, corner + 1, corner + width + 1, corner + width]
      const inside = corners.map(at => valueAt(padded, at) > 0)
      const isSame = inside.every(value => value === inside[0])
      if (isSame) continue
      const sides = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + width), 2 * corner + 1]
      const ends = sides.filter((_, side) => !inside[side] && inside[(side + 1) % 4])
      const starts = sides.filter((_, side) => inside[side] && !inside[(side + 1) % 4])
      for (const [index, start] of starts.entries()) next.set(ends.slice(index, index + 1), start)
    }
  }
  return linkLoops(next).map(sides => {
    const crossings = sides.map(side => {
      const one = side >> 1
      const isVertical = side % 2 === 1
      const [from, to] = [valueAt(padded, one), valueAt(padded, isVertical ? one + width : one + 1)]
      const part = from / (from - to)
      const [x, y] = [(one % width) - 2, Math.floor(one / width) - 2]
      return isVertical ? { x, y: y + part } : { x: x + part, y }
    })
    return { x: crossings.map(({ x }) => x), y: crossings.map(({ y }) => y) }
  })
}

function linkLoops(next: Int32Array): readonly (readonly number[])[] {
  const loops: number[][] = []
  for (let start = 0; start < next.length; start++) {
    const loop: number[] = []
    for (let side = start; valueAt(next, side) !== 0; ) {
      loop.push(side)
      const end = valueAt(next, side)
      next[side] = 0
      side = end
    }
    if (loop.length > 0) loops.push(loop)
  }
  return loops
}

/** Smaller ones look like stains, cells. */
const minArea = 5

function areaOf({ x, y }: Loop): number {
  const { length } = x
  const sum = x.reduce((total, value, at) => {
    const after = (at + 1) % length
    return total + value * valueAt(y, after) - valueAt(x, after) * valueAt(y, at)
  }, 0)
  return Math.abs(sum) / 2
}

/** A closed curve through the middles of the sides of a polygon, whose corners, every other point, are its control points. */
function smoothPath(loop: Loop): string {
  const corners = (values: readonly number[]) =>
    values.filter((_, index) => index % 2 === 0).map(value => Math.round(value * unit))
  const [x, y] = [corners(loop.x), corners(loop.y)]
  const middle = (values: readonly number[], at: number) =>
    Math.round((valueAt(values, at) + valueAt(values, (at + 1) % values.length)) / 2)
  const curves = x.map((value, at) => `Q${value},${valueAt(y, at)} ${middle(x, at)},${middle(y, at)}`)
  return `M${middle(x, x.length - 1)},${middle(y, y.length - 1)}${curves.join('')}z`
}
