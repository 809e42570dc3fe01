// What the header of a still image says; each format has a reader that returns it.
import type { ColorEncoding } from '../color/cicp.ts'
import { asBuffer, type Range, type TiffDirectory, tiffDirectories } from './containers.ts'

export interface Header {
  /** Size as the pixels are stored; 0 where the header does not say it. */
  readonly width: number
  readonly height: number
  /** Exif orientation of what the decoder returns; default: 1. */
  readonly orientation?: number
  /** Default: 1. */
  readonly frames?: number
  readonly alpha: boolean
  /** Bits of a channel; default: 8. */
  readonly bits?: number
  /** The meaning of the channels; default: RGB. */
  readonly space?: 'srgb' | 'grey' | 'cmyk' | 'lab' | 'linear-srgb'
  /** The ICC profile that the decoder applies. */
  readonly profile?: Uint8Array | undefined
  /** Whether the file has a profile that browsers ignore. */
  readonly ignoresProfile?: boolean
  /** How RGB is encoded, where no profile says it; default: sRGB. */
  readonly encoding?: ColorEncoding | undefined
  /** Whether black and white are 16 and 235 in the decoded pixels. */
  readonly isLimitedRange?: boolean
  /** Whether the file stores every pixel as it is. */
  readonly isLossless: boolean
  /** Memory for decoding in addition to the file and its analysis, bytes. */
  readonly decodingBytes: number
  /** An unusual property of the file, as a phrase for an error: the probable reason if it cannot be decoded. */
  readonly variant?: string | undefined
  /** Whether pixels are stored in tiles. */
  readonly isTiled?: boolean
  /** Whether ImageMagick is to decode the file, since libvips does not know its variant. */
  readonly isRare?: boolean
}

/** The tag of TIFF and Exif. */
const orientationTag = 274

/** @param directory of a TIFF, or of Exif data. @returns 1 to 8. */
export function orientationIn(directory: TiffDirectory | undefined): number {
  const orientation = directory?.first(orientationTag) ?? 1
  return orientation >= 1 && orientation <= 8 ? orientation : 1
}

/** @param exif a TIFF that contains metadata only. @returns 1 to 8. */
export function orientationOf(exif: Uint8Array): number {
  const [directory] = tiffDirectories(asBuffer(exif))
  return orientationIn(directory)
}

/** Rows that the pipeline of libvips buffers at once; images of fewer rows are buffered in several steps. */
const pipelineRows = { min: 8, max: 512 } as const

/** Memory for rows of a decoder that goes line by line, bytes. */
export function rowsBytes(rowBytes: number, height: number): number {
  return rowBytes * Math.max(pipelineRows.min, Math.min(pipelineRows.max, height))
}

/** Largest Exif data and colour profile that are read, bytes. */
export const maxMetadataBytes = 1_048_576

/** Appends a range and joins it with an adjacent one: a file may have millions of them. */
export function addRange(ranges: Range[], [start, end]: Range): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) ranges[ranges.length - 1] = [last[0], end]
  else ranges.push([start, end])
}

/** The bytes without the ranges, which are in order; the same array when those are at most `toleratedBytes` together. */
export function withoutRanges(bytes: Uint8Array, ranges: readonly Range[], toleratedBytes: number): Uint8Array {
  const removed = ranges.reduce((sum, [start, end]) => sum + end - start, 0)
  if (removed <= toleratedBytes) return bytes
  const starts = [0, ...ranges.map(([, end]) => end)]
  const ends = [...ranges.map(([start]) => start), bytes.length]
  return Buffer.concat(starts.map((start, index) => bytes.subarray(start, ends[index])))
}
