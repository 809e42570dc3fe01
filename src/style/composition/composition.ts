// How a picture is laid out: where its subject lies and what is left empty.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { at } from '../at.ts'
import { round } from '../round.ts'
import type { Grid } from '../sampling/survey.ts'
import type { Region } from './regions.ts'

type Composition = NonNullable<StyleMetadata['composition']>
type Point = NonNullable<StyleMetadata['focal_point']>
type Side = Exclude<Composition['clear_side'], 'none'>
type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

/** Deviation of the luma within a cell up to which nothing goes on there. */
const leastDetail = 6
/** Part of a side that must be empty for text to stand there. */
const clearFrom = 0.85
/** Spread of the reward for the rule of thirds (Liu, Chen, Wolf and Cohen-Or 2010, "Optimizing photo composition"). */
const spread = 0.17

/** Distance to the nearest of the four points where the lines at one and two thirds cross, sides added up as they do. */
const fromThirds = ({ x, y }: Point): number =>
  Math.abs(Math.abs(x - 0.5) - 1 / 6) + Math.abs(Math.abs(y - 0.5) - 1 / 6)

/** 1 per empty cell: outside everything that stands out, and even within. */
const emptiness = ({ detail }: Grid, objects: readonly Region[]): Float64Array => {
  const empty = new Float64Array(detail.length)
  for (let cell = 0; cell < empty.length; cell++) empty[cell] = at(detail, cell) < leastDetail ? 1 : 0
  for (const { cells } of objects) for (const cell of cells) empty[cell] = 0
  return empty
}

/** Part of the cells from one column and row up to others, which they leave out, that is empty. */
const emptyPart = (empty: Float64Array, { columns }: Grid, { left, top, right, bottom }: Box): number => {
  let sum = 0
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) sum += at(empty, row * columns + column)
  }
  const count = (right - left) * (bottom - top)
  return count > 0 ? sum / count : 0
}

/** How many cells along a side have their middle before a part of it. */
const cellsBefore = (part: number, cells: number): number => Math.max(0, Math.ceil(part * cells - 0.5))

/** The outer third on each side; of sides equally empty the first. */
const sidesOf = ({ columns, rows }: Grid): readonly (readonly [side: Side, box: Box])[] => {
  const whole = { left: 0, top: 0, right: columns, bottom: rows }
  return [
    ['left', { ...whole, right: cellsBefore(1 / 3, columns) }],
    ['right', { ...whole, left: cellsBefore(2 / 3, columns) }],
    ['top', { ...whole, bottom: cellsBefore(1 / 3, rows) }],
    ['bottom', { ...whole, top: cellsBefore(2 / 3, rows) }],
  ]
}

/** @param focus where the eye goes, 0 to 1 from the upper left. @returns how near it lies to a third, and how much is empty and where, 0 to 1. */
export const composition = (grid: Grid, objects: readonly Region[], focus: Point): Composition => {
  const empty = emptiness(grid, objects)
  const [best] = sidesOf(grid)
    .map(([side, box]) => ({ side, part: emptyPart(empty, grid, box) }))
    .toSorted((one, other) => other.part - one.part)
  return {
    thirds: round(Math.exp(-(fromThirds(focus) ** 2) / (2 * spread ** 2))),
    negative_space: round(emptyPart(empty, grid, { left: 0, top: 0, right: grid.columns, bottom: grid.rows })),
    clear_side: best !== undefined && best.part >= clearFrom ? best.side : 'none',
  }
}
