// Parses source_url: an http or https address, or a Base64 data URI (RFC 2397) with its bytes.
import { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { allocateBytes } from '../limits/byte-collector.ts'
import { parseUrl } from '../url.ts'

/** Longest address, in characters: what common servers accept. */
const maxUrlLength = 8_192

/**
 * Parses an http or https address by the WHATWG URL standard: surrounding white space is removed, host names become ASCII, and every
 * notation of an IPv4 address becomes dotted decimal.
 *
 * @throws Problem source_invalid, and source_refused for a user name or password: what precedes an @ is easily mistaken for the host.
 */
export function parseHttpUrl(text: string): URL {
  if (text.length > maxUrlLength) throw invalidUrl(`source_url is longer than ${maxUrlLength} characters.`)
  const url = parseUrl(text)
  if (!url) throw invalidUrl('source_url is not a valid URL.')
  if (!isHttp(url)) throw invalidUrl('source_url is neither an http or https URL nor a data URI.')
  if (hasCredentials(url))
    throw new Problem('source_refused', { cause: new Error('A user name or password in source_url') })
  if (!hasValidHost(url)) throw invalidUrl('source_url is not a valid URL.')
  return url
}

function invalidUrl(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send an http or https address, or data:image/…;base64,….` })
}

/** Whether an address may be requested: http or https, without user name and password, and with a host that can exist. */
export function isFetchable(url: URL): boolean {
  return isHttp(url) && !hasCredentials(url) && hasValidHost(url)
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** Labels of a name are not empty (RFC 1035 §2.3.1), except after a final dot. The URL standard accepts `127.0.0.1..` as a name. */
function hasValidHost({ hostname }: URL): boolean {
  return !hostname.split('.').slice(0, -1).includes('')
}

/** A data URI that the body parser decoded, so that its data never became a string. */
export interface DecodedDataUri {
  /** The part up to its first comma, if any. */
  readonly head: string
  /** Its data, or why that is no Base64. */
  readonly bytes: Buffer | Problem
}

/** Whether the text is a data URI of any kind: the scheme in any case, after white space. */
export function isDataUri(text: string): boolean {
  return text.trimStart().slice(0, 5).toLowerCase() === 'data:'
}

/**
 * Decodes `data:<type>;base64,<bytes>`. The declared type is only recorded, since the format is detected by the bytes. White space, percent
 * escapes and missing padding are accepted, as in browsers.
 *
 * @param uri the text, or what the body parser decoded: both give the same result.
 * @param maxBytes largest file.
 * @returns the bytes, and `data:` with the declared type for the records.
 * @throws Problem source_invalid (not Base64, or empty), source_too_large
 */
export function decodeDataUri(uri: string | DecodedDataUri, maxBytes: number) {
  const { head, bytes } = typeof uri === 'string' ? decodeText(uri) : uri
  const type = declaredType(head)
  if (bytes instanceof Problem) throw bytes
  if (bytes.length === 0) throw invalidDataUri('The data URI is empty.')
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return { bytes, origin: `data:${type}` }
}

/** Characters that are decoded at a time: few enough for the processor's cache. */
const pieceLength = 32_768

function decodeText(uri: string): DecodedDataUri {
  const decoder = startDataUri(uri.length)
  for (let at = 0; at < uri.length; at += pieceLength) decoder.add(uri.slice(at, at + pieceLength))
  return decoder.end()
}

/**
 * Starts to decode a data URI whose text arrives in pieces. What precedes its first comma must be in the first piece.
 *
 * @param maxLength of the whole text, characters.
 * @returns functions to add a piece, and to get the result: a Problem `source_invalid` in place of the bytes if they are no Base64.
 */
export function startDataUri(maxLength: number) {
  const data = createBase64Decoder(maxLength)
  let isFirst = true
  let head = ''
  let problem: Problem | undefined
  return {
    add: (text: string): void => {
      if (isFirst) head = text.slice(0, text.indexOf(',', text.indexOf(':')) + 1)
      problem ??= data.add(isFirst ? text.slice(head.length) : text)
      isFirst = false
    },
    end: (): DecodedDataUri => {
      problem ??= data.end()
      return { head, bytes: problem ?? data.bytes() }
    },
  }
}

/** Longest `type;parameters`, in characters. */
const maxHeadLength = 1_024

const mediaType = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/

/** The declared type in lower case, '' when it is invalid. */
function declaredType(head: string): string {
  const start = head.indexOf(':') + 1
  const comma = head.indexOf(',', start)
  if (comma === -1 || comma - start > maxHeadLength) throw invalidDataUri('The data URI has no comma before its data.')
  const [type = '', ...parameters] = head
    .slice(start, comma)
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
  if (!parameters.includes('base64')) throw invalidDataUri('The data URI is not marked ;base64.')
  return mediaType.test(type) ? type : ''
}

function invalidDataUri(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send data:image/…;base64,… with the picture in Base64.` })
}

