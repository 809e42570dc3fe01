// Decodes data URIs (RFC 2397).
import { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { sha256 } from '../values/hash.ts'
import { type MaxBytesOf, sourceTooLarge } from './source-url.ts'

function invalidDataUri(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send data:image/…;base64,… with the image in Base64.` })
}

/** A decoded data URI. */
export interface DecodedDataUri {
  /** The part up to its first comma, if any. */
  readonly head: string
  /** Its data, or why they cannot be decoded. */
  readonly bytes: Buffer | Problem
  /** Hash of the bytes, if it is known. */
  readonly sha256?: string | undefined
}

/** Whether the text is a data URI of any kind: the scheme in any case, after white space. */
export function isDataUri(text: string): boolean {
  return text.trimStart().slice(0, 5).toLowerCase() === 'data:'
}

/**
 * Decodes `data:<type>;base64,<bytes>` and `data:<type>,<text>`. The declared type is only recorded, since the format is detected by the
 * bytes. Of Base64, both alphabets, white space, percent escapes and missing padding are accepted; of text, percent escapes and UTF-8.
 *
 * @param uri the text, or what the body parser decoded: both give the same result.
 * @param maxBytes largest file, of all kinds or by its kind.
 * @returns the bytes with their hash, and `data:` with the declared type for the records.
 * @throws Problem source_invalid (damaged, or empty), source_too_large
 */
export function decodeDataUri(uri: string | DecodedDataUri, maxBytes: number | MaxBytesOf) {
  const { head, bytes, sha256: known } = typeof uri === 'string' ? readDataUri(uri) : uri
  const { type, isBase64 } = parseHead(head)
  if (bytes instanceof Problem) throw bytes
  if (bytes.length === 0) throw invalidDataUri('The data URI is empty.')
  if (!isBase64 && unmarkedBase64.test(bytes.toString('latin1', 0, 32)))
    throw invalidDataUri('The data URI is not marked ;base64.')
  const limit = typeof maxBytes === 'number' ? maxBytes : maxBytes(bytes)
  if (bytes.length > limit) throw sourceTooLarge(limit)
  return { bytes, sha256: known ?? sha256(bytes), origin: `data:${type}` }
}

/** The beginning of a text that is no picture by itself, but is one in Base64. */
const unmarkedBase64 = /^[\w+/-]{4,32}={0,2}$/

/** Decodes the text of a data URI, whatever its type and size. */
export function readDataUri(uri: string): DecodedDataUri {
  const head = uri.slice(0, uri.indexOf(',', uri.indexOf(':')) + 1)
  const data = uri.slice(head.length)
  return { head, bytes: parameters(head).includes('base64') ? decodeBase64(data) : decodeText(data) }
}

/** Base64 in both alphabets (RFC 4648, sections 4 and 5) with white space, and with as much padding as there may be. */
const base64 = /^[\w+/\t\n\f\r -]*(?:=[\t\n\f\r ]*){0,2}$/

function decodeBase64(data: string): Buffer | Problem {
  const text = data.includes('%') ? unescapeBase64(data) : data
  if (text instanceof Problem) return text
  if (!base64.test(text)) return invalidDataUri('The data URI contains characters that are not Base64.')
  if (wereSpacesPluses(text))
    return invalidDataUri(
      'The Base64 of the data URI contains spaces instead of +, because a form or a query turned each + into a space. Write + as %2B, or send JSON.',
    )
  return Buffer.from(text, 'base64')
}

function unescapeBase64(data: string): string | Problem {
  if (/%(?![\da-f]{2})/i.test(data)) return invalidDataUri('The data URI has a broken percent escape.')
  return unescapeBytes(Buffer.from(data)).toString('latin1')
}

/**
 * Whether the spaces of a Base64 text were `+`, as a form or a query decodes it: there is no `+`, and the spaces do not separate lines one
 * by one, which have one length, a multiple of four.
 */
function wereSpacesPluses(text: string): boolean {
  if (!text.includes(' ') || text.includes('+')) return false
  if (/\S {2,}\S/.test(text)) return true
  const beforeSpaces = /\S+(?= \S)/g
  const lineLength = beforeSpaces.exec(text)?.[0].length
  if (lineLength === undefined) return false
  for (let line = beforeSpaces.exec(text); line; line = beforeSpaces.exec(text))
    if (line[0].length !== lineLength) return true
  const end = text.trimEnd()
  const lastStart = Math.max(...[...' \t\n\f\r'].map(space => end.lastIndexOf(space)))
  return lineLength % 4 > 0 || end.length - lastStart - 1 > lineLength
}

/** Text in UTF-8 with percent escapes; other percent signs stay, as in browsers: `width='100%'`. */
function decodeText(data: string): Buffer {
  const text = unescapeBytes(Buffer.from(data))
  // A drawing may be followed by a fragment; other number signs are colours that are not escaped.
  const end = text.lastIndexOf('>') + 1
  return end > 0 && text[end] === 0x23 ? text.subarray(0, end) : text
}

const percent = 0x25

/** Values of hexadecimal digits by their codes; NaN for other bytes. */
const hexValues = Float64Array.from({ length: 256 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16))

/** Replaces the percent escapes, in place. */
function unescapeBytes(bytes: Buffer): Buffer {
  let length = bytes.indexOf(percent)
  if (length < 0) return bytes
  for (let at = length; at < bytes.length; at++) {
    const byte = bytes.readUInt8(at)
    const [high = Number.NaN, low = Number.NaN] =
      byte === percent ? [hexValues[bytes[at + 1] ?? 0], hexValues[bytes[at + 2] ?? 0]] : []
    const unescaped = high * 16 + low
    const isEscape = unescaped >= 0
    bytes[length++] = isEscape ? unescaped : byte
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}

/** Longest `type;parameters`, in characters. */
const maxHeadLength = 1_024

const mediaTypePattern = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/

/** @returns the declared type in lower case, '' when it is invalid, and whether the data is Base64. */
function parseHead(head: string) {
  if (head === '' || head.length > maxHeadLength) throw invalidDataUri('The data URI has no comma before its data.')
  const [type = '', ...others] = parameters(head)
  return { type: mediaTypePattern.test(type) ? type : '', isBase64: others.includes('base64') }
}

/** The type and the parameters in lower case. */
function parameters(head: string): readonly string[] {
  return head
    .slice(head.indexOf(':') + 1, -1)
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
}
