// A picture as pages embed it: its bytes in Base64, its id, and its data URI.
import type { WebPictureType } from '../../schemas/media.ts'
import type { PicturePreview } from '../../schemas/style.ts'
import type { Size } from '../../schemas/types.ts'
import { contentId } from '../values/hash.ts'

export interface WebPicture extends Size {
  /** Equal pictures have equal ids. */
  readonly id: string
  readonly type: WebPictureType
  /** Base64. */
  readonly data: string
  /** A small WebP for listings, in Base64; empty where it is unknown. */
  readonly thumbnail: string
}

export function createWebPicture(picture: Omit<WebPicture, 'id'>): WebPicture {
  return { id: contentId('pic', picture.data), ...picture }
}

export function dataUriOf({ type, data }: Pick<WebPicture, 'type' | 'data'>): string {
  return `data:${type};base64,${data}`
}

/** The preview of a style, which shows a picture. */
export function previewOf({ width, height, ...picture }: Omit<WebPicture, 'id' | 'thumbnail'>): PicturePreview {
  return { src: dataUriOf(picture), width, height }
}

export function pictureOfPreview({ src, width, height }: PicturePreview): WebPicture {
  return createWebPicture({ type: 'image/webp', width, height, data: src.slice(src.indexOf(',') + 1), thumbnail: '' })
}
