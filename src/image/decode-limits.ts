// Refuses files whose decoding would take minutes or all memory: too many bytes, pixels, frames or scans, or parts that share their bytes.
import type { Format } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { asBuffer } from './containers.ts'
import { detectFormat } from './format.ts'
import { checkAvifExtents, checkHeicExtents } from './formats/avif.ts'
import { checkScanCount } from './formats/jpeg.ts'
import { checkTiffValues } from './formats/tiff.ts'
import type { ImageMetadata } from './probe.ts'

/** Largest video, bytes. */
export const maxVideoBytes = 64 * 1024 * 1024

/**
 * The largest file, bytes: of any kind, and of the kind that begins with some bytes, whatever type was declared.
 *
 * @param maxPictureBytes largest file that is not a video.
 */
export function fileLimits(maxPictureBytes: number) {
  return {
    maxBytes: Math.max(maxPictureBytes, maxVideoBytes),
    maxBytesOf: (beginning: Uint8Array) => (detectFormat(beginning).kind === 'video' ? maxVideoBytes : maxPictureBytes),
  }
}

/** Formats whose frames the decoder visits; in other formats it reads only one picture, whatever they declare. */
const readFrames: readonly Format[] = ['gif', 'webp', 'tiff']

/** Decoders visit every frame to find the last, and remember each: 5000 take half a second; a file of 24 MB may hold an hour's worth. */
const maxFrames = 5000

/**
 * @param maxPixels largest width × height; SVG is exempt.
 * @throws Problem `source_too_many_pixels`, `source_timeout` when a file has too many frames or scans, `source_not_picture` when its parts
 *   claim more bytes than it has.
 */
export function checkLimits(bytes: Uint8Array, metadata: ImageMetadata, maxPixels: number): void {
  const { format, width, height, frames } = metadata
  const file = asBuffer(bytes)
  if (frames > maxFrames && readFrames.includes(format))
    throw new Problem('source_timeout', {
      detail: `The animation has more than ${maxFrames} frames, which would take too long to read. Shorten it, or send it as a video.`,
    })
  if (format === 'tiff') checkTiffValues(file)
  if (format === 'avif') checkAvifExtents(file)
  if (format === 'heic') checkHeicExtents(file)
  if (width * height > maxPixels)
    throw new Problem('source_too_many_pixels', {
      detail: `The image has ${width} × ${height} pixels; at most ${maxPixels} pixels are allowed (MAX_PIXELS). Scale the image down.`,
    })
  if (format === 'jpeg') checkScanCount(file, metadata)
}
