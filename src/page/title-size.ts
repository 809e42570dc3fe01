// A headline's size from its length.

interface TitleSize {
  /** Most characters of the whole headline, wide ones counting twice. */
  readonly whole: number
  /** Most characters of one word. */
  readonly word: number
  /** Fluid font size. */
  readonly size: string
}

/** A word of so many characters fits into the narrowest column of each step. */
const sizes: readonly TitleSize[] = [
  { whole: 30, word: 9, size: 'clamp(2.5rem,.875rem + 4.9vw,14rem)' },
  { whole: 64, word: 12, size: 'clamp(2.125rem,1rem + 3.5vw,11rem)' },
  { whole: 140, word: 16, size: 'clamp(1.75rem,1rem + 2.2vw,8rem)' },
  { whole: 400, word: 22, size: 'clamp(1.375rem,.9rem + 1.3vw,5rem)' },
]
const smallest = 'clamp(1.125rem,.95rem + .6vw,3rem)'

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu

/** @returns a CSS font size that keeps the headline on few lines and its words whole. */
export const titleSize = (headline: string): string => {
  const wideOnes = headline.match(wide)?.length ?? 0
  const whole = headline.length + wideOnes
  const longest = Math.max(
    ...headline
      .replace(wide, ' ')
      .split(/[\s-]+/)
      .map(word => word.length),
  )
  return sizes.find(step => whole <= step.whole && longest <= step.word)?.size ?? smallest
}
