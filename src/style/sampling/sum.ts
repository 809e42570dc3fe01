// Adds colours up, and gives their mean.
import type { Cell } from './cell.ts'

export interface Sum {
  /** Adds a colour; its pixels count whole, its place in the mean counts by the weight. */
  readonly add: (cell: Cell, weight: number) => void
  /** The mean of at least one colour, with all the pixels. */
  readonly mean: () => Cell
}

/** A sum of nothing yet. One object holds it: engines change its members in place, captured variables they allocate anew. */
export const emptySum = (): Sum => {
  const sum = { weights: 0, l: 0, a: 0, b: 0, red: 0, green: 0, blue: 0, area: 0, border: 0, weight: 0 }
  const add = (cell: Cell, weight: number): void => {
    sum.weights += weight
    sum.l += weight * cell.l
    sum.a += weight * cell.a
    sum.b += weight * cell.b
    sum.red += weight * cell.red
    sum.green += weight * cell.green
    sum.blue += weight * cell.blue
    sum.area += cell.area
    sum.border += cell.border
    sum.weight += cell.weight
  }
  const mean = (): Cell => ({
    l: sum.l / sum.weights,
    a: sum.a / sum.weights,
    b: sum.b / sum.weights,
    red: sum.red / sum.weights,
    green: sum.green / sum.weights,
    blue: sum.blue / sum.weights,
    area: sum.area,
    border: sum.border,
    weight: sum.weight,
  })
  return { add, mean }
}
