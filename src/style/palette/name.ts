// Words for colours.
import { colorsNamed } from 'culori/fn'
import { difference, type Tone, tone } from '../tone.ts'

interface Named {
  readonly name: string
  readonly tone: Tone
}

/** The named colours of CSS Color 4; of two names for one colour the first in the alphabet. */
const named: readonly Named[] = Object.entries(colorsNamed).map(([name, value]) => ({
  name,
  tone: tone({ red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }),
}))

/** Largest weight that ΔE00 takes off a difference in lightness (its S_L at black and at white). */
const mostLightnessWeight = 1.75

/** @returns the CSS name of the nearest named colour by ΔE00. */
export const nameOf = (color: Tone): string => {
  let name = 'black'
  let least = Number.POSITIVE_INFINITY
  for (const candidate of named) {
    // Lightness alone is already further away: no need for the whole formula.
    if (Math.abs(candidate.tone.lab.l - color.lab.l) / mostLightnessWeight >= least) continue
    const distance = difference(color, candidate.tone)
    if (distance < least) {
      least = distance
      name = candidate.name
    }
  }
  return name
}
