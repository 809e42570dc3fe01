// Moves the centres of groups amid their colours.
import type { Cell } from './cell.ts'
import { nearest } from './measure.ts'
import { type Oklab, squaredDistance } from './oklab.ts'
import { emptySum } from './sum.ts'

/** Squared distance at which a colour counts a quarter for the centre of its group, OKLab: about ΔE00 2. */
const reach = 0.02 ** 2

/** What a colour counts for a centre: hardly anything from afar, so that edges do not pull at colours. */
const pull = (cell: Cell, centre: Oklab): number => {
  const far = 1 + squaredDistance(cell, centre) / reach
  return cell.weight / (far * far)
}

/** @returns the centres after a round of Lloyd (1982): every colour joins its nearest centre, and every centre moves amid its colours. */
export const settle = (cells: readonly Cell[], centres: readonly Cell[]): readonly Cell[] => {
  const groups = centres.map(({ l, a, b }) => ({ l, a, b, sum: emptySum() }))
  for (const cell of cells) {
    const group = nearest(cell, groups)
    group?.sum.add(cell, pull(cell, group))
  }
  return groups.map(({ sum }) => sum.mean()).filter(({ area }) => area > 0)
}
