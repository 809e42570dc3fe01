// What a reader takes in as one – a time, a price, a telephone number, an address – as parts of a text that lines do not divide.
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

/** Words that belong together, and whether those behind them may belong to them, as the next group of a number does. */
interface Atom {
  readonly start: number
  readonly end: number
  readonly isOpen: boolean
}

/** @returns the text in its parts. */
export function splitUnits(text: string): readonly TextPart[] {
  if (!/[\p{Nd}@–—〜～·•|]/u.test(text)) return [{ kind: 'text', text }]
  const parts: TextPart[] = []
  let end = 0
  for (const atoms of joinAtoms(readAtoms(text), text)) {
    const [from = 0, to = 0] = [atoms[0]?.start, atoms.at(-1)?.end]
    const part = partOf(text, atoms)
    if (part.kind === 'text') continue
    if (from > end) parts.push({ kind: 'text', text: text.slice(end, from) })
    parts.push(part)
    end = to
  }
  return end < text.length ? [...parts, { kind: 'text', text: text.slice(end) }] : parts
}

/** @returns characters of the longest part of a text that stays on one line. */
export function longestUnit(text: string): number {
  const pieces = splitUnits(text).flatMap(part => {
    if (part.kind === 'unit') return [part.text]
    return part.kind === 'text' ? part.text.split(/\s/) : []
  })
  return Math.max(0, ...pieces.map(({ length }) => length))
}

/** Ranges, numbers that browsers divide behind a hyphen or a slash, and those before a letter of writing without spaces. */
const divisible = /.[–—〜～].|(?=.*\p{Nd}).[-/].|\p{Nd}\p{Script=Han}/u
const mail = /[^\s@]@[^\s@]/u

function partOf(whole: string, atoms: readonly Atom[]): TextPart {
  const text = whole.slice(atoms[0]?.start, atoms.at(-1)?.end)
  const width = measureText(text)
  const isMail = atoms.length === 1 && mail.test(text)
  if (!/\s/u.test(text) && !divisible.test(text) && !isMail) return { kind: 'text', text }
  if (width <= maxWidths.unit) return { kind: 'unit', text }
  if (isMail) return { kind: 'wide', parts: partsOfMail(text) }
  if (width > maxWidths.wide) return { kind: 'text', text }
  if (atoms.length === 1) return { kind: 'wide', parts: [{ kind: 'text', text }] }
  const parts = atoms.flatMap((atom, index): readonly TextPart[] => {
    const gap = whole.slice(atoms[index - 1]?.end ?? atom.start, atom.start)
    return [{ kind: 'text', text: gap }, partOf(whole, [atom])]
  })
  return { kind: 'wide', parts }
}

/** An address is divided behind its sign and before its dots, not at the hyphens of a name. */
function partsOfMail(address: string): readonly TextPart[] {
  return address.split(/(?<=@)|(?=\.\p{L})/u).flatMap((text, index): readonly TextPart[] => {
    const isUnit = text.includes('-') && measureText(text) <= maxWidths.wide
    const part: TextPart = { kind: isUnit ? 'unit' : 'text', text }
    return index === 0 ? [part] : [{ kind: 'break' }, part]
  })
}

