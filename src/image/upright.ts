// An analyzed file as an upright picture in sRGB, to be scaled and encoded anew.
import sharp, { type Sharp } from 'sharp'
import type { MediaType } from '../../schemas/media.ts'
import { repairContainer } from './container-repair.ts'
import { asBuffer } from './containers.ts'
import { isStillImage, requireFormat } from './format.ts'
import { createDecoder, openImage } from './open-image.ts'
import type { Raster } from './raster.ts'
import { readVideo } from './video.ts'

export interface PictureFile {
  readonly bytes: Uint8Array
  /** The type that the client declared. */
  readonly mediaType?: MediaType | undefined
  /** Largest width × height of a frame of a video. */
  readonly maxPixels: number
  /** The program that decodes videos. */
  readonly ffmpegPath: string
}

/**
 * @param file that was analyzed before, when undecodable and too large ones were refused.
 * @param side longest side of a drawing or of a frame, px.
 * @returns a pipeline that decodes the picture; of a video the first frame that is not black, of an animation the first.
 * @throws what decoding a file of its kind throws.
 */
export async function openUpright({ bytes, mediaType, ...limits }: PictureFile, side: number): Promise<Sharp> {
  const format = requireFormat(bytes, mediaType)
  if (!isStillImage(format))
    return fromRaster(await readVideo(asBuffer(bytes), format, { ...limits, depth: 'low', side }))
  const source = repairContainer(bytes, format)
  if (format !== 'svg') return openBitmap(source)
  const svg = await openImage(source, 'svg', { side, maxPixels: 0 })
  return fromRaster(await svg.thumbnail)
}

/** From 16 bits with a profile sharp converts to Display P3 and stops there, unless it works in sRGB. */
async function openBitmap(source: Uint8Array): Promise<Sharp> {
  const decoder = createDecoder(source)
  const { icc, space } = await decoder.metadata()
  const inSrgb = icc !== undefined && space === 'rgb16' ? decoder.pipelineColourspace('srgb') : decoder
  return inSrgb.autoOrient()
}

function fromRaster({ width, height, pixels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}
