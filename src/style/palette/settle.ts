// Moves the centres of groups amid their colours.

import { type Oklab, squaredDistance } from '../oklab.ts'
import type { Cell } from '../pixels/cell.ts'
import { emptySum } from '../pixels/sum.ts'
import { nearest } from './measure.ts'

/** Squared distance at which a colour counts a quarter for the centre of its group, OKLab: about ΔE00 2. */
const reach = 0.02 ** 2
/** The same for the grain of a grainy group, which spreads further: about ΔE00 6. */
const grainReach = 0.06 ** 2

/** What a colour counts for a centre: hardly anything from afar, so that edges do not pull at colours. */
const pull = (cell: Cell, centre: Oklab, within: number): number => {
  const far = 1 + squaredDistance(cell, centre) / within
  return cell.weight / (far * far)
}

/**
 * @param isGrainy whether the colours of a group spread by grain.
 * @returns the centres after a round of Lloyd (1982): every colour joins its nearest centre, and every centre moves amid its colours.
 */
export const settle = (
  cells: readonly Cell[],
  centres: readonly Cell[],
  isGrainy: (centre: Cell) => boolean = () => false,
): readonly Cell[] => {
  const groups = centres.map(centre => ({
    ...{ l: centre.l, a: centre.a, b: centre.b },
    ...{ within: isGrainy(centre) ? grainReach : reach, sum: emptySum() },
  }))
  for (const cell of cells) {
    const group = nearest(cell, groups)
    group?.sum.add(cell, pull(cell, group, group.within))
  }
  return groups.map(({ sum }) => sum.mean()).filter(({ area }) => area > 0)
}
