// Where a picture has space for texts, and what no crop of it may lose.
import type { Quiet } from '../../../schemas/composition.ts'
import type { Region } from '../../../schemas/types.ts'
import { oklabToHex, rgbToOklab } from '../../color/oklab.ts'
import { at, round } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import type { SalientObject } from './salient-objects.ts'

/** Cells whose luma deviates less hold texts: blurred grounds, skies, walls. */
const maxQuietDetail = 9
/** Share of quiet cells in a line, and in all lines from the edge on. */
const minQuiet = { line: 0.75, all: 0.92 } as const
/** Objects that cover more of the picture are no subject before a ground. */
const maxObjectShare = 0.5
/** The colour of an edge is that of this many lines of cells. */
const edgeLines = 2

/** @param headCells cells with heads of people. @returns for each side how far the picture is quiet from there, 0 to 1 of its width or height, and the colour of that edge. */
export function measureQuiet(grid: Grid, objects: readonly SalientObject[], headCells: readonly number[]): Quiet {
  const { columns, rows, detail } = grid
  const salient = new Set(objects.flatMap(({ cells }) => cells))
  // Objects over most of the picture are a scene, parts of which may be quiet.
  const taken = salient.size <= maxObjectShare * detail.length ? salient : new Set<number>()
  const heads = new Set(headCells)
  const isQuiet = (cell: number) => at(detail, cell) < maxQuietDetail && !taken.has(cell) && !heads.has(cell)
  const column = (index: number) => Array.from({ length: rows }, (_, row) => row * columns + index)
  const row = (index: number) => Array.from({ length: columns }, (_, at) => index * columns + at)
  const sideOf = (count: number, line: (index: number) => readonly number[]) => ({
    extent: round(quietLines(count, line, isQuiet) / count),
    color: meanColor(grid, Array.from({ length: Math.min(edgeLines, count) }, (_, index) => line(index)).flat()),
  })
  return {
    left: sideOf(columns, column),
    right: sideOf(columns, index => column(columns - 1 - index)),
    top: sideOf(rows, row),
    bottom: sideOf(rows, index => row(rows - 1 - index)),
  }
}

function quietLines(
  count: number,
  line: (index: number) => readonly number[],
  isQuiet: (cell: number) => boolean,
): number {
  let [quiet, all] = [0, 0]
  for (let index = 0; index < count; index++) {
    const cells = line(index)
    const found = cells.filter(isQuiet).length
    quiet += found
    all += cells.length
    if (found < minQuiet.line * cells.length || quiet < minQuiet.all * all) return index
  }
  return count
}

function meanColor({ red, green, blue }: Grid, cells: readonly number[]): string {
  const colors = cells.map(cell => rgbToOklab(at(red, cell), at(green, cell), at(blue, cell)))
  const mean = (channel: 'l' | 'a' | 'b') => colors.reduce((sum, color) => sum + color[channel], 0) / colors.length
  return oklabToHex({ l: mean('l'), a: mean('a'), b: mean('b') })
}

/** Objects of at least this part of the strongest belong to the subject. */
const minMass = 0.5

/** @returns the box around the strongest objects, 0 to 1 of the picture; undefined without any. */
export function subjectBox({ columns, rows }: Grid, objects: readonly SalientObject[]): Region | undefined {
  const strongest = Math.max(...objects.map(({ mass }) => mass))
  const cells = objects.filter(({ mass }) => mass >= minMass * strongest).flatMap(object => object.cells)
  if (cells.length === 0) return undefined
  const across = cells.map(cell => cell % columns)
  const down = cells.map(cell => Math.floor(cell / columns))
  const [left, right] = [Math.min(...across), Math.max(...across) + 1]
  const [top, bottom] = [Math.min(...down), Math.max(...down) + 1]
  return { x: left / columns, y: top / rows, width: (right - left) / columns, height: (bottom - top) / rows }
}
