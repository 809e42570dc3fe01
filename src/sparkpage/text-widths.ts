// How wide texts are in the title faces of pages, and which part of a headline is emphasised.
import type { PagePlan, TypefacePair } from './page-plan.ts'

/** Mean width of the letters of a title face, as a part of those of the table below. */
export const faceWidths: Readonly<Record<TypefacePair, number>> = {
  warm: 0.97,
  editorial: 0.84,
  refined: 0.72,
  geometric: 0.92,
  grotesk: 1,
  dramatic: 0.91,
}

const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF00-\uFFEF]/u

/** Widths of letters, em; the first that matches. */
const letterWidths: readonly (readonly [letters: RegExp, width: number])[] = [
  [fullWidth, 1],
  [/\p{M}/u, 0],
  [/[ijlI.,:;'’|!·]/, 0.29],
  [/\s/, 0.25],
  [/[mwMW@%&]/, 0.92],
  [/[frt()\-/]/, 0.39],
  [/[acesvxyz]/, 0.51],
  [/\p{Script=Arabic}/u, 0.64],
  [/\p{Lu}/u, 0.7],
]
const otherWidth = 0.59

/** @returns the width of a text in a face of mean width, em. */
export function measureText(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? otherWidth
  return width
}

/** Sizes of headlines up to these widths, em, as parts of the largest. */
const headlineScales: readonly (readonly [maxWidth: number, scale: number])[] = [
  [9.5, 1],
  [13.5, 0.9],
  [18, 0.8],
  [31, 0.66],
  [60, 0.56],
]
/** Full-width letters of a line that no space divides: browsers break the others. */
const maxFullWidthRun = 6
/** Up to three letters, and the next word: the short one alone on a line would look forgotten. */
const shortWord = /(?<!\S)(\p{Script=Latin}{1,3})\s+(\S+)/gu
/** Compounds up to this width stay on one line of a headline, em. */
const maxCompoundWidth = 8.5
/** Longer words are hyphenated. */
const maxWord = 24

export function measureHeadline(headline: string, typefaces: TypefacePair): PagePlan['headline'] {
  const width = measureText(headline)
  const scale = headlineScales.find(([maxWidth]) => width <= maxWidth)?.[1] ?? 0.5
  const words = headline
    .replace(shortWord, '$1\u00A0$2')
    .split(/[^\S\u00A0]+|\u200B+/)
    .flatMap(word => (measureText(word) > maxCompoundWidth ? word.split('-') : [word]))
    .map(word =>
      fullWidth.test(word) ? Math.min(maxFullWidthRun, measureText(word)) : measureText(word.slice(0, maxWord)),
    )
  const face = faceWidthFor(headline, typefaces)
  return { scale, longestWord: roundWidth(Math.max(1, ...words) * face), width: roundWidth(Math.max(1, width) * face) }
}

/** @returns the width of a name in the title face, em; 0 without a name. */
export function measureWordmark(name: string, typefaces: TypefacePair): number {
  return roundWidth(measureText(name) * faceWidthFor(name, typefaces))
}

/** Other scripts are set in faces that all pairs share. */
function faceWidthFor(text: string, typefaces: TypefacePair): number {
  return /\p{Script=Latin}/u.test(text) ? faceWidths[typefaces] : 1
}

function roundWidth(width: number): number {
  return Math.round(width * 100) / 100
}

/** A last word with fewer letters is emphasised with the one before. */
const minEmphasis = 5
/** Longer parts are the headline itself. */
const maxEmphasis = 24

/** @returns the last word, or the last two when it is short; of a text without spaces what follows its last comma. */
export function findEmphasis(headline: string): readonly [start: number, end: number] | undefined {
  const starts = [...headline.matchAll(/\s+|[、，]/gu)].map(({ index, 0: separator }) => index + separator.length)
  const last = starts.at(-1)
  if (last === undefined || last >= headline.length) return undefined
  const isShort = headline.length - last < minEmphasis && starts.length > 2
  const start = (isShort ? starts.at(-2) : last) ?? last
  return headline.length - start <= maxEmphasis ? [start, headline.length] : undefined
}
