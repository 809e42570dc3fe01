// Says which picture a file is, or why it is none.
import { type Format, formats, type MediaType, type VideoFormat } from '../../../schemas/media.ts'
import { Problem } from '../../errors.ts'
import { sniff } from './sniff.ts'

const names: Readonly<Record<Format, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
  tiff: 'TIFF',
  svg: 'SVG',
}
const readableNames = formats.map(format => names[format]).join(', ')

const unsupported = (name: string): Problem =>
  new Problem('source_unsupported', {
    detail: `This is ${name}, which cannot be read. Send one of ${readableNames}, or a video as MP4, WebM or MOV.`,
  })

const film = (name: string, format: VideoFormat | undefined, declared: MediaType | undefined): VideoFormat => {
  if (declared === 'image')
    throw new Problem('source_mismatch', {
      detail: `media_type says image, but this is ${name}. Send media_type video, or leave it out.`,
    })
  if (format === undefined) throw unsupported(name)
  return format
}

/** Whether a format is one of still pictures, the animated ones among them. */
export const isPicture = (format: Format | VideoFormat): format is Format => formats.some(known => known === format)

/**
 * The format of a file that can be read.
 *
 * @param declared what the caller takes the file for.
 * @throws Problem `source_mismatch` (a video declared as image), `source_unsupported` (naming what it is and what can be read) or
 *   `source_not_picture`.
 */
export const readableFormat = (bytes: Uint8Array, declared: MediaType | undefined): Format | VideoFormat => {
  const file = sniff(bytes)
  if (file.kind === 'picture') return file.format
  if (file.kind === 'video') return film(file.name, file.format, declared)
  if (file.kind === 'unsupported') throw unsupported(file.name)
  throw new Problem('source_not_picture', {
    detail: `This is ${file.name}, not a picture. Send one of ${readableNames}.`,
  })
}

/** @returns the Problem `source_not_picture`: the file begins as a picture and cannot be read as one. */
export const broken = (format: Format, cause: unknown): Problem =>
  new Problem('source_not_picture', {
    detail: `The file begins as ${names[format]}, but its pixels cannot be read: it is damaged or cut off. Send it whole.`,
    cause,
  })
