// Names of colours, from the ISCC–NBS dictionary (Kelly and Judd 1955, "The ISCC-NBS method of designating colors").
import dictionary from 'color-name-lists/lib/colors/nbs-iscc.json' with { type: 'json' }
import { parse } from '../../color/parse.ts'
import { difference, type Tone, tone } from '../tone.ts'

interface NamedColor {
  readonly name: string
  readonly tone: Tone
}

/** The 267 colours of the dictionary; synonyms ("Vivid Blue, ultramarine") and references to others are cut off. */
const namedColors: readonly NamedColor[] = dictionary.map(({ name, hex }) => {
  const { r, g, b } = parse(hex)
  return {
    name: name.replace(/,.*| see .*/, '').toLowerCase(),
    tone: tone({ red: 255 * r, green: 255 * g, blue: 255 * b }),
  }
})

/** Largest weight that ΔE00 takes off a difference in lightness (its S_L at black and at white). */
const maxLightnessWeight = 1.75

/**
 * Names colours, each by the nearest name by ΔE00 that no earlier colour has.
 *
 * @param colors at most as many as there are names, the most important first.
 * @returns unique names, such as "vivid red" or "light bluish gray", by colour.
 */
export function nameColors<T extends Tone>(colors: readonly T[]): ReadonlyMap<T, string> {
  const left = new Set(namedColors)
  const names = new Map<T, string>()
  for (const color of colors) {
    let nearest: NamedColor | undefined
    let least = Number.POSITIVE_INFINITY
    for (const candidate of left) {
      // Lightness alone is already farther away: no need for the whole formula.
      if (Math.abs(candidate.tone.lab.l - color.lab.l) / maxLightnessWeight >= least) continue
      const distance = difference(color, candidate.tone)
      if (distance < least) {
        least = distance
        nearest = candidate
      }
    }
    if (nearest === undefined) break
    left.delete(nearest)
    names.set(color, nearest.name)
  }
  return names
}
