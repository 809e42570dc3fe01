// Reading a table of whole numbers.

/** Entry of a table, 0 outside it. One kind of table only, so that engines turn it into a plain load. */
export const intAt = (table: Int32Array, index: number): number => table[index] ?? 0
