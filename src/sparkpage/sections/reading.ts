// What the readers of the kinds of sections share: the parts of a text, and how certain kinds are told from prose.
import type { SectionItem } from '../page-parts.ts'

/** A text as the items of one kind, and what belongs to none of them. */
export interface Reading {
  readonly items: readonly SectionItem[]
  readonly paragraphs: readonly string[]
}

/**
 * Reads the lines of a paragraph as one item; lines that are not part of its first one are its text.
 *
 * @returns undefined when the lines are none.
 */
export type ItemReader = (lines: readonly string[]) => SectionItem | undefined

export function itemOf(members: Partial<SectionItem>): SectionItem {
  const texts = { title: '', paragraphs: [], price: '', period: '', value: '', cite: '', role: '' }
  return { ...texts, image: undefined, link: undefined, isHighlighted: false, ...members }
}

/** @returns every text of an item, in its order. */
export function textsOfItem(item: SectionItem): readonly string[] {
  const { title, paragraphs, price, period, value, cite, role, link } = item
  return [value, title, price, period, ...paragraphs, cite, role, link?.text ?? ''].filter(Boolean)
}

/** An empty line begins a new paragraph. */
export function splitParagraphs(text: string): readonly string[] {
  return text.split(/\n[ \t]*\n\s*/).filter(Boolean)
}

export function splitLines(paragraph: string): readonly string[] {
  return paragraph
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}

/** @returns an item for each line when every line is one, else for each paragraph; undefined when one is none, or when there is only one. */
export function readEvery(paragraphs: readonly string[], read: ItemReader): readonly SectionItem[] | undefined {
  const lines = paragraphs.flatMap(splitLines)
  return (
    readAll(
      lines.map(line => [line]),
      read,
    ) ?? readAll(paragraphs.map(splitLines), read)
  )
}

function readAll(units: readonly (readonly string[])[], read: ItemReader): readonly SectionItem[] | undefined {
  const items = units.map(read).filter(item => item !== undefined)
  return items.length === units.length && items.length > 1 ? items : undefined
}

/** Reads a text that is known to be of a kind: what is no item is the text of the item above it in its paragraph, or of no item. */
export function readKnown(paragraphs: readonly string[], read: ItemReader): Reading {
  const items = readEvery(paragraphs, read)
  if (items) return { items, paragraphs: [] }
  const parts = paragraphs.map(paragraph => readParagraph(splitLines(paragraph), read))
  return { items: parts.flatMap(part => part.items), paragraphs: parts.flatMap(part => part.paragraphs) }
}

function readParagraph(lines: readonly string[], read: ItemReader): Reading {
  const items: SectionItem[] = []
  const before: string[] = []
  // A title above its price or number.
  const pairs = lines.length > 1 && read(lines.slice(0, 1)) === undefined ? read(lines) : undefined
  if (pairs) return { items: [pairs], paragraphs: [] }
  for (const line of lines) {
    const item = read([line])
    const last = items.at(-1)
    if (item) items.push(item)
    else if (last) items.splice(-1, 1, { ...last, paragraphs: [...last.paragraphs, line] })
    else before.push(line)
  }
  return { items, paragraphs: before.length > 0 ? [before.join('\n')] : [] }
}

/** Where a sentence ends within a text; not after abbreviations and ordinals of up to three characters. */
const sentenceEnd = /(?<![\s\p{P}][\p{L}\p{N}]{1,3}|^[\p{L}\p{N}]{1,3})\.(?=\s)|[!?…؟](?=\s)|[。！？।]/u

export function hasSentenceEnd(text: string): boolean {
  return sentenceEnd.test(text)
}

const maxTitle = { characters: 60, words: 8 } as const

/** Whether a text may be the name of something: short, without a sentence in it or the full stop of one. */
export function isTitle(text: string): boolean {
  return (
    /\p{L}/u.test(text) &&
    text.length <= maxTitle.characters &&
    countWords(text) <= maxTitle.words &&
    !/[.!?…؟。！？।,;:：،]$/u.test(text) &&
    !hasSentenceEnd(text)
  )
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/** Signs between a name and what belongs to it: a colon, a dash between spaces, a bar, leaders. */
export const separatorPattern = String.raw`(?:\s*[:：|·•／]\s*|\s+[\p{Pd}]{1,3}\s+|\s*[–—―]\s*|\s*(?:…|\.{2,}|_{2,}|\t)[\s.…_]*)`

/** A number as people write it: with decimals and separators of thousands, in India also of hundreds (1,20,000). */
export const numberPattern = String.raw`\p{Nd}{1,3}(?:(?:,\p{Nd}{2})+,\p{Nd}{3}|(?:[.,'’\u00A0\u202F\u2009 ٬]\p{Nd}{3})+)(?!\p{Nd})(?:[.,٫]\p{Nd}{1,2})?|\p{Nd}+(?:[.,٫]\p{Nd}{1,2})?`

/** Digits of any script as those of ASCII: each script has its ten in a row. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, digit => {
    const code = Number(digit.codePointAt(0))
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String(code - zero)
  })
}

/** Longest prose beside quotations and contacts, characters: a longer text is about something else. */
export const maxProse = 200

/** Longest line that is read as more than prose, UTF-16 code units: it bounds the time of regular expressions. */
export const maxLineLength = 200

const bullet = /^[-–—*•·▪◦‣]\s+/u

export function hasBullet(line = ''): boolean {
  return bullet.test(line)
}

/** The line without the sign of a list in front. */
export function withoutBullet(line: string): string {
  return line.replace(bullet, '')
}

const titled = /^(?<title>[^\n]{1,40}?)(?:\s*[:：]\s+|\s*：\s*|\s+[–—-]\s+)(?<text>\S[^\n]*)$/u

/** A feature or a step: its title is the text before a colon or dash, or a short first line. */
export function readTitled(lines: readonly string[]): SectionItem {
  const [first = '', ...others] = lines.map(withoutBullet)
  const { title = '', text = '' } = titled.exec(first)?.groups ?? {}
  if (isTitle(title)) return itemOf({ title, paragraphs: joinLines([text, ...others]) })
  if (isTitle(first)) return itemOf({ title: first, paragraphs: joinLines(others) })
  return itemOf({ paragraphs: joinLines([first, ...others]) })
}

export function joinLines(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [lines.join('\n')] : []
}
