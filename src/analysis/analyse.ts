// The whole of an analysis: bytes in, style out. It runs anywhere; the service runs it beside its event loop.
import type { StyleMetadata } from '../../schemas/style.ts'
import { decode } from '../image/decode.ts'
import { measureStyle } from '../style/measure-style.ts'
import { analysisId } from './id.ts'
import type { StyleTask } from './task.ts'

/**
 * Decodes and measures. The same task gives the same answer in every process.
 *
 * @throws Problem as `decode` does.
 */
export const analyse = async ({ bytes, depth, platform, ...options }: StyleTask): Promise<StyleMetadata> => {
  const sample = await decode(bytes, { ...options, depth })
  const id = analysisId({ ...sample.media, depth, platform }, { engine: 'builtin' })
  return measureStyle(sample, { id, depth, platform })
}
