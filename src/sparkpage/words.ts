// Words of a style member of any shape.

/** Members in which people put the word of an object, best first. */
const members = ['words', 'category', 'label', 'name', 'value', 'style', 'type', 'scheme'] as const
/** Far more words than a style has; bounds the work on a hostile list. */
const mostWords = 32
/** Longer than any word that means something here. */
const longestWord = 64

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fromList = (list: readonly unknown[]): readonly string[] =>
  list
    .slice(0, mostWords)
    .filter(item => typeof item === 'string')
    .flatMap(fromText)

const fromText = (text: string): readonly string[] =>
  text.length > longestWord * mostWords ? [] : (text.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? []).slice(0, mostWords)

const fromObject = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  members.map(member => flat(value[member])).find(words => words.length > 0) ?? []

const flat = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return fromText(value)
  return Array.isArray(value) ? fromList(value) : []
}

/**
 * @param value a text, a list of texts, or an object that holds either in a member such as words, category or label.
 * @returns its words in lower case, in order, at most 32; none for a value of any other shape. Never throws.
 */
export const wordsOf = (value: unknown): readonly string[] => (isObject(value) ? fromObject(value) : flat(value))
