// The JPEG thumbnail that is sent to vision providers: re-encoded, without any metadata of the file.
import sharp, { type Sharp } from 'sharp'
import type { MediaType } from '../../schemas/media.ts'
import type { Region } from '../../schemas/types.ts'
import { repairContainer } from './container-repair.ts'
import { asBuffer } from './containers.ts'
import { isStillImage, requireFormat } from './format.ts'
import { createDecoder, openImage } from './open-image.ts'
import type { Raster } from './raster.ts'
import { readVideo } from './video.ts'

interface ThumbnailOptions {
  readonly bytes: Uint8Array
  /** The type that the client declared. */
  readonly mediaType?: MediaType | undefined
  /** The part of the upright image to show; default: all of it. */
  readonly region?: Region | undefined
  /** Largest width × height of a frame of a video. */
  readonly maxPixels: number
  /** The program that decodes videos. */
  readonly ffmpegPath: string
}

/** Longest side, px: a larger image costs more tokens and says no more about its style. */
const maxSide = 1024
const quality = 80

/**
 * @param options.bytes a file that was analyzed before, when undecodable and too large ones were refused.
 * @returns a JPEG of at most 1,024 px a side, upright, in sRGB, on white; of a video the first frame that is not black.
 * @throws what decoding a file of its kind throws.
 */
export async function createThumbnail(options: ThumbnailOptions): Promise<Uint8Array> {
  const image = await openForThumbnail(options)
  const upright = image.autoOrient()
  const part = options.region ? upright.extract(await boxOf(image, options.region)) : upright
  return part
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
}

/** A region in pixels of the upright image. */
async function boxOf(image: Sharp, region: Region) {
  const { autoOrient: size } = await image.metadata()
  const [left, top] = [Math.floor(region.x * size.width), Math.floor(region.y * size.height)]
  return {
    left: Math.min(left, size.width - 1),
    top: Math.min(top, size.height - 1),
    width: Math.max(1, Math.min(Math.round(region.width * size.width), size.width - left)),
    height: Math.max(1, Math.min(Math.round(region.height * size.height), size.height - top)),
  }
}

async function openForThumbnail({ bytes, mediaType, ...limits }: ThumbnailOptions): Promise<Sharp> {
  const format = requireFormat(bytes, mediaType)
  if (!isStillImage(format))
    return fromRaster(await readVideo(asBuffer(bytes), format, { ...limits, depth: 'low', side: maxSide }))
  const source = repairContainer(bytes, format)
  if (format !== 'svg') return createDecoder(source)
  const svg = await openImage(source, 'svg', { side: maxSide, maxPixels: 0 })
  return fromRaster(await svg.thumbnail)
}

function fromRaster({ width, height, pixels }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}
