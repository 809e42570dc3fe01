// Straight lines through colours.
import type { Rgb } from '../oklab.ts'

const black: Rgb = { red: 0, green: 0, blue: 0 }

const minus = (one: Rgb, other: Rgb): Rgb => ({
  red: one.red - other.red,
  green: one.green - other.green,
  blue: one.blue - other.blue,
})
const plus = (one: Rgb, other: Rgb, times: number): Rgb => ({
  red: one.red + times * other.red,
  green: one.green + times * other.green,
  blue: one.blue + times * other.blue,
})
const dot = (one: Rgb, other: Rgb): number => one.red * other.red + one.green * other.green + one.blue * other.blue
const unit = (vector: Rgb): Rgb =>
  plus(black, vector, 1 / Math.max(1e-9, Math.hypot(vector.red, vector.green, vector.blue)))

/** A straight line through colours. */
export interface Line {
  readonly origin: Rgb
  /** Of length 1. */
  readonly direction: Rgb
}

/** Where on a line the point nearest to a colour is. */
export const along = ({ origin, direction }: Line, color: Rgb): number => dot(minus(color, origin), direction)
/** The colour at a signed way from the origin of a line, both in steps of 8 bits. */
export const pointAt = ({ origin, direction }: Line, way: number): Rgb => plus(origin, direction, way)
/** The line from one colour towards another. */
export const between = (one: Rgb, other: Rgb): Line => ({ origin: one, direction: unit(minus(other, one)) })

/** A colour and how much it counts. */
export interface Weighted<T extends Rgb> {
  readonly cell: T
  readonly weight: number
}

/** The line that fits some colours best, beginning with a guess (one step of the power method, von Mises 1929). */
export const fit = (colors: readonly Weighted<Rgb>[], guess: Line): Line => {
  const total = colors.reduce((sum, { weight }) => sum + weight, 0)
  const origin = colors.reduce((sum, { cell, weight }) => plus(sum, cell, weight / total), black)
  const guessed = { origin, direction: guess.direction }
  const direction = colors.reduce(
    (sum, { cell, weight }) => plus(sum, minus(cell, origin), weight * along(guessed, cell)),
    black,
  )
  return { origin, direction: unit(direction) }
}

/** A stretch of a line between two colours. */
export interface Segment<T extends Rgb> {
  readonly from: T
  readonly to: T
}

/** How far along a segment the point nearest to a colour lies, 0 to 1. */
export const partAlong = ({ from, to }: Segment<Rgb>, color: Rgb): number => {
  const way = minus(to, from)
  return Math.min(1, Math.max(0, dot(minus(color, from), way) / Math.max(1e-9, dot(way, way))))
}

/** Squared distance of a colour from the nearest point of a segment. */
export const squareTo = (segment: Segment<Rgb>, color: Rgb): number => {
  const { from, to } = segment
  const off = minus(color, plus(from, minus(to, from), partAlong(segment, color)))
  return dot(off, off)
}

/** Where two lines come nearest to each other: halfway between them. */
export const crossing = (one: Line, other: Line): Rgb => {
  const [gap, cosine] = [minus(other.origin, one.origin), dot(one.direction, other.direction)]
  const [a, b] = [dot(gap, one.direction), dot(gap, other.direction)]
  const scale = Math.max(1e-3, 1 - cosine * cosine)
  const [here, there] = [(a - b * cosine) / scale, (a * cosine - b) / scale]
  return plus(plus(black, pointAt(one, here), 0.5), pointAt(other, there), 0.5)
}
