// What a reader takes in as one – a time, a price, a telephone number, an address – as parts of a text that lines do not divide.
import { matchesOf } from '../read/text-parts.ts'
import { months } from '../read/words.ts'
import { measureText } from '../text-widths.ts'

export type TextPart =
  /** A unit is never divided. */
  | { readonly kind: 'text' | 'unit'; readonly text: string }
  /** Where a wide unit may be divided. */
  | { readonly kind: 'break' }
  /** Divided only where it is wider than its column. */
  | { readonly kind: 'wide'; readonly parts: readonly TextPart[] }

/** Units up to the first width fit in every column, and up to the second one in columns of running text, em. */
const maxWidths = { unit: 6.5, wide: 10.5 } as const

/** Writing without spaces between words: lines may be divided at each letter. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
const punctuation = String.raw`[.,;:!?)\]»”"’、。]*`
/** Any word with a digit; the limits bound the time that long words take. */
const number = String.raw`[^\s${unspaced}、。]{0,20}\p{Nd}[^\s${unspaced}、。]{0,20}(?:\p{Script=Han}|[、。])?`
/** A currency, a state or an abbreviation in front of a number: "CHF", "VA", "Nr.". */
const prefix = String.raw`(?<!\S)[(„“"«]?(?:\p{L}{0,3}\p{Sc}|\p{Lu}{1,3}|\p{L}{1,4}\.|[nN][°º]|№)[ \u00A0]`
/** What a number counts, is measured in, or stands before: "kg", "Uhr", "de", "Juli", "Lisboa". */
const counted = String.raw`(?:[\p{L}\p{M}]{1,3}[²³]?|\p{L}{0,3}\p{Sc}|[%‰°×+]|°[CF]|(?:\p{L}\.)+\p{L}|\p{L}{1,3}\/\p{L}{1,3}|${months}|\p{Lu}[\p{L}-]+)${punctuation}(?!\S)`
const amount = String.raw`(?:${prefix})?${number}(?:(?<![,;:!?])[ \u00A0]${counted})?`
const telephone = String.raw`(?:${prefix})?(?:\+|\(|0)[\p{Nd}()/.-]+(?: [\p{Nd}()/.-]{2,})+${punctuation}`
const houseNumber = String.raw`\p{L}[\p{L}.’'-]{0,20} \p{Nd}{1,4}\p{L}?(?:[,;:)](?!\S)|\.?$|(?= [·•|]))`
const range = String.raw`[^\s${unspaced}]{1,20}[–—〜～][^\s${unspaced}]{1,20}`
/** French sets a space before these signs, and behind the first quotation mark. */
const spacedSign = String.raw`(?<!\S)(?:«[ \u00A0\u202F])?\S{1,20}[ \u00A0\u202F][?!:;»](?!\S)`
/** "Second-hand": no line of a heading ends at the hyphen of a short word. */
const compound = String.raw`(?<![\p{L}\p{M}-])(?=[\p{L}-]{3,16}(?![\p{L}\p{M}-]))\p{L}+(?:-\p{L}+)+`
const mailAddress = String.raw`[^\s@]{1,64}@[^\s@]{1,64}`

const amounts = `${amount}(?:(?<![,;:!?])(?: [–—-])? ${amount}){0,2}`
/** A sign between two units ends a line, and does not begin one. */
const units = unitsOf(telephone, mailAddress, spacedSign, houseNumber, amounts, range)
const unitsOfHeadings = unitsOf(telephone, mailAddress, spacedSign, houseNumber, amounts, range, compound)
const smallUnits = new RegExp(`${amount}(?: [–—-](?= ))?`, 'gu')
/** Ranges, words and numbers that browsers divide behind a hyphen or a slash, and all that has spaces. */
const divisible = /.[–—〜～].|\s|(?=.*\p{Nd}).[-/].|\p{L}-\p{L}|\p{Nd}\p{Script=Han}/u

function unitsOf(...kinds: readonly string[]): RegExp {
  return new RegExp(String.raw`(?:${kinds.join('|')}|(?<!\S)\S{1,20}(?= [·•|] ))(?: [·•|](?= ))?`, 'gmu')
}

/** @returns the text in its parts. */
export function splitUnits(text: string, isHeading = false): readonly TextPart[] {
  if (!/[\p{Nd}@–—〜～·•|]|\s[?!:;»]|\p{L}-\p{L}/u.test(text)) return [{ kind: 'text', text }]
  return splitBy(isHeading ? unitsOfHeadings : units, text)
}

function splitBy(pattern: RegExp, text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of matchesOf(pattern, text)) {
    const unit = partsOf(found, pattern)
    if (unit.length === 0) continue
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    parts.push(...unit)
    end = index + found.length
  }
  return end < text.length ? [...parts, { kind: 'text', text: text.slice(end) }] : parts
}

/** @returns none for a text that is no unit. */
function partsOf(text: string, pattern: RegExp): readonly TextPart[] {
  const isMail = /[^\s@]@[^\s@]/u.test(text)
  if (!isMail && !divisible.test(text)) return []
  const width = measureText(text)
  if (width <= maxWidths.unit) return [{ kind: 'unit', text }]
  if (isMail) return [{ kind: 'wide', parts: partsOfMail(text) }]
  if (pattern === smallUnits) return []
  const parts = splitBy(smallUnits, text)
  return width <= maxWidths.wide ? [{ kind: 'wide', parts }] : parts
}

/** An address is divided behind its sign and before its dots, not at the hyphens of a name. */
function partsOfMail(address: string): readonly TextPart[] {
  return address.split(/(?<=@)|(?=\.\p{L})/u).flatMap((text, index): readonly TextPart[] => {
    const isUnit = text.includes('-') && measureText(text) <= maxWidths.wide
    const part: TextPart = { kind: isUnit ? 'unit' : 'text', text }
    return index === 0 ? [part] : [{ kind: 'break' }, part]
  })
}

/** @returns characters of the longest part of a text that stays on one line. */
export function longestUnit(text: string): number {
  const pieces = splitUnits(text).flatMap(part => {
    if (part.kind === 'unit') return [part.text]
    return part.kind === 'text' ? part.text.split(/\s/) : []
  })
  return Math.max(0, ...pieces.map(({ length }) => length))
}
