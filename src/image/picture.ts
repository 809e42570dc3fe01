// A still picture through libvips: its header at once, its pixels when they are there.
import type { Format } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { decoder } from './decoder.ts'
import { type Facts, factsOf } from './header/facts.ts'
import { checkFrames } from './header/frames.ts'
import { isLosslessWebp } from './header/lossless.ts'
import { plainFacts } from './header/plain-facts.ts'
import { broken } from './header/refuse.ts'
import { checkScans } from './header/scans.ts'
import type { Shrunk } from './sample.ts'
import { sizeToAsk, storedSize } from './size-to-ask.ts'
import { sizeWithin, thin } from './thin.ts'

export interface PictureOptions {
  /** Longest side of the raster, px. */
  readonly side: number
  /** Most pixels (width × height) of a file; drawings are exempt, as they are drawn at the size of the raster. */
  readonly maxPixels: number
}

/** What is known once the header is read, and the pixels that are still on their way. */
export interface Picture {
  readonly facts: Facts
  readonly raster: Promise<Shrunk>
}

/** Formats that hold every pixel as it was; so does some WebP. */
const lossless: readonly Format[] = ['png', 'gif', 'tiff']

/** A decoded picture shows more than its sample if each of its sides is so many times as long. */
const leastGain = 1.25

/** Whatever libvips cannot read becomes a Problem. */
const reading = async <T>(format: Format, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw broken(format, cause)
  }
}

const checkPixels = ({ format, width, height }: Facts, maxPixels: number): void => {
  if (format === 'svg' || width * height <= maxPixels) return
  throw new Problem('source_too_many_pixels', {
    detail: `The picture has ${width} × ${height} pixels; ${maxPixels} are allowed. Scale it down.`,
  })
}

/** What is known before the first pixel, and what decoding has to mind. */
interface Header {
  readonly facts: Facts
  /** Whether the file has a colour profile. */
  readonly tagged: boolean
  /** Whether its channels have 16 bits. */
  readonly deep: boolean
}

const readHeader = async (bytes: Uint8Array, format: Format): Promise<Header> => {
  const facts = plainFacts(bytes, format)
  if (facts !== undefined) return { facts, tagged: false, deep: false }
  const metadata = await reading(format, decoder(bytes).metadata())
  return {
    facts: factsOf(metadata, format, bytes.length),
    tagged: metadata.icc !== undefined,
    deep: metadata.space === 'rgb16',
  }
}

/**
 * The space to work in. Pictures with opacity that are resized go through 16 bits, since 8-bit premultiplication would bend
 * half-transparent colours by some levels; drawings are made at their final size only without that. A profile is undone rightly in 8
 * bits only: from 16 sharp goes to Display P3, and leaves it at that.
 */
const workingSpace = ({ facts, tagged, deep }: Header, resized: boolean): string | undefined => {
  if (tagged) return deep ? 'srgb' : undefined
  return facts.alpha && resized && facts.format !== 'svg' ? 'rgb16' : undefined
}

/** Nearest neighbour keeps the colours that are there; every other kernel makes new ones at the edges. */
const shrink = async (bytes: Uint8Array, header: Header, side: number): Promise<Shrunk> => {
  const { facts } = header
  // libwebp would blend neighbours; the colours of a lossless file are as exact as those of the PNG that it was.
  const exact = facts.format === 'webp' && isLosslessWebp(bytes)
  const size = sizeToAsk(facts, side, exact)
  const space = workingSpace(header, size !== undefined)
  const source = space === undefined ? decoder(bytes) : decoder(bytes).pipelineColourspace(space)
  const sized = size === undefined ? source : source.resize({ ...size, kernel: 'nearest', fastShrinkOnLoad: !exact })
  const { data, info } = await reading(
    facts.format,
    sized.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  )
  const decoded = { width: info.width, height: info.height, channels: info.channels, pixels: data }
  // What was stretched gets its shape back; neighbours in it are none in the picture.
  const isStretched = size?.fit === 'fill'
  const raster = thin(decoded, sizeWithin(isStretched ? storedSize(facts) : info, side), facts.orientation)
  const isLarger = !isStretched && Math.min(info.width / raster.width, info.height / raster.height) >= leastGain
  const isExact = exact || lossless.includes(facts.format)
  return isLarger ? { ...raster, whole: { ...decoded, exact: isExact, orientation: facts.orientation } } : raster
}

/**
 * @param bytes a file of the format, as libvips takes it.
 * @returns its facts, and its pixels as they lie in the file, in sRGB (drawings exactly `side` px long, others at most).
 * @throws Problem `source_not_picture`, `source_timeout` (too many frames or scans), and `source_too_many_pixels` before anything is decoded.
 */
export const openPicture = async (
  bytes: Uint8Array,
  format: Format,
  { side, maxPixels }: PictureOptions,
): Promise<Picture> => {
  checkFrames(bytes, format)
  const header = await readHeader(bytes, format)
  const { facts } = header
  checkPixels(facts, maxPixels)
  if (format === 'jpeg') checkScans(bytes, facts)
  return { facts, raster: shrink(bytes, header, side) }
}
