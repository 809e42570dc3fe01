// The shapes of the art: each fills a square of a given side.
import type { Mood } from '../style.ts'
import { disc, round } from './canvas.ts'

export interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

/** SVG path data of a shape within a square, turned by so many right angles, 0 to 3. */
export type Tile = (square: Square, turn: number) => string

/** Points of a unit square, clockwise from the upper left, turned. */
const corner = ({ x, y, side }: Square, turn: number): string => {
  const [dx, dy] = [turn % 4 === 1 || turn % 4 === 2 ? side : 0, turn % 4 >= 2 ? side : 0]
  return `${x + dx} ${y + dy}`
}

/** The whole square. */
export const block: Tile = ({ x, y, side }) => `M${x} ${y}h${side}v${side}h${-side}z`

const circle: Tile = ({ x, y, side }) => disc(x + side / 2, y + side / 2, side / 2)
const dot: Tile = ({ x, y, side }) => disc(x + side / 2, y + side / 2, side / 4)
const ring: Tile = ({ x, y, side }) =>
  disc(x + side / 2, y + side / 2, side / 2) + disc(x + side / 2, y + side / 2, side / 4, true)

const quarter: Tile = (square, turn) =>
  `M${corner(square, turn)}L${corner(square, turn + 1)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn + 3)}z`

const leaf: Tile = (square, turn) =>
  `M${corner(square, turn)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn + 2)}A${square.side} ${square.side} 0 0 1 ${corner(square, turn)}z`

const half: Tile = (square, turn) =>
  `M${corner(square, turn)}A${square.side / 2} ${square.side / 2} 0 0 0 ${corner(square, turn + 1)}z`

const triangle: Tile = (square, turn) =>
  `M${corner(square, turn)}L${corner(square, turn + 1)}L${corner(square, turn + 3)}z`

const bars: Tile = ({ x, y, side }, turn) =>
  [0, 1, 2]
    .map(index => (index * side) / 3)
    .map(offset => [offset, side / 6] as const)
    .map(([offset, width]) =>
      turn % 2 === 0
        ? `M${round(x)} ${round(y + offset)}h${side}v${round(width)}h${-side}z`
        : `M${round(x + offset)} ${round(y)}h${round(width)}v${side}h${round(-width)}z`,
    )
    .join('')

/** The shapes that speak for a mood. */
export const tiles: Readonly<Record<Mood, readonly Tile[]>> = {
  neutral: [quarter, half, quarter, circle, leaf, triangle],
  calm: [quarter, leaf, circle, half],
  bold: [triangle, bars, block, triangle, half],
  elegant: [leaf, quarter, ring, quarter],
  playful: [circle, dot, half, ring, bars, quarter],
}
