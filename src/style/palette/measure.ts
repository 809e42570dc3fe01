// How much of a picture each of its colours covers.

import { type Oklab, type Rgb, squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'
import type { Tone } from '../tone.ts'
import { partAlong, type Segment, squareTo } from './line.ts'

export interface Centre extends Tone {
  /** Part of all visible pixels that lie nearest to this colour, 0 to 1. */
  readonly share: number
  /** Part of the visible pixels on the border of the picture that do, 0 to 1. */
  readonly border: number
}

/** The one of some colours that lies nearest in OKLab, the first of equals; undefined among none. */
export const nearest = <T extends Oklab>(color: Oklab, centres: readonly T[]): T | undefined => {
  let found: T | undefined
  let least = Number.POSITIVE_INFINITY
  for (const centre of centres) {
    const distance = squaredDistance(color, centre)
    if (distance < least) {
      least = distance
      found = centre
    }
  }
  return found
}

/** A cell that lies in edges but for so small a part is what they make of two colours. */
const mostSure = 0.1
/** Squared distance, OKLab, within which a cell is of a colour rather than of an edge: about ΔE00 3. */
const reach = 0.03 ** 2
/** Edges are looked for between so many of the largest colours. */
const mostSides = 8
/** Squared distance from the line between two colours within which their mixtures lie, of 255. */
const width = 11 ** 2

interface Part extends Oklab {
  readonly tone: Tone
  area: number
  border: number
}

const give = (part: Part, cell: Cell, amount: number): void => {
  part.area += amount * cell.area
  part.border += amount * cell.border
}

interface Side extends Rgb {
  readonly part: Part
}

/** Every two of some colours, as the line on which their mixtures lie. */
const pairsOf = (parts: readonly Part[]): readonly Segment<Side>[] => {
  const sides = parts.map(part => ({ ...part.tone.rgb, part }))
  return sides.flatMap((to, index) => sides.slice(0, index).map(from => ({ from, to })))
}

/** The two colours that a cell mixes, if it mixes any. */
const mixed = (cell: Cell, pairs: readonly Segment<Side>[]): Segment<Side> | undefined => {
  let found: Segment<Side> | undefined
  let least = width
  for (const pair of pairs) {
    const square = squareTo(pair, cell)
    if (square < least) {
      least = square
      found = pair
    }
  }
  return found
}

/** @returns the colours with their exact areas, largest first; every pixel counts for the nearest, and those of smoothed edges for both sides. */
export const measure = (cells: readonly Cell[], tones: readonly Tone[]): readonly Centre[] => {
  const parts = tones.map((tone): Part => ({ ...tone.ok, tone, area: 0, border: 0 }))
  const isEdge = (cell: Cell): boolean =>
    cell.weight < mostSure * cell.area && parts.every(part => squaredDistance(cell, part) > reach)
  const edges: Cell[] = []
  const addNearest = (cell: Cell): void => {
    const part = nearest(cell, parts)
    if (part !== undefined) give(part, cell, 1)
  }
  for (const cell of cells) {
    if (isEdge(cell)) edges.push(cell)
    else addNearest(cell)
  }
  const pairs = pairsOf(parts.toSorted((one, other) => other.area - one.area).slice(0, mostSides))
  for (const cell of edges) {
    const pair = mixed(cell, pairs)
    if (pair === undefined) addNearest(cell)
    else {
      const part = partAlong(pair, cell)
      give(pair.from.part, cell, 1 - part)
      give(pair.to.part, cell, part)
    }
  }
  const area = parts.reduce((total, part) => total + part.area, 0)
  const border = Math.max(
    1,
    parts.reduce((total, part) => total + part.border, 0),
  )
  return parts
    .map(part => ({ ...part.tone, share: part.area / area, border: part.border / border }))
    .toSorted((one, other) => other.share - one.share)
}
