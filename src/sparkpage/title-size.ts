// A headline's size from its length.
import type { Fluid } from './fluid.ts'

interface TitleSize {
  /** Most characters of the whole headline, wide ones counting twice. */
  readonly whole: number
  /** Most characters of one word. */
  readonly word: number
  readonly size: Fluid
}

/** A word of so many characters fits into the narrowest column of each step. */
const sizes: readonly TitleSize[] = [
  { whole: 30, word: 9, size: { least: 2.5, base: 0.875, slope: 4.9, most: 14 } },
  { whole: 64, word: 12, size: { least: 2.125, base: 1, slope: 3.5, most: 11 } },
  { whole: 140, word: 16, size: { least: 1.75, base: 1, slope: 2.2, most: 8 } },
  { whole: 400, word: 22, size: { least: 1.375, base: 0.9, slope: 1.3, most: 5 } },
]
const smallest: Fluid = { least: 1.125, base: 0.95, slope: 0.6, most: 3 }

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu

/** Letters of scripts that put no space between words: browsers find the words, which are short. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** @returns a font size that keeps the headline on few lines and its words whole. */
export const titleSize = (headline: string): Fluid => {
  const wideOnes = headline.match(wide)?.length ?? 0
  const whole = headline.length + wideOnes
  const longest = Math.max(
    ...headline
      .replace(wide, ' ')
      .replace(unspaced, ' ')
      .split(/[\s-]+/)
      .map(word => word.length),
  )
  return sizes.find(step => whole <= step.whole && longest <= step.word)?.size ?? smallest
}
