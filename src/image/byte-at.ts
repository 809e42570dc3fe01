// Reading a table of bytes.

/** Byte of a table, 0 outside it. Readers that stay inside keep it a plain load. */
export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0
