// Texts in columns: cut and filled up by the columns that a terminal gives them.
import stringWidth from 'string-width'
import { harmless } from './harmless.ts'

/** Code units a visible column may take; bounds what joins without end. */
const unitsPerColumn = 8

const plain = /^[\x20-\x7E…]*$/

/** Words with single spaces between: harmless as they are. Most cells of a listing are. */
const simple = /^(?:[!-~…]+(?: [!-~…]+)*)?$/
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text))

const fits = (text: string, width: number): boolean => text.length <= width && simple.test(text)

/** The beginning that fits, never half a character. */
const head = (text: string, width: number): string => {
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    kept += segment
  }
  return kept
}

/** A harmless text at most `width` columns wide, with … where it was cut. */
export const clip = (text: string, width: number): string => {
  if (fits(text, width)) return text
  const safe = harmless(text)
  const short = safe.slice(0, width * unitsPerColumn).replace(/\p{Surrogate}$/u, '')
  return short === safe && widthOf(safe) <= width ? safe : `${head(short, width - 1)}…`
}

/** An address the same way, cut in its middle: host and file name tell the most. */
export const shorten = (address: string, width: number): string => {
  if (address.length <= width || !simple.test(address)) return clip(address, width)
  const tail = Math.floor((width - 1) / 2)
  return `${address.slice(0, width - 1 - tail)}…${address.slice(address.length - tail)}`
}

/** A text as `clip` leaves it, exactly `width` columns wide. */
export const fit = (text: string, width: number, align: 'left' | 'right'): string => {
  if (fits(text, width)) return align === 'left' ? text.padEnd(width) : text.padStart(width)
  const cut = clip(text, width)
  const fill = ' '.repeat(width - widthOf(cut))
  return align === 'left' ? cut + fill : fill + cut
}
