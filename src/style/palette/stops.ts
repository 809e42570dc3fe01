// The stops of a gradient: what mixes two colours lies on the line between them in sRGB, so its stops are where lines end or meet.
import { at } from '../at.ts'
import { oklab, type Rgb } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'
import { along, between, crossing, fit, type Line, pointAt, type Segment, squareTo, type Weighted } from './line.ts'

/** Distance from a line beyond which colours bend away from it, of 255: noise stays below. */
const tolerance = 12
/** Deviation of colours from their lines, of 255, above which they do not lie on lines. */
const mostDeviation = 5
const mostLines = 5
/** A bend lies so near, of 255, to the colour that bends away most. */
const bendReach = 32
/** A cell of so many times the usual area is a colour of its own on the way. */
const heavy = 6
/** Least area of a cell at an end, of the usual: less is noise. */
const leastLast = 0.06
/** How far, of 255, cells near an end tell how much lies on the way. */
const endReach = 48
/** Half a cell, of 255: an end lies no further from the middle of the last one. */
const mostBeyond = 6

type Lines = readonly Segment<Cell>[]

/** The value in the middle. */
const median = (values: readonly number[]): number =>
  at(Float64Array.from(values).toSorted(), Math.floor(values.length / 2))

/** The first of the cells furthest from something. */
const furthest = (cells: readonly Cell[], squareOf: (cell: Cell) => number): Cell =>
  cells.reduce((one, other) => (squareOf(other) > squareOf(one) ? other : one))

const squareToAll = (lines: Lines, cell: Cell): number => {
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) least = Math.min(least, squareTo(line, cell))
  return least
}

/** Mean squared distance of colours from the nearest of some lines. */
const misfit = (lines: Lines, colors: readonly Weighted<Cell>[]): number => {
  let [sum, total] = [0, 0]
  for (const { cell, weight } of colors) {
    sum += weight * squareToAll(lines, cell)
    total += weight
  }
  return sum / total
}

/** Every way to lead lines through one more colour: as a bend of a line, or as a new line from where one ends. */
const withCorner = (lines: Lines, cell: Cell): readonly Lines[] => {
  const bent = lines.map(line => [
    ...lines.filter(other => other !== line),
    { from: line.from, to: cell },
    { from: cell, to: line.to },
  ])
  const ends = new Set(lines.flatMap(({ from, to }) => [from, to]))
  return [...bent, ...[...ends].map(end => [...lines, { from: end, to: cell }])]
}

/** Lines through the colours of a gradient: from end to end, then through whatever lies furthest off. */
const linesThrough = (cells: readonly Cell[], colors: readonly Weighted<Cell>[]): Lines => {
  const lightest = furthest(cells, ({ l }) => l)
  const from = furthest(cells, cell => squareTo({ from: lightest, to: lightest }, cell))
  let lines: Lines = [{ from, to: furthest(cells, cell => squareTo({ from, to: from }, cell)) }]
  while (lines.length < mostLines) {
    const corner = furthest(cells, cell => squareToAll(lines, cell))
    if (squareToAll(lines, corner) <= tolerance ** 2) break
    const rated = withCorner(lines, corner).map(candidate => ({ candidate, off: misfit(candidate, colors) }))
    lines = rated.reduce((one, other) => (other.off < one.off ? other : one)).candidate
  }
  return lines
}

const cellAt = (cell: Cell, color: Rgb): Cell => {
  const clamp = (channel: number): number => Math.min(255, Math.max(0, channel))
  const [red, green, blue] = [clamp(color.red), clamp(color.green), clamp(color.blue)]
  return { ...cell, red, green, blue, ...oklab(red, green, blue) }
}

/** The colour that a line ends with: half of what the last cell holds lies beyond its middle. */
const endOf = (cells: readonly Cell[], line: Line, last: Cell, usual: number): Cell => {
  if (last.area >= heavy * usual) return last
  const sign = Math.sign(along(line, last) - along(line, line.origin))
  const out = (cell: Rgb): number => sign * along(line, cell)
  const end = out(last)
  const near = cells.filter(cell => cell !== last && cell.area < heavy * usual && out(cell) >= end - endReach)
  const density = near.reduce((sum, { area }) => sum + area, 0) / (end - Math.min(end - 1, ...near.map(out)))
  return cellAt(last, pointAt(line, sign * (end + Math.min(mostBeyond, last.area / (2 * density)))))
}

/** The stop between two lines: where they meet, if that is near where they bend. */
const bendOf = (cell: Cell, one: Line, other: Line): Cell => {
  const met = crossing(one, other)
  const isNear = Math.hypot(met.red - cell.red, met.green - cell.green, met.blue - cell.blue) <= bendReach
  return isNear ? cellAt(cell, met) : cell
}

/**
 * @param cells of a gradient.
 * @returns its stops, the ends first; undefined if the colours do not lie on a few lines.
 */
export const stopsOf = (cells: readonly Cell[]): readonly Cell[] | undefined => {
  const usual = median(cells.map(({ area }) => area))
  const colors = cells.map(cell => ({ cell, weight: Math.min(cell.area, 2 * usual) }))
  const clear = cells.filter(({ area }) => area >= leastLast * usual)
  const lines = linesThrough(clear, colors)
  if (misfit(lines, colors) > mostDeviation ** 2) return undefined
  const fitted = lines.map(segment => {
    const own = colors.filter(({ cell }) => squareTo(segment, cell) === squareToAll(lines, cell))
    const line = fit(own, between(segment.from, segment.to))
    return { corners: [segment.from, segment.to], cells: own.map(({ cell }) => cell), line }
  })
  const [ends, bends] = [new Map<Cell, Cell>(), new Map<Cell, Cell>()]
  for (const one of fitted) {
    for (const corner of one.corners) {
      const other = fitted.find(other => other !== one && other.corners.includes(corner))
      if (other === undefined) ends.set(corner, endOf(one.cells, one.line, corner, usual))
      else bends.set(corner, bendOf(corner, one.line, other.line))
    }
  }
  return [...ends.values(), ...bends.values()]
}
