// Keywords in a text, a list or an object: what people write for one of a few known values.
import { isObject } from '../values/narrowing.ts'

/** Synonyms of each value, separated by spaces. */
export type Synonyms<T extends string> = Readonly<Partial<Record<T, string>>>

/** The value that the first known keyword means. */
export function resolveKeyword<T extends string>(
  input: unknown,
  values: readonly T[],
  synonyms: Synonyms<T>,
  fallback: T,
): T {
  const meaning = (keyword: string) =>
    values.find(value => value === keyword || synonyms[value]?.split(' ').includes(keyword))
  return (
    extractKeywords(input)
      .map(meaning)
      .find(value => value !== undefined) ?? fallback
  )
}

/** Members of an object that usually hold its keyword, best first. */
const keywordMembers = ['words', 'category', 'label', 'name', 'value', 'style', 'type', 'scheme', 'clear_side'] as const
/** Bounds the work on a hostile list. */
const maxKeywords = 32
/** Characters. */
const maxKeywordLength = 64

/**
 * @param input a text, a list of texts, or an object with either in a member such as words, category or label.
 * @returns its words in lower case, in order, at most 32; none for an input of any other shape. Never throws.
 */
export function extractKeywords(input: unknown): readonly string[] {
  if (!isObject(input)) return keywordsOf(input)
  return keywordMembers.map(member => keywordsOf(input[member])).find(keywords => keywords.length > 0) ?? []
}

function keywordsOf(input: unknown): readonly string[] {
  if (typeof input === 'string') return splitText(input)
  if (!Array.isArray(input)) return []
  return input
    .slice(0, maxKeywords)
    .filter(item => typeof item === 'string')
    .flatMap(splitText)
}

function splitText(text: string): readonly string[] {
  if (text.length > maxKeywordLength * maxKeywords) return []
  return (text.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? []).slice(0, maxKeywords)
}
