// How a picture is laid out: where its subject lies and what is left empty.
import type { StyleMetadata } from '../../schemas/style.ts'
import { at } from './at.ts'
import type { Region } from './regions.ts'
import { round } from './round.ts'
import type { Grid } from './survey.ts'
import { table } from './table.ts'

type Composition = NonNullable<StyleMetadata['composition']>
type Point = NonNullable<StyleMetadata['focal_point']>
type Side = Exclude<Composition['clear_side'], 'none'>

/** Deviation of the luma within a cell up to which nothing goes on there. */
const leastDetail = 6
/** Part of a side that must be empty for text to stand there. */
const clearFrom = 0.85
/** Spread of the reward for the rule of thirds (Liu, Chen, Wolf and Cohen-Or 2010, "Optimizing photo composition"). */
const spread = 0.17

/** Distance to the nearest of the four points where the lines at one and two thirds cross, sides added up as they do. */
const fromThirds = ({ x, y }: Point): number =>
  Math.abs(Math.abs(x - 0.5) - 1 / 6) + Math.abs(Math.abs(y - 0.5) - 1 / 6)

/** The outer third on each side; of sides equally empty the first. */
const sides: readonly (readonly [side: Side, holds: (x: number, y: number) => boolean])[] = [
  ['left', x => x < 1 / 3],
  ['right', x => x >= 2 / 3],
  ['top', (_, y) => y < 1 / 3],
  ['bottom', (_, y) => y >= 2 / 3],
]

/** 1 per empty cell: outside everything that stands out, and even within. */
const emptiness = ({ detail }: Grid, objects: readonly Region[]): Float64Array => {
  const empty = table(detail.length, cell => (at(detail, cell) < leastDetail ? 1 : 0))
  for (const { cells } of objects) for (const cell of cells) empty[cell] = 0
  return empty
}

const emptyPart = (empty: Float64Array, { columns, rows }: Grid, holds: (x: number, y: number) => boolean): number => {
  let [sum, count] = [0, 0]
  for (let cell = 0; cell < empty.length; cell++) {
    if (!holds(((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows)) continue
    sum += at(empty, cell)
    count++
  }
  return count === 0 ? 0 : sum / count
}

export const composition = (grid: Grid, objects: readonly Region[], focus: Point): Composition => {
  const empty = emptiness(grid, objects)
  const [best] = sides
    .map(([side, holds]) => ({ side, part: emptyPart(empty, grid, holds) }))
    .toSorted((one, other) => other.part - one.part)
  return {
    thirds: round(Math.exp(-(fromThirds(focus) ** 2) / (2 * spread ** 2))),
    negative_space: round(emptyPart(empty, grid, () => true)),
    clear_side: best !== undefined && best.part >= clearFrom ? best.side : 'none',
  }
}
