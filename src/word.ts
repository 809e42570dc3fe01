// Reads the open words of the contract as people write them.
import { closest, distance } from 'fastest-levenshtein'
import type { OpenWords } from '../schemas/types.ts'

/** Longest text that is compared by edit distance, which is quadratic in its length. */
const longest = 64

/** Lower case without spaces, dashes, underscores, dots, the signs of package names, version digits and a trailing "css". */
const plain = (text: string): string => {
  let word = text
    .slice(0, 4 * longest)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.@/-]+/g, '')
  for (let before = ''; before !== word; ) {
    before = word
    word = word.replace(/(?:v?\d+|(?<=.)css)$/, '')
  }
  return word
}

/** The allowed word with the smallest edit distance. */
export const nearest = <T extends string>(sent: string, allowed: readonly T[]): T | undefined => {
  const word = closest(sent.slice(0, longest).toLowerCase(), allowed)
  return allowed.find(candidate => candidate === word)
}

/** The allowed word that was probably meant: within a third of the length of what was sent. */
export const similar = <T extends string>(sent: string, allowed: readonly T[]): T | undefined => {
  if (sent.length > longest) return undefined
  const word = nearest(sent, allowed)
  return allowed.find(one => one === word && distance(sent.toLowerCase(), one) <= Math.floor(sent.length / 3))
}

/**
 * The canonical word for what was sent. Known words and aliases match in any spelling; an unknown one gives the
 * nearest alias within a third of its length, else the fallback, and `known: false`.
 */
export const resolveWord = <T extends string>(
  words: OpenWords<T>,
  sent: string | undefined,
): { word: T; known: boolean } => {
  if (sent === undefined) return { word: words.fallback, known: true }
  const spellings = new Map<string, T>(words.allowed.map(word => [plain(word), word]))
  for (const [alias, word] of Object.entries(words.aliases)) spellings.set(plain(alias), word)
  const asked = plain(sent)
  const exact = spellings.get(asked)
  if (exact !== undefined) return { word: exact, known: true }
  const guess = closest(asked.slice(0, longest), [...spellings.keys()])
  const near = distance(asked.slice(0, longest), guess) <= Math.floor(asked.length / 3)
  return { word: (asked.length <= longest && near && spellings.get(guess)) || words.fallback, known: false }
}
