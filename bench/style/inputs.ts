// The files that time and memory are measured on.
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { photo } from './families/photo.ts'
import { screenshot } from './families/screenshot.ts'
import { readPrepared } from './pictures.ts'
import { chance } from './random.ts'

export const inputNames = ['12 MP JPEG', '4K PNG', '1080 × 1920 JPEG', '512 px WebP', '512 px AVIF'] as const
export type InputName = (typeof inputNames)[number]

/** Photographs, and a screenshot as PNG. */
export const inputOf = async (name: InputName): Promise<Buffer> => {
  const { bytes } = await (name === '4K PNG' ? screenshot(1) : photo(3))
  const sized = (width: number, height: number): Sharp => sharp(bytes).resize(width, height, { fit: 'fill' })
  const made: Readonly<Record<InputName, () => Sharp>> = {
    '12 MP JPEG': () => sized(4000, 3000).jpeg({ quality: 88 }),
    '4K PNG': () => sized(3840, 2160).png(),
    '1080 × 1920 JPEG': () => sized(1080, 1920).jpeg({ quality: 85 }),
    '512 px WebP': () => sized(512, 512).webp({ quality: 85 }),
    '512 px AVIF': () => sized(512, 512).avif({ quality: 60 }),
  }
  return made[name]().toBuffer()
}

export interface Input {
  readonly name: string
  readonly bytes: Buffer
}

/** A landscape that is not set aside; with the noise its JPEG of 12 MP takes 5.6 MB. */
const noisyPhotograph = { repository: 'pop-os/wallpapers', path: 'original/jad-limcaco-183877.jpg' } as const
/** Standard deviation of the noise in steps of 8 bits: a phone's sensor in dim light. */
const noiseDeviation = 12
const noiseSeed = 12

/** A real photograph with noise; nothing where it is not prepared. */
export async function noisyInputs(folder: string): Promise<readonly Input[]> {
  const { pictures } = await readPrepared(folder)
  const photograph = pictures.find(
    ({ repository, path }) => repository === noisyPhotograph.repository && path === noisyPhotograph.path,
  )
  if (photograph === undefined) return []
  const bytes = await readFile(photograph.file)
  return [
    { name: '12 MP noisy JPEG', bytes: await (await noisy(bytes, 4000, 3000)).jpeg({ quality: 92 }).toBuffer() },
    { name: '512 px noisy WebP', bytes: await (await noisy(bytes, 512, 512)).webp({ quality: 85 }).toBuffer() },
  ]
}

async function noisy(bytes: Buffer, width: number, height: number): Promise<Sharp> {
  const pixels = await sharp(bytes).removeAlpha().resize(width, height, { fit: 'cover' }).raw().toBuffer()
  const { unit } = chance(noiseSeed)
  for (let at = 0; at < pixels.length; at += 2) {
    // Two normal numbers from two uniform ones (Box and Muller 1958).
    const radius = noiseDeviation * Math.sqrt(-2 * Math.log(1 - unit()))
    const angle = 2 * Math.PI * unit()
    pixels[at] = clamp((pixels[at] ?? 0) + radius * Math.cos(angle))
    pixels[at + 1] = clamp((pixels[at + 1] ?? 0) + radius * Math.sin(angle))
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function clamp(channel: number): number {
  return Math.min(255, Math.max(0, Math.round(channel)))
}
