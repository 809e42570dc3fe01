// Patterns: stripes, checks and dots as fine as some pixels, and pixel art.
import { anyColor, apart } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { disc, rect } from '../shapes.ts'

export const pattern: Family = async seed => {
  const luck = chance(11_000 + seed)
  const cells = luck.whole(24, 48)
  const side = luck.whole(2, 14)
  const size = cells * side
  const colors = apart(luck.whole(2, 5), 16, () => anyColor(luck))
  const [ground = '', ...fills] = colors
  const round = side > 5 && luck.unit() < 0.4
  const drawn: string[] = []
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      const fill = luck.unit() < 0.5 ? undefined : fills[luck.whole(0, fills.length - 1)]
      if (fill === undefined) continue
      drawn.push(
        round
          ? disc((x + 0.5) * side, (y + 0.5) * side, 0.45 * side, fill)
          : rect(x * side, y * side, side, side, fill),
      )
    }
  }
  const drawing = {
    width: size,
    height: size,
    body: rect(0, 0, size, size, ground) + drawn.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('pattern', seed, drawing, luck.of('png', 'palette png', 'lossless webp'))
}
