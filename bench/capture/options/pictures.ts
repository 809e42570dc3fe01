// Pictures as pixels, and how much two of them differ.
import sharp from 'sharp'

/** Three bytes a pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

sharp.cache(false)

export async function readPicture(file: string | Buffer): Promise<Picture> {
  const pixels = sharp(file, { limitInputPixels: false }).removeAlpha().toColourspace('srgb').raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

export function crop({ width, data }: Picture, area: Area): Picture {
  const rows = Array.from({ length: area.height }, (_, row) => {
    const start = ((area.y + row) * width + area.x) * 3
    return data.subarray(start, start + area.width * 3)
  })
  return { width: area.width, height: area.height, data: Buffer.concat(rows) }
}

/**
 * The share of pixels, in percent, that differ by more than `tolerance` of 255 in a channel; 100 for other sizes.
 *
 * @param shift rows by which the second picture lies lower.
 */
export function difference(one: Picture, other: Picture, tolerance = 16, shift = 0): number {
  if (one.width !== other.width || one.height !== other.height) return 100
  const [row, rows] = [one.width * 3, one.height - Math.abs(shift)]
  const [first, second] = [Math.max(0, -shift) * row, Math.max(0, shift) * row]
  let count = 0
  for (let at = 0; at < rows * row; at += 3) {
    const [a, b] = [first + at, second + at]
    if (
      Math.abs(Number(one.data[a]) - Number(other.data[b])) > tolerance ||
      Math.abs(Number(one.data[a + 1]) - Number(other.data[b + 1])) > tolerance ||
      Math.abs(Number(one.data[a + 2]) - Number(other.data[b + 2])) > tolerance
    )
      count += 1
  }
  return (100 * count) / (one.width * rows)
}

/** Brightness alone, in all three channels: a film halves the resolution of colours. */
export function inGrey({ width, height, data }: Picture): Picture {
  const grey = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 3) {
    grey.fill(0.299 * Number(data[at]) + 0.587 * Number(data[at + 1]) + 0.114 * Number(data[at + 2]), at, at + 3)
  }
  return { width, height, data: grey }
}
