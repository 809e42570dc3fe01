// The sizes of headlines, figures and prices: by their length, their longest word and the width of their column.
import type { Layout } from '../../schemas/sparkpage.ts'

/** Texts in cells of equal width. */
export interface CellTexts {
  readonly texts: readonly string[]
  /** How many cells are in a row of a wide window. */
  readonly perRow: number
}

/** Sizes for headlines of at most this many characters, wide ones counting twice. */
interface HeadlineStep {
  readonly maxLength: number
  /** In a window of 1440 px, where 1rem is 16 px: larger windows enlarge the page. */
  readonly rem: number
  /** At most this part of the width of a narrower window, %. */
  readonly vw: number
}

const steps: readonly HeadlineStep[] = [
  { maxLength: 18, rem: 8.4, vw: 16 },
  { maxLength: 34, rem: 6.6, vw: 12.6 },
  { maxLength: 60, rem: 4.9, vw: 10.6 },
  { maxLength: 120, rem: 3.6, vw: 9.4 },
  { maxLength: 300, rem: 2.5, vw: 7 },
]
const smallest: HeadlineStep = { maxLength: Number.POSITIVE_INFINITY, rem: 1.75, vw: 6 }

/** A layout, or an arrangement of its texts that leaves less space: as wide as the page, or all within the fade of a picture. */
export type HeadlineColumn = Layout | 'masthead' | 'stacked'

interface ColumnSize {
  /** In a window of 90rem. */
  readonly width: number
  /** Of the headline, in the smallest window of two columns: the lead and the button, or a picture, have space below it. rem. */
  readonly height: number
  /** The part of the full size that suits it. */
  readonly factor: number
}

const columns: Readonly<Record<HeadlineColumn, ColumnSize>> = {
  'full-bleed': { width: 44, height: 22.5, factor: 0.9 },
  seam: { width: 33, height: 22.5, factor: 0.74 },
  split: { width: 35, height: 22.5, factor: 0.76 },
  centered: { width: 70, height: 22.5, factor: 0.86 },
  framed: { width: 28, height: 22.5, factor: 0.76 },
  poster: { width: 43, height: 22.5, factor: 0.9 },
  masthead: { width: 78, height: 13, factor: 1 },
  stacked: { width: 44, height: 10, factor: 0.9 },
}
/** Width of a column in a narrow window, %. */
const narrowColumn = 86

const wideLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu
/** What no space divides. */
const wideRuns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]+/gu
/** Scripts without spaces between words: browsers find the words, which are short. */
const unspacedLetters = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

/** Letters of a phrase of such a script that a line has space for: each is as wide as it is high, in every face. */
const maxPhrase = 7

/** Width of a letter, as a part of the font size: that of a wide face, and of a narrow one. */
const letterWidths = { wide: 0.6, narrow: 0.52 } as const
/** The mean width, as a part of that of a wide letter. */
const meanWidth = 0.9
/** Width of a column in the smallest window of two columns, as a part of that in a window of 90rem. */
const laptopScale = 80 / 90
/** In wide windows a narrow face has sizes that are larger by this factor. */
const narrowFaceScale = 1.22
/** Longer words are hyphenated. */
const maxWordLength = 24

/** How much space a headline takes: its step, and the widths of its longest word that cannot be broken and of its longest phrase of wide letters. */
function measure(headline: string) {
  const length = lengthOf(headline)
  const words = headline
    .replace(wideLetters, ' ')
    .replace(unspacedLetters, ' ')
    .split(/[\s-]+/)
  const found = steps.findIndex(({ maxLength }) => length <= maxLength)
  const word = Math.max(1, ...words.map(text => widthOf(text.slice(0, maxWordLength))))
  const phrase = Math.max(0, ...(headline.match(wideRuns) ?? []).map(run => Math.min(run.length, maxPhrase)))
  return { step: found === -1 ? steps.length : found, word, phrase }
}

/** A step, 0 (the largest) to 5, for frameworks with sizes of their own; a long word counts like a longer text. */
export function headlineStep(headline: string): number {
  const { step, word } = measure(headline)
  return Math.min(steps.length, step + Math.ceil(Math.log2(Math.max(1, word / 13))))
}

/**
 * @param isWhole whether the picture beside it is shown whole, which takes as much space as a frame.
 * @param isNarrow whether its letters are.
 * @returns a font size in CSS. No word is wider than the column, in any window from 320 px on.
 */
