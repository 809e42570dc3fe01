// The files that time and memory are measured on.
import sharp, { type Sharp } from 'sharp'
import { photo } from './families/photo.ts'
import { screenshot } from './families/screenshot.ts'

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
