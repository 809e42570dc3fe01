// What a model said becomes words that we stand for: its JSON is found, each member is checked by itself and cleaned.
import { typefaceCategories } from '../../schemas/style.ts'
import type { Words } from '../../schemas/words.ts'
import { clean } from './clean.ts'
import { listWithin, within } from './within.ts'

const most = { summary: 240, word: 32, keywords: 8, mood: 3 } as const

/** Models put fences and sentences around JSON: what stands from the first brace to the last is tried. */
const parsed = (said: unknown): unknown => {
  if (typeof said !== 'string') return said
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

const wordsOf = (list: readonly unknown[], count: number): readonly string[] => {
  const words = list.flatMap(word => (typeof word === 'string' ? [clean(word, most.word).toLowerCase()] : []))
  return [...new Set(words)].filter(word => word !== '').slice(0, count)
}

/** @returns the members that can be used; undefined when none can. */
export const readWords = (said: unknown): Partial<Words> | undefined => {
  const value = parsed(said)
  const summary = within(value, 'summary')
  const text = typeof summary === 'string' ? clean(summary, most.summary) : ''
  const keywords = wordsOf(listWithin(value, 'keywords'), most.keywords)
  const mood = wordsOf(listWithin(value, 'mood'), most.mood)
  const typography = typefaceCategories.find(category => category === within(value, 'typography'))
  const words = {
    ...(text === '' ? {} : { summary: text }),
    ...(keywords.length === 0 ? {} : { keywords: [...keywords] }),
    ...(mood.length === 0 ? {} : { mood: [...mood] }),
    ...(typography === undefined ? {} : { typography }),
  }
  return Object.keys(words).length === 0 ? undefined : words
}
