// Monochromes: greys, shades of one hue, and one colour alone.
import { sampleColor } from '../../../src/color/color-sample.ts'
import { apart, mixed, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { anyShape, rect } from '../shapes.ts'

export const monochrome: Family = async seed => {
  const luck = chance(9000 + seed)
  const [width, height] = [luck.whole(600, 1400), luck.whole(600, 1200)]
  const base = strongColor(luck)
  const grey = (): string => {
    const value = luck.between(0, 255)
    return sampleColor({ red: value, green: value, blue: value }).hex
  }
  const shade = (): string => mixed(base, luck.of('#000000', '#FFFFFF'), luck.between(0, 0.9))
  const colors = apart(luck.whole(1, 4), 9, luck.of(grey, shade))
  const [ground = '', ...fills] = colors
  const step = width / Math.max(1, fills.length)
  const shapes = fills.map((fill, index) => anyShape(luck, step * (index + 0.5), 0.5 * height, 0.4 * step, fill))
  const drawing = {
    width,
    height,
    body: rect(0, 0, width, height, ground) + shapes.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('monochrome', seed, drawing, luck.of('png', 'jpeg', 'webp', 'palette png'), luck.whole(65, 95))
}
