// The code in which a strip of a picture shows a time: black and white cells, the highest bit at the left.
//
// A cell has two halves, one above the other: white over black is 1, black over white is 0. In a strip that is blank, torn or
// blended from two pictures the halves do not differ: it cannot be read, rather than being misread. The number is Gray-coded
// (F. Gray, US patent 2632058, 1953): from one tick to the next only one cell changes, so that a time is never misread as a distant one.

/** Cells in a strip. */
export const bits = 24
/** Value of the lowest bit, ms. */
export const resolution = 0.02
/** Period of the code, ms: five and a half minutes. */
export const cycle = 2 ** bits * resolution

/** @returns whether each cell is 1, from the left. */
export const cellsOf = (ms: number): readonly boolean[] => {
  const number = Math.floor(ms / resolution) % 2 ** bits
  const gray = number ^ (number >>> 1)
  return Array.from({ length: bits }, (_, cell) => ((gray >>> (bits - 1 - cell)) & 1) === 1)
}

/** Minimum difference of the halves of a cell. Half of the range would be 128; video encoders distort edges, though not areas, by the rest. */
const minContrast = 96

/**
 * @param cells Mean brightness of the upper and the lower half of every cell, 0 to 255, from the left.
 * @returns the time in ms, 0 up to `cycle`; undefined when a cell cannot be read.
 */
export const timeOf = (cells: readonly (readonly [number, number])[]): number | undefined => {
  if (cells.some(([upper, lower]) => Math.abs(upper - lower) < minContrast)) return undefined
  const { number } = cells.reduce(
    ({ bit, number }, [upper, lower]) => {
      const next = bit !== upper > lower
      return { bit: next, number: number * 2 + (next ? 1 : 0) }
    },
    { bit: false, number: 0 },
  )
  return number * resolution
}
