// The JPEG thumbnail that is sent to vision providers: re-encoded, without any metadata of the file.
import type { Sharp } from 'sharp'
import type { Region } from '../../schemas/types.ts'
import { openUpright, type UprightPicture } from './upright.ts'

interface ThumbnailOptions extends UprightPicture {
  /** The part of the upright image to show; default: all of it. */
  readonly region?: Region | undefined
}

/** Longest side, px: a larger image costs more tokens and says no more about its style. */
const maxSide = 1024
const quality = 80

/**
 * @param options.bytes a file that was analyzed before.
 * @returns a JPEG of at most 1,024 px a side, upright, in sRGB, on white.
 * @throws what decoding a file of its kind throws.
 */
export async function createThumbnail({ region, ...file }: ThumbnailOptions): Promise<Uint8Array> {
  const upright = await openUpright(file, maxSide)
  const part = region ? upright.extract(await boxOf(upright, region)) : upright
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
