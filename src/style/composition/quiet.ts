// Where a picture has space for texts.
import type { Quiet } from '../../../schemas/composition.ts'
import { meanColor, oklabToHex, rgbToOklab } from '../../color/oklab.ts'
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
  const quiet = detail.map(deviation => Number(deviation < maxQuietDetail))
  // Objects over most of the picture are a scene, parts of which may be quiet.
  const taken = salient.size <= maxObjectShare * detail.length ? salient : []
  for (const cell of [...taken, ...headCells]) quiet[cell] = 0
  const measure = (side: Side) => ({
    extent: round(quietLines(side, quiet) / side.count),
    color: colorOfCells(grid, edgeCells(side)),
  })
  const [vertical, horizontal] = [
    { count: columns, length: rows, nextCell: columns },
    { count: rows, length: columns, nextCell: 1 },
  ]
  return {
    left: measure({ ...vertical, first: 0, nextLine: 1 }),
    right: measure({ ...vertical, first: columns - 1, nextLine: -1 }),
    top: measure({ ...horizontal, first: 0, nextLine: columns }),
    bottom: measure({ ...horizontal, first: (rows - 1) * columns, nextLine: -columns }),
  }
}

/** The cells of a grid in lines from one side on. */
interface Side {
  /** Lines. */
  readonly count: number
  /** Cells of a line. */
  readonly length: number
  /** The first cell of the first line, and how far it is from a cell to the next one, and to that in the next line. */
  readonly first: number
  readonly nextCell: number
  readonly nextLine: number
}

/** @param quiet 1 for a quiet cell, else 0. */
function quietLines({ count, length, first, nextCell, nextLine }: Side, quiet: Float64Array): number {
  let found = 0
  for (let line = 0; line < count; line++) {
    let inLine = 0
    for (let cell = 0; cell < length; cell++) inLine += at(quiet, first + line * nextLine + cell * nextCell)
    found += inLine
    if (inLine < minQuiet.line * length || found < minQuiet.all * length * (line + 1)) return line
  }
  return count
}

function edgeCells({ count, length, first, nextCell, nextLine }: Side): readonly number[] {
  return Array.from({ length: Math.min(edgeLines, count) * length }, (_, index) => {
    const [line, cell] = [Math.floor(index / length), index % length]
    return first + line * nextLine + cell * nextCell
  })
}

function colorOfCells({ red, green, blue }: Grid, cells: readonly number[]): string {
  return oklabToHex(meanColor(cells.map(cell => rgbToOklab(at(red, cell), at(green, cell), at(blue, cell)))))
}