/** @returns open atoms with those behind them, as long as all are no wider than a column. */
function joinAtoms(atoms: readonly Atom[], text: string): readonly (readonly Atom[])[] {
  const joined: Atom[][] = []
  for (const atom of atoms) {
    const last = joined.at(-1)
    const isNext = last?.at(-1)?.isOpen && measureText(text.slice(last[0]?.start, atom.end)) <= maxWidths.wide
    if (last && isNext) last.push(atom)
    else joined.push([atom])
  }
  return joined
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`
/** Each letter of writing without spaces is a word; its punctuation ends one. */
const wordPattern = new RegExp(String.raw`[${unspaced}]|[^\s${unspaced}、。，]+[、。，]?|[、。，]`, 'gu')

function readAtoms(text: string): readonly Atom[] {
  const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({ word, index, end: index + word.length }))
  const atoms: Atom[] = []
  let start = 0
  let isAmount = false
  let isPhone = false
  let isGroup = false
  for (const [at, { word, index, end }] of words.entries()) {
    const [next, after] = [words[at + 1], words[at + 2]]
    isAmount ||= /\p{Nd}/u.test(word)
    isPhone = isGroup ? isPhone : phoneStart.test(word)
    const tie: Tie =
      next &&
      tieOf({
        word,
        next: next.word,
        after: after && text.slice(next.end, after.index) === ' ' ? after.word : '',
        gap: text.slice(end, next.index),
        isAmount,
        isPhone,
        isFirst: index === 0 || text[index - 1] === '\n',
      })
    isGroup = tie === 'weak' && openCode.test(word)
    if (tie === 'strong') continue
    atoms.push({ start, end, isOpen: tie === 'weak' })
    start = next?.index ?? end
    isAmount = false
  }
  return atoms
}

/** How a word holds on to the next one: as a number to its unit, or as the groups of a number to each other. */
type Tie = 'strong' | 'weak' | undefined

interface Neighbours {
  readonly word: string
  readonly next: string
  /** The word behind the next one; empty at the end of a line. */
  readonly after: string
  readonly gap: string
  /** Whether the word is a number, or belongs to one. */
  readonly isAmount: boolean
  /** Whether the word is a group of a telephone number, behind which the text goes on. */
  readonly isPhone: boolean
  /** Of its line. */
  readonly isFirst: boolean
}

const dash = /^[–—-]$/u
const sign = /^[·•|]$/u
const startsWithDigit = /^[(+~≈]?\p{Sc}?\p{Nd}/u
const endsWithDigit = /\p{Nd}$/u
const phoneStart = /^(?:\+|\(|0\p{Nd})\p{Nd}*\)?$/u
/** A group of a telephone number, a part of a post code. */
const code = /^[(+]?(?=\P{Nd}*\p{Nd})[\p{Lu}\p{Nd}()./-]{1,8}[,.;:)]?$/u
const openCode = /^[(+]?(?=\P{Nd}*\p{Nd})[\p{Lu}\p{Nd}()./-]{1,8}$/u
const month = new RegExp(String.raw`^(?:${months})\.?,?$`, 'iu')
/** What a number counts or is measured in, without the punctuation behind it. */
const shortWord =
  /^(?:[\p{L}\p{M}]{1,3}[²³]?|\p{L}{0,3}\p{Sc}|[%‰°×+]|°[CF]|(?:\p{L}\.)+\p{L}|\p{L}{1,3}\/\p{L}{1,3})$/u
/** A currency, a state, or an abbreviation: "CHF", "Nr.", "VA". */
const prefix = /^[(„“"«]?(?:\p{L}{0,3}\p{Sc}|\p{Lu}{1,3}|\p{L}{1,4}\.|[nN][°º]|№)$/u
const ordinal = /^\p{Nd}{1,2}\.$/u
const postcode = /^(?:\p{Lu}{1,2}-)?\p{Nd}{4,5}$|^\p{Nd}{4}-\p{Nd}{3}$|^\p{Nd}{2}-\p{Nd}{3}$/u
const capitalized = /^\p{Lu}\p{L}/u
const houseNumber = /^\p{Nd}{1,4}\p{L}?[.,;:)]*$/u

function tieOf({ word, next, after, gap, isAmount, isPhone, isFirst }: Neighbours): Tie {
  if (gap === '') return endsWithDigit.test(word) && /^\p{Script=Han}/u.test(next) ? 'strong' : undefined
  if (gap !== ' ' && gap !== '\u00A0') return undefined
  // A line does not begin with a dot.
  if (sign.test(next)) return 'strong'
  if (dash.test(next)) return isAmount && startsWithDigit.test(after) ? 'strong' : undefined
  const isNumber = startsWithDigit.test(next)
  if (dash.test(word)) return isAmount && isNumber ? 'weak' : undefined
  if (openCode.test(word) && code.test(next)) return 'weak'
  if (isNumber && prefix.test(word)) return 'strong'
  if (isPhone) return undefined
  if (endsWithDigit.test(word) || ordinal.test(word)) {
    if (shortWord.test(next.replace(/[.,;:!?)\]»”"'’]+$/u, ''))) return 'strong'
    const isPlace = capitalized.test(next) && (isFirst || postcode.test(word))
    return isPlace || month.test(next) || ordinal.test(word) ? 'weak' : undefined
  }
  // "17 to 19"
  if (isAmount) return isNumber && shortWord.test(word) ? 'weak' : undefined
  const isEnd = after === '' || sign.test(after) || /[,;:)]$/u.test(next)
  return houseNumber.test(next) && ((month.test(word) && !word.endsWith(',')) || (isEnd && /\p{L}$/u.test(word)))
    ? 'weak'
    : undefined
}
