// What every analysis at least costs: sharp decodes the file to raw pixels of 128 px.
import sharp from 'sharp'

export interface Thumbnail {
  readonly width: number
  readonly height: number
  /** Four bytes a pixel: red, green, blue, opacity. */
  readonly pixels: Buffer
}

/** Longest side, px. */
const side = 128

export const floor = async (bytes: Buffer): Promise<Thumbnail> => {
  const { data, info } = await sharp(bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}
