// The JPEG thumbnail that is sent to vision providers: re-encoded, without any metadata of the file.
import type { Region } from '../../schemas/types.ts'
import { pixelAreaOf } from './encode-picture.ts'
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
  const part = region ? upright.extract(pixelAreaOf(region, (await upright.metadata()).autoOrient)) : upright
  return part
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
}
