// Icons of 16 to 48 px, rounded or on nothing.

import { anyColor, apart } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { disc, rect, stroke } from '../shapes.ts'

export const icon: Family = async seed => {
  const luck = chance(10_000 + seed)
  const size = luck.of(24, 24, 24, 16, 32, 48)
  const unit = size / 24
  const colors = apart(luck.whole(2, 4), 18, () => anyColor(luck))
  const [ground = '', ...fills] = colors
  const glyphs = [
    (fill: string) => disc(luck.between(8, 11) * unit, 12 * unit, luck.between(3.5, 5) * unit, fill),
    (fill: string) => rect(15 * unit, luck.whole(4, 6) * unit, 5 * unit, 5 * unit, fill, luck.of(0, unit)),
    (fill: string) =>
      stroke(`M${13 * unit} ${20 * unit}L${20 * unit} ${14 * unit}`, luck.between(2.5, 3.5) * unit, fill),
  ]
  const drawing = {
    width: size,
    height: size,
    body:
      rect(0, 0, size, size, ground, luck.of(0, 5 * unit, 12 * unit)) +
      fills.map((fill, index) => glyphs[index]?.(fill) ?? '').join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('icon', seed, drawing, luck.of('png', 'png', 'lossless webp'))
}
