// The analysis itself: bytes in, style out. It runs in any process; the service runs it in worker processes.
import sharp from 'sharp'
import type { StyleMetadata } from '../../schemas/style.ts'
import { decodeImage } from '../image/decode.ts'
import { measureStyle } from '../style/measure-style.ts'
import { analysisId, type StyleTask } from './task.ts'

/**
 * Decodes a file and analyzes its style. The same task has the same result in every process.
 *
 * @throws Problem as `decodeImage` does.
 */
export async function analyze({ bytes, depth, platform, paletteSize, ...file }: StyleTask): Promise<StyleMetadata> {
  const image = await decodeImage(bytes, { ...file, depth })
  const options = { depth, platform, paletteSize, region: file.region }
  const id = analysisId({ ...image.media, ...options }, { engine: 'builtin' })
  return measureStyle(image, { id, ...options })
}

/** Analyzes images of the common formats, so that libraries and fonts are loaded and the code is compiled before the first job. */
export async function warmUp(): Promise<StyleMetadata> {
  const task = { depth: 'medium', platform: 'web_16_9', mediaType: undefined, maxPixels: 1e6, ffmpegPath: '' } as const
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const image = sharp({ create: { width: 480, height: 320, channels: 3, background: '#357', noise } })
  const files = [
    image.clone().jpeg().toBuffer(),
    image.clone().png({ compressionLevel: 1 }).toBuffer(),
    image.clone().webp({ effort: 0 }).toBuffer(),
  ]
  for (const file of files) await analyze({ ...task, bytes: await file })
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path fill="#38a" d="M0 0h60v40z"/><text y="30">A</text></svg>'
  return analyze({ ...task, bytes: Buffer.from(svg) })
}
