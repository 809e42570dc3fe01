// What stands before the root element of an XML or HTML text.

/** Longest prolog that is looked through; drawing programs write licences of some KB. */
const longest = 65_536

/** One piece of a prolog at a time, so that no text makes the search longer than the text. */
const piece = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/isy
const element = /<(?:svg:)?([a-z][\w.-]*)/iy

interface Prolog {
  /** The pieces in order: white space, processing instructions, comments, the document type. */
  readonly pieces: readonly string[]
  /** Length in characters. */
  readonly length: number
}

const encodings: readonly (readonly [RegExp, string])[] = [
  [/^(?:\xFF\xFE|<\0)/, 'utf-16le'],
  [/^(?:\xFE\xFF|\0<)/, 'utf-16be'],
]

/** `utf-8` unless the first bytes say otherwise (XML 1.0, appendix F). */
export const encodingOf = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, 2)).toString('latin1')
  return encodings.find(([pattern]) => pattern.test(head))?.[1] ?? 'utf-8'
}

/** The pieces before the root element of a text. */
export const prologOf = (text: string): Prolog => {
  const pieces: string[] = []
  let length = 0
  for (;;) {
    piece.lastIndex = length
    const found = piece.exec(text)?.[0]
    if (found === undefined) return { pieces, length }
    pieces.push(found)
    length += found.length
  }
}

/** Name of the root element in lower case; undefined when the bytes are no markup. */
export const rootElement = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, longest))
  const { pieces, length } = prologOf(text)
  element.lastIndex = length
  const name = element.exec(text)?.[1]?.toLowerCase()
  return name ?? (pieces.some(part => /^<!doctype\s+html/i.test(part)) ? 'html' : undefined)
}
