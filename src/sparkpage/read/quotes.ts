// Quotations: marks of many languages, and who is quoted.
import type { SectionItem } from '../page-parts.ts'
import {
  countUnspaced,
  countWords,
  hasSentenceEnd,
  isSentence,
  itemOf,
  maxProseLength,
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
/** The mark, perhaps behind the stars of a review. */
const opening = new RegExp(`^(?:[★⭐️]+\\s*)?[${Object.keys(closingMarks).join('')}]`, 'u')
/** Marks that are apostrophes as well. */
const apostrophes = "'‘‚"

/** @returns the quotations with which a text begins, and short prose behind them; undefined for prose that begins with a quoted word or an apostrophe. */
export function readQuotes(paragraphs: readonly string[]): Reading | undefined {
  for (let count = paragraphs.length; count > 0; count--) {
    const prose = paragraphs.slice(count)
    // A story with dialogues.
    if (prose.join('').length > maxProseLength || prose.some(text => /["“”„«»「『]/u.test(text))) return undefined
    const items = readAllQuotes(paragraphs.slice(0, count))
    if (items) return { items, paragraphs: prose }
  }
  return paragraphs.every(endsWithName) ? readUnmarkedQuotes(paragraphs) : undefined
}

/** Whether the last line of a paragraph of prose is a dash and a name. */
function endsWithName(paragraph: string): boolean {
  const lines = splitLines(paragraph)
  const [last = ''] = lines.slice(-1)
  return (
    lines.length > 1 &&
    /^[\p{Pd}]{1,3}\s*\p{Lu}/u.test(last) &&
    lines.slice(0, -1).every(isSentence) &&
    splitAttribution(paragraph).cite !== ''
  )
}

function readAllQuotes(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const items: SectionItem[] = []
  for (let rest = paragraphs.join('\n\n'); rest !== ''; ) {
    const read = readQuote(rest, items.length > 0)
    if (!read) return undefined
    items.push(read.item)
    rest = read.rest
  }
  return items
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

interface Quote {
  readonly item: SectionItem
  /** The text behind it. */
  readonly rest: string
}

/** @param isBeside whether it follows another quotation; it may then be a word or a number. */
function readQuote(text: string, isBeside: boolean): Quote | undefined {
  const mark = opening.exec(text)?.[0] ?? ''
  for (const end of closings(text, mark)) {
    const after = readAfter(text.slice(end))
    if (after) {
      const quoted = text.slice(0, end) + after.stop
      return isBeside || isQuotation(quoted, mark, after)
        ? { item: itemOf({ paragraphs: splitParagraphs(quoted), ...after.attribution }), rest: after.rest }
        : undefined
    }
    // Behind the end of a quotation a sentence goes on; an apostrophe may be followed by anything.
    if (!apostrophes.includes(mark.slice(-1))) return undefined
  }
  return undefined
}

/** Positions behind the marks that may end the quotation with which a text begins. */
function* closings(text: string, start: string): Generator<number> {
  const mark = start.slice(-1)
  const marks = closingMarks[mark] ?? ''
  let depth = 0
  for (let index = start.length; index < text.length && marks !== ''; index++) {
    const sign = text.charAt(index)
    const [before, behind] = [text.charAt(index - 1), text.charAt(index + 1)]
    // Each paragraph of a long quotation may begin with a mark, and Hebrew has marks within words.
    const isClosing = marks.includes(sign) && before !== '\n' && !(isLetter(before) && isLetter(behind))
    if (isClosing && depth === 0) yield index + 1
    else if (isClosing) depth--
    else if (sign === mark && !marks.includes(mark) && before !== '\n') depth++
  }
}

function isLetter(sign: string): boolean {
  return /\p{L}/u.test(sign)
}

interface Attribution {
  readonly cite: string
  readonly role: string
}

interface After {
  /** A full stop behind the closing mark. */
  readonly stop: string
  readonly attribution: Attribution | undefined
  readonly rest: string
}

const dashed = /^(?<stop>[.!?]?)(?<comma>,?)\s*[\p{Pd}～]{1,3}[ \t]*(?<name>[^\n]+)(?:\n(?!\n)(?<role>[^\n]+))?/u
const inParentheses = /^(?<stop>[.!?]?)\s*[(（](?<name>[^()（）\n]+)[)）](?=\s*$|\s*\n)/u
const onNextLine = /^(?<stop>[.!?]?)\n(?<name>[^\n\p{Nd}:]+)(?=\s*$|\s*\n)/u
/** A name behind a quoted sentence: words with capitals, or writing without them. */
const behind =
  /^(?<stop>[.!?]?)[ \u3000]+(?<name>(?:\p{Lu}[^\s!?:]*|\p{Lo}{1,12}|(?:e|y|i|et|und|and|och|en|of|de|da|von|van)(?= ))(?:,? (?:\p{Lu}[^\s!?:]*|\p{Lo}{1,12}|(?:e|y|i|et|und|and|och|en|of|de|da|von|van)(?= )))*)(?=\s*$|\s*\n)/u
const nothing = /^(?<stop>[.!?。]?)(?=\s*$|\s*\n)/u

/** Reads what follows a closing mark: an attribution or nothing, and then the end of the text or another quotation. */
function readAfter(text: string): After | undefined {
  for (const pattern of [dashed, inParentheses, onNextLine, nothing, behind]) {
    const match = pattern.exec(text)
    const { stop = '', comma = '', name = '', role = '' } = match?.groups ?? {}
    if (!match) continue
    const isRole = role !== '' && isName(role) && !opening.test(role)
    const length = role !== '' && !isRole ? match[0].length - role.length : match[0].length
    const rest = text.slice(length).trim()
    const isLineEnd = match[0].slice(0, length).endsWith('\n') || /^[ \t]*\n/.test(text.slice(length))
    if (rest !== '' && !(isLineEnd && opening.test(rest))) continue
    const words = pattern === behind ? name.replace(/\.$/u, '') : name
    if (name !== '' && (!isName(words) || opening.test(name))) continue
    // Prose that goes on: "It worked", – said Ida.
    if (/^\p{Ll}/u.test(name) && (comma !== '' || pattern === onNextLine)) continue
    const attribution = name === '' ? undefined : attributionOf(isRole ? `${name}\n${role}` : words)
    return { stop, attribution, rest }
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

/** Whether a text in quotation marks is what somebody said, not a name, a title or an apostrophe. */
function isQuotation(quoted: string, start: string, { attribution, stop }: After): boolean {
  const mark = start.slice(-1)
  const body = quoted.slice(start.length, -1 - stop.length).trim()
  const isSentence = sentenceSign.test(body)
  if (apostrophes.includes(mark) && !/[.!?…,]$/u.test(body)) return mark !== "'" && attribution !== undefined
  if (attribution && /^\p{Ll}/u.test(attribution.cite) && !isSentence) return false
  return (
    isSentence ||
    stop !== '' ||
    countWords(body) >= minQuotation.words ||
    countUnspaced(body) >= minQuotation.characters
  )
}

/** Behind a dash, in brackets, or in a line of its own. */
const unmarked = [
  /^(?<text>.*?)(?:^|\n)[\p{Pd}～]{1,3}\s*(?<name>[^\n]+)$/su,
  /^(?<text>.*[.!?…。！？।"”“»」』])\s*[–—―]\s*(?<name>[^–—―]+)$/su,
  /^(?<text>.{12,})\s[\p{Pd}]\s(?<name>\p{Lu}\S*(?: \S+){0,3})$/su,
  /^(?<text>.*[.!?…])\s*[(（](?<name>[^()]+)[)）]$/su,
  /^(?<text>.*[.!?…])\s(?<name>\p{Lu}\S*(?: \p{Lu}\S*){0,2})$/su,
  /^(?<text>.*[.!?…])\n(?<name>\p{Lu}\S*(?: \S+){0,6})$/su,
]

/** The attribution of a quotation without marks; a text without one has no `cite`. */
function splitAttribution(part: string): Attribution & { readonly text: string } {
  for (const pattern of unmarked) {
    const { text = '', name = '' } = pattern.exec(part)?.groups ?? {}
    if (name !== '' && isName(name)) return { text, ...attributionOf(name) }
  }
  return { text: part, cite: '', role: '' }
}
