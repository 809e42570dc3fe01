// Chance that follows from a seed, so that everybody sees the same pictures.

export interface Chance {
  /** From 0 to 1. */
  readonly unit: () => number
  readonly between: (least: number, most: number) => number
  /** Whole, both ends included. */
  readonly whole: (least: number, most: number) => number
  /** About normal, of deviation 1: the sum of twelve even numbers less its mean. */
  readonly normal: () => number
  readonly of: <const T>(...some: readonly [T, ...T[]]) => T
}

/** A 32-bit counter through the finaliser of MurmurHash3 (Appleby 2011). */
export const chance = (seed: number): Chance => {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + unit() * (most - least)
  const whole = (least: number, most: number): number => Math.floor(between(least, most + 1))
  const normal = (): number => {
    let sum = -6
    for (let count = 0; count < 12; count++) sum += unit()
    return sum
  }
  return { unit, between, whole, normal, of: (...some) => some[whole(0, some.length - 1)] ?? some[0] }
}
