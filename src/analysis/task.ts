// What the service hands to a worker process: plain data beside the bytes of the file.
import type { MediaType } from '../../schemas/media.ts'
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'

/** How a file is read. */
interface FileOptions {
  /** What the caller takes the file for; undefined: what its bytes say. */
  readonly mediaType: MediaType | undefined
  readonly maxPixels: number
  /** The program that reads videos. */
  readonly ffmpegPath: string
}

interface StyleOptions extends FileOptions {
  readonly depth: Depth
  readonly platform: Platform
  /** Fingerprint of the file, where it is known already. */
  readonly sha256?: string
}

export interface FileTask extends FileOptions {
  readonly bytes: Uint8Array
}

/** A file whose style is asked for. */
export interface StyleTask extends StyleOptions {
  readonly bytes: Uint8Array
}

export type Job =
  | { readonly kind: 'style'; readonly task: StyleOptions }
  | { readonly kind: 'portrait'; readonly task: FileOptions }
