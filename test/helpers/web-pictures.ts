// Pictures that tests send, and how far two pictures differ.
import sharp from 'sharp'

export function dataUri(bytes: Buffer, type = 'image/jpeg'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** As much detail as a JPEG can have. */
export async function noise(width: number, height: number): Promise<Buffer> {
  const create = {
    width,
    height,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  } as const
  return sharp({ create }).jpeg({ quality: 95 }).toBuffer()
}

/** Mean difference of two pictures as browsers show them, per channel, 0 to 255. */
export async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await reduced(one), await reduced(other)]
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

function reduced(bytes: Buffer): Promise<Buffer> {
  const upright = sharp(bytes).autoOrient().resize(24, 24, { fit: 'fill' })
  return upright.flatten().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
}
