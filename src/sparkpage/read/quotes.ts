// Quotations: marks of many languages, and who is quoted.
import type { SectionItem } from '../page-parts.ts'
import { isNameWithRole } from './features.ts'
import {
  countUnspaced,
  countWords,
  hasSentenceEnd,
  isSentence,
  itemOf,
  type Reading,
  splitLines,
  splitParagraphs,
} from './text-parts.ts'

/** Marks that close a quotation, by the one that opens it. ’ opens none: it is an apostrophe. */
const closingMarks: Readonly<Record<string, string>> = {
  '"': '"',
  '＂': '＂',
  '“': '”',
  '„': '“”"',
  '‟': '”',
  '”': '”“',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '〝': '〟〞',
  '״': '״',
  '❝': '❞',
  "'": "'",
  '‘': '’',
  '‚': '‘’',
}
const stars = String.raw`(?:[★☆⭐✩]\uFE0F?\s?){3,5}`
/** The mark, perhaps behind the stars of a review. */
const opening = new RegExp(`^(?:${stars}\\s*)?[${Object.keys(closingMarks).join('')}]`, 'u')
/** Marks that are apostrophes as well. */
const apostrophes = "'‘‚"

/** @returns the quotations with which a text begins, and short prose behind them; undefined for prose that begins with a quoted word or an apostrophe. */
export function readQuotes(paragraphs: readonly string[]): Reading | undefined {
  for (let count = paragraphs.length; count > 0; count--) {
    const prose = paragraphs.slice(count)
    // A story with dialogues.
    if (prose.some(text => /["“”„«»「『]/u.test(text))) break
    const items = readAllQuotes(paragraphs.slice(0, count))
    if (items) return { items, paragraphs: prose }
  }
  return readReviews(paragraphs) ?? readSigned(paragraphs) ?? readNamedQuotes(paragraphs)
}

const namedQuote = new RegExp(
  `^(?<name>[^\\n]{2,60}?)(?:[:：]\\s+|\\n)(?<part>[${Object.keys(closingMarks).join('')}].*)$`,
  'su',
)

/** Quotations below or behind who said them: "The Evening Post: “A gem of a bakery.”" */
function readNamedQuotes(paragraphs: readonly string[]): Reading | undefined {
  const lines = paragraphs.flatMap(splitLines)
  const parts = lines.every(line => namedQuote.test(line)) ? lines : paragraphs
  const items = parts.map(text => {
    const { name = '', part = '' } = namedQuote.exec(text)?.groups ?? {}
    const quote = isName(name) ? readQuote(part, true) : undefined
    return quote?.cite === '' ? { ...quote, ...attributionOf(name) } : undefined
  })
  const quotes = items.filter(item => item !== undefined)
  return quotes.length > 1 && quotes.length === items.length ? { items: quotes, paragraphs: [] } : undefined
}

const nextReview = new RegExp(`\\n(?=${stars}|.*${stars}$)`, 'mu')
const review = new RegExp(`^(?<name>[^\\n]*?)(?<rating>${stars})(?<behind>[^\\n]*)(?<text>.*)$`, 'su')

/** Reviews with stars, and perhaps their author on the same line: "★★★★★ Ida", "It worked". */
function readReviews(paragraphs: readonly string[]): Reading | undefined {
  const reviews = paragraphs.join('\n').split(nextReview)
  if (!reviews.every(text => review.test(text) && countWords(text) >= minQuotation.words)) return undefined
  const items = reviews.map(part => {
    const { name = '', rating = '', behind = '', text = '' } = review.exec(part)?.groups ?? {}
    const author = `${name}${behind}`.trim()
    const isNamed = text !== '' && isName(author) && countWords(author) <= maxAuthorWords
    const { text: words, ...attribution } = isNamed
      ? { text: `${rating.trim()}${text}`, ...attributionOf(author) }
      : splitAttribution(part)
    return itemOf({ paragraphs: [words], ...attribution })
  })
  return { items, paragraphs: [] }
}

const maxAuthorWords = 4

/** Sentences, each with a dash and a name behind or below it, or with a name and a role below it. */
function readSigned(paragraphs: readonly string[]): Reading | undefined {
  const quotes = readUnmarkedQuotes(paragraphs)
  const signatures = paragraphs.flatMap(splitLines).filter(line => signature.test(line) || isNameWithRole(line))
  const areSigned = quotes.items.every(
    ({ cite, paragraphs: [text = '', ...others] }) => cite !== '' && isSentence(text) && others.length === 0,
  )
  return areSigned && signatures.length === quotes.items.length ? quotes : undefined
}

/** "– Ida Holm", "… Enough said. – Ida Holm" */
const signature = /^[\p{Pd}]{1,3}\s*\p{Lu}|[.!?…]["”»“]?\s[–—-]\s?(?:\p{Lu}\S*\s?){1,3}$/u

function readAllQuotes(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const parts: string[] = []
  // Each paragraph of a long quotation may begin with a mark.
  for (const part of paragraphs.join('\n\n').split(nextQuotation))
    if (parts.length > 0 && !hasEnd(parts.at(-1) ?? '')) parts.push(`${parts.pop()}${part}`)
    else parts.push(part)
  const items = parts.map((part, index) => readQuote(part.trim(), index > 0))
  return items.every(item => item !== undefined) ? items : undefined
}

/** Reads quotations without marks: lines or paragraphs, each of which ends with its attribution. */
export function readUnmarkedQuotes(paragraphs: readonly string[]): Reading {
  const lines = paragraphs.flatMap(splitLines)
  const areLines = lines.map(splitAttribution).every(({ cite, text }) => cite !== '' && text !== '')
  const items: SectionItem[] = []
  let own: readonly string[] = []
  for (const part of areLines ? lines : paragraphs) {
    const { text, ...attribution } = splitAttribution(part)
    own = text === '' ? own : [...own, text]
    if (attribution.cite === '') continue
    items.push(itemOf({ paragraphs: own, ...attribution }))
    own = []
  }
  return { items: own.length > 0 ? [...items, itemOf({ paragraphs: own })] : items, paragraphs: [] }
}

/** Whether a part of a text has a mark that ends the quotation with which it begins. */
function hasEnd(part: string): boolean {
  const start = opening.exec(part)?.[0] ?? ''
  const marks = closingMarks[start.slice(-1)] ?? ''
  return [...part.slice(start.length)].some(sign => marks.includes(sign))
}

interface Attribution {
  readonly cite: string
  readonly role: string
}

const close = `[${Object.values(closingMarks).join('')}]`
const nextQuotation = new RegExp(`(?<=\\n)(?=(?:${stars}\\s*)?[${Object.keys(closingMarks).join('')}])`, 'u')
const quoted = `^(?<text>.*${close}[.!?。]?)`
/** A quotation and its attribution: behind a dash, in brackets, on the next line, behind a space, or none. */
const markedPatterns = [
  String.raw`(?<comma>,?)\s*[\p{Pd}～]{1,3}[ \t]*(?<name>[^\n]+(?:\n(?!\n)[^\n]+)?)`,
  String.raw`\s*[(（](?<name>[^()（）\n]+)[)）]`,
  String.raw`\n(?<name>(?!\p{Ll})[^\n\p{Nd}:]+)`,
  '',
  String.raw`[ \u3000]+(?<name>[\p{Lu}\p{Lo}][^\n!?:]{1,50}?)(?:(?<=\p{L}{3})\.)?`,
].map(pattern => new RegExp(`${quoted}${pattern}$`, 'su'))

/** @param isBeside whether it follows another quotation; it may then be a word or a number. */
function readQuote(part: string, isBeside: boolean): SectionItem | undefined {
  const start = opening.exec(part)?.[0] ?? ''
  for (const pattern of start === '' ? [] : markedPatterns) {
    const { text = '', comma = '', name = '' } = pattern.exec(part)?.groups ?? {}
    const isOther = (comma !== '' && /^\p{Ll}/u.test(name)) || (name !== '' && !name.split('\n').every(isName))
    if (text === '' || isOther) continue
    const attribution = name === '' ? { cite: '', role: '' } : attributionOf(name)
    if (isQuotation(text, start, attribution, isBeside))
      return itemOf({ paragraphs: splitParagraphs(text), ...attribution })
  }
  return undefined
}

const maxNameLength = 100

/** Whether a text may name somebody: no sentence. */
function isName(text: string): boolean {
  const name = text.trim()
  return (
    name.length <= maxNameLength &&
    /[\p{L}\p{N}]/u.test(name) &&
    !hasSentenceEnd(name) &&
    !/(?:[!?…؟。！？।:]|\p{L}{4,}\.)$/u.test(name)
  )
}

/** What a person is stands behind a comma or on a line of its own. */
function attributionOf(text: string): Attribution {
  const { cite = text, role = '' } = /^(?<cite>[^,،、，|\n]+?)\s*[,،、，|\n]\s*(?<role>.+)$/su.exec(text)?.groups ?? {}
  return { cite: cite.trim(), role: role.trim() }
}

const sentenceSign = /[.!?…,؟。！？।]/u
/** A quoted name or title has fewer words, or in writing without spaces fewer characters. */
const minQuotation = { words: 4, characters: 4 } as const

/** Whether a text in quotation marks is one quotation, and what somebody said: not a name, a title or an apostrophe. */
function isQuotation(text: string, start: string, { cite }: Attribution, isBeside: boolean): boolean {
  const mark = start.slice(-1)
  const marks = closingMarks[mark] ?? ''
  const stop = /[.!?。]?$/u.exec(text)?.[0] ?? ''
  const end = text.length - stop.length - 1
  const body = text.slice(start.length, end).trim()
  if (!marks.includes(text.charAt(end))) return false
  if (apostrophes.includes(mark)) return /[.!?…,]$/u.test(body) || (mark !== "'" && cite !== '')
  // Hebrew has marks within words.
  const inner = [...body.replace(/(?<=\p{L})\S(?=\p{L})|\n\s*\S/gu, '')]
  const opened = inner.filter(sign => sign === mark).length
  const closed = inner.filter(sign => marks.includes(sign)).length
  if (marks.includes(mark) ? closed > 0 : opened !== closed) return false
  if (isBeside || sentenceSign.test(body) || stop !== '') return true
  if (/^\p{Ll}/u.test(cite)) return false
  return countWords(body) >= minQuotation.words || countUnspaced(body) >= minQuotation.characters
}

/** Behind a dash, in brackets, or in a line of its own. */
const unmarked = [
  /^(?<text>.*?)(?:^|\n)[\p{Pd}～]{1,3}\s*(?<name>[^\n]+)$/su,
  /^(?<text>.*[.!?…。！？।"”“»」』])\s*[–—―]\s*(?<name>[^–—―]+)$/su,
  /^(?<text>.{12,})\s[\p{Pd}]\s(?<name>\p{Lu}\S*(?: \S+){0,3})$/su,
  /^(?<text>.*[.!?…])\s*[(（](?<name>[^()]+)[)）]$/su,
  /^(?<text>.*[.!?…])\s(?<name>\p{Lu}\S*(?: \p{Lu}\S*){0,2})$/su,
  /^(?<text>.*[.!?…])\n(?<name>\p{Lu}\S*(?: \S+){0,6})$/su,
  /^(?<name>\p{Lu}[^:!?\n]{1,40}):\s+(?<text>[^\n]+[.!?…])$/u,
]

/** The attribution of a quotation without marks; a text without one has no `cite`. */
function splitAttribution(part: string): Attribution & { readonly text: string } {
  if (isNameWithRole(part)) return { text: '', ...attributionOf(part) }
  for (const pattern of unmarked) {
    const { text = '', name = '' } = pattern.exec(part)?.groups ?? {}
    if (name !== '' && isName(name)) return { text, ...attributionOf(name) }
  }
  return { text: part, cite: '', role: '' }
}
