// The whole of an analysis: bytes in, style out. It runs anywhere; the service runs it beside its event loop.
import type { Depth, MediaType, Platform, StyleMetadata } from '../../schemas/style.ts'
import { identify } from '../identity.ts'
import { decode } from '../media/decode.ts'
import { describe } from '../style/describe.ts'
import { analyserVersion } from '../style/version.ts'

/** Plain data, so that it can go to another thread. */
export interface Task {
  readonly bytes: Uint8Array
  readonly depth: Depth
  readonly platform: Platform
  /** What the caller takes the file for; undefined: what its bytes say. */
  readonly mediaType: MediaType | undefined
  readonly maxPixels: number
  /** The program that reads videos. */
  readonly ffmpegPath: string
  /** What the caller should know already. */
  readonly warnings: readonly string[]
}

/**
 * Decodes and measures. The same task gives the same answer in every process.
 *
 * @throws Problem as `decode` does.
 */
export const analyse = async ({ bytes, depth, platform, warnings, ...options }: Task): Promise<StyleMetadata> => {
  const sample = await decode(bytes, { ...options, depth })
  const { sha256, type: mediaType } = sample.media
  const id = identify('ana', { analyserVersion, sha256, depth, platform, mediaType, engine: 'builtin' })
  const style = describe(sample, { id, depth, platform, warnings })
  return sample.video === undefined ? style : { ...style, video: sample.video }
}
