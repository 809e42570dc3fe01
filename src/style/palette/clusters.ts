// The colours a picture is made of: its histogram in groups around what is really there.

import type { Cell } from '../pixels/cell.ts'
import { tone } from '../tone.ts'
import { isBlend } from './blend.ts'
import { distinct } from './distinct.ts'
import { grainyAmong, withoutGrain } from './grain.ts'
import { type Centre, measure } from './measure.ts'
import { seeds } from './seeds.ts'
import { settle } from './settle.ts'
import { spread } from './spread.ts'
import { worth } from './worth.ts'

const rounds = 3
/** Least part of the visible pixels that makes a colour, and a smaller one that does if they surely show it. */
const leastShare = 0.0006
const leastSure = 0.00006
const mostColors = 16

const heaviestFirst = (groups: readonly Cell[]): readonly Cell[] =>
  groups.toSorted((one, other) => other.weight - one.weight)

/** Groups large enough to be seen that no edge made, the worthiest if they are many; the heaviest always stays. */
const real = (groups: readonly Cell[]): readonly Cell[] => {
  const total = groups.reduce((sum, { area }) => sum + area, 0)
  const isLarge = ({ area, weight }: Cell): boolean => area >= leastShare * total || weight >= leastSure * total
  return groups
    .filter((group, index) => index === 0 || (isLarge(group) && !isBlend(group, groups)))
    .toSorted((one, other) => worth(other.area, other) - worth(one.area, one))
    .slice(0, mostColors)
}

/**
 * Finds the colours of a picture.
 *
 * @param cells its histogram, one cell at least.
 * @returns 1 to 16 colours, largest first, pairwise ΔE00 of at least 5; the shares add up to 1.
 */
export const clusters = (cells: readonly Cell[]): readonly Centre[] => {
  let centres = seeds(cells)
  for (let round = 0; round < rounds; round++) centres = settle(cells, centres)
  const settled = settle(cells, distinct(heaviestFirst(centres)))
  const groups = real(withoutGrain(distinct(heaviestFirst(settled)), cells))
  const centred = settle(cells, groups, grainyAmong(groups))
  return measure(cells, spread(cells, distinct(heaviestFirst(centred))).map(tone))
}
