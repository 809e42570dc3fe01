// Photographs: shaded regions with grain, and a small strong thing among them.

import sharp from 'sharp'
import { sampleColor } from '../../../src/color/color-sample.ts'
import { anyColor, apart, strongColor, toneOf } from '../color.ts'
import { encode } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'

/** A calm colour, as most of the world is. */
const calm = (color: string): boolean => {
  const { oklab } = toneOf(color)
  return Math.hypot(oklab.a, oklab.b) < 0.09 && oklab.l > 0.2 && oklab.l < 0.92
}

export const photo: Family = async seed => {
  const luck = chance(2000 + seed)
  const [width, height] = luck.of([1200, 800], [800, 1200], [luck.whole(600, 1800), luck.whole(600, 1300)])
  const muted = (): string => {
    const color = anyColor(luck)
    return calm(color) ? color : muted()
  }
  const regions = apart(luck.whole(2, 4), 13, muted)
  const [accent = ''] = apart(1, 25, () => strongColor(luck), regions)
  const [grain, shade, slope] = [luck.between(3, 11), luck.between(0, 6), luck.between(0.002, 0.006)]
  const phases = regions.map(() => luck.between(0, 6))
  const [x0, y0, radius] = [
    luck.between(0.2, 0.8) * width,
    luck.between(0.2, 0.8) * height,
    luck.between(0.035, 0.07) * width,
  ]
  const colors = [...regions, accent]
  const paints = colors.map(hex => toneOf(hex).rgb)
  const sums = colors.map(() => ({ red: 0, green: 0, blue: 0, count: 0 }))
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Regions meet in waves, one above the other.
      const wave = 0.06 * Math.sin(x * slope * 3 + (phases[0] ?? 0))
      const region = Math.min(regions.length - 1, Math.max(0, Math.floor((y / height + wave) * regions.length)))
      const index = Math.hypot(x - x0, y - y0) < radius ? regions.length : region
      const paint = paints[index]
      const sum = sums[index]
      if (paint === undefined || sum === undefined) continue
      const light =
        shade * Math.sin(x * slope + (phases[index % regions.length] ?? 0)) * Math.cos(y * slope) +
        grain * luck.normal()
      const at = (y * width + x) * 3
      pixels[at] = Math.max(0, Math.min(255, paint.red + light + 2 * luck.normal()))
      pixels[at + 1] = Math.max(0, Math.min(255, paint.green + light + 2 * luck.normal()))
      pixels[at + 2] = Math.max(0, Math.min(255, paint.blue + light + 2 * luck.normal()))
      sum.red += pixels[at] ?? 0
      sum.green += pixels[at + 1] ?? 0
      sum.blue += pixels[at + 2] ?? 0
      sum.count++
    }
  }
  const truth = sums.map(({ red, green, blue, count }, index) => ({
    hex: sampleColor({ red: red / count, green: green / count, blue: blue / count }).hex,
    share: count / (width * height),
    accent: index === regions.length,
    alike: [],
  }))
  const encoding = luck.of('jpeg', 'jpeg', 'webp', 'avif')
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
  return {
    family: 'photo',
    name: `photo ${seed} ${encoding}`,
    bytes: await encode(raw, encoding, luck.whole(78, 92)),
    truth,
    spread: truth,
  }
}
