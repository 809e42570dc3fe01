// Drawings become files, and tell the colours that are known of them.
import sharp, { type Sharp } from 'sharp'
import { type Drawing, maskOf, svg } from './canvas.ts'
import type { Picture, Truth } from './picture.ts'
import { remnantOf } from './remains.ts'

/** How much of a drawing some colours cover. */
const coverage = async (drawing: Drawing, colors: readonly string[]): Promise<number> => {
  const pixels = await maskOf(drawing, colors)
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) * (pixels[index + 3] ?? 0)
  return sum
}

/** The colours of a drawing with their shares. */
export const truthOf = async (drawing: Drawing): Promise<readonly Truth[]> => {
  const found = await Promise.all(
    drawing.paints.map(async ({ hex, accent = false, alike = [] }) => ({
      hex,
      accent,
      alike,
      area: await coverage(drawing, [hex, ...alike]),
    })),
  )
  const total = found.reduce((sum, { area }) => sum + area, 0)
  return found
    .filter(({ area }) => area > 0)
    .map(({ hex, accent, alike, area }) => ({ hex, accent, alike, share: area / total }))
}

/** Which drawn colours a file still shows, and what its pixels look like: a lost colour counts as what became of it. */
export const shownIn = async (
  bytes: Buffer,
  drawing: Drawing,
  drawn: readonly Truth[],
): Promise<Pick<Picture, 'truth' | 'spread'>> => {
  const remnants = await Promise.all(
    drawn.map(async one => ({ one, ...(await remnantOf(bytes, drawing, [one.hex, ...one.alike])) })),
  )
  return {
    truth: remnants.flatMap(({ one, seen }) => (seen ? [one] : [])),
    spread: remnants.map(({ one, hex }) => ({ hex, share: one.share ?? 0 })),
  }
}

export type Encoding = 'png' | 'jpeg' | 'webp' | 'lossless webp' | 'avif' | 'palette png'

/** Encodes as the web does. */
export const encode = async (drawn: Buffer | Sharp, encoding: Encoding, quality = 85): Promise<Buffer> => {
  const source = Buffer.isBuffer(drawn) ? sharp(drawn) : drawn
  if (encoding === 'jpeg') return source.flatten({ background: '#FFFFFF' }).jpeg({ quality }).toBuffer()
  if (encoding === 'webp') return source.webp({ quality }).toBuffer()
  if (encoding === 'lossless webp') return source.webp({ lossless: true }).toBuffer()
  if (encoding === 'avif') return source.avif({ quality: quality - 20, effort: 2 }).toBuffer()
  return source.png({ palette: encoding === 'palette png' }).toBuffer()
}

/** A drawing becomes a picture of its family; known are the colours that its file still shows. */
export const pictureOf = async (
  family: string,
  seed: number,
  drawing: Drawing,
  encoding: Encoding,
  quality?: number,
): Promise<Picture> => {
  const drawn = await truthOf(drawing)
  const bytes = await encode(svg(drawing), encoding, quality)
  return { family, name: `${family} ${seed} ${encoding}`, bytes, ...(await shownIn(bytes, drawing, drawn)) }
}
