// Art of flat shapes on a grid.
import type { Density, Mood } from '../style.ts'
import {
  type ArtColor,
  type ArtGenerator,
  type Canvas,
  circlePath,
  colorAt,
  round,
  type Shape,
  side,
} from './canvas.ts'

interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

/** Probability that a cell shows the bare background. */
const bareProbability: Readonly<Record<Density, number>> = { compact: 0.05, regular: 0.14, airy: 0.32 }
/** Probability that four cells join into one. */
const joinProbability = { simple: 0.8, moderate: 0.45, detailed: 0.15 } as const

/** Base colours by turns from the middle outwards, with a shape of another colour on each. Cells do not overlap, so their order is free. */
export function tiles(mood: Mood): ArtGenerator {
  return canvas =>
    buildGrid(canvas)
      .flatMap((cell, index) => {
        const bare = index < canvas.colors.length ? 0 : bareProbability[canvas.density]
        return colorAt(canvas.colors, index).flatMap(base => drawCell(cell, base, bare, mood, canvas))
      })
      .toSorted((one, other) => layerOf(one, canvas) - layerOf(other, canvas))
}

/** The cells from the middle outwards: every colour is visible however the art is cropped. */
function buildGrid({ complexity, random }: Canvas): readonly Square[] {
  return Array.from({ length: (side / 2) ** 2 }, (_, index) => ({
    x: (index % (side / 2)) * 2,
    y: Math.floor(index / (side / 2)) * 2,
    side: 2,
  }))
    .flatMap(cell => (random() < joinProbability[complexity] ? [cell] : splitCell(cell)))
    .toSorted((one, other) => distanceFromCenter(one) - distanceFromCenter(other))
}

function splitCell({ x, y, side: size }: Square): readonly Square[] {
  return [0, 1, 2, 3].map(index => ({
    x: x + (index % 2) * (size / 2),
    y: y + Math.floor(index / 2) * (size / 2),
    side: size / 2,
  }))
}

function distanceFromCenter({ x, y, side: size }: Square): number {
  return Math.hypot(x + (size - side) / 2, y + (size - side) / 2)
}

function drawCell(
  cell: Square,
  base: ArtColor,
  bare: number,
  mood: Mood,
  { colors, random }: Canvas,
): readonly Shape[] {
  const background = random() < bare ? [] : [{ color: base, crisp: true, path: block(cell, 0) }]
  const turn = Math.floor(random() * 4)
  const shape = pickContrastingColor(colors, base, random).flatMap(color =>
    pick(moodShapes[mood], random).map(drawPath => ({ color, path: drawPath(cell, turn) })),
  )
  return [...background, ...shape]
}

/** Of two random colours the one with the greater difference in lightness from the base. */
function pickContrastingColor(colors: readonly ArtColor[], base: ArtColor, random: () => number): readonly ArtColor[] {
  const others = colors.filter(color => color !== base)
  const difference = (color: ArtColor) => Math.abs(color.lightness - base.lightness)
  return [...pick(others, random), ...pick(others, random)]
    .toSorted((one, other) => difference(other) - difference(one))
    .slice(0, 1)
}

/** A random item; a list of it, since the list may be empty. */
function pick<T>(list: readonly T[], random: () => number): readonly T[] {
  const index = Math.floor(random() * list.length)
  return list.slice(index, index + 1)
}

/** Backgrounds first, then by colour: equal neighbours become one path. */
function layerOf({ color, crisp = false }: Shape, { colors }: Canvas): number {
  return colors.indexOf(color) + (crisp ? 0 : colors.length)
}

/** SVG path data of a shape within a square, rotated by a number of right angles, 0 to 3. */
type ShapePath = (square: Square, turn: number) => string

const block: ShapePath = ({ x, y, side }) => `M${x} ${y}h${side}v${side}h${-side}z`

const circle: ShapePath = ({ x, y, side }) => circlePath(x + side / 2, y + side / 2, side / 2)
const dot: ShapePath = ({ x, y, side }) => circlePath(x + side / 2, y + side / 2, side / 4)
const ring: ShapePath = ({ x, y, side }) =>
  circlePath(x + side / 2, y + side / 2, side / 2) + circlePath(x + side / 2, y + side / 2, side / 4, true)

const quarter: ShapePath = (square, turn) =>
  `M${corner(square, turn)}L${corner(square, turn + 1)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn + 3)}z`

const leaf: ShapePath = (square, turn) =>
  `M${corner(square, turn)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn + 2)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn)}z`

const half: ShapePath = (square, turn) =>
  `M${corner(square, turn)}A${square.side / 2} ${square.side / 2} 0 0 0 ${corner(square, turn + 1)}z`

const triangle: ShapePath = (square, turn) =>
  `M${corner(square, turn)}L${corner(square, turn + 1)}L${corner(square, turn + 3)}z`

const bars: ShapePath = ({ x, y, side }, turn) =>
  [0, 1, 2]
    .map(index => (index * side) / 3)
    .map(offset => [offset, side / 6] as const)
    .map(([offset, width]) =>
      turn % 2 === 0
        ? `M${round(x)} ${round(y + offset)}h${side}v${round(width)}h${-side}z`
        : `M${round(x + offset)} ${round(y)}h${round(width)}v${side}h${round(-width)}z`,
    )
    .join('')

/** Coordinates of a corner, counted clockwise from the upper left one. */
function corner({ x, y, side }: Square, index: number): string {
  const [dx, dy] = [index % 4 === 1 || index % 4 === 2 ? side : 0, index % 4 >= 2 ? side : 0]
  return `${x + dx} ${y + dy}`
}

/** The shapes that suit a mood. */
const moodShapes: Readonly<Record<Mood, readonly ShapePath[]>> = {
  neutral: [quarter, half, quarter, circle, leaf, triangle],
  calm: [quarter, leaf, circle, half],
  bold: [triangle, bars, block, triangle, half],
  elegant: [leaf, quarter, ring, quarter],
  playful: [circle, dot, half, ring, bars, quarter],
}
