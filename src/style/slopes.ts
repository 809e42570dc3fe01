// Tells groups around one colour from pieces of a slope, where colours change without end or preference.
import type { Cell } from './cell.ts'
import { chroma, type Oklab, type Rgb, squaredDistance } from './oklab.ts'

/** What a group is: around one colour, in the midst of a slope, or at the end or a bend of one. */
export type Slope =
  | { readonly kind: 'mode' | 'middle' }
  /** The colour it ends with, and how clearly: 1 for a true end, less for a bend. */
  | { readonly kind: 'end'; readonly color: Rgb; readonly clearness: number }

/** Part of a slope that lies in flat areas: neighbours differ little, unlike those in grain. */
const leastFlat = 0.8
/** Least deviation of a slope along its way, OKLab: noise and compression stay below. */
const leastDeviation = 0.01
/** Widest hole in a slope, OKLab: a little more than a cell. */
const mostGap = 0.045
/** Kurtosis is 1.8 when values are spread evenly, 3 when they gather around one (Pearson 1905), 1 when they are two. */
const leastKurtosis = 1.35
const mostKurtosis = 2.3
/** Length of the mean of all directions from a neighbour: 1 at an end, 0 in the midst. */
const leastOutward = 0.5

const minus = (one: Oklab, other: Oklab): Oklab => ({ l: one.l - other.l, a: one.a - other.a, b: one.b - other.b })
const dot = (one: Oklab, other: Oklab): number => one.l * other.l + one.a * other.a + one.b * other.b
const scaled = ({ l, a, b }: Oklab, by: number): Oklab => ({ l: l * by, a: a * by, b: b * by })
const lengthOf = (vector: Oklab): number => Math.hypot(vector.l, chroma(vector))

interface Member {
  readonly cell: Cell
  /** Nearest centre of another group. */
  readonly neighbour: Oklab
}

/** The cells of every group, with their second nearest centres. */
const membersOf = (cells: readonly Cell[], groups: readonly Cell[]) => {
  const found = groups.map((group): { readonly group: Cell; readonly members: Member[] } => ({ group, members: [] }))
  for (const cell of cells) {
    let [first, second] = [found[0], found[1]]
    let [least, next] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (const candidate of found) {
      const distance = squaredDistance(cell, candidate.group)
      if (distance < least) [second, next, first, least] = [first, least, candidate, distance]
      else if (distance < next) [second, next] = [candidate, distance]
    }
    if (second !== undefined) first?.members.push({ cell, neighbour: second.group })
  }
  return found
}

const weighted = (members: readonly Member[], quantity: (member: Member) => number): number => {
  let [sum, total] = [0, 0]
  for (const member of members) {
    sum += member.cell.area * quantity(member)
    total += member.cell.area
  }
  return sum / total
}

/** Largest distance between two neighbours. */
const gapOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.max(...sorted.map((value, index) => value - (sorted[index - 1] ?? value)))
}

const judge = (group: Cell, members: readonly Member[]): Slope => {
  if (members.length < 3 || group.weight / group.area < leastFlat) return { kind: 'mode' }
  const away = members.map(({ cell, neighbour }) => {
    const way = minus(group, neighbour)
    return scaled(way, cell.area / lengthOf(way) / group.area)
  })
  const outward = away.reduce((sum, way) => ({ l: sum.l + way.l, a: sum.a + way.a, b: sum.b + way.b }))
  const isEnd = lengthOf(outward) >= leastOutward
  const [some] = members
  const axis = isEnd || some === undefined ? outward : minus(group, some.neighbour)
  const unit = scaled(axis, 1 / lengthOf(axis))
  const along = ({ cell }: Member): number => dot(minus(cell, group), unit)
  const middle = weighted(members, along)
  const variance = weighted(members, member => (along(member) - middle) ** 2)
  const kurtosis = weighted(members, member => (along(member) - middle) ** 4) / variance ** 2
  if (gapOf(members.map(along)) > mostGap) return { kind: 'mode' }
  // Seen along the outward way of a bend, its legs are shorter than they are.
  const least = leastDeviation * (isEnd ? lengthOf(outward) ** 2 : 1)
  if (variance < least ** 2 || kurtosis < leastKurtosis || kurtosis > mostKurtosis) return { kind: 'mode' }
  if (!isEnd) return { kind: 'middle' }
  // The last cell that is no noise, and from there half its own length: it holds as much of the slope as of the area.
  const usual = group.area / members.length
  const last = members
    .filter(({ cell }) => cell.area >= usual / 4)
    .reduce((one, other) => (along(other) > along(one) ? other : one))
  const length = (last.cell.area / group.area) * Math.sqrt(12 * variance)
  const further = length / 2 / (along(last) - middle)
  const extended = (channel: 'red' | 'green' | 'blue'): number => {
    const mean = weighted(members, ({ cell }) => cell[channel])
    return Math.min(255, Math.max(0, last.cell[channel] + further * (last.cell[channel] - mean)))
  }
  return {
    kind: 'end',
    clearness: lengthOf(outward),
    color: { red: extended('red'), green: extended('green'), blue: extended('blue') },
  }
}

export interface Piece extends Oklab {
  readonly group: Cell
  readonly slope: Slope
}

/** @returns the groups of cells, each with what it is. */
export const slopes = (cells: readonly Cell[], groups: readonly Cell[]): readonly Piece[] =>
  membersOf(cells, groups).map(({ group, members }) => ({
    l: group.l,
    a: group.a,
    b: group.b,
    group,
    slope: judge(group, members),
  }))
