// Tables of numbers, and the rounding of the numbers in an answer. The inner loops of the whole analysis read tables through `at`.

/** Entry of a table, 0 outside it. For one type of table only, and in hot loops for indexes within it, so that engines compile it to a plain load. */
export function at(table: Float64Array, index: number): number {
  return table[index] ?? 0
}

/** A table filled entry by entry: several times as fast as `Float64Array.from` with a function. */
export function tabulate(size: number, entry: (index: number) => number): Float64Array {
  const table = new Float64Array(size)
  for (let index = 0; index < size; index++) table[index] = entry(index)
  return table
}

/** Four decimal places: the last bits of a sum differ between machines. */
export function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** The value within limits. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** A range that replaces a threshold, so that nearly equal pictures get nearly equal answers. */
export interface Ramp {
  readonly none: number
  readonly full: number
}

/** @returns 0 at `none` of a ramp and beyond, 1 at `full` and beyond. */
export function along(value: number, { none, full }: Ramp): number {
  return clamp((value - none) / (full - none), 0, 1)
}