export function headlineSize(headline: string, column: HeadlineColumn, isWhole = false, isNarrow = false): string {
  const { step, word, phrase } = measure(headline)
  const { rem, vw } = steps[step] ?? smallest
  const { width: full, height, factor } = columns[column]
  const space = isWhole ? Math.min(full, columns.framed.width) : full
  const letter = letterWidths[isNarrow ? 'narrow' : 'wide']
  const widest = (width: number) => width / Math.max(letter * word, phrase)
  const scale = isNarrow ? narrowFaceScale : 1
  const letters = (space * laptopScale) / (letter * meanWidth)
  const size = limitHeight(headline, Math.min(rem * factor * scale, widest(space)), letters, height)
  return `min(${roundToHundredth(size)}rem,${roundToHundredth(Math.min(vw, widest(narrowColumn)))}vw)`
}

/** 1rem in a window of 90rem, as a part of its width in %. */
const remInVw = 0.9
/** Width of the texts of a page and of the gap between two cells in a window of 90rem, rem. */
const row = { width: 68, gap: 1.5 } as const
/** Sizes of figures, rem. */
const figures = { min: 3, max: 8.5 } as const

/** @returns a font size in CSS at which the longest figure fits in its cell. */
export function figureSize(rows: readonly CellTexts[]): string {
  const sizes = rows.map(({ texts, perRow }) => {
    const letters = Math.max(1, ...texts.map(lengthOf))
    return Math.max(figures.min, cellWidth(perRow) / (letterWidths.wide * letters))
  })
  const rem = roundToHundredth(Math.min(figures.max, ...sizes))
  return `min(${rem}rem,max(${figures.min}rem,${roundToHundredth(rem / remInVw)}vw))`
}

/** Of the cards of prices: their padding, the column of prices in a list, rem; the narrowest card in a narrow window, vw. */
const cards = { padding: 2.25, listColumn: 14, narrowest: 36 } as const
/** Characters of a price that stays on one line, with its currency. */
const maxPriceLine = 10
/** The smallest sizes of prices, rem. */
const smallestPrice = { wide: 1.25, narrow: 1.75 } as const

/** @returns font sizes in CSS at which a short price fits on its line, and the longest word of others: in windows that are wider than high, and in others. */
export function priceSizes(
  rows: readonly CellTexts[],
  isList: boolean,
): { readonly wide: string; readonly narrow: string } {
  const prices = rows.flatMap(({ texts }) => texts)
  const words = prices.flatMap(text => (lengthOf(text) <= maxPriceLine ? [text] : text.split(/\s+/)))
  const letters = letterWidths.wide * Math.max(1, ...words.map(lengthOf))
  const cells = rows.map(({ perRow }) => cellWidth(perRow) - 2 * cards.padding)
  const rem = roundToHundredth((isList ? cards.listColumn : Math.min(...cells)) / letters)
  return {
    wide: `min(${rem}rem,max(${smallestPrice.wide}rem,${roundToHundredth(rem / remInVw)}vw))`,
    narrow: `max(${smallestPrice.narrow}rem,${roundToHundredth(cards.narrowest / letters)}vw)`,
  }
}

function cellWidth(perRow: number): number {
  return (row.width - (perRow - 1) * row.gap) / perRow
}

/** @param letters in a line if the size were 1. @returns the largest size up to the given one at which a headline is not too high. */
function limitHeight(headline: string, largest: number, letters: number, maxHeight: number): number {
  let size = largest
  while (size > smallest.rem && countLines(headline, letters / size) * size > maxHeight) size -= 0.1
  return size
}

/** How many lines a headline has. @param letters in a line. */
function countLines(headline: string, letters: number): number {
  let [lines, used] = [0, Number.POSITIVE_INFINITY]
  for (const word of headline.split(/\s+/)) {
    const length = lengthOf(word)
    if (used + 1 + length <= letters) used += 1 + length
    else {
      lines += Math.max(1, Math.ceil(length / letters))
      used = length % letters
    }
  }
  return lines
}

/** Letters that take the space of one and a half, and capitals, which take a little more than one. */
const broadLetters = /[mwMW@\u{2014}]/gu
const capitals = /(?![MW])\p{Lu}/gu
const broadness = { broad: 0.5, capital: 0.15 } as const

/** Width of a word, in letters of a mean width. */
function widthOf(word: string): number {
  const countOf = (letters: RegExp) => word.match(letters)?.length ?? 0
  return word.length + broadness.broad * countOf(broadLetters) + broadness.capital * countOf(capitals)
}

/** @returns the length of a text, in letters; wide ones count twice. */
export function lengthOf(text: string): number {
  return text.length + (text.match(wideLetters)?.length ?? 0)
}

function roundToHundredth(value: number): number {
  return Math.round(value * 100) / 100
}
