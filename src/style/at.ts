// Reading a table of numbers.

/** Entry of a table, 0 outside it. One kind of table only, so that engines turn it into a plain load. */
export const at = (table: Float64Array, index: number): number => table[index] ?? 0
