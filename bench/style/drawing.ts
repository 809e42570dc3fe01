// Vector drawings and the exact area of each of their colours.
/* c8 ignore start: what indices allow and no picture has */
import sharp, { type Sharp } from 'sharp'
import type { Truth } from './picture.ts'

export interface Paint {
  readonly hex: string
  readonly accent?: boolean
  /** Other colours of the drawing that count as this one. */
  readonly alike?: readonly string[]
}

export interface Drawing {
  readonly width: number
  readonly height: number
  /** SVG elements; every colour in them is the #RRGGBB of a paint, opaque, or an alike of one. */
  readonly body: string
  readonly paints: readonly Paint[]
}

export const svg = ({ width, height, body }: Omit<Drawing, 'paints'>): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

/** How much of a drawing some colours cover, smoothed edges by their part: they are drawn white and the others black. */
const coverage = async (drawing: Drawing, colors: readonly string[]): Promise<number> => {
  const body = drawing.body.replace(/#[0-9A-F]{6}/g, color => (colors.includes(color) ? '#FFFFFF' : '#000000'))
  const pixels = await sharp(svg({ ...drawing, body }))
    .ensureAlpha()
    .raw()
    .toBuffer()
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) * (pixels[index + 3] ?? 0)
  return sum
}

/** The colours of a drawing that can be seen, with their shares. */
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

/** A drawing becomes a picture of its family. */
export const pictureOf = async (
  family: string,
  seed: number,
  drawing: Drawing,
  encoding: Encoding,
  quality?: number,
) => {
  const truth = await truthOf(drawing)
  return {
    family,
    name: `${family} ${seed} ${encoding}`,
    bytes: await encode(svg(drawing), encoding, quality),
    truth,
    spread: truth.map(({ hex, share }) => ({ hex, share: share ?? 0 })),
  }
}
