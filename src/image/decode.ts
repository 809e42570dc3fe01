// Bytes → pixels, once: every step of the analysis works on the sample that comes out here.

import type { Format, MediaType, Video, VideoFormat } from '../../schemas/media.ts'
import type { Depth } from '../../schemas/provenance.ts'
import { halved } from './halved.ts'
import { readable } from './header/readable.ts'
import { broken, isPicture, readableFormat } from './header/refuse.ts'
import { openPicture } from './picture.ts'
import type { Sample } from './sample.ts'
import { sha256 } from './sha256.ts'
import { isTruncated, presentRows } from './truncated.ts'
import { upright } from './upright.ts'
import { readFilm } from './video/film.ts'

interface DecodeOptions {
  readonly depth: Depth
  /** Most pixels (width × height) of a file; drawings are exempt, as they are drawn at the size of the sample. */
  readonly maxPixels: number
  /** What the caller takes the file for: a still picture may pass for a video of one frame. */
  readonly mediaType?: MediaType | undefined
  /** The program that reads videos: a path, or a name to look for in PATH. */
  readonly ffmpegPath?: string
  /** Fingerprint of the file, where it is known already. */
  readonly sha256?: string
}

/** Longest side of a sample, px. */
const sides: Readonly<Record<Depth, number>> = { low: 128, medium: 192, high: 320 }

const readPicture = async (bytes: Uint8Array, format: Format, options: DecodeOptions): Promise<Sample> => {
  const { depth, maxPixels, mediaType = 'image' } = options
  const source = readable(bytes, format)
  const side = sides[depth]
  const picture = await openPicture(source, format, { side, maxPixels })
  // While another thread decodes.
  const fingerprint = options.sha256 ?? sha256(bytes)
  const truncated = isTruncated(bytes, format)
  const { whole, ...raster } = await picture.raster
  const present = truncated ? presentRows(raster) : raster
  if (present === undefined) throw broken(format, 'the file ends before its first row')
  const media = { type: mediaType, ...picture.facts, bytes: bytes.length, sha256: fingerprint }
  return {
    ...upright(halved(present, picture.facts), picture.facts.orientation),
    ...(whole && !truncated && { whole }),
    media,
    ...(mediaType === 'video' ? { video: still(media) } : {}),
    truncated,
  }
}

/** A still picture that passes for a video of one frame. */
const still = ({ width, height, format }: Sample['media']): Video => ({
  ...{ duration: 0, fps: 0, width, height, codec: format, frames: 1 },
})

const readVideo = async (bytes: Uint8Array, format: VideoFormat, options: DecodeOptions): Promise<Sample> => {
  const { depth, maxPixels, ffmpegPath = 'ffmpeg' } = options
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const { facts, ...film } = await readFilm(memory, format, { depth, maxPixels, ffmpegPath })
  return { ...film, media: { type: 'video', ...facts, sha256: options.sha256 ?? sha256(bytes) }, truncated: false }
}

/**
 * Reads a still picture, the first frame of an animated one, or the keyframes of a video.
 *
 * @param bytes the whole file; a truncated one is read as far as it goes.
 * @returns a sample of at most 128, 192 or 320 px a side by depth (drawings exactly so; frames of a video lie one below the other),
 *   upright, in sRGB, and the facts of the file.
 * @throws Problem `video_unavailable`, `source_mismatch`, `source_unsupported`, `source_not_picture`, `source_timeout` (too many frames or scans),
 *   `source_too_large` (videos), and `source_too_many_pixels` before anything is decoded.
 */
export const decode = async (bytes: Uint8Array, options: DecodeOptions): Promise<Sample> => {
  const format = readableFormat(bytes, options.mediaType)
  return isPicture(format) ? readPicture(bytes, format, options) : readVideo(bytes, format, options)
}
