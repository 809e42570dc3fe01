// k-medians in OKLab over the cells of a histogram.
import type { Oklab } from '../../color/oklab.ts'
import { intAt } from '../../image/raster.ts'
import { at } from '../numbers.ts'
import type { Cell } from '../sampling/histogram.ts'

/** The centre of a group of cells, with the totals of the group. */
export interface Center extends Cell {
  /** A gradient stop keeps its exact colour. */
  readonly isFixed: boolean
}

/**
 * The histogram as one table, cell by cell: l, a, b, red, green, blue, area, border, weight. Every round reads all of it, which takes
 * several times as long from objects.
 */
export interface Points {
  readonly cells: readonly Cell[]
  readonly table: Float64Array
}

/** The nearest centre of every cell, and the squared distance to it in OKLab. */
export interface Assignment {
  readonly nearest: Int32Array
  readonly squared: Float64Array
}

/** What counts: every visible pixel alike, or by the confidence that it shows a colour of the picture. */
export type Amount = 'area' | 'weight'

const stride = 9
const columns = { area: 6, weight: 8 } as const
/** The columns that are averaged; the others are added up. */
const colorColumns = 6

export function pointsOf(cells: readonly Cell[]): Points {
  const table = new Float64Array(cells.length * stride)
  for (const [index, { l, a, b, red, green, blue, area, border, weight }] of cells.entries())
    table.set([l, a, b, red, green, blue, area, border, weight], index * stride)
  return { cells, table }
}

/** Distance at which a cell pulls hardest at its centre, OKLab: half a cell. */
const minPullDistance = 0.01

/**
 * One round of k-medians: every cell joins its nearest centre, and every centre takes one step towards the geometric median of
 * its cells (Weiszfeld 1937). A median stays on a flat colour that edges and noise surround; a mean does not.
 *
 * @returns the moved centres, without those that lost all their cells.
 */
export function moveCenters(points: Points, centers: readonly Center[], amount: Amount = 'weight'): readonly Center[] {
  const { table, cells } = points
  const { nearest, squared } = assign(points, centers)
  const sums = new Float64Array(centers.length * stride)
  const pulls = new Float64Array(centers.length)
  for (let cell = 0; cell < cells.length; cell++) {
    const center = intAt(nearest, cell)
    const row = cell * stride
    const pull = at(table, row + columns[amount]) / Math.max(minPullDistance, Math.sqrt(at(squared, cell)))
    pulls[center] = at(pulls, center) + pull
    for (let column = 0; column < stride; column++) {
      const part = column < colorColumns ? pull : 1
      sums[center * stride + column] = at(sums, center * stride + column) + part * at(table, row + column)
    }
  }
  return centers.flatMap((center, index) => {
    const pull = at(pulls, index)
    if (pull === 0) return []
    const [l = 0, a = 0, b = 0, red = 0, green = 0, blue = 0, area = 0, border = 0, weight = 0] = sums.subarray(
      index * stride,
    )
    if (center.isFixed) return [{ ...center, area, border, weight }]
    const color = { l: l / pull, a: a / pull, b: b / pull, red: red / pull, green: green / pull, blue: blue / pull }
    return [{ ...color, area, border, weight, isFixed: false }]
  })
}

export function assign({ cells, table }: Points, colors: readonly Oklab[]): Assignment {
  const centers = Float64Array.from(colors.flatMap(({ l, a, b }) => [l, a, b]))
  const nearest = new Int32Array(cells.length)
  const squared = new Float64Array(cells.length)
  for (let cell = 0; cell < cells.length; cell++) {
    const l = at(table, cell * stride)
    const a = at(table, cell * stride + 1)
    const b = at(table, cell * stride + 2)
    let least = Number.POSITIVE_INFINITY
    let best = 0
    for (let index = 0; index < centers.length; index += 3) {
      const dl = l - at(centers, index)
      const da = a - at(centers, index + 1)
      const db = b - at(centers, index + 2)
      const distance = dl * dl + da * da + db * db
      if (distance < least) {
        least = distance
        best = index
      }
    }
    nearest[cell] = best / 3
    squared[cell] = least
  }
  return { nearest, squared }
}
