// Leaves out what looks like something else.
import type { Rgb } from '../oklab.ts'
import { difference, type Tone, tone } from '../tone.ts'

/** Nearer than this, ΔE00, two colours are one; the contract asks for 5, the rest is for other conversions. */
const nearDuplicate = 5.2

/** @returns of colours that look alike the first. */
export const distinct = <T extends Rgb>(colors: readonly T[]): readonly T[] => {
  const kept: { readonly color: T; readonly tone: Tone }[] = []
  for (const color of colors) {
    const candidate = { color, tone: tone(color) }
    if (kept.every(other => difference(candidate.tone, other.tone) >= nearDuplicate)) kept.push(candidate)
  }
  return kept.map(({ color }) => color)
}
