// Tells colours of a picture from those that smoothed edges make of two others.

import type { Rgb } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'

/** A group that lies in flat areas to so large a part is no edge. */
const leastFlat = 0.45
/** Distance from the line between two colours within which their blends lie, of 255. */
const width = 11
/** Least weight of the second colour, of that of the blend: thin strokes are nothing but edge to a great part. */
const leastOther = 0.05
/** Most area of a blend, of that of its ground: edges are thin, even of text. */
const mostArea = 0.25

const isOnLine = (color: Rgb, one: Rgb, other: Rgb): boolean => {
  const dr = other.red - one.red
  const dg = other.green - one.green
  const db = other.blue - one.blue
  const pr = color.red - one.red
  const pg = color.green - one.green
  const pb = color.blue - one.blue
  const part = (pr * dr + pg * dg + pb * db) / (dr * dr + dg * dg + db * db)
  return part > 0 && part < 1 && Math.hypot(pr - part * dr, pg - part * dg, pb - part * db) <= width
}

/** @returns whether a group is what the edges between a larger one, its ground, and another make. */
export const isBlend = (group: Cell, groups: readonly Cell[]): boolean => {
  if (group.weight / group.area >= leastFlat) return false
  const grounds = groups.filter(one => one.weight > group.weight && one.area * mostArea > group.area)
  const others = groups.filter(other => other !== group && other.weight > leastOther * group.weight)
  return grounds.some(ground => others.some(other => other !== ground && isOnLine(group, ground, other)))
}
