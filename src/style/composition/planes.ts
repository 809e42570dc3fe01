// A grid in the coordinates that tell what stands out from what.
import { at } from '../at.ts'
import { oklab } from '../oklab.ts'
import type { Grid } from '../sampling/survey.ts'

/** Per cell: OKLab with its chroma axes doubled, as in ΔE OK 2, and how much goes on within the cell. */
export interface Planes {
  readonly columns: number
  readonly rows: number
  readonly lightness: Float64Array
  readonly redGreen: Float64Array
  readonly yellowBlue: Float64Array
  readonly detail: Float64Array
}

/** Hue says more than light about where an object ends. */
const chromaWeight = 2
/** The full deviation of a luma, 127.5, counts half as much as black against white. */
const detailWeight = 0.5 / 127.5

/** @returns the same cells, in the same order. */
export const planesOf = ({ columns, rows, red, green, blue, detail }: Grid): Planes => {
  const empty = () => new Float64Array(columns * rows)
  const planes = { columns, rows, lightness: empty(), redGreen: empty(), yellowBlue: empty(), detail: empty() }
  for (let cell = 0; cell < red.length; cell++) {
    const { l, a, b } = oklab(at(red, cell), at(green, cell), at(blue, cell))
    planes.lightness[cell] = l
    planes.redGreen[cell] = a * chromaWeight
    planes.yellowBlue[cell] = b * chromaWeight
    planes.detail[cell] = at(detail, cell) * detailWeight
  }
  return planes
}

/** How unlike two cells are: 1 for black and white, below 0.05 hardly to be seen. */
export const unlikeness = (planes: Planes, cell: number, other: number): number => {
  const lightness = at(planes.lightness, cell) - at(planes.lightness, other)
  const redGreen = at(planes.redGreen, cell) - at(planes.redGreen, other)
  const yellowBlue = at(planes.yellowBlue, cell) - at(planes.yellowBlue, other)
  const detail = at(planes.detail, cell) - at(planes.detail, other)
  return Math.sqrt(lightness * lightness + redGreen * redGreen + yellowBlue * yellowBlue + detail * detail)
}
