// Where the ground of a picture is known to be: along its border, but for what the frame cuts off.
import { at } from '../at.ts'
import { type Planes, unlikeness } from './planes.ts'

/** Cells nearer than this are alike. */
const alike = 0.12
/** Least part of the border that is like a cell of the ground. */
const leastGround = 0.12
/** Each cell is compared with every third of the border: enough to tell. */
const stride = 3
/** So many rare cells in a row are something cut off by the frame; fewer are an edge within the ground, as a horizon is. */
const leastRun = 3

/** Cells of the border, clockwise from the upper left. */
const borderOf = (columns: number, rows: number): readonly number[] => {
  const across = Array.from({ length: columns }, (_, index) => index)
  const down = Array.from({ length: Math.max(0, rows - 2) }, (_, index) => (index + 1) * columns)
  const bottom = (rows - 1) * columns
  return [
    ...across,
    ...down.map(cell => cell + columns - 1),
    ...(rows > 1 ? across.map(cell => bottom + columns - 1 - cell) : []),
    ...(columns > 1 ? down.toReversed() : []),
  ]
}

/** Whether each cell of the border is unlike nearly all others. */
const rarities = (planes: Planes, border: readonly number[]): readonly boolean[] => {
  const sample = border.filter((_, index) => index % stride === 0)
  const enough = leastGround * sample.length
  return border.map(cell => {
    let like = 0
    for (const other of sample) {
      if (like >= enough) return false
      if (unlikeness(planes, cell, other) < alike) like++
    }
    return like < enough
  })
}

/**
 * Whether a run of rare cells is something cut off by the frame: it is long enough, and it ends in an edge on both sides
 * (an edge may spread over two cells), where the slope of a gradient goes on.
 */
const isCutOff = (planes: Planes, border: readonly number[], { start, length }: Run): boolean => {
  const cells = Float64Array.from(border)
  const cell = (index: number): number => at(cells, (index + border.length) % border.length)
  const isEdge = (outside: number, inside: number): boolean => unlikeness(planes, cell(outside), cell(inside)) >= alike
  return length >= leastRun && isEdge(start - 1, start + 1) && isEdge(start + length, start + length - 2)
}

interface Run {
  readonly start: number
  readonly length: number
}

/** Runs of rare cells, once round the border; it may go on beyond the last cell. */
const runsOf = (rare: readonly boolean[]): readonly Run[] => {
  const isRare = (index: number): boolean => rare.at(index % rare.length) === true
  const starts = rare.flatMap((_, index) => (isRare(index) && !isRare(index - 1) ? [index] : []))
  return starts.map(start => {
    let length = 1
    while (isRare(start + length)) length++
    return { start, length }
  })
}

/** @returns cells of the border that belong to the ground, clockwise. */
export const groundOf = (planes: Planes): readonly number[] => {
  const border = borderOf(planes.columns, planes.rows)
  const cutOff = new Set<number>()
  for (const run of runsOf(rarities(planes, border))) {
    if (!isCutOff(planes, border, run)) continue
    for (let index = run.start; index < run.start + run.length; index++) cutOff.add(index % border.length)
  }
  return border.filter((_, index) => !cutOff.has(index))
}
