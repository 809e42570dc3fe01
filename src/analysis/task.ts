// Jobs that the service sends to a worker process, as plain data next to the bytes of the file, and the id of their result.
import type { Media, MediaType } from '../../schemas/media.ts'
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { Region } from '../../schemas/types.ts'
import type { CardLayers } from '../image/draw-card.ts'
import type { PictureLimits } from '../image/encode-picture.ts'
import { contentId } from '../values/hash.ts'
import { analyserVersion } from '../version.ts'

export interface FileTask {
  readonly bytes: Uint8Array
  /** The type that the client declared; undefined: detected. */
  readonly mediaType: MediaType | undefined
}

/** A file whose style is to be analyzed. */
export interface StyleTask extends FileTask {
  /** The part of the image to read; default: all of it. */
  readonly region?: Region | undefined
  readonly depth: Depth
  readonly platform: Platform
  /** Colours of the palette at most; default: 16. */
  readonly paletteSize?: number | undefined
  /** SHA-256 of the file, if it is already known. */
  readonly sha256?: string
}

export type ThumbnailTask = Pick<StyleTask, 'bytes' | 'mediaType' | 'region'>

/** The preview of an analyzed file, the picture of a page, a part of one, or the picture for social networks. */
export type PictureOptions = { readonly limits: PictureLimits } & (
  | { readonly kind: 'preview' | 'picture' }
  | { readonly kind: 'view'; readonly region: Region }
  | { readonly kind: 'card'; readonly region: Region; readonly card: CardLayers }
)

/** What is done with the file that a worker process has opened. */
export type Job =
  | { readonly kind: 'style'; readonly task: Omit<StyleTask, 'bytes'> }
  | { readonly kind: 'thumbnail'; readonly task: Omit<ThumbnailTask, 'bytes'> }
  | (PictureOptions & { readonly task: Omit<FileTask, 'bytes'> })

/** `open` comes with the bytes of a file and answers with its MemoryEstimate; then comes a job, or `close` in its place. */
export type WorkerMessage =
  | Job
  /** `maxBytes`: what decoding may take, the file included. */
  | { readonly kind: 'open'; readonly mediaType?: MediaType; readonly maxBytes: number }
  | { readonly kind: 'close' }

type Inputs = Pick<Media, 'sha256' | 'type'> & Pick<StyleTask, 'depth' | 'platform' | 'paletteSize' | 'region'>
type Engine = Pick<StyleMetadata['analysis'], 'engine'> & { readonly model?: string }

/** @returns the id of the record: equal for equal file, options, version of the analyzer, engine and model. */
export function analysisId({ sha256, type: mediaType, ...options }: Inputs, { engine, model }: Engine) {
  const { depth, platform, paletteSize, region } = options
  return contentId('ana', { analyserVersion, sha256, depth, platform, mediaType, engine, model, paletteSize, region })
}
