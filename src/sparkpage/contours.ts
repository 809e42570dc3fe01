// The light of a picture cut out of paper: flat areas of its main colours with smooth outlines, one on top of the other.
import { hexToOklab, type Oklab, rgbToOklab, squaredDistance } from '../color/oklab.ts'
import type { Light, PaletteShare } from './light.ts'

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
  const distances = field.map(cell => colors.map(({ lab }) => Math.sqrt(squaredDistance(cell, lab))))
  const areas = colors.map(({ hex }, index) => {
    if (index === 0) return { color: hex, path: `M0 0h${(columns - 1) * unit}v${(rows - 1) * unit}H0z` }
    // Positive where this colour, or one that lies on top of it, is the nearest.
    const values = distances.map(own => Math.min(...own.slice(0, index)) - Math.min(...own.slice(index)))
    const loops = traceLoops(values, columns, rows)
      .filter(loop => areaOf(loop) >= minArea)
      .map(smoothPath)
    return { color: hex, path: loops.join('') }
  })
  return { width: (columns - 1) * unit, height: (rows - 1) * unit, areas: areas.filter(({ path }) => path !== '') }
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
  const count = (colors: readonly ContourColor[]) => {
    const counts = colors.map(() => 0)
    for (const cell of field) {
      const distances = colors.map(({ lab }) => squaredDistance(cell, lab))
      const nearest = distances.indexOf(Math.min(...distances))
      counts[nearest] = (counts[nearest] ?? 0) + 1
    }
    return colors.map((color, index) => ({ color, cells: counts[index] ?? 0 }))
  }
  const used = count(candidates)
    .filter(({ cells }) => cells >= field.length * minPart)
    .toSorted((one, other) => other.cells - one.cells)
    .slice(0, maxColors)
    .map(({ color }) => color)
  return count(used.length > 0 ? used : candidates.slice(0, 1))
    .toSorted((one, other) => other.cells - one.cells)
    .map(({ color }) => color)
}

type Point = readonly [x: number, y: number]

/**
 * Closed outlines of the area whose values are positive: marching squares (Lorensen and Cline 1987, in the plane) with linear interpolation.
 * Cells beyond the edges have the values of those at the edge, and those beyond them are outside, so that every outline is closed.
 */
function traceLoops(values: readonly number[], columns: number, rows: number): readonly (readonly Point[])[] {
  const [width, height] = [columns + 4, rows + 4]
  const padded = Float64Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) - 2, Math.floor(at / width) - 2]
    if (x < -1 || y < -1 || x > columns || y > rows) return -1e-3
    return values[Math.min(rows - 1, Math.max(0, y)) * columns + Math.min(columns - 1, Math.max(0, x))] ?? 0
  })
  const isInside = (corner: number) => (padded[corner] ?? 0) > 0
  // From the side of a square on which a part of the outline begins to that on which it ends.
  const next = new Map<number, number>()
  for (let row = 0; row < height - 1; row++) {
    for (let column = 0; column < width - 1; column++) {
      const corner = row * width + column
      // Clockwise from the upper left; the sides from corner to corner: 2 × the first corner, odd for vertical ones.
      const corners = [corner, corner + 1, corner + width + 1, corner + width]
      const sides = [2 * corner, 2 * (corner + 1) + 1, 2 * (corner + width), 2 * corner + 1]
      const inside = corners.map(isInside)
      const ends = sides.filter((_, side) => !inside[side] && inside[(side + 1) % 4])
      const starts = sides.filter((_, side) => inside[side] && !inside[(side + 1) % 4])
      for (const [index, start] of starts.entries()) next.set(start, ends[index] ?? start)
    }
  }
  const crossing = (side: number): Point => {
    const one = side >> 1
    const isVertical = side % 2 === 1
    const [from, to] = [padded[one] ?? 0, padded[isVertical ? one + width : one + 1] ?? 0]
    const part = from / (from - to)
    const [x, y] = [(one % width) - 2, Math.floor(one / width) - 2]
    return isVertical ? [x, y + part] : [x + part, y]
  }
  return linkLoops(next).map(loop => loop.map(crossing))
}

function linkLoops(next: ReadonlyMap<number, number>): readonly (readonly number[])[] {
  const seen = new Set<number>()
  return [...next.keys()].flatMap(start => {
    const loop: number[] = []
    for (let side: number | undefined = start; side !== undefined && !seen.has(side); side = next.get(side)) {
      seen.add(side)
      loop.push(side)
    }
    return loop.length === 0 ? [] : [loop]
  })
}

/** Smaller ones look like stains, cells. */
const minArea = 5

function areaOf(loop: readonly Point[]): number {
  const sum = loop.reduce((total, [x, y], index) => {
    const [nextX, nextY] = loop[(index + 1) % loop.length] ?? [x, y]
    return total + x * nextY - nextX * y
  }, 0)
  return Math.abs(sum) / 2
}

/** A closed curve through the middles of the sides of a polygon, whose corners are its control points. */
function smoothPath(loop: readonly Point[]): string {
  const corners = loop.filter((_, index) => index % 2 === 0)
  const scaled = corners.map(([x, y]): Point => [Math.round(x * unit), Math.round(y * unit)])
  const middles = scaled.map(([x, y], index): Point => {
    const [nextX, nextY] = scaled[(index + 1) % scaled.length] ?? [x, y]
    return [Math.round((x + nextX) / 2), Math.round((y + nextY) / 2)]
  })
  const curves = scaled.map((corner, index) => {
    const end = middles[index]
    return index === 0 || !end ? '' : `Q${corner} ${end}`
  })
  return `M${middles[0]}${curves.join('')}Q${scaled[0]} ${middles[0]}z`
}
