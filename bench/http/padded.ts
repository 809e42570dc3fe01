// A picture of any weight that is worth the same work: its bytes stand behind the end of a JPEG.
import sharp from 'sharp'
import type { Question } from './questions.ts'

/** @param size of the whole body, bytes */
export const paddedPicture = async (size: number): Promise<Question> => {
  const head = '{"source_url":"data:image/jpeg;base64,'
  const flat = { width: 64, height: 64, channels: 3, background: '#6D28D9' } as const
  const picture = await sharp({ create: flat }).jpeg().toBuffer()
  const bytes = Buffer.alloc(Math.max(picture.length, Math.floor(((size - head.length - 2) * 3) / 4)))
  bytes.set(picture)
  const body = `${head}${bytes.toString('base64')}"}`
  const amount = Math.max(8, Math.min(400, Math.floor(32e6 / size)))
  return { name: `${size} bytes`, url: '/api/v1/analyze-vibe', body: () => body, amount }
}
