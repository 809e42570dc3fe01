// Decodes data URIs (RFC 2397): Base64, or text with percent escapes.
import { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { allocateBytes, createByteCollector } from '../limits/byte-collector.ts'
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
 * @returns functions to add a piece, the first one included, and to get the result: a Problem `source_invalid` in place of the bytes if they
 *   cannot be decoded.
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

function invalidDataUri(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send data:image/…;base64,… with the picture in Base64.` })
}

/** What a byte is in Base64 (RFC 4648, sections 4 and 5). */
const [other, digit, space, lineBreak] = [0, 1, 2, 3]
const kinds = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_'))
  kinds[byte] = digit
for (const byte of Buffer.from('\t\n\f\r')) kinds[byte] = lineBreak
for (const byte of Buffer.from(' ')) kinds[byte] = space

/** Values of hexadecimal digits; -1 for other bytes. */
const hexValues = new Int8Array(256).fill(-1)
for (let value = 0; value < 16; value++)
  for (const byte of Buffer.from(value.toString(16) + value.toString(16).toUpperCase())) hexValues[byte] = value

/** ASCII codes. */
const [percent, plus, equals, hash] = [0x25, 0x2b, 0x3d, 0x23]

interface DataDecoder {
  /** @returns why the text cannot be decoded, if it cannot */
  readonly add: (text: string) => Problem | undefined
  /** @returns why the whole text cannot be decoded, if it cannot */
  readonly end: () => Problem | undefined
  readonly bytes: () => Buffer
}

/**
 * Decodes Base64 whose text arrives in pieces. Checked here, because Node's decoder skips unknown characters and reads U+0141 as `A`.
 *
 * @param maxLength of the whole text, characters.
 */
function createBase64Decoder(maxLength: number): DataDecoder {
  const memory = allocateBytes(Math.ceil((maxLength * 3) / 4))
  const spaces = createSpaceCheck()
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
      if (kind === space) spaces.addSpace()
      else if (kind === lineBreak) spaces.addLineBreak()
      else if (byte === equals && padding < 2) padding++
      else if (kind === other || padding > 0) return notBase64()
      else {
        spaces.addDigits(1, byte === plus)
        bytes[kept++] = byte
      }
    }
    return bytes.toString('latin1', 0, kept)
  }

  return {
    add: text => {
      const isPlain = partialEscape === '' && padding === 0 && !/[^\w+/-]/.test(text)
      if (isPlain) spaces.addDigits(text.length, text.includes('+'))
      const added = isPlain ? text : normalize(text)
      if (added instanceof Problem) return added
      const digits = rest + added
      const end = digits.length - (digits.length % 4)
      length += memory.write(digits.slice(0, end), length, 'base64')
      rest = digits.slice(end)
      return undefined
    },
    end: () => {
      if (partialEscape !== '') return brokenEscape()
      if (spaces.werePluses()) return plusBecameSpace()
      length += memory.write(rest, length, 'base64')
      return undefined
    },
    bytes: () => memory.subarray(0, length),
  }
}

/**
 * Decides whether the spaces of a Base64 text were `+`, as a form or a query decodes it: there is no `+`, and the spaces do not separate
 * lines, which have one length, a multiple of four.
 */
function createSpaceCheck() {
  let hasPlus = false
  let hasOddSpace = false
  let isAfterBreak = true
  let spaces = 0
  /** Digits since the last space or line break. */
  let run = 0
  /** Digits between two spaces, once there are some. */
  let lineLength = 0
  return {
    addDigits: (count: number, arePlus: boolean): void => {
      if (count === 0) return
      if (spaces > 0 && !isAfterBreak) {
        lineLength ||= run
        if (spaces > 1 || run !== lineLength || run % 4 > 0) hasOddSpace = true
      }
      if (spaces > 0 || isAfterBreak) run = 0
      hasPlus ||= arePlus
      isAfterBreak = false
      spaces = 0
      run += count
    },
    addSpace: (): void => {
      spaces++
    },
    addLineBreak: (): void => {
      isAfterBreak = true
    },
    werePluses: (): boolean => !hasPlus && (hasOddSpace || (lineLength > 0 && run > lineLength)),
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

function plusBecameSpace(): Problem {
  return invalidDataUri(
    'The Base64 of the data URI holds spaces where + belongs: a form or a query turned + into a space. Send %2B for +, or JSON.',
  )
}

/** The beginning of an escape or of a character, which the next piece completes. */
const incomplete = /(?:%[\da-f]?|[\uD800-\uDBFF])$/i

/** Decodes a text with percent escapes that arrives in pieces. Other percent signs stay, as in browsers: `width='100%'`. */
function createTextDecoder(maxLength: number): DataDecoder {
  const collector = createByteCollector(undefined, maxLength * maxUtf8Bytes)
  let rest = ''
  return {
    add: text => {
      const whole = rest + text
      rest = incomplete.exec(whole)?.[0] ?? ''
      collector.add(unescapeBytes(Buffer.from(whole.slice(0, whole.length - rest.length))))
      return undefined
    },
    end: () => {
      collector.add(Buffer.from(rest))
      return undefined
    },
    bytes: () => withoutFragment(collector.bytes()),
  }
}

/** Of one UTF-16 unit. */
const maxUtf8Bytes = 3

function unescapeBytes(bytes: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes.readUInt8(at)
    const unescaped = byte === percent ? unescapeByte(bytes[at + 1], bytes[at + 2]) : -1
    bytes[length++] = unescaped < 0 ? byte : unescaped
    if (unescaped >= 0) at += 2
  }
  return bytes.subarray(0, length)
}

/** A drawing may be followed by a fragment; other number signs are colours that are not escaped. */
function withoutFragment(text: Buffer): Buffer {
  const end = text.lastIndexOf('>') + 1
  return end > 0 && text[end] === hash ? text.subarray(0, end) : text
}
