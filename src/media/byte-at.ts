// Reading bytes.

/** Byte of a file, 0 outside it. */
export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0
