// BlurHash (Ågren 2018, https://blurha.sh): the colours of a picture without its forms, as sums of cosines in linear light.
import { decodeBase83, isBase83 } from '../color/base83.ts'
import { type Oklab, rgbToOklab } from '../color/oklab.ts'
import { encodeLight, type LinearRgb, linearLight } from '../color/srgb.ts'

/** A wave of a BlurHash: half periods across and down, and amplitudes in linear light. */
interface Wave extends LinearRgb {
  readonly x: number
  readonly y: number
}

export interface BlurHash {
  readonly mean: LinearRgb
  readonly waves: readonly Wave[]
}

/** Whether a text is a BlurHash. */
export function isBlurHash(text: string): boolean {
  if (text.length < 6 || !isBase83(text)) return false
  const size = decodeBase83(text.slice(0, 1))
  return size < 81 && text.length === 4 + 2 * ((size % 9) + 1) * (Math.floor(size / 9) + 1)
}

/** @param hash one that `isBlurHash` accepts. */
export function readBlurHash(hash: string): BlurHash {
  const size = decodeBase83(hash.slice(0, 1))
  const countX = (size % 9) + 1
  const count = countX * (Math.floor(size / 9) + 1)
  const mean = decodeBase83(hash.slice(2, 6))
  const max = (decodeBase83(hash.slice(1, 2)) + 1) / 166
  const waves = Array.from({ length: count - 1 }, (_, index): Wave => {
    const value = decodeBase83(hash.slice(6 + 2 * index, 8 + 2 * index))
    const amplitude = (step: number) => signedSquare((step - 9) / 9) * max
    const [x, y] = [(index + 1) % countX, Math.floor((index + 1) / countX)]
    const [r, g] = [amplitude(Math.floor(value / 361)), amplitude(Math.floor(value / 19) % 19)]
    return { x, y, r, g, b: amplitude(value % 19) }
  })
  return { mean: { r: linearLight(mean >> 16), g: linearLight((mean >> 8) & 255), b: linearLight(mean & 255) }, waves }
}

/** @param x, y from 0 at the left and at the top to 1 at the other end. */
export function colorOfBlurHash({ mean, waves }: BlurHash, x: number, y: number): Oklab {
  let { r, g, b } = mean
  for (const wave of waves) {
    const factor = Math.cos(Math.PI * wave.x * x) * Math.cos(Math.PI * wave.y * y)
    r += wave.r * factor
    g += wave.g * factor
    b += wave.b * factor
  }
  return rgbToOklab(encodeLight(r), encodeLight(g), encodeLight(b))
}

function signedSquare(value: number): number {
  return Math.sign(value) * value * value
}
