// TIFF (6.0, and BigTIFF): its header and unusual properties.
import { type TiffDirectory, tiffDirectories } from '../containers.ts'
import { undecodable } from '../format.ts'
import { type Header, orientationIn, rowsBytes } from '../header.ts'
import { libraryBytes } from './declared-size.ts'

const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  samples: 277,
  stripRows: 278,
  extraSamples: 338,
  planes: 284,
  tileWidth: 322,
  tileHeight: 323,
  sampleFormat: 339,
  profile: 34_675,
} as const

/** Values of the compression tag with which libtiff decodes a strip as a whole instead of row by row. */
const jpegCompressions = [6, 7]

/** libtiff, libvips and sharp each keep a copy of profiles and metadata. */
const metadataCopies = 3

/** Directories that are counted: more are refused. */
const maxCounted = 5001

export function readTiff(file: Buffer): Header {
  const [directory] = tiffDirectories(file)
  if (directory === undefined) return { width: 0, height: 0, alpha: false, isLossless: true, decodingBytes: 0 }
  const value = (tag: number, fallback: number): number => directory.first(tag) ?? fallback
  const [width, height] = [value(tags.width, 0), value(tags.height, 0)]
  const [bits, samples] = [value(tags.bits, 1), value(tags.samples, 1)]
  const rowBytes = Math.max(width, value(tags.tileWidth, 0)) * Math.max(1, (bits * samples) / 8)
  const isWhole = jpegCompressions.includes(value(tags.compression, 1))
  const rowsAtOnce = value(tags.tileHeight, isWhole ? Math.min(height, value(tags.stripRows, height)) : 0)
  const metadataBytes = Math.min(directory.valueBytes(), file.length) * metadataCopies
  const space = spaceOf(value(tags.photometric, 0), value(tags.sampleFormat, 1))
  const extraSamples = samples - channels[space]
  // libvips returns all channels.
  const isRare = extraSamples > 1 || isRareVariant(directory, space)
  return {
    width,
    height,
    bits: Math.max(8, bits),
    space,
    isLossless: !isWhole,
    orientation: orientationIn(directory),
    frames: countDirectories(file),
    alpha: extraSamples === 1 || (extraSamples > 1 && alphaSamples.includes(value(tags.extraSamples, 0))),
    profile: directory.data(tags.profile),
    decodingBytes:
      metadataBytes + (isRare ? rareBytes(width * height) : rowsBytes(rowBytes, height) + rowBytes * rowsAtOnce * 2),
    isRare,
    isTiled: directory.first(tags.tileWidth) !== undefined,
  }
}

/** Values of the tag of extra samples: associated and unassociated alpha. */
const alphaSamples = [1, 2]

const channels = { grey: 1, srgb: 3, 'linear-srgb': 3, lab: 3, cmyk: 4 } as const

function spaceOf(photometric: number, sampleFormat: number): keyof typeof channels {
  if (photometric <= 1) return 'grey'
  if (photometric === 5) return 'cmyk'
  if (photometric === 8) return 'lab'
  return sampleFormat === float ? 'linear-srgb' : 'srgb'
}

/** Memory that ImageMagick needs, bytes. */
function rareBytes(pixels: number): number {
  return libraryBytes + pixels * 16
}

function countDirectories(file: Buffer): number {
  let count = 0
  for (const _ of tiffDirectories(file)) if (++count === maxCounted) break
  return count
}

/** Allowance for values that are stored inside their entries, bytes. */
const inlineBytes = 65_536

/** Refuses a directory whose values are larger than the file: several entries point to the same bytes, and libtiff copies each. */
export function checkTiffValues(file: Buffer): void {
  for (const { valueBytes } of tiffDirectories(file))
    if (valueBytes() > file.length + inlineBytes)
      throw undecodable('tiff', 'a directory names more bytes than the file has')
}

/** Sample format of floating-point numbers. */
const float = 3
/** Sample formats of signed and complex numbers. */
const unreadFormats = [2, 5, 6]

/** Compressions that libvips comes without, and old-style JPEG (6), which it decodes as white. */
const rareCompressions = [
  ...[6, 9, 10, 32_766, 32_809, 33_003, 33_005, 34_661, 34_676, 34_677],
  ...[34_712, 34_887, 34_892, 34_925, 50_000, 50_001, 50_002],
]

/** L*a*b* of ICC and ITU, LogL and LogLuv. */
const rareColors = [9, 10, 32_844, 32_845]

/** Whether libvips refuses a file, or misreads it without an error: 2 and 4 bits, integers of 32 bits, floats as integers. */
function isRareVariant({ first }: TiffDirectory, space: keyof typeof channels): boolean {
  const [bits, format] = [first(tags.bits) ?? 1, first(tags.sampleFormat) ?? 1]
  const usualBits = (first(tags.samples) ?? 1) === 1 ? [1, 8, 16] : [8, 16]
  if (rareCompressions.includes(first(tags.compression) ?? 1)) return true
  if (rareColors.includes(first(tags.photometric) ?? 0)) return true
  if (first(tags.planes) === 2 && first(tags.tileWidth) !== undefined) return true
  if (format === float) return bits !== 32 || (space !== 'linear-srgb' && space !== 'lab')
  return unreadFormats.includes(format) || !usualBits.includes(bits)
}
