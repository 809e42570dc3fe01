// The picture of an analysis that pages show: upright, re-encoded as WebP, without any metadata of the file.
import sharp from 'sharp'
import { openUpright, type PictureFile } from './upright.ts'

export interface Preview {
  /** WebP in sRGB; transparent where the picture is. */
  readonly bytes: Uint8Array
  /** px */
  readonly width: number
  readonly height: number
}

const maxSide = 1600
const maxBytes = 200_000
/** Tried in this order; below the last one a smaller picture looks better. */
const qualities = [82, 70, 58]
/** Of the sides, once no quality makes the picture small enough. */
const step = 0.8

/**
 * @param file that was analyzed before, when undecodable and too large ones were refused.
 * @returns at most 1,600 px a side and 200,000 bytes; the same bytes for the same file.
 * @throws what decoding a file of its kind throws.
 */
export async function createPreview(file: PictureFile): Promise<Preview> {
  const upright = await openUpright(file, maxSide)
  const { data, info } = await upright
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = sharp(data, { raw: { width, height, channels } })
  for (let side = maxSide; ; side = Math.floor(side * step)) {
    const scaled = decoded.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    for (const quality of qualities) {
      const webp = await scaled.clone().webp({ quality, smartSubsample: true }).toBuffer({ resolveWithObject: true })
      const { width, height } = webp.info
      if (webp.data.length <= maxBytes) return { bytes: webp.data, width, height }
    }
  }
}
