// The analysis itself: bytes in, style out. It runs in any process; the service runs it in worker processes.
import type { StyleMetadata } from '../../schemas/style.ts'
import { decodeImage } from '../image/decode.ts'
import type { OpenFile } from '../image/probe.ts'
import { measureStyle } from '../style/measure-style.ts'
import { analysisId, type StyleTask } from './task.ts'

/** Settings of the service. */
export interface DecodeSettings {
  /** Largest width × height of a file. */
  readonly maxPixels: number
  /** The program that decodes videos. */
  readonly ffmpegPath: string
}

type OpenedFile = Partial<Pick<OpenFile, 'probed' | 'isKeyframesOnly'>>

/**
 * Decodes a file and analyzes its style. The same task has the same result in every process.
 *
 * @throws Problem as `decodeImage` does.
 */
export async function analyze({
  bytes,
  depth,
  platform,
  paletteSize,
  ...file
}: StyleTask & DecodeSettings & OpenedFile): Promise<StyleMetadata> {
  const image = await decodeImage(bytes, { ...file, depth })
  const options = { depth, platform, paletteSize, region: file.region }
  const id = analysisId({ ...image.media, ...options }, { engine: 'builtin' })
  return measureStyle(image, { id, ...options })
}
