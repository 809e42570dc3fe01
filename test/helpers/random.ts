// Seeded random numbers: the same seed gives the same sequence on every machine.

export interface Random {
  /** From 0 to 1. */
  readonly unit: () => number
  readonly between: (min: number, max: number) => number
  /** Integer, both ends included. */
  readonly whole: (min: number, max: number) => number
  readonly of: <const T>(...some: readonly [T, ...T[]]) => T
}

/** A 32-bit counter through the finaliser of MurmurHash3 (Appleby 2011). */
export function random(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + unit() * (max - min)
  const whole = (min: number, max: number): number => Math.floor(between(min, max + 1))
  return { unit, between, whole, of: (...some) => some[whole(0, some.length - 1)] ?? some[0] }
}
