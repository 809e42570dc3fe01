// The subject of a picture: of all objects the one that is large, strong, unlike the others and near the middle, with its equals around it.

import type { Grid } from '../sampling/survey.ts'
import type { Region } from './regions.ts'

/** Where people put a subject: standard deviation of its place around the middle, part of the frame. */
const spread = 0.45
/** What an object among its like keeps. */
const leastUnlike = 0.05
/** Least size, mass and unlikeness of an equal, of those of the best: colours may stand out more or less, the odd one out is alone. */
const leastEqual = { size: 0.45, mass: 0.4, unlike: 0.5 } as const
/** Objects are one group when their centres are no further apart than this, of the sum of their radii: 1 when discs touch. */
const reach = 1.8

/** Where the eye goes: the centre of one object, or of a group. */
export interface Subject {
  /** 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
}

interface Rated {
  readonly region: Region
  /** How unlike the others it is. */
  readonly unlike: number
  readonly score: number
}

const central = ({ x, y }: Region): number => Math.exp(-((x - 0.5) ** 2 + (y - 0.5) ** 2) / (2 * spread ** 2))

const apart = ({ color: [l, a, b] }: Region, { color }: Region): number =>
  Math.hypot(l - color[0], a - color[1], b - color[2])

/** How unlike the others one is, by their mass: the odd one out wins over many of a kind. */
const unlikenessOf = (region: Region, all: readonly Region[]): number => {
  let [mass, sum] = [0, 0]
  for (const other of all) {
    if (other === region) continue
    mass += other.mass
    sum += other.mass * apart(region, other)
  }
  return mass === 0 ? 1 : leastUnlike + Math.min(1, sum / mass)
}

/** Whether two objects stand together: the radius of each is that of a disc of its area. */
const together = (one: Region, other: Region, columns: number, rows: number): boolean => {
  const distance = Math.hypot((one.x - other.x) * columns, (one.y - other.y) * rows)
  return distance <= reach * (Math.sqrt(one.cells.length / Math.PI) + Math.sqrt(other.cells.length / Math.PI))
}

/** The best with its equals that stand with it, one by one. */
const groupOf = (best: Rated, all: readonly Rated[], columns: number, rows: number): readonly Region[] => {
  const isEqual = ({ region, unlike }: Rated): boolean =>
    region.cells.length >= leastEqual.size * best.region.cells.length &&
    region.mass >= leastEqual.mass * best.region.mass &&
    unlike >= leastEqual.unlike * best.unlike
  const left = new Set(all.filter(isEqual).map(({ region }) => region))
  const group = [best.region]
  left.delete(best.region)
  // The list grows while it is read.
  for (const member of group) {
    for (const candidate of left) {
      if (!together(member, candidate, columns, rows)) continue
      left.delete(candidate)
      group.push(candidate)
    }
  }
  return group
}

const centreOf = (group: readonly Region[]): Subject => {
  const size = group.reduce((sum, { cells }) => sum + cells.length, 0)
  return {
    x: group.reduce((sum, { x, cells }) => sum + x * cells.length, 0) / size,
    y: group.reduce((sum, { y, cells }) => sum + y * cells.length, 0) / size,
  }
}

/**
 * @param all objects, on a grid of so many columns and rows.
 * @returns the place of the subject; undefined when nothing stands out.
 */
export const subjectOf = (
  all: readonly Region[],
  { columns, rows }: Pick<Grid, 'columns' | 'rows'>,
): Subject | undefined => {
  const rated = all.map(region => {
    const unlike = unlikenessOf(region, all)
    return { region, unlike, score: region.mass * central(region) * unlike }
  })
  const best = rated.reduce<Rated | undefined>(
    (first, candidate) => (first === undefined || candidate.score > first.score ? candidate : first),
    undefined,
  )
  return best && centreOf(groupOf(best, rated, columns, rows))
}
