// Parses what a model returned into an annotation: each member is checked by itself and sanitized.

import type { StyleAnnotation } from '../../schemas/style.ts'
import { typefaceCategories } from '../../schemas/style.ts'
import { getList, getPath } from './provider.ts'

/** Characters of the summary and of a word, and number of keywords and mood words. */
const textLimits = { summary: 240, word: 32, keywords: 8, mood: 3 } as const

/** @returns the valid members; undefined when there are none. */
export function parseAnnotation(content: unknown): Partial<StyleAnnotation> | undefined {
  const value = parseContent(content)
  const summary = getPath(value, 'summary')
  const text = typeof summary === 'string' ? plainText(summary, textLimits.summary) : ''
  const keywords = wordsIn(getList(value, 'keywords'), textLimits.keywords)
  const mood = wordsIn(getList(value, 'mood'), textLimits.mood)
  const typography = typefaceCategories.find(category => category === getPath(value, 'typography'))
  const annotation = {
    ...(text === '' ? {} : { summary: text }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(mood.length === 0 ? {} : { mood }),
    ...(typography === undefined ? {} : { typography }),
  }
  return Object.keys(annotation).length === 0 ? undefined : annotation
}

/** Models surround JSON with code fences and sentences: the text from the first brace to the last is parsed. */
function parseContent(content: unknown): unknown {
  if (typeof content !== 'string') return content
  try {
    return JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

function wordsIn(list: readonly unknown[], maxWords: number): string[] {
  const words = list.flatMap(word => (typeof word === 'string' ? [plainText(word, textLimits.word).toLowerCase()] : []))
  return [...new Set(words)].filter(word => word !== '').slice(0, maxWords)
}

/** Longest text that is sanitized, in UTF-16 units. */
const maxInputLength = 8192

/** Comments, tags and incomplete ones. */
const markup = [
  /<!--[\s\S]*?(?:-->|$)/g,
  /<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)\s*>|$)/gi,
  /<\/?[a-z!?][^<>]*>?/gi,
]
/** Links in Markdown, which keep their text. */
const markdownLink = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
const url = /\b(?:[a-z][a-z0-9+.-]*:\/\/|javascript:|data:|www\.)\S*/gi
/** Control and format characters, which change the direction of text or are invisible (Unicode categories Cc, Cf, Co, Cn, Cs). */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu
const syntax = /[<>`*_~|\\{}[\]]+/g

/**
 * Makes untrusted text safe to show.
 *
 * @param maxLength characters (code points) at most; a longer text is cut after a word.
 * @returns one line without markup, URLs and control characters; '' when nothing is left.
 */
export function plainText(text: string, maxLength: number): string {
  const withoutMarkup = markup.reduce((rest, pattern) => rest.replace(pattern, ' '), text.slice(0, maxInputLength))
  const plain = withoutMarkup
    .replace(markdownLink, '$1')
    .replace(url, ' ')
    .replace(invisibleCharacters, ' ')
    .replace(syntax, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...plain]
  if (characters.length <= maxLength) return plain
  return characters
    .slice(0, maxLength - 1)
    .join('')
    .replace(/\s+\S*$/, '')
    .concat('…')
}
