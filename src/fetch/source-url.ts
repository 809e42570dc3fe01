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

/** A data URI that the body parser decoded in place, so that its data never became a string. */
export interface DecodedDataUri {
  /** The part up to its first comma. */
  readonly head: string
  readonly bytes: Buffer
}

/** Whether the text is a data URI of any kind: the scheme in any case, after white space. */
export function isDataUri(text: string): boolean {
  return text.trimStart().slice(0, 5).toLowerCase() === 'data:'
}

/**
 * Decodes `data:<type>;base64,<bytes>`. The declared type is only recorded, since the format is detected by the bytes. White space, percent
 * escapes and missing padding are accepted, as in browsers. Every step is linear in the length: a URI may have 30 MB.
 *
 * @param uri the text, or what the body parser decoded: both give the same result.
 * @param maxBytes largest file.
 * @returns the bytes, and `data:` with the declared type for the records.
 * @throws Problem source_invalid (not Base64, or empty), source_too_large
 */
export function decodeDataUri(uri: string | DecodedDataUri, maxBytes: number) {
  const type = declaredType(typeof uri === 'string' ? uri : uri.head)
  const bytes = typeof uri === 'string' ? decodeText(uri.slice(uri.indexOf(',', uri.indexOf(':')) + 1)) : uri.bytes
  if (bytes.length === 0) throw invalidDataUri('The data URI in source_url is empty.')
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return { bytes, origin: `data:${type}` }
}

/** Longest `type;parameters`, in characters. */
const maxHeadLength = 1_024

const mediaType = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}$/

/** The declared type in lower case, '' when it is invalid. */
function declaredType(head: string): string {
  const start = head.indexOf(':') + 1
  const comma = head.indexOf(',', start)
  if (comma === -1 || comma - start > maxHeadLength)
    throw invalidDataUri('The data URI in source_url has no comma before its data.')
  const [type = '', ...parameters] = head
    .slice(start, comma)
    .toLowerCase()
    .split(';')
    .map(part => part.trim())
  if (!parameters.includes('base64')) throw invalidDataUri('The data URI in source_url is not marked ;base64.')
  return mediaType.test(type) ? type : ''
}

function decodeText(data: string): Buffer {
  const base64 = data.includes('%') ? unescapePercent(data) : data
  checkBase64(base64)
  return Buffer.from(base64, 'base64')
}

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidDataUri('The data URI in source_url has a broken percent escape.')
  }
}

/** Checked here, because Node's decoder skips unknown characters and reads U+0141 as `A`. */
function checkBase64(text: string): void {
  const end = text.search(/[^A-Za-z0-9+/\t\n\f\r ]/)
  const padding = end === -1 ? '' : text.slice(end).trim()
  if (padding.length > 8 || !/^(=\s*=?)?$/.test(padding))
    throw invalidDataUri('The data URI in source_url holds characters that are not Base64.')
}

function invalidDataUri(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send data:image/…;base64,… with the picture in Base64.` })
}

/** @param maxBytes the limit, which the client is told. */
export function tooLarge(maxBytes: number): Problem {
  return new Problem('source_too_large', { detail: `The file is too large. Send at most ${maxBytes} bytes.` })
}

/** Characters that are decoded at a time: whole groups of four, few enough for the processor's cache. */
const pieceLength = 32_768

/**
 * Decodes strict Base64 (RFC 4648, section 4) from the bytes of a body: the standard alphabet, with at most two `=` at its end. Node's decoder
 * skips unknown characters, so a piece that yields too few bytes is invalid; `-` and `_`, which it accepts, are searched for.
 *
 * @returns a buffer of its own; undefined when anything else occurs, or when the last character encodes nothing.
 */
export function decodeStrictBase64(ascii: Buffer): Buffer | undefined {
  const end = ascii.length - paddingLength(ascii)
  if (end % 4 === 1 || ascii.includes('-') || ascii.includes('_')) return undefined
  const bytes = allocateBytes(Math.floor((end * 3) / 4))
  let length = 0
  for (let at = 0; at < end; at += pieceLength) {
    const text = ascii.toString('latin1', at, Math.min(end, at + pieceLength))
    const written = bytes.write(text, length, 'base64')
    if (written !== Math.floor((text.length * 3) / 4)) return undefined
    length += written
  }
  return bytes
}

function paddingLength(ascii: Buffer): number {
  return ascii.at(-1) !== 0x3d ? 0 : ascii.at(-2) === 0x3d ? 2 : 1
}
