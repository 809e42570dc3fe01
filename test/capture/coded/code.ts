// How a strip of a picture tells a time: black and white cells, the highest bit at the left.
//
// A cell is two halves, one above the other: white over black is 1, black over white is 0. Whatever is blank, blended of two
// pictures, torn or not ours has halves that do not differ, so that it cannot be read instead of being read wrongly. The number is Gray-coded
// (F. Gray, US patent 2632058, 1953): from one tick to the next only one cell turns, so that no instant reads as a far one.

/** Cells of a strip. */
export const bits = 24
/** What the lowest cell stands for, ms. */
export const resolution = 0.02
/** After so many ms the code begins anew: five and a half minutes. */
export const cycle = 2 ** bits * resolution

/** @returns whether each cell is 1, from the left. */
export const cellsOf = (ms: number): readonly boolean[] => {
  const number = Math.floor(ms / resolution) % 2 ** bits
  const gray = number ^ (number >>> 1)
  return Array.from({ length: bits }, (_, cell) => ((gray >>> (bits - 1 - cell)) & 1) === 1)
}

/** Half of the way from black to white would be 128; the encoders of films leave edges, not areas, off by so much. */
const leastContrast = 96

/**
 * @param cells Mean brightness of the upper and the lower half of every cell, 0 to 255, from the left.
 * @returns the time in ms, 0 up to `cycle`; undefined when a cell cannot be read.
 */
export const timeOf = (cells: readonly (readonly [number, number])[]): number | undefined => {
  if (cells.some(([upper, lower]) => Math.abs(upper - lower) < leastContrast)) return undefined
  const { number } = cells.reduce(
    ({ bit, number }, [upper, lower]) => {
      const next = bit !== upper > lower
      return { bit: next, number: number * 2 + (next ? 1 : 0) }
    },
    { bit: false, number: 0 },
  )
  return number * resolution
}