/** @param maxBytes the limit, which the client is told. */
export function tooLarge(maxBytes: number): Problem {
  return new Problem('source_too_large', { detail: `The file is too large. Send at most ${maxBytes} bytes.` })
}

/** What a byte is in Base64 (RFC 4648, section 4). */
const [other, digit, space] = [0, 1, 2]
const kinds = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')) kinds[byte] = digit
for (const byte of Buffer.from('\t\n\f\r ')) kinds[byte] = space

/** Values of hexadecimal digits; -1 for other bytes. */
const hexValues = new Int8Array(256).fill(-1)
for (let value = 0; value < 16; value++)
  for (const byte of Buffer.from(value.toString(16) + value.toString(16).toUpperCase())) hexValues[byte] = value

/** ASCII codes. */
const [percent, equals] = [0x25, 0x3d]

/**
 * Decodes Base64 whose text arrives in pieces. Checked here, because Node's decoder skips unknown characters and reads U+0141 as `A`.
 *
 * @param maxLength of the whole text, characters.
 */
function createBase64Decoder(maxLength: number) {
  const memory = allocateBytes(Math.ceil((maxLength * 3) / 4))
  let length = 0
  /** Digits that do not form a group of four yet. */
  let rest = ''
  /** The beginning of a percent escape. */
  let partialEscape = ''
  let padding = 0

  /** @returns the digits of a text, or why it is no Base64 */
  const normalize = (text: string): string | Problem => {
    const bytes = Buffer.from(partialEscape + text)
    partialEscape = ''
    let kept = 0
    let at = 0
    for (let byte = bytes[at]; byte !== undefined; byte = bytes[++at]) {
      if (byte === percent) {
        if (at + 2 >= bytes.length) {
          partialEscape = bytes.toString('latin1', at)
          break
        }
        byte = unescapeByte(bytes[at + 1], bytes[at + 2])
        if (byte < 0) return brokenEscape()
        at += 2
      }
      const kind = kinds[byte]
      if (kind === space) continue
      if (byte === equals && padding < 2) padding++
      else if (kind === other || padding > 0) return notBase64()
      else bytes[kept++] = byte
    }
    return bytes.toString('latin1', 0, kept)
  }

  return {
    /** @returns why the text is no Base64, if it is none */
    add: (text: string): Problem | undefined => {
      const isPlain = partialEscape === '' && padding === 0 && !/[^A-Za-z0-9+/]/.test(text)
      const added = isPlain ? text : normalize(text)
      if (added instanceof Problem) return added
      const digits = rest + added
      const end = digits.length - (digits.length % 4)
      length += memory.write(digits.slice(0, end), length, 'base64')
      rest = digits.slice(end)
      return undefined
    },
    /** @returns why the whole text is no Base64, if it is none */
    end: (): Problem | undefined => {
      if (partialEscape !== '') return brokenEscape()
      length += memory.write(rest, length, 'base64')
      return undefined
    },
    bytes: (): Buffer => memory.subarray(0, length),
  }
}

/** The byte of an escape; negative when one of its digits is none. */
function unescapeByte(high = 0, low = 0): number {
  const [first = -1, second = -1] = [hexValues[high], hexValues[low]]
  return first < 0 || second < 0 ? -1 : first * 16 + second
}

function brokenEscape(): Problem {
  return invalidDataUri('The data URI has a broken percent escape.')
}

function notBase64(): Problem {
  return invalidDataUri('The data URI holds characters that are not Base64.')
}
