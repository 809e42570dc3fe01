// A picture as it goes to others: our own small JPEG, with nothing of the file in it but what is seen.
import sharp, { type Sharp } from 'sharp'
import type { MediaType, VideoFormat } from '../../schemas/media.ts'
import { decoder } from './decoder.ts'
import { readable } from './header/readable.ts'
import { isPicture, readableFormat } from './header/refuse.ts'
import { openPicture } from './picture.ts'
import type { Raster } from './sample.ts'
import { readFilm } from './video/film.ts'

interface PortraitOptions {
  readonly bytes: Uint8Array
  /** What the caller takes the file for. */
  readonly mediaType?: MediaType | undefined
  /** Most pixels of a frame of a video. */
  readonly maxPixels: number
  /** The program that reads videos. */
  readonly ffmpegPath: string
}

/** Longest side, px: what models look at closely costs more and tells no more of a style. */
const longest = 1024
const quality = 80

const drawn = ({ width, height, pixels }: Raster): Sharp => sharp(pixels, { raw: { width, height, channels: 4 } })

const frameOf = ({ bytes, ...options }: PortraitOptions, format: VideoFormat): Promise<Raster> =>
  readFilm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), format, {
    ...options,
    depth: 'low',
    side: longest,
  })

const open = async (options: PortraitOptions): Promise<Sharp> => {
  const { bytes, mediaType } = options
  const format = readableFormat(bytes, mediaType)
  if (!isPicture(format)) return drawn(await frameOf(options, format))
  const source = readable(bytes, format)
  return format === 'svg'
    ? drawn(await (await openPicture(source, 'svg', { side: longest, maxPixels: 0 })).raster)
    : decoder(source)
}

/**
 * @param options.bytes a file that was analysed already: what cannot be read, or is too large, was refused then.
 * @returns a JPEG of at most 1,024 px a side, upright, in sRGB, what is transparent on white; of a video its first frame that shows
 *   something.
 * @throws what the readers of its kind throw.
 */
export const portrait = async (options: PortraitOptions): Promise<Uint8Array> => {
  const picture = await open(options)
  return picture
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer()
}
