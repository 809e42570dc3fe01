// Decodes data URIs (RFC 2397).
import type { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { createBase64Decoder, createTextDecoder, invalidDataUri } from './data-decoders.ts'
import { type MaxBytesOf, sourceTooLarge } from './source-url.ts'

/** A data URI that the body parser decoded, so that its data never became a string. */
export interface DecodedDataUri {
  /** The part up to its first comma, if any. */
  readonly head: string
  /** Its data, or why they cannot be decoded. */
  readonly bytes: Buffer | Problem
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
 * @returns the bytes, and `data:` with the declared type for the records.
 * @throws Problem source_invalid (damaged, or empty), source_too_large
 */
export function decodeDataUri(uri: string | DecodedDataUri, maxBytes: number | MaxBytesOf) {
  const { head, bytes } = typeof uri === 'string' ? decodeText(uri) : uri
  const { type, isBase64 } = parseHead(head)
  if (bytes instanceof Problem) throw bytes
  if (bytes.length === 0) throw invalidDataUri('The data URI is empty.')
  if (!isBase64 && unmarkedBase64.test(bytes.toString('latin1', 0, 32)))
    throw invalidDataUri('The data URI is not marked ;base64.')
  const limit = typeof maxBytes === 'number' ? maxBytes : maxBytes(bytes)
  if (bytes.length > limit) throw sourceTooLarge(limit)
  return { bytes, origin: `data:${type}` }
}

/** The beginning of a text that is no picture by itself, but is one in Base64. */
const unmarkedBase64 = /^[\w+/-]{4,32}={0,2}$/

/** Characters that are decoded at a time: few enough for the processor's cache. */
const pieceLength = 32_768

function decodeText(uri: string): DecodedDataUri {
  const decoder = startDataUri(uri.slice(0, pieceLength), uri.length)
  for (let at = 0; at < uri.length; at += pieceLength) decoder.add(uri.slice(at, at + pieceLength))
  return decoder.end()
}

/**
 * Starts to decode a data URI whose text arrives in pieces.
 *
 * @param beginning the first piece, which has what precedes the first comma.
 * @param maxLength of the whole text, characters.
 * @returns functions to add a piece, the first one included, to add it only if it consists of Base64 digits, and to get the result: a Problem
 *   `source_invalid` in place of the bytes if they cannot be decoded.
 */
export function startDataUri(beginning: string, maxLength: number) {
  const head = beginning.slice(0, beginning.indexOf(',', beginning.indexOf(':')) + 1)
  const data = parameters(head).includes('base64') ? createBase64Decoder(maxLength) : createTextDecoder(maxLength)
  let isFirst = true
  let problem: Problem | undefined
  return {
    add: (text: string): void => {
      problem ??= data.add(isFirst ? text.slice(head.length) : text)
      isFirst = false
    },
    addDigits: (text: string): boolean => !isFirst && data.addDigits(text),
    end: (): DecodedDataUri => {
      problem ??= data.end()
      return { head, bytes: problem ?? data.bytes() }
    },
  }
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
