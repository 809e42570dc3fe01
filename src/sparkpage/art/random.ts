// Chance that a text decides.

/** FNV-1a, 32 bits (Fowler, Noll and Vo, RFC 9923). */
const hash = (text: string): number =>
  Buffer.from(text).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5)

/** Xorshift with the shifts 13, 17, 5 (Marsaglia 2003, "Xorshift RNGs"): never 0 unless it starts there. */
const shift = (state: number): number => {
  const one = state ^ (state << 13)
  const two = one ^ (one >>> 17)
  return two ^ (two << 5)
}

/** @returns a source of numbers from 0 up to but not 1, the same ones for the same text. */
export const randomFrom = (seed: string): (() => number) => {
  let state = hash(seed) | 1
  return () => {
    state = shift(state)
    return (state >>> 0) / 2 ** 32
  }
}
