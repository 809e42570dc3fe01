// How well a palette covers the pixels of a picture, and how well k-means does with 16 centres.
import { type Oklab, rgbToOklab, squaredDistance } from '../../src/color/oklab.ts'

/** A colour and how many pixels have it. */
export interface WeightedColor extends Oklab {
  readonly count: number
}

/** A pixel farther from all centres than this, OKLab, is not covered (about ΔE00 10). */
const reach = 0.1
const rounds = 12

/** The colours of RGB pixels, six bits a channel, with their exact means. */
export function colorsOf(pixels: Uint8Array): readonly WeightedColor[] {
  const sums = new Map<number, { red: number; green: number; blue: number; count: number }>()
  for (let index = 0; index < pixels.length; index += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index, index + 3)
    const key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2)
    const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 }
    sums.set(key, sum)
    sum.red += red
    sum.green += green
    sum.blue += blue
    sum.count++
  }
  return [...sums.values()].map(({ red, green, blue, count }) => ({
    ...rgbToOklab(red / count, green / count, blue / count),
    count,
  }))
}

const nearest = (color: Oklab, centers: readonly Oklab[]): number =>
  Math.min(...centers.map(center => squaredDistance(color, center)))

/** Share of the pixels that no centre covers, 0 to 1. */
export function uncoveredShare(colors: readonly WeightedColor[], centers: readonly Oklab[]): number {
  const total = colors.reduce((sum, { count }) => sum + count, 0)
  const uncovered = colors.reduce((sum, color) => sum + (nearest(color, centers) > reach ** 2 ? color.count : 0), 0)
  return uncovered / total
}

/** Lloyd's algorithm (1982) from the colours that contribute most to the error, one after the other. */
export function kMeans(colors: readonly WeightedColor[], size: number): readonly Oklab[] {
  let centers: readonly Oklab[] = colors.toSorted((one, other) => other.count - one.count).slice(0, 1)
  while (centers.length < Math.min(size, colors.length)) {
    const error = (color: WeightedColor): number => color.count * nearest(color, centers)
    centers = [...centers, colors.reduce((one, other) => (error(other) > error(one) ? other : one))]
  }
  for (let round = 0; round < rounds; round++) {
    const sums = centers.map(() => ({ l: 0, a: 0, b: 0, count: 0 }))
    for (const color of colors) {
      const distances = centers.map(center => squaredDistance(color, center))
      const sum = sums[distances.indexOf(Math.min(...distances))]
      if (sum === undefined) continue
      sum.l += color.count * color.l
      sum.a += color.count * color.a
      sum.b += color.count * color.b
      sum.count += color.count
    }
    centers = sums.flatMap(({ l, a, b, count }) => (count > 0 ? [{ l: l / count, a: a / count, b: b / count }] : []))
  }
  return centers
}
