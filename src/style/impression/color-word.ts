// The plain word for a colour.
import { chroma, hue } from '../oklab.ts'
import type { Tone } from '../tone.ts'

/** Below this chroma a colour is a grey to people; light ones show their hue earlier. */
const greyChroma = { light: 0.012, other: 0.028 } as const
/** Lightness from which a colour is called light, and chroma from which it is not, however light. */
const light = { from: 0.85, upTo: 0.15 } as const
/** Lightness of what is called black and white. */
const black = 0.2
const white = 0.96
/** Nobody sees a hue below. */
const nearlyBlack = 0.13

/** Hue in OKLCH up to which a word holds, degrees; beyond the last one pink returns. */
const hues: readonly (readonly [upTo: number, word: string])[] = [
  [12, 'pink'],
  [35, 'red'],
  [75, 'orange'],
  [117, 'yellow'],
  [162, 'green'],
  [215, 'teal'],
  [287, 'blue'],
  [325, 'purple'],
]

interface Special {
  readonly word: string
  readonly of: readonly string[]
  readonly fits: (lightness: number, chroma: number, hue: number) => boolean
}

/** Words of their own for shades of a hue. */
const specials: readonly Special[] = [
  { word: 'olive', of: ['yellow'], fits: (l, _, hue) => l < 0.68 && hue >= 98 },
  { word: 'beige', of: ['orange', 'yellow'], fits: (l, c) => l >= 0.78 && c < 0.075 },
  { word: 'tan', of: ['orange', 'yellow'], fits: (l, c) => l >= 0.58 && c < 0.09 },
  { word: 'dark red', of: ['pink'], fits: l => l < 0.45 },
  { word: 'pink', of: ['red'], fits: (l, c) => l >= 0.72 && c < 0.16 },
  { word: 'brown', of: ['red', 'orange', 'yellow'], fits: (l, c) => l < 0.6 && (c < 0.11 || l < 0.5) && l >= black },
  { word: 'gold', of: ['yellow'], fits: (l, c) => l < 0.82 && c >= 0.1 },
  { word: 'navy', of: ['blue'], fits: l => l < 0.35 },
]

const grey = (lightness: number): string => {
  if (lightness < black) return 'black'
  if (lightness > white) return 'white'
  if (lightness < 0.45) return 'dark grey'
  return lightness > 0.8 ? 'light grey' : 'grey'
}

/** Red that is dark is dark red up to a point, then brown: only strong ones keep the hue's word. */
const strongRed = 0.13

/** @returns the word that people use for a colour: black, light grey, dark green, beige … */
export const colorWord = ({ ok }: Tone): string => {
  const [lightness, strength] = [ok.l, chroma(ok)]
  const least = lightness > light.from ? greyChroma.light : greyChroma.other
  if (strength < least || lightness < nearlyBlack) return grey(lightness)
  const degrees = hue(ok)
  const word = hues.find(([upTo]) => degrees < upTo)?.[1] ?? 'pink'
  const special = specials.find(({ of, fits }) => of.includes(word) && fits(lightness, strength, degrees))
  if (special !== undefined && !(word === 'red' && special.word === 'brown' && strength >= strongRed))
    return special.word
  if (lightness < 0.42) return `dark ${word}`
  return lightness > light.from && strength < light.upTo ? `light ${word}` : word
}
