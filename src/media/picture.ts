// A still picture through libvips: its header at once, its pixels when they are there.
import type { Metadata } from 'sharp'
import type { Format } from '../../schemas/style.ts'
import { Problem } from '../problem.ts'
import { decoder } from './decoder.ts'
import { type Facts, factsOf } from './facts.ts'
import { isLosslessWebp } from './lossless.ts'
import type { Raster } from './sample.ts'
import { stumble } from './stumble.ts'

export interface PictureOptions {
  /** Longest side of the raster, px. */
  readonly side: number
  /** Most pixels (width × height) of a file; drawings are exempt, as they are drawn at the size of the raster. */
  readonly maxPixels: number
}

/** What is known once the header is read, and the pixels that are still on their way. */
export interface Picture {
  readonly facts: Facts
  readonly raster: Promise<Raster>
}

/** Longest time for one picture, seconds; 50 megapixels take about two. */
const patience = 15

/** Reads what libvips reads; whatever it stumbles over becomes a Problem. */
const reading = async <T>(format: Format, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    throw stumble(format, cause, patience)
  }
}

const checkPixels = ({ format, width, height }: Facts, maxPixels: number): void => {
  if (format === 'svg' || width * height <= maxPixels) return
  throw new Problem('source_too_many_pixels', {
    detail: `The picture has ${width} × ${height} pixels; ${maxPixels} are allowed. Scale it down.`,
  })
}

/** Factors by which JPEG shrinks while it is decoded, in the frequency domain. */
const shrinks = [8, 4]

/** Shorter pictures are decoded so fast that every pixel of the sample is worth it. */
const large = 1600

/**
 * sharp shrinks on load only when something is left to shrink afterwards, so a JPEG of 8 to 9 times the side is decoded at a quarter
 * instead of an eighth, at four times the pixels. A slightly smaller side saves that.
 */
const sideFor = ({ format, width, height }: Facts, side: number): number => {
  const longest = Math.max(width, height)
  const factor = Math.floor(longest / side)
  return format === 'jpeg' && longest >= large && shrinks.includes(factor) ? Math.floor(longest / (factor + 1)) : side
}

/**
 * The space to work in. Pictures with opacity go through 16 bits, since 8-bit premultiplication would bend half-transparent colours by
 * some levels; drawings are made at their final size only without that. A profile is undone rightly in 8 bits only: from 16 sharp goes
 * to Display P3, and leaves it at that.
 */
const workingSpace = ({ space, icc, format, hasAlpha }: Metadata): string | undefined => {
  if (icc !== undefined) return space === 'rgb16' ? 'srgb' : undefined
  return hasAlpha && format !== 'svg' ? 'rgb16' : undefined
}

/** Nearest neighbour keeps the colours that are there; every other kernel makes new ones at the edges. */
const shrink = async (bytes: Uint8Array, metadata: Metadata, facts: Facts, longest: number): Promise<Raster> => {
  const side = sideFor(facts, longest)
  const space = workingSpace(metadata)
  const { data, info } = await reading(
    facts.format,
    (space === undefined ? decoder(bytes) : decoder(bytes).pipelineColourspace(space))
      .resize({
        ...{ width: side, height: side, fit: 'inside', kernel: 'nearest' },
        withoutEnlargement: facts.format !== 'svg',
        // libwebp would blend neighbours; the colours of a lossless file are as exact as those of the PNG that it was.
        fastShrinkOnLoad: facts.format !== 'webp' || !isLosslessWebp(bytes),
      })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .timeout({ seconds: patience })
      .toBuffer({ resolveWithObject: true }),
  )
  return { width: info.width, height: info.height, pixels: data }
}

/**
 * @param bytes a file of the format, as libvips takes it.
 * @returns its facts, and its pixels as they lie in the file, in sRGB (drawings exactly `side` px long, others at most).
 * @throws Problem `source_not_picture`, `source_timeout`, and `source_too_many_pixels` before anything is decoded.
 */
export const openPicture = async (
  bytes: Uint8Array,
  format: Format,
  { side, maxPixels }: PictureOptions,
): Promise<Picture> => {
  const metadata = await reading(format, decoder(bytes).metadata())
  const facts = factsOf(metadata, format, bytes.length)
  checkPixels(facts, maxPixels)
  return { facts, raster: shrink(bytes, metadata, facts, side) }
}
