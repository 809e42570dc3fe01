// Illustrations: a sky that fades, flat hills in front, and a small sun or flag.

import { svg } from '../canvas.ts'
import { anyColor, apart, mixed, strongColor } from '../color.ts'
import { encode, shownIn, truthOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { disc, polygon, rect } from '../shapes.ts'

const samples = 16

export const illustration: Family = async seed => {
  const luck = chance(12_000 + seed)
  const [width, height] = [luck.whole(600, 1800), luck.whole(600, 1400)]
  const top = anyColor(luck)
  const [bottom = ''] = apart(1, 12, () => mixed(top, anyColor(luck), 0.5), [top])
  const sky = Array.from({ length: samples }, (_, index) => mixed(top, bottom, index / (samples - 1)))
  const hills = apart(luck.whole(2, 3), 16, () => anyColor(luck), sky)
  const [sun = ''] = apart(1, 25, () => strongColor(luck), [...sky, ...hills])
  const ridges = hills.map((fill, index) => {
    const y = (0.55 + 0.15 * index) * height
    return polygon(
      [
        [0, y],
        [luck.between(0.2, 0.5) * width, y - 90],
        [luck.between(0.6, 0.8) * width, y + 30],
        [width, y - 40],
        [width, height],
        [0, height],
      ],
      fill,
    )
  })
  const front =
    disc(luck.between(0.2, 0.8) * width, 0.25 * height, luck.between(0.02, 0.06) * width, sun) + ridges.join('')
  const size = { width, height }
  const paints = [{ hex: top }, ...hills.map(hex => ({ hex })), { hex: sun, accent: true }]
  const flat = { ...size, body: rect(0, 0, width, height, top) + front, paints }
  const [behind, ...drawn] = await truthOf(flat)
  const fade = `<linearGradient id="g" x2="0" y2="1" gradientUnits="userSpaceOnUse" y1="0"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
  const body = `${fade.replace('y2="1"', `y2="${0.55 * height}"`)}<rect width="${width}" height="${height}" fill="url(#g)"/>${front}`
  const encoding = luck.of('png', 'jpeg', 'webp')
  const bytes = await encode(svg({ ...size, body }), encoding, luck.whole(70, 95))
  const shown = await shownIn(bytes, flat, drawn)
  return {
    family: 'illustration',
    name: `illustration ${seed} ${encoding}`,
    bytes,
    truth: shown.truth,
    spread: [...shown.spread, ...sky.map(hex => ({ hex, share: (behind?.share ?? 0) / samples }))],
  }
}
