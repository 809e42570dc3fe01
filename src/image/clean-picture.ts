// Whether a file holds nothing but pixels in sRGB, so that a page may embed it as it is: no metadata, profile, comment, animation or trailing data.
import type { Format, WebPictureType } from '../../schemas/media.ts'
import { asBuffer } from './containers.ts'
import { isCleanAvif } from './formats/avif.ts'
import { isCleanGif } from './formats/gif.ts'
import { isCleanJpeg } from './formats/jpeg.ts'
import { isCleanPng } from './formats/png.ts'
import { isCleanWebp } from './formats/webp.ts'
import type { Header } from './header.ts'
import type { ProbedImage } from './probe.ts'

interface WebFormat {
  readonly type: WebPictureType
  readonly isClean: (file: Buffer, header: Header) => boolean
}

/**
 * @param bytes a file of the format; its pixels are not looked at.
 * @returns its media type if it is clean; undefined for formats that browsers do not show, and for anything that is not known to be harmless.
 */
export function cleanType(bytes: Uint8Array, { metadata, header }: ProbedImage): WebPictureType | undefined {
  const known = webFormats[metadata.format]
  return known?.isClean(asBuffer(bytes), header) ? known.type : undefined
}

const webFormats: Partial<Record<Format, WebFormat>> = {
  jpeg: { type: 'image/jpeg', isClean: isCleanJpeg },
  png: { type: 'image/png', isClean: isCleanPng },
  webp: { type: 'image/webp', isClean: isCleanWebp },
  avif: { type: 'image/avif', isClean: isCleanAvif },
  gif: { type: 'image/gif', isClean: isCleanGif },
}
