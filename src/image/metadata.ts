// Metadata in the header of an image: read directly for plain files, by libvips for all others.
import type { Metadata } from 'sharp'
import type { Format, Media } from '../../schemas/media.ts'
import { asBuffer, jpegSegments, startOfScan, uint16At } from './containers.ts'
import { byteAt } from './raster.ts'

/** What the header of a file says. Width and height are those of the upright image. */
export type ImageMetadata = Omit<Media, 'type' | 'sha256' | 'format'> & { readonly format: Format }

type Header = Pick<ImageMetadata, 'width' | 'height' | 'alpha' | 'color_space'>

/**
 * Reads the metadata without libvips, which would take a tenth of the time that decoding a small image takes.
 *
 * @returns undefined for every file but a plain JPEG, PNG or WebP.
 */
export function readFastMetadata(bytes: Uint8Array, format: Format): ImageMetadata | undefined {
  const header = headerReaders[format]?.(bytes)
  if (header === undefined || header.width === 0 || header.height === 0) return undefined
  const { width, height, alpha, color_space } = header
  return { format, width, height, bytes: bytes.length, frames: 1, alpha, orientation: 1, color_space }
}

const headerReaders: Partial<Record<Format, (bytes: Uint8Array) => Header | undefined>> = {
  jpeg: readJpegHeader,
  png: readPngHeader,
  webp: readWebpHeader,
}

/** Baseline and progressive frames (T.81, table B.1). */
const frameMarkers = [0xc0, 0xc1, 0xc2]
/** Frames, Huffman tables, quantization tables, restart intervals, comments, JFIF. */
const plainMarkers = [...frameMarkers, 0xc4, 0xdb, 0xdd, 0xfe, 0xe0, startOfScan]

/** Grey or Y′CbCr in 8 bits, with nothing that could turn the image or change the meaning of its colours. */
function readJpegHeader(bytes: Uint8Array): Header | undefined {
  let header: Header | undefined
  for (const { marker, start, end, isDetached } of jpegSegments(bytes)) {
    if (isDetached || end > bytes.length || !plainMarkers.includes(marker)) return undefined
    if (marker === startOfScan) return header
    if (!frameMarkers.includes(marker)) continue
    const components = byteAt(bytes, start + 5)
    if (header !== undefined || byteAt(bytes, start) !== 8 || (components !== 1 && components !== 3)) return undefined
    header = {
      ...{ width: uint16At(bytes, start + 3), height: uint16At(bytes, start + 1), alpha: false },
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
/** Chunks that do not change the meaning of the pixels. */
const plainChunks = ['PLTE', 'pHYs', 'tEXt', 'zTXt', 'tIME', 'bKGD']

/** Eight bits per channel, without a profile, a transparent colour, an orientation or any unknown chunk. */
function readPngHeader(bytes: Uint8Array): Header | undefined {
  const file = asBuffer(bytes)
  const type = pngTypes[byteAt(file, 25)]
  if (file.toString('latin1', 12, 16) !== 'IHDR' || byteAt(file, 24) !== 8 || type === undefined) return undefined
  for (let at = 33; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return { width: file.readUInt32BE(16), height: file.readUInt32BE(20), ...type }
    if (!plainChunks.includes(name)) return undefined
  }
  return undefined
}

/** Lossy without extensions (RFC 9649, 2.5): 14 bits for each side, after the start code of a key frame. */
function readWebpHeader(bytes: Uint8Array): Header | undefined {
  const file = asBuffer(bytes)
  if (file.length < 30 || file.toString('latin1', 12, 16) !== 'VP8 ' || file.readUIntBE(23, 3) !== 0x9d012a)
    return undefined
  return {
    ...{ width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff },
    ...{ alpha: false, color_space: 'srgb' },
  }
}

/**
 * @param metadata what libvips read from the header.
 * @param bytes size of the file.
 */
export function metadataFrom(metadata: Metadata, format: Format, bytes: number): ImageMetadata {
  return {
    format,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    bytes,
    frames: metadata.pages ?? 1,
    alpha: metadata.hasAlpha,
    orientation: metadata.orientation ?? 1,
    color_space: colorSpace(metadata),
  }
}

/** Our names for the colour spaces of libvips, and for the compact profiles that images on the web embed. */
const colorSpaceNames: Readonly<Record<string, string>> = {
  'b-w': 'grey',
  grey16: 'grey',
  rgb: 'srgb',
  rgb16: 'srgb',
  scrgb: 'linear-srgb',
  c2: 'srgb',
  c2ci: 'srgb',
  sp3c: 'display-p3',
}

function colorSpace({ space, icc }: Metadata): string {
  const name = colorSpaceNames[space] ?? space
  const profile = name === 'srgb' && icc !== undefined ? slug(profileName(icc)) : ''
  if (profile === '' || profile.startsWith('srgb')) return name
  return colorSpaceNames[profile] ?? profile
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)
}

/** Tag table of an ICC profile and its entries (ICC.1:2022, 7.3). */
const icc = { tableStart: 128, entrySize: 12, maxTags: 100 } as const

/** @returns the description of an ICC profile, '' when it has none; any bytes are safe input. */
export function profileName(bytes: Uint8Array): string {
  const profile = Buffer.from(bytes)
  const tags = Math.min(icc.maxTags, iccNumber(profile, icc.tableStart))
  for (let tag = 0; tag < tags; tag++) {
    const entry = icc.tableStart + 4 + tag * icc.entrySize
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue
    return iccText(profile.subarray(iccNumber(profile, entry + 4))).replace(/\0.*$/s, '')
  }
  return ''
}

function iccNumber(profile: Buffer, at: number): number {
  return at + 4 <= profile.length ? profile.readUInt32BE(at) : 0
}

/** A textDescriptionType (ICC.1:2001) or the first record of a multiLocalizedUnicodeType (ICC.1:2022, 10.15). */
function iccText(tag: Buffer): string {
  if (tag.toString('latin1', 0, 4) !== 'mluc') return tag.toString('latin1', 12, 12 + iccNumber(tag, 8))
  const start = iccNumber(tag, 24)
  return new TextDecoder('utf-16be').decode(tag.subarray(start, start + iccNumber(tag, 20)))
}
