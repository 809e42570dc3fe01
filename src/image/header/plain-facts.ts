// What the header of a plain file says, read without libvips: asking it takes as long as a tenth of decoding a small picture.
import type { Format } from '../../../schemas/media.ts'
import { byteAt } from '../byte-at.ts'
import type { Facts } from './facts.ts'
import { jpegSegments, startOfScan } from './jpeg-segments.ts'

type Header = Pick<Facts, 'width' | 'height' | 'alpha' | 'color_space'>

const u16 = (bytes: Uint8Array, at: number): number => byteAt(bytes, at) * 256 + byteAt(bytes, at + 1)
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2)

/** Baseline and progressive frames (T.81, table B.1), Huffman tables, quantisation tables, restart intervals, comments, JFIF. */
const plainMarkers = [0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xfe, 0xe0, startOfScan]
const frames = [0xc0, 0xc1, 0xc2]

/** Grey or Y′CbCr in 8 bits, with nothing that could turn the picture or give its colours another meaning. */
const jpeg = (bytes: Uint8Array): Header | undefined => {
  let header: Header | undefined
  for (const { marker, start, end, apart } of jpegSegments(bytes)) {
    if (apart || end > bytes.length || !plainMarkers.includes(marker)) return undefined
    if (marker === startOfScan) return header
    if (!frames.includes(marker)) continue
    const components = byteAt(bytes, start + 5)
    if (header !== undefined || byteAt(bytes, start) !== 8 || (components !== 1 && components !== 3)) return undefined
    header = {
      ...{ width: u16(bytes, start + 3), height: u16(bytes, start + 1), alpha: false },
      color_space: components === 1 ? 'grey' : 'srgb',
    }
  }
  return undefined
}

/** By colour type (PNG, third edition, 11.2.1). */
const pngTypes: Readonly<Record<number, Pick<Header, 'alpha' | 'color_space'>>> = {
  0: { alpha: false, color_space: 'grey' },
  2: { alpha: false, color_space: 'srgb' },
  6: { alpha: true, color_space: 'srgb' },
}
/** Chunks that leave the meaning of the pixels alone. */
const plainChunks = ['PLTE', 'pHYs', 'tEXt', 'zTXt', 'tIME', 'bKGD']

/** Eight bits a channel, without a profile, a transparent colour, an orientation or any chunk that is not known. */
const png = (bytes: Uint8Array): Header | undefined => {
  const type = pngTypes[byteAt(bytes, 25)]
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.toString('latin1', 12, 16) !== 'IHDR' || byteAt(bytes, 24) !== 8 || type === undefined) return undefined
  for (let at = 33; at + 8 <= bytes.length; at += 12 + u32(bytes, at)) {
    const name = text.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return { width: u32(bytes, 16), height: u32(bytes, 20), ...type }
    if (!plainChunks.includes(name)) return undefined
  }
  return undefined
}

/** Lossy without any extension (RFC 9649, 2.5): 14 bits a side after the start code of a key frame. */
const webp = (bytes: Uint8Array): Header | undefined => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.length < 30 || text.toString('latin1', 12, 16) !== 'VP8 ' || text.readUIntBE(23, 3) !== 0x9d012a)
    return undefined
  return {
    ...{ width: text.readUInt16LE(26) & 0x3fff, height: text.readUInt16LE(28) & 0x3fff },
    ...{ alpha: false, color_space: 'srgb' },
  }
}

const readers: Partial<Record<Format, (bytes: Uint8Array) => Header | undefined>> = { jpeg, png, webp }

/** @returns the facts of a plain JPEG, PNG or WebP; undefined for every other file, which libvips has to be asked about. */
export const plainFacts = (bytes: Uint8Array, format: Format): Facts | undefined => {
  const header = readers[format]?.(bytes)
  if (header === undefined || header.width === 0 || header.height === 0) return undefined
  const { width, height, alpha, color_space } = header
  return { format, width, height, bytes: bytes.length, frames: 1, alpha, orientation: 1, color_space }
}
