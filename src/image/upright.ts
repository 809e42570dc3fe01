// An analyzed file as an upright picture in sRGB, to be scaled and encoded anew.
import sharp, { type Sharp } from 'sharp'
import type { MediaType } from '../../schemas/media.ts'
import { asBuffer } from './containers.ts'
import { isStillImage, requireReadable } from './format.ts'
import { type Bitmap, toBitmap } from './imagemagick.ts'
import { createDecoder, decodeFirstFrame, hasDeepRgb, ignoresIcc, openImage } from './open-image.ts'
import { type ProbedImage, probe, repairContainer } from './probe.ts'
import type { Raster } from './raster.ts'
import { type Signal, signalOf, toSrgb } from './srgb-pixels.ts'
import { readVideo } from './video.ts'

export interface UprightPicture {
  readonly bytes: Uint8Array
  /** The type that the client declared. */
  readonly mediaType?: MediaType | undefined
  /** Largest width × height of a frame of a video. */
  readonly maxPixels: number
  /** The program that decodes videos. */
  readonly ffmpegPath: string
  /** The header of a still image, if it has already been read. */
  readonly probed?: ProbedImage | undefined
  /** Whether there is memory for the keyframes of a video only; default: no. */
  readonly isKeyframesOnly?: boolean | undefined
}

/**
 * @param file that was analyzed before, when undecodable and too large ones were refused.
 * @param side longest side of a drawing or of a frame, px.
 * @returns a pipeline that decodes the picture; of a video the first frame that is not black, of an animation the first.
 * @throws what decoding a file of its kind throws.
 */
export async function openUpright(
  { bytes, mediaType, probed, ...limits }: UprightPicture,
  side: number,
): Promise<Sharp> {
  const format = probed?.metadata.format ?? requireReadable(bytes, mediaType)
  if (!isStillImage(format))
    return fromRaster(await readVideo(asBuffer(bytes), format, { ...limits, depth: 'low', side }))
  if (format === 'svg') {
    const svg = await openImage(bytes, 'svg', { side, maxPixels: 0, probed })
    return fromRaster(await svg.thumbnail)
  }
  const bitmap = await toBitmap({ bytes, probed: probed ?? probe(bytes, format) }, limits.maxPixels)
  return openBitmap(bitmap, side)
}

/** From 16 bits with a profile sharp converts to Display P3 and stops there, unless it works in sRGB. */
async function openBitmap({ bytes, probed }: Bitmap, side: number): Promise<Sharp> {
  const { header, metadata } = probed
  const file = { ...probed, bytes: repairContainer(bytes, metadata.format), original: bytes }
  const shown = metadata.frames > 1 ? await decodeFirstFrame(file, side) : { ...file, frame: 0 }
  const signal = signalOf(header)
  const decoder = createDecoder(shown.bytes, {
    ...(shown.frame > 0 && { page: shown.frame }),
    ignoreIcc: ignoresIcc(header),
  }).autoOrient()
  if (signal) return convert(decoder, signal, side)
  return header.profile && hasDeepRgb(header) ? decoder.pipelineColourspace('srgb') : decoder
}

/** Scales in the encoding of the file. */
async function convert(decoder: Sharp, signal: Signal, side: number): Promise<Sharp> {
  const scaled = decoder.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const { space, depth } = signal
  const source = space === 'srgb' ? scaled : scaled.pipelineColourspace(space)
  const raw = source.toColourspace(space).raw({ depth })
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(toSrgb(data, channels, signal), { raw: { width, height, channels } })
}

function fromRaster({ width, height, pixels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}
