// Logos on nothing, with whatever an encoder left under the transparency.

import sharp, { type Sharp } from 'sharp'
import { svg } from '../canvas.ts'
import { anyColor, apart } from '../color.ts'
import { encode, shownIn, truthOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { anyShape, text } from '../shapes.ts'

/** Gives what cannot be seen a loud colour. */
const withJunk = async (drawn: Buffer, junk: readonly [number, number, number]): Promise<Sharp> => {
  const { data, info } = await sharp(drawn).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let index = 0; index < data.length; index += 4) if (data[index + 3] === 0) data.set(junk, index)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

export const logo: Family = async seed => {
  const luck = chance(5000 + seed)
  const [width, height] = luck.of([512, 512], [800, 300], [256, 256], [luck.whole(300, 1600), luck.whole(200, 1000)])
  const colors = apart(luck.whole(1, 4), 14, () => anyColor(luck))
  const step = width / colors.length
  const shapes = colors.map((fill, index) =>
    anyShape(luck, step * (index + 0.5), height * 0.4, Math.min(0.45 * step, 0.3 * height), fill),
  )
  const name = text(0.1 * width, 0.92 * height, 0.16 * height, colors[0] ?? '', 'Lumen', 700)
  const drawing = { width, height, body: shapes.join('') + name, paints: colors.map(hex => ({ hex })) }
  const encoding = luck.of('png', 'png', 'lossless webp', 'webp')
  const junk = luck.of([255, 0, 255], [0, 0, 0], [0, 255, 0])
  const bytes = await encode(await withJunk(svg(drawing), junk), encoding, luck.whole(70, 95))
  return {
    family: 'logo',
    name: `logo ${seed} ${encoding}`,
    bytes,
    ...(await shownIn(bytes, drawing, await truthOf(drawing))),
  }
}
