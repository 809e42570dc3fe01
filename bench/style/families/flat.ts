// Flat artwork: large shapes on a ground, as files of every kind.
import { anyColor, apart } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { anyShape, rect } from '../shapes.ts'

export const flat: Family = async seed => {
  const luck = chance(1000 + seed)
  const [width, height] = luck.of([900, 600], [1200, 630], [luck.whole(600, 2000), luck.whole(600, 1400)])
  const colors = apart(luck.whole(3, 6), 14, () => anyColor(luck))
  const [ground = '', ...fills] = colors
  const step = width / fills.length
  const shapes = fills.map((fill, index) =>
    anyShape(luck, step * (index + 0.5), luck.between(0.3, 0.7) * height, luck.between(0.25, 0.55) * step, fill),
  )
  const drawing = {
    width,
    height,
    body: rect(0, 0, width, height, ground) + shapes.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf(
    'flat',
    seed,
    drawing,
    luck.of('png', 'jpeg', 'webp', 'lossless webp', 'avif', 'palette png'),
    luck.whole(60, 95),
  )
}
