// The error of the colours at the foot of a page in a video of it.
import { patches } from './patches.ts'

const channelsOf = (color: string): readonly number[] =>
  [1, 3, 5].map(from => Number.parseInt(color.slice(from, from + 2), 16))

/**
 * @param frame sRGB, three bytes a pixel.
 * @param strips Number of strips of the page; the colours are the last.
 * @returns the largest difference of any channel of any pixel in the middle of a patch, of 255.
 */
export const colorError = (frame: Buffer, width: number, height: number, strips: number): number => {
  const [top, tall, wide] = [(height * (strips - 1)) / strips, height / strips, width / patches.length]
  const inner = (from: number, length: number) => [Math.ceil(from + length / 4), Math.floor(from + (length * 3) / 4)]
  const [firstRow = 0, lastRow = 0] = inner(top, tall)
  let worst = 0
  for (const [patch, color] of patches.entries()) {
    const wanted = channelsOf(color)
    const [left = 0, right = 0] = inner(patch * wide, wide)
    for (let y = firstRow; y < lastRow; y++) {
      for (let x = left; x < right; x++) {
        for (const [channel, value] of wanted.entries()) {
          worst = Math.max(worst, Math.abs((frame[(y * width + x) * 3 + channel] ?? 0) - value))
        }
      }
    }
  }
  return worst
}
