// Base64 (RFC 4648, section 4) that still lies in the bytes of a body becomes bytes without becoming a string.
import type { Buffer } from 'node:buffer'
import { allocateBytes } from '../work/byte-collector.ts'

/** Characters that become a string at a time: whole groups of four, few enough to stay in the processor's cache. */
const piece = 32_768

/** How many `=` close the data. */
const paddingOf = (ascii: Buffer) => (ascii.at(-1) !== 0x3d ? 0 : ascii.at(-2) === 0x3d ? 2 : 1)

/**
 * Decodes clean Base64: the plain alphabet, closed by at most two `=`. Node's decoder skips what it does not know, so a piece that
 * gives fewer bytes than it should is not clean; `-` and `_`, which it reads as well, are looked for.
 * @returns bytes in memory of their own; undefined when anything else stands in it, or when its last character says nothing.
 */
export const decodeClean = (ascii: Buffer): Buffer | undefined => {
  const end = ascii.length - paddingOf(ascii)
  if (end % 4 === 1 || ascii.includes('-') || ascii.includes('_')) return undefined
  const bytes = allocateBytes(Math.floor((end * 3) / 4))
  let length = 0
  for (let at = 0; at < end; at += piece) {
    const text = ascii.toString('latin1', at, Math.min(end, at + piece))
    const written = bytes.write(text, length, 'base64')
    if (written !== Math.floor((text.length * 3) / 4)) return undefined
    length += written
  }
  return bytes
}
