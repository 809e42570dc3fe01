// Bytes of a file → pixels. Every step of the analysis works on the result.
import type { Format, MediaType, Video, VideoFormat } from '../../schemas/media.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { Region } from '../../schemas/types.ts'
import { sha256 } from '../values/hash.ts'
import { asBuffer } from './containers.ts'
import { isStillImage, requireReadable } from './format.ts'
import { toBitmap } from './imagemagick.ts'
import { cropMissingRows } from './missing-rows.ts'
import { openImage } from './open-image.ts'
import { type ProbedImage, probe } from './probe.ts'
import { autoOrient, type DecodedImage, undoUpscaling } from './raster.ts'
import { cropRegion, firstRows } from './region.ts'
import { readVideo } from './video.ts'

interface DecodeOptions {
  readonly depth: Depth
  /** Largest width × height of a file. SVG is exempt: it is rasterized at the size of the thumbnail. */
  readonly maxPixels: number
  /** The part of the upright image to decode; default: all of it. */
  readonly region?: Region | undefined
  /** The type that the client declared: a still image declared as a video counts as a video of one frame. */
  readonly mediaType?: MediaType | undefined
  /** The program that decodes videos: a path, or a name to look up in PATH. */
  readonly ffmpegPath?: string
  /** SHA-256 of the file, if it is already known. */
  readonly sha256?: string
  /** The header of a still image, if it has already been read. */
  readonly probed?: ProbedImage | undefined
  /** Whether there is memory for the keyframes of a video only; default: no. */
  readonly isKeyframesOnly?: boolean | undefined
}

/**
 * Decodes a still image, the first frame of an animation, or the keyframes of a video.
 *
 * @param bytes the whole file; a truncated one is decoded as far as it goes.
 * @returns an upright sRGB image of at most 128, 192 or 320 px a side by depth (SVG exactly so; frames of a video are stacked), and the
 *   metadata of the file.
 * @throws Problem `video_unavailable`, `source_mismatch`, `source_unsupported`, `source_not_picture`, `source_timeout` (too many frames or
 *   scans), `source_too_large` (videos), and `source_too_many_pixels` before anything is decoded.
 */
export async function decodeImage(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedImage> {
  const format = options.probed?.metadata.format ?? requireReadable(bytes, options.mediaType)
  return isStillImage(format) ? decodeStill(bytes, format, options) : decodeVideo(bytes, format, options)
}

/** Longest side of a decoded image, px. */
const sides: Readonly<Record<Depth, number>> = { low: 128, medium: 192, high: 320 }

/** Longest side of an image of which only a region is analyzed, px. */
const maxSide = 1024

/** The side at which a region has as many pixels as a whole image has. */
function sideOf(depth: Depth, { width, height }: Region): number {
  return Math.min(maxSide, Math.ceil(sides[depth] / Math.max(width, height)))
}

async function decodeStill(bytes: Uint8Array, format: Format, options: DecodeOptions): Promise<DecodedImage> {
  const { depth, maxPixels, mediaType = 'image', region, probed = probe(bytes, format) } = options
  const side = region ? sideOf(depth, region) : sides[depth]
  const bitmap = await toBitmap({ bytes, probed }, maxPixels)
  const decodedFormat = bitmap.probed.metadata.format
  const image = await openImage(bitmap.bytes, decodedFormat, { side, maxPixels, probed: bitmap.probed })
  const { orientation } = image.metadata
  // Hashed while another thread decodes.
  const fingerprint = options.sha256 ?? sha256(bytes)
  const { fullResolution: whole, isIncomplete: truncated, ...thumbnail } = await image.thumbnail
  const raster = region ? cropRegion<4>({ ...thumbnail, channels: 4 }, region, { orientation }) : thumbnail
  const fullResolution = region && whole ? { ...whole, ...cropRegion(whole, region, { orientation }) } : whole
  const present = truncated ? cropMissingRows(raster, decodedFormat) : raster
  const media = { type: mediaType, ...image.metadata, format, bytes: bytes.length, sha256: fingerprint }
  return {
    ...autoOrient(undoUpscaling(present, image.metadata), orientation),
    ...(fullResolution && !truncated && { fullResolution }),
    media,
    ...(mediaType === 'video' ? { video: singleFrame(media) } : {}),
    truncated,
    presentPart: firstRows(present.height / raster.height, orientation),
    omissions: image.omissions,
  }
}

/** A still image declared as a video. */
function singleFrame({ width, height, format }: DecodedImage['media']): Video {
  return { duration: 0, fps: 0, width, height, codec: format, frames: 1 }
}

async function decodeVideo(bytes: Uint8Array, format: VideoFormat, options: DecodeOptions): Promise<DecodedImage> {
  const { depth, maxPixels, ffmpegPath = 'ffmpeg', isKeyframesOnly, region } = options
  const limits = { depth, maxPixels, ffmpegPath, isKeyframesOnly }
  const { metadata, ...decoded } = await readVideo(asBuffer(bytes), format, limits)
  const frames = region ? cropRegion({ ...decoded, channels: 4 }, region, { frames: decoded.frames }) : {}
  const media = { type: 'video', ...metadata, sha256: options.sha256 ?? sha256(bytes) } as const
  return { ...decoded, ...frames, media, truncated: false }
}
