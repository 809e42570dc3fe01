// Lenient parsing of enum values: aliases, spellings and typing errors.
import { closest, distance } from 'fastest-levenshtein'
import type { AliasedEnum } from '../../schemas/types.ts'

/** Longest text that is compared by edit distance, which is quadratic in its length. */
const maxLength = 64

/**
 * The value that was meant. Values and aliases match in any spelling; anything else gives the value of the nearest alias within a third
 * of its length, or the default value, and `known: false`.
 */
export function resolveAlias<T extends string>(
  { allowed, aliases, fallback }: AliasedEnum<T>,
  sent: string | undefined,
): { readonly value: T; readonly known: boolean } {
  if (sent === undefined) return { value: fallback, known: true }
  const spellings = new Map<string, T>(allowed.map(value => [normalize(value), value]))
  for (const [alias, value] of Object.entries(aliases)) spellings.set(normalize(alias), value)
  const normalized = normalize(sent)
  const exact = spellings.get(normalized)
  if (exact !== undefined) return { value: exact, known: true }
  const alias = closest(normalized.slice(0, maxLength), [...spellings.keys()])
  const isSimilar = normalized.length <= maxLength && distance(normalized, alias) <= Math.floor(normalized.length / 3)
  return { value: (isSimilar && spellings.get(alias)) || fallback, known: false }
}

/** Lower case without spaces, dashes, underscores, dots, the signs of package names, version digits and a trailing "css". */
function normalize(text: string): string {
  let normalized = text
    .slice(0, 4 * maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.@/-]+/g, '')
  for (let previous = ''; previous !== normalized; ) {
    previous = normalized
    normalized = normalized.replace(/(?:v?\d+|(?<=.)css)$/, '')
  }
  return normalized
}

/** The allowed value with the smallest edit distance. */
export function closestValue<T extends string>(sent: string, allowed: readonly T[]): T | undefined {
  const value = closest(sent.slice(0, maxLength).toLowerCase(), allowed)
  return allowed.find(candidate => candidate === value)
}

/** The allowed value that was probably meant: within a third of the length of what was sent. */
export function similarValue<T extends string>(sent: string, allowed: readonly T[]): T | undefined {
  if (sent.length > maxLength) return undefined
  const value = closestValue(sent, allowed)
  return value !== undefined && distance(sent.toLowerCase(), value) <= Math.floor(sent.length / 3) ? value : undefined
}
