// The preview of a style, and its form as a record.
import type { PicturePreview } from '../../schemas/style.ts'
import { contentId } from '../content-id.ts'

const head = 'data:image/webp;base64,'

interface PictureData {
  readonly width: number
  readonly height: number
  /** WebP in Base64. */
  readonly data: string
}

/** The record of a preview: equal pictures have equal ids. */
export function pictureOf({ src, width, height }: PicturePreview) {
  const data = src.slice(head.length)
  return { id: contentId('pic', data), width, height, data }
}

export function previewOf({ width, height, data }: PictureData): PicturePreview {
  return { src: head + data, width, height }
}
