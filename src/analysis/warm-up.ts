// What a worker process does before its first job, so that this is as fast as any later one.
import sharp from 'sharp'
import type { StyleMetadata } from '../../schemas/style.ts'
import { analyse } from './analyse.ts'

const task = { depth: 'medium', platform: 'web_16_9', mediaType: undefined, maxPixels: 1e6, ffmpegPath: '' } as const

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path fill="#38a" d="M0 0h60v40z"/><text y="30">A</text></svg>'

/** Decodes and measures pictures of the common formats: libraries and fonts are loaded, the code is compiled. */
export async function warmUp(): Promise<StyleMetadata> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = sharp({ create: { width: 480, height: 320, channels: 3, background: '#357', noise } })
  const files = [
    picture.clone().jpeg().toBuffer(),
    picture.clone().png({ compressionLevel: 1 }).toBuffer(),
    picture.clone().webp({ effort: 0 }).toBuffer(),
  ]
  for (const file of files) await analyse({ ...task, bytes: await file })
  return analyse({ ...task, bytes: Buffer.from(drawing) })
}
