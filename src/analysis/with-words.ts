// Words of a vision model join what was measured, and never replace a colour.
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Words } from '../../schemas/words.ts'
import { deltaE00, sampleHex } from '../color/color-sample.ts'

/** Farther than this, ΔE00, a colour that a text names is not in the picture. */
const reach = 15

const hexes = /#(?:[0-9a-f]{3}){1,2}\b/gi

/** Whether every colour that a text names was measured. */
const isTrue = (text: string, { palette }: StyleMetadata): boolean => {
  const measured = palette.map(({ hex }) => sampleHex(hex))
  const named = text.match(hexes) ?? []
  return named.map(sampleHex).every(color => measured.some(other => deltaE00(color, other) <= reach))
}

/** @returns the style with the words that tell nothing false of its colours; a mood needs its axes, which low depth leaves out. */
export const withWords = (style: StyleMetadata, words: Partial<Words>): StyleMetadata => {
  const keywords = words.keywords?.filter(word => isTrue(word, style)) ?? []
  return {
    ...style,
    ...(words.summary !== undefined && isTrue(words.summary, style) ? { summary: words.summary } : {}),
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(words.mood !== undefined && style.mood ? { mood: { ...style.mood, words: words.mood } } : {}),
    ...(words.typography === undefined ? {} : { typography: { category: words.typography } }),
  }
}
