// What a picture is of: of all salient objects the one that is large, strong, unlike the others and near the middle, with its equals
// around it.
import type { Region } from '../../../schemas/types.ts'
import { along, type Ramp } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import { clipBox } from './heads.ts'
import { centrality, type Position, type SalientContent, type SalientObject } from './salient-objects.ts'

/** The subject of a picture, 0 to 1 of the frame. */
export interface Subject {
  /** Where viewers look. */
  readonly focus: Position
  /** The box around it. */
  readonly box: Region
}

/** @returns the subject; undefined when nothing stands out. */
export function findSubject({ objects, sceneness }: SalientContent, grid: Grid): Subject | undefined {
  const candidates = objects.map(object => {
    const unlikeness = unlikenessOf(object, objects)
    return { object, unlikeness, score: object.mass * centrality(object, centerSpread) * unlikeness }
  })
  const [best] = candidates.toSorted((one, other) => other.score - one.score)
  if (best === undefined) return undefined
  const group = groupOf(best, candidates, grid)
  const size = group.reduce((sum, { object, membership }) => sum + membership * object.cells.length, 0)
  const meanOf = (place: (focus: Position) => number): number =>
    group.reduce((sum, { object, membership }) => sum + membership * object.cells.length * place(object.focus), 0) /
    size
  const focus = { x: meanOf(({ x }) => x), y: meanOf(({ y }) => y) }
  // As pictures become scenes, the focal point moves to the centre, where that of a scene is.
  const nearScene = Math.min(sceneness, along(widthOf(group, grid), sceneWidth))
  if (nearScene >= 1) return undefined
  const { extent } = grid
  const placeAt = (place: number, length: number): number => 0.5 + (1 - nearScene) * (Math.min(1, place * length) - 0.5)
  const box = boxAroundMembers(
    group.filter(({ membership }) => membership >= minMembership),
    grid,
  )
  return { focus: { x: placeAt(focus.x, extent.x), y: placeAt(focus.y, extent.y) }, box }
}

/** @param group by falling membership. @returns the width of its box, to which each object counts as much as it belongs to the group. */
function widthOf(group: readonly Member[], grid: Grid): number {
  return group.reduce((sum, { membership }, index) => {
    const decrease = membership - (group[index + 1]?.membership ?? 0)
    return sum + decrease * boxAroundMembers(group.slice(0, index + 1), grid).width
  }, 0)
}

function boxAroundMembers(group: readonly Member[], grid: Grid): Region {
  return boxOf(
    group.flatMap(({ object }) => object.cells),
    grid,
  )
}

/** Minimum part of the width that a scene spans; narrower objects stand out from it. */
const sceneWidth: Ramp = { none: 0.5, full: 0.8 }

function boxOf(cells: readonly number[], { columns, rows, extent }: Grid): Region {
  const across = cells.map(cell => cell % columns)
  const down = cells.map(cell => Math.floor(cell / columns))
  const [left, right] = [Math.min(...across), Math.max(...across) + 1]
  const [top, bottom] = [Math.min(...down), Math.max(...down) + 1]
  const [width, height] = [extent.x / columns, extent.y / rows]
  return clipBox({ x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height })
}

/** Standard deviation of the place of subjects around the middle, as a share of the frame. */
const centerSpread = 0.45

/** Unlikeness of an object among equal ones. */
const minDissimilarity = 0.05

/** Mean colour difference from the other objects, by their mass: the odd one out wins over many of a kind. */
function unlikenessOf(object: SalientObject, objects: readonly SalientObject[]): number {
  const [l, a, b] = object.color
  let [mass, sum] = [0, 0]
  for (const other of objects) {
    if (other === object) continue
    mass += other.mass
    sum += other.mass * Math.hypot(l - other.color[0], a - other.color[1], b - other.color[2])
  }
  return mass === 0 ? 1 : minDissimilarity + Math.min(1, sum / mass)
}

interface Candidate {
  readonly object: SalientObject
  readonly unlikeness: number
}

interface Member {
  readonly object: SalientObject
  /** How much it belongs to the subject, 0 to 1. */
  readonly membership: number
}

/** Objects that belong to the subject at least this much are in its box. */
const minMembership = 0.5

/** Size, mass and unlikeness of an equal, relative to the best: colours may differ in strength, the odd one out is alone. */
const equality = {
  size: { none: 0.15, full: 0.65 },
  mass: { none: 0.1, full: 0.7 },
  unlikeness: { none: 0.6, full: 0.8 },
} as const satisfies Record<string, Ramp>

/** The gap between the boxes of two objects, in the mean of their sides. */
const nearness: Ramp = { none: 1.5, full: 1 }

/** @returns the best object with its equals that are near it or near one of the group. */
function groupOf(best: Candidate, candidates: readonly Candidate[], grid: Grid): readonly Member[] {
  const equalityOf = ({ object, unlikeness }: Candidate): number =>
    Math.min(
      along(object.cells.length / best.object.cells.length, equality.size),
      along(object.mass / best.object.mass, equality.mass),
      along(unlikeness / best.unlikeness, equality.unlikeness),
    )
  const equals = candidates
    .map(candidate => ({
      object: candidate.object,
      equality: equalityOf(candidate),
      membership: Number(candidate === best),
    }))
    .filter(({ equality }) => equality > 0)
    .map(equal => ({ ...equal, box: boxOf(equal.object.cells, grid) }))
  const group: Member[] = []
  // Always the one that belongs to the group most, as in Prim's algorithm.
  for (let left = equals; left.length > 0; ) {
    const [member] = left.toSorted((one, other) => other.membership - one.membership)
    if (member === undefined || member.membership === 0) break
    group.push(member)
    const throughMember = (equal: typeof member): number =>
      Math.min(member.membership, equal.equality, along(gapBetween(member.box, equal.box, grid), nearness))
    left = left
      .filter(equal => equal !== member)
      .map(equal => ({ ...equal, membership: Math.max(equal.membership, throughMember(equal)) }))
  }
  return group
}

/** @returns the gap between two boxes, in the mean of their sides. */
function gapBetween(one: Region, other: Region, { columns, rows, extent }: Grid): number {
  const [across, down] = [columns / extent.x, rows / extent.y]
  const gapX = Math.max(0, one.x - other.x - other.width, other.x - one.x - one.width) * across
  const gapY = Math.max(0, one.y - other.y - other.height, other.y - one.y - one.height) * down
  const sideOf = ({ width, height }: Region): number => Math.sqrt(width * across * height * down)
  return (2 * Math.hypot(gapX, gapY)) / (sideOf(one) + sideOf(other))
}
