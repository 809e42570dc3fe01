// Whether the shapes of a picture are built of straight angles or of curves.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { at } from '../at.ts'
import type { Planes } from './planes.ts'

/** Least change of lightness over two cells, weighted as Sobel does, that is an edge of a shape. */
const leastEdge = 0.25
/** Edges within this of horizontal or vertical are upright; of all directions a third are: tangent of 15°. */
const slope = Math.tan(Math.PI / 12)
/** Part of the edges that is upright from which corners are sharp, and up to which they are round. */
const sharpFrom = 0.75
const roundUpTo = 0.5
/** Fewer edges than this part of the cells tell nothing. */
const leastCells = 0.005

/** @returns sharp, soft or round, by the directions of the edges (Sobel and Feldman 1968) between the cells. */
export const corners = ({ columns, rows, lightness }: Planes): NonNullable<StyleMetadata['corners']> => {
  let all = 0
  let upright = 0
  let cells = 0
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const cell = row * columns + column
      const above = cell - columns
      const below = cell + columns
      // The four corners of the neighbourhood count in both directions: once for each diagonal.
      const falling = at(lightness, below + 1) - at(lightness, above - 1)
      const rising = at(lightness, above + 1) - at(lightness, below - 1)
      const across = falling + rising + 2 * (at(lightness, cell + 1) - at(lightness, cell - 1))
      const down = falling - rising + 2 * (at(lightness, below) - at(lightness, above))
      const strength = Math.sqrt(across * across + down * down)
      if (strength < leastEdge) continue
      cells++
      all += strength
      if (Math.min(Math.abs(across), Math.abs(down)) <= slope * Math.max(Math.abs(across), Math.abs(down)))
        upright += strength
    }
  }
  if (cells < leastCells * lightness.length) return 'soft'
  if (upright >= sharpFrom * all) return 'sharp'
  return upright <= roundUpTo * all ? 'round' : 'soft'
}
