// Near-duplicates: shades that look like one colour, and colours that look alike and yet are two.

import { anyColor, apart, deltaE, shifted } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { type Chance, chance } from '../random.ts'
import { rect } from '../shapes.ts'

/** A colour within a range of ΔE00 from another. */
const beside = (hex: string, luck: Chance, least: number, most: number): string => {
  const candidate = shifted(hex, luck, 30)
  const distance = deltaE(hex, candidate)
  return distance >= least && distance <= most ? candidate : beside(hex, luck, least, most)
}

export const alike: Family = async seed => {
  const luck = chance(8000 + seed)
  const [width, height] = [luck.whole(600, 1400), luck.whole(600, 1200)]
  const [one = '', ...rest] = apart(luck.whole(2, 4), 20, () => anyColor(luck))
  const other = beside(one, luck, 6.5, 10)
  const same = beside(one, luck, 1, 2.5)
  const twin = deltaE(same, other) > 5.5
  const colors = [one, other, ...rest]
  const step = width / colors.length
  const bands = colors.map((color, index) => rect(step * index, 0, step, height, color))
  const drawing = {
    width,
    height,
    body: bands.join('') + (twin ? rect(0, 0.8 * height, step, 0.2 * height, same) : ''),
    paints: colors.map(hex => ({ hex, alike: twin && hex === one ? [same] : [] })),
  }
  return pictureOf('alike', seed, drawing, luck.of('png', 'lossless webp', 'jpeg'), luck.whole(80, 95))
}
