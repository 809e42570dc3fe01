// What the service hands to a thread: plain data.

import type { MediaType } from '../../schemas/media.ts'
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'

/** A file, and how far it may go. */
export interface FileTask {
  readonly bytes: Uint8Array
  /** What the caller takes the file for; undefined: what its bytes say. */
  readonly mediaType: MediaType | undefined
  readonly maxPixels: number
  /** The program that reads videos. */
  readonly ffmpegPath: string
}

/** A file whose style is asked for. */
export interface StyleTask extends FileTask {
  readonly depth: Depth
  readonly platform: Platform
  /** Fingerprint of the file, where it is known already. */
  readonly sha256?: string
  /** Whether the bytes are needed once more; else they move away. */
  readonly keepsBytes?: boolean
}

export type Job =
  | { readonly kind: 'style'; readonly task: StyleTask }
  | { readonly kind: 'portrait'; readonly task: FileTask }
