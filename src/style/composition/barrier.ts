// How hard it is to get into each cell from outside: little everywhere on a ground, however it shades; much on objects.
import { at } from '../at.ts'
import type { Planes } from './planes.ts'

/** The best way to each cell so far: its cost, and the lowest and highest values on it. */
type Ways = Readonly<Record<'cost' | 'low' | 'high', Float64Array>>

/** Above every cost. */
const unreached = 1e9
/** Forwards, backwards and forwards again: enough for all but labyrinths. */
const passes = 3
/** Planes that count: three values a cell, side by side. */
const depth = 3

/** Whether to go on from a neighbour is better than the way so far; if so, it is the way. */
const relax = (values: Float64Array, { cost, low, high }: Ways, cell: number, neighbour: number): void => {
  const most = at(cost, cell)
  const here = cell * depth
  const there = neighbour * depth
  let sum = 0
  for (let plane = 0; plane < depth; plane++) {
    const own = at(values, here + plane)
    const top = at(high, there + plane)
    const bottom = at(low, there + plane)
    sum += (own > top ? own : top) - (own < bottom ? own : bottom)
    if (sum >= most) return
  }
  cost[cell] = sum
  for (let plane = 0; plane < depth; plane++) {
    const own = at(values, here + plane)
    high[here + plane] = Math.max(own, at(high, there + plane))
    low[here + plane] = Math.min(own, at(low, there + plane))
  }
}

const pass = (values: Float64Array, ways: Ways, { columns, rows }: Planes, forwards: boolean): void => {
  const step = forwards ? 1 : -1
  let cell = forwards ? 0 : columns * rows - 1
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (column > 0) relax(values, ways, cell, cell - step)
      if (row > 0) relax(values, ways, cell, cell - step * columns)
      cell += step
    }
  }
}

/**
 * Fast minimum barrier distance over all planes at once (Zhang et al. 2015, "Minimum barrier salient object detection
 * at 80 FPS").
 *
 * @param ground the cells where ways begin.
 * @returns per cell the least cost of all ways to it from the ground: the spans (highest less lowest value) of all planes.
 */
export const barrier = (planes: Planes, ground: readonly number[]): Float64Array => {
  const { lightness, redGreen, yellowBlue } = planes
  const values = new Float64Array(lightness.length * depth)
  for (let cell = 0; cell < lightness.length; cell++) {
    values[cell * depth] = at(lightness, cell)
    values[cell * depth + 1] = at(redGreen, cell)
    values[cell * depth + 2] = at(yellowBlue, cell)
  }
  const cost = new Float64Array(lightness.length).fill(unreached)
  for (const cell of ground) cost[cell] = 0
  const ways = { cost, low: values.slice(), high: values.slice() }
  for (let count = 0; count < passes; count++) pass(values, ways, planes, count % 2 === 0)
  return cost
}
