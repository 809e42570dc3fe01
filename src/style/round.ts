// Numbers as the answer carries them.

/** Four digits after the point: the last bits of a sum differ between machines. */
export const round = (value: number): number => Math.round(value * 10_000) / 10_000
