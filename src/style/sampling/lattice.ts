// Places spread evenly over a picture so that no line of it, however thin and in whatever direction, falls between them.
import { at } from '../at.ts'

interface Grid {
  /** Of the picture, px. */
  readonly width: number
  readonly height: number
  /** Of the lattice: one place in each of so many cells. */
  readonly columns: number
  readonly rows: number
}

/** Multiples of it leave parts that are spread as evenly as any number's (the golden ratio; Weyl 1916). */
const golden = (Math.sqrt(5) - 1) / 2

/** Where in its cell a place lies, 0 to 1, by the other coordinate: rows shift sideways, columns up and down. */
const shift = (index: number): number => (index * golden) % 1

/** @returns the places of the lattice, as columns and rows of the picture. */
export const lattice = ({ width, height, columns, rows }: Grid) => {
  const [across, down] = [width / columns, height / rows]
  const shifts = Float64Array.from({ length: columns }, (_, column) => shift(column) * down)
  return {
    startOf: (row: number): number => shift(row) * across,
    placeIn: (column: number, row: number, start: number) => ({
      x: Math.floor(column * across + start),
      y: Math.floor(row * down + at(shifts, column)),
    }),
  }
}
