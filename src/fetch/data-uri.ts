// Base64 data URIs (RFC 2397) as browsers read them. Every step is one linear pass: they come 30 MB long.
import { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { tooLarge } from './too-large.ts'

/** A data URI whose data was decoded where it was found, so that it never became a string. */
export interface CutDataUri {
  /** What stood before the data; its first comma ends it. */
  readonly head: string
  readonly bytes: Buffer
}

/** Longest `type;parameters` that is looked at, in characters. */
const maxHeader = 1_024

const mediaType = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/

const invalid = (detail: string) =>
  new Problem('source_invalid', { detail: `${detail} Send data:image/…;base64,… with the picture in Base64.` })

const unescaped = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('The data URI in source_url has a broken percent escape.')
  }
}

/** Checked by hand, because Node's decoder skips what it does not know and reads U+0141 as `A`. */
const checkBase64 = (text: string) => {
  const end = text.search(/[^A-Za-z0-9+/\t\n\f\r ]/)
  const padding = end === -1 ? '' : text.slice(end).trim()
  if (padding.length > 8 || !/^(=\s*=?)?$/.test(padding))
    throw invalid('The data URI in source_url holds characters that are not Base64.')
}

const decodeText = (data: string) => {
  const base64 = data.includes('%') ? unescaped(data) : data
  checkBase64(base64)
  return Buffer.from(base64, 'base64')
}

/** The declared type of a head in lower case, '' when it is none. */
const typeIn = (head: string) => {
  const start = head.indexOf(':') + 1
  const comma = head.indexOf(',', start)
  if (comma === -1 || comma - start > maxHeader)
    throw invalid('The data URI in source_url has no comma before its data.')
  const [type = '', ...parameters] = head
    .slice(start, comma)
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
  if (!parameters.includes('base64')) throw invalid('The data URI in source_url is not marked ;base64.')
  return mediaType.test(type) ? type : ''
}

/** Whether the text is a data URI of any kind: the scheme in any case, after white space. */
export const isDataUri = (text: string): boolean => text.trimStart().slice(0, 5).toLowerCase() === 'data:'

/**
 * Reads `data:<type>;base64,<bytes>`. The declared type is only noted, since bytes are sniffed later. White space,
 * percent escapes and missing padding are fine, as in browsers.
 * @param uri the text, or what was cut out of a body already: both give the same answers.
 * @param maxBytes most bytes that the picture may have.
 * @returns the bytes, and `data:` with the declared type for the records.
 * @throws Problem source_invalid (no Base64, or nothing in it), source_too_large
 */
export const decodeDataUri = (uri: string | CutDataUri, maxBytes: number) => {
  const head = typeof uri === 'string' ? uri : uri.head
  const type = typeIn(head)
  const bytes = typeof uri === 'string' ? decodeText(uri.slice(uri.indexOf(',', uri.indexOf(':')) + 1)) : uri.bytes
  if (bytes.length === 0) throw invalid('The data URI in source_url is empty.')
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return { bytes, origin: `data:${type}` }
}
