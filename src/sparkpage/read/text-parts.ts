// Parts of a text: paragraphs, lines, titles and sentences, in any script.
import type { SectionItem, SectionKind } from '../page-parts.ts'

/** A text as the items of one kind. */
export interface Reading {
  readonly items: readonly SectionItem[]
  /** What belongs to no item. */
  readonly paragraphs: readonly string[]
}

export interface TextReading extends Reading {
  readonly kind: SectionKind
}

export function itemOf(members: Partial<SectionItem>): SectionItem {
  const texts = { title: '', paragraphs: [], price: '', period: '', value: '', cite: '', role: '' }
  return { ...texts, image: undefined, link: undefined, isHighlighted: false, ...members }
}

/** @returns every text of an item, in its order. */
export function textsOfItem(item: SectionItem): readonly string[] {
  const { title, paragraphs, price, period, value, cite, role, link } = item
  return [value, title, price, period, ...paragraphs, cite, role, link?.text ?? ''].filter(Boolean)
}

/** Markdown's signs of emphasis; an emphasized title is a line of its own. */
const emphasis = /(\*\*|__)(?=\S)([^*_\n]+)(?<=\S)\1/gu
const emphasizedTitle = /^(\*\*|__)([^*_\n]+)\1 (?=\p{Lu})/gmu

/** An empty line begins a new paragraph. */
export function splitParagraphs(text: string): readonly string[] {
  return text
    .replace(emphasizedTitle, '$2\n')
    .replace(emphasis, '$2')
    .split(/\n[ \t]*\n\s*/)
    .filter(Boolean)
}

export function splitLines(paragraph: string): readonly string[] {
  return paragraph
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}

export function joinLines(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [lines.join('\n')] : []
}

const bullet = /^(?:[-–—*•·▪◦‣✓✔→]\s+|・\s*)/u

export function hasBullet(line = ''): boolean {
  return bullet.test(line)
}

/** The line without the sign of a list in front. */
export function withoutBullet(line: string): string {
  return line.replace(bullet, '')
}

/** Where a sentence ends within a text; not after abbreviations and ordinals of up to three characters, streets and academic titles. */
const sentenceEnd =
  /(?<![\s\p{P}][\p{L}\p{N}]{1,3}|^[\p{L}\p{N}]{1,3}|\p{L}str|\b(?:dent|dipl|dott|prof))\.(?=\s)|[!?…؟](?=\s)|[。！？।]/iu

export function hasSentenceEnd(text: string): boolean {
  return sentenceEnd.test(text)
}

export function isSentence(text: string): boolean {
  return hasSentenceEnd(text) || /[.!?。！？…]$/u.test(text)
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

/** Characters of writing without spaces between words. */
export function countUnspaced(text: string): number {
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
}

/** Longest line that is read as more than prose, UTF-16 code units: it bounds the time of regular expressions. */
export const maxLineLength = 200

/** Longest prose beside a list, characters: a longer text is about something else. */
export const maxProseLength = 200

export interface TitleLimits {
  readonly characters: number
  readonly words: number
}

const titleLimits: TitleLimits = { characters: 60, words: 8 }
/** A line in a list of services. */
export const lineLimits: TitleLimits = { characters: 90, words: 12 }

/** Whether a text may be the name of something: short, without a sentence in it or the full stop of one. */
export function isTitle(text: string, { characters, words }: TitleLimits = titleLimits): boolean {
  return (
    /\p{L}/u.test(text) &&
    text.length <= characters &&
    countWords(text) <= words &&
    !/[.!?…؟。！？।,;:：،]$/u.test(text) &&
    !hasSentenceEnd(text)
  )
}

/** Signs between a name and what belongs to it: a colon, a dash between spaces, a bar, leaders. */
export const separatorPattern = String.raw`(?:\s*[:：]\s*[|·•]\s*|\s*[:：|·•／]\s*|\s+[\p{Pd}]{1,3}\s+|\s*[–—―]\s*|\s*(?:…|\.{2,}|_{2,}|\t)[\s.…_]*)`

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

/** Adds a paragraph to the last item. */
export function attach(items: SectionItem[], text: string): void {
  const last = items.at(-1)
  if (last) items.splice(-1, 1, { ...last, paragraphs: [...last.paragraphs, text] })
}

export function withoutColon(line: string): string {
  return line.replace(/\s*[:：]$/u, '')
}

/** A text up to its first question mark; the Greek one looks like a semicolon. */
const question = /^[^\n]*?(?:(?:[?؟፧]|(?<=\p{Script=Greek})[;\u037E])[?!؟]*["”»」）)*]*(?=\s|$)|？[？！]*)/u
const questionLimits = { words: 2, unspaced: 5 } as const
/** Characters. */
const maxQuestionLength = 160

/** @returns the question with which a text begins; a single word is a rhetorical one. */
export function readQuestion(text: string): string | undefined {
  const found = question.exec(text.slice(0, 2 * maxQuestionLength))?.[0] ?? ''
  const isLong = countWords(found) >= questionLimits.words || countUnspaced(found) >= questionLimits.unspaced
  const words = found.replace(/[^\p{L}\p{N}]+$/u, '')
  return isLong && found.length <= maxQuestionLength && !hasSentenceEnd(words) ? found : undefined
}

const questionAtEnd = /(?:[?？؟፧]|(?<=\p{Script=Greek})[;\u037E])[?!？！؟]*["”»」）)*]*$/u

/** Whether a text ends with a question: "I eat no fish. Is that a problem?" */
export function endsWithQuestion(text: string): boolean {
  return questionAtEnd.test(text)
}

/** Whether a text is a question and nothing else. */
export function isQuestion(text: string): boolean {
  return question.exec(text)?.[0] === text
}

/**
 * As `String.prototype.matchAll`, which copies the pattern: V8 compiles the copy of a long pattern anew, for several milliseconds, whenever
 * its cache was emptied.
 *
 * @param pattern a global one.
 */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    matches.push(match)
    if (match[0] === '') pattern.lastIndex++
  }
  return matches
}
