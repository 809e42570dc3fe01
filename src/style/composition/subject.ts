// What a picture is of: of all salient objects the one that is large, strong, unlike the others and near the middle, with its equals
// around it.
import type { Region } from '../../../schemas/types.ts'
import type { Grid } from '../sampling/grid.ts'
import { clipBox } from './heads.ts'
import { centrality, type Position, type SalientContent, type SalientObject } from './salient-objects.ts'

/** What a picture is of, 0 to 1 of the frame. */
export interface Subject {
  /** Where viewers look. */
  readonly focus: Position
  /** The box around it. */
  readonly box: Region
}

/** @returns the subject; undefined when nothing stands out. */
export function findSubject({ objects, isScene }: SalientContent, grid: Grid): Subject | undefined {
  const candidates = objects.map(object => {
    const unlikeness = unlikenessOf(object, objects)
    return { object, unlikeness, score: object.mass * centrality(object, centerSpread) * unlikeness }
  })
  const [best] = candidates.toSorted((one, other) => other.score - one.score)
  if (best === undefined) return undefined
  const group = groupOf(best, candidates, grid)
  const size = group.reduce((sum, { cells }) => sum + cells.length, 0)
  const focus = {
    x: group.reduce((sum, { focus, cells }) => sum + focus.x * cells.length, 0) / size,
    y: group.reduce((sum, { focus, cells }) => sum + focus.y * cells.length, 0) / size,
  }
  const cells = group.flatMap(object => object.cells)
  const box = boxOf(cells, grid)
  if (isScene && box.width > minSceneWidth) return undefined
  const { extent } = grid
  return { focus: { x: Math.min(1, focus.x * extent.x), y: Math.min(1, focus.y * extent.y) }, box }
}

/** Part of the width that a scene spans; what is narrower stands out from it. */
const minSceneWidth = 0.8

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

/** Least size, mass and unlikeness of an equal, relative to the best: colours may differ in strength, the odd one out is alone. */
const minEqual = { size: 0.45, mass: 0.4, unlikeness: 0.5 } as const

/** The best object with its equals that are near it or near one of the group, one by one. */
function groupOf(best: Candidate, candidates: readonly Candidate[], grid: Grid): readonly SalientObject[] {
  const isEqual = ({ object, unlikeness }: Candidate): boolean =>
    object.cells.length >= minEqual.size * best.object.cells.length &&
    object.mass >= minEqual.mass * best.object.mass &&
    unlikeness >= minEqual.unlikeness * best.unlikeness
  const left = new Set(candidates.filter(isEqual).map(({ object }) => object))
  const group = [best.object]
  left.delete(best.object)
  // The list grows while it is read.
  for (const member of group) {
    for (const candidate of left) {
      if (!areNear(member, candidate, grid)) continue
      left.delete(candidate)
      group.push(candidate)
    }
  }
  return group
}

/** Objects are near each other up to this distance of their centres, in sums of their radii: 1 when discs touch. */
const maxRadii = 1.8

/** The radius of an object is that of a disc of its area. */
function areNear(one: SalientObject, other: SalientObject, { columns, rows }: Grid): boolean {
  const distance = Math.hypot((one.x - other.x) * columns, (one.y - other.y) * rows)
  return distance <= maxRadii * (Math.sqrt(one.cells.length / Math.PI) + Math.sqrt(other.cells.length / Math.PI))
}
