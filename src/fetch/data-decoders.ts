// Decoders of the data in a data URI: Base64, or text with percent escapes.
import { Buffer } from 'node:buffer'
import { Problem } from '../errors.ts'
import { allocateBytes, createByteCollector } from '../limits/byte-collector.ts'

export function invalidDataUri(detail: string): Problem {
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

export interface DataDecoder {
  /** @returns why the text cannot be decoded, if it cannot */
  readonly add: (text: string) => Problem | undefined
  /** @returns whether it consists of digits that are decoded at once; if not, nothing has been added */
  readonly addDigits: (text: string) => boolean
  /** @returns why the whole text cannot be decoded, if it cannot */
  readonly end: () => Problem | undefined
  readonly bytes: () => Buffer
}

/**
 * Decodes Base64 digits that arrive in pieces.
 *
 * @param maxLength of the whole text, characters.
 */
function createDigitDecoder(maxLength: number) {
  const memory = allocateBytes(Math.ceil((maxLength * 3) / 4))
  let length = 0
  /** Digits that do not form a group of four yet. */
  let rest = ''
  return {
    /** @returns whether all of the text were digits; if not, nothing has been added */
    add: (text: string): boolean => {
      const digits = rest + text
      const end = digits.length - (digits.length % 4)
      const written = beyondLatin1.test(text) ? 0 : memory.write(digits.slice(0, end), length, 'base64')
      if (written < (end * 3) / 4 || !onlyDigits.test(digits.slice(end))) return false
      length += written
      rest = digits.slice(end)
      return true
    },
    bytes: () => memory.subarray(0, length + memory.write(rest, length, 'base64')),
  }
}

/** Node's decoder reads U+0141 as `A`. It skips all other characters that are no digits, and so writes fewer bytes. */
const beyondLatin1 = /[\u0100-\uffff]/
const onlyDigits = /^[\w+/-]*$/

/**
 * Decodes Base64 whose text arrives in pieces.
 *
 * @param maxLength of the whole text, characters.
 */
export function createBase64Decoder(maxLength: number): DataDecoder {
  const decoder = createDigitDecoder(maxLength)
  const spaces = createSpaceCheck()
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

  const addDigits = (text: string): boolean => {
    if (partialEscape !== '' || padding > 0 || !decoder.add(text)) return false
    spaces.addDigits(text.length, text.includes('+'))
    return true
  }

  return {
    add: text => {
      if (addDigits(text)) return undefined
      const digits = normalize(text)
      if (digits instanceof Problem) return digits
      decoder.add(digits)
      return undefined
    },
    addDigits,
    end: () => {
      if (partialEscape !== '') return brokenEscape()
      return spaces.werePluses() ? plusBecameSpace() : undefined
    },
    bytes: decoder.bytes,
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
export function createTextDecoder(maxLength: number): DataDecoder {
  const collector = createByteCollector(undefined, maxLength * maxUtf8Bytes)
  let rest = ''
  return {
    add: text => {
      const whole = rest + text
      rest = incomplete.exec(whole)?.[0] ?? ''
      collector.add(unescapeBytes(Buffer.from(whole.slice(0, whole.length - rest.length))))
      return undefined
    },
    addDigits: () => false,
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
