// Points at a member of a JSON document (RFC 6901).
import { shorten } from './quote.ts'

/** Longest pointer, characters. */
const maxLength = 2048

/** `base` and one member further; ~ and / inside its name are escaped. */
export const pointerTo = (base: string, member: string | number): string =>
  `${base}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The pointer along a path of names that a client chose: long names, and what is too long as a whole, are cut. */
export const pointerOf = (path: readonly (string | number)[]): string => {
  const pointer = path.map(name => shorten(String(name))).reduce(pointerTo, '')
  return pointer.length > maxLength ? `${pointer.slice(0, maxLength - 1)}…` : pointer
}
