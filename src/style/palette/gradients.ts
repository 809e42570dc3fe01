// Gradients in a histogram, and their stops.

import { rgbToOklab, squaredDistance } from '../../color/oklab.ts'
import type { Rgb } from '../../color/srgb.ts'
import type { Cell } from '../sampling/histogram.ts'

/** Cells of a gradient lie in flat areas: neighbours on a slope differ little, unlike those in texture. */
const minFlatPart = 0.8
/** Cells with a smaller share of the visible pixels are noise. */
const minCellShare = 0.0003
/** A line through all of OKLab, three cells thick, has fewer cells; more are a photograph. */
const maxCells = 256
/** Squared distance between neighbouring cells of a gradient, OKLab: two cells. */
const maxGap = 0.05 ** 2
/** A gradient covers at least this share of the visible pixels, spans this distance in OKLab, and has this many cells. */
const minShare = 0.25
const minLength = 0.08
const minCells = 4
/** A gradient has at most this many stops. */
const maxStops = 5
/** Distance from the lines between the stops, 8-bit sRGB: the largest of a cell, and the root mean square of the pixels. */
const maxDistance = 12
const maxDeviation = 5
/** Cells with a smaller share of the mean cell of a gradient are no stop. */
const minStopShare = 0.06
/** One with a larger share is a flat area. */
const maxStopArea = 3

/**
 * Finds gradients: connected flat colours on straight lines in sRGB, which is where renderers mix gradients. Their stops are
 * the farthest points of the lines (as the vertices in Tan, Lien and Gingold 2016, "Decomposing images into layers via
 * RGB-space geometry").
 *
 * @param cells the histogram.
 * @returns the colours at the ends and bends of every gradient; none where a picture has no gradient.
 */
export function findGradientStops(cells: readonly Cell[]): readonly Cell[] {
  const total = cells.reduce((sum, { area }) => sum + area, 0)
  return connectedComponents(cells, total).flatMap(component => {
    const area = component.reduce((sum, cell) => sum + cell.area, 0)
    if (component.length < minCells || area < minShare * total) return []
    const stops = stopsOf(component, area)
    const isLong = stops.some(one => stops.some(other => squaredDistance(one, other) >= minLength ** 2))
    return isLong ? stops.map(stop => endOf(stop, component, area)) : []
  })
}

/** Groups of flat cells in which every cell has a neighbour; none if there are too many flat cells for a gradient. */
function connectedComponents(cells: readonly Cell[], total: number): readonly (readonly Cell[])[] {
  let rest = cells.filter(({ area, weight }) => area >= minCellShare * total && weight >= minFlatPart * area)
  if (rest.length > maxCells) return []
  const components: (readonly Cell[])[] = []
  while (rest.length > 0) {
    const component = rest.slice(0, 1)
    rest = rest.slice(1)
    // The list grows while it is read.
    for (const cell of component) {
      const isNear = (other: Cell): boolean => squaredDistance(cell, other) <= maxGap
      component.push(...rest.filter(isNear))
      rest = rest.filter(other => !isNear(other))
    }
    components.push(component)
  }
  return components
}

/** The cells between which all others lie on straight lines; none if they do not. */
function stopsOf(component: readonly Cell[], area: number): readonly Cell[] {
  const mean = (channel: (cell: Cell) => number): number =>
    component.reduce((sum, cell) => sum + cell.area * channel(cell), 0) / area
  const center = { red: mean(({ red }) => red), green: mean(({ green }) => green), blue: mean(({ blue }) => blue) }
  const stops: Cell[] = []
  const distance = (cell: Cell): number => {
    const [first = center] = stops
    let nearest = squaredDistanceToSegment(cell, first, first)
    for (const [index, to] of stops.entries()) {
      for (const from of stops.slice(0, index)) nearest = Math.min(nearest, squaredDistanceToSegment(cell, from, to))
    }
    return nearest
  }
  const candidates = component.filter(cell => cell.area * component.length >= minStopShare * area)
  for (;;) {
    const farthest = candidates
      .map(cell => ({ cell, distance: distance(cell) }))
      .reduce((one, other) => (other.distance > one.distance ? other : one))
    if (farthest.distance <= maxDistance ** 2) break
    if (stops.length === maxStops) return []
    stops.push(farthest.cell)
  }
  const variance = component.reduce((sum, cell) => sum + cell.area * distance(cell), 0) / area
  return variance <= maxDeviation ** 2 ? stops : []
}

/**
 * The colour at the end of a gradient. The mean of its last cell lies half a cell before the end; in an even gradient the areas of the
 * last two cells give the length of the last one. Bends, and larger cells, which are flat areas, stay.
 */
function endOf(stop: Cell, component: readonly Cell[], area: number): Cell {
  const byDistance = component
    .filter(cell => cell !== stop)
    .toSorted((one, other) => squaredDistance(one, stop) - squaredDistance(other, stop))
  const [nearest = stop, second = stop] = byDistance
  const isEnd = squaredDistanceToSegment(nearest, stop, second) <= maxDistance ** 2
  if (!isEnd || stop.area * component.length > maxStopArea * area) return stop
  const part = stop.area / (stop.area + nearest.area)
  const beyond = (own: number, other: number): number => Math.min(255, Math.max(0, own + part * (own - other)))
  const red = beyond(stop.red, nearest.red)
  const green = beyond(stop.green, nearest.green)
  const blue = beyond(stop.blue, nearest.blue)
  return { ...stop, red, green, blue, ...rgbToOklab(red, green, blue) }
}

/** Squared distance of a colour from the line segment between two others, 8-bit sRGB. */
function squaredDistanceToSegment(color: Rgb, from: Rgb, to: Rgb): number {
  const [red, green, blue] = [to.red - from.red, to.green - from.green, to.blue - from.blue]
  const [x, y, z] = [color.red - from.red, color.green - from.green, color.blue - from.blue]
  const length = red * red + green * green + blue * blue
  const position = length === 0 ? 0 : Math.min(1, Math.max(0, (x * red + y * green + z * blue) / length))
  return (x - position * red) ** 2 + (y - position * green) ** 2 + (z - position * blue) ** 2
}
