// Gradients: nothing but slopes between two or three colours.
/* c8 ignore start: what indices allow and no picture has */
import { anyColor, apart, mixed } from '../color.ts'
import { encode, svg } from '../drawing.ts'
import type { Family, Mass } from '../picture.ts'
import { chance } from '../random.ts'

const samples = 24

export const gradient: Family = async seed => {
  const luck = chance(4000 + seed)
  const [width, height] = luck.of([900, 600], [600, 900], [800, 800])
  const colors = apart(luck.whole(2, 3), 25, () => anyColor(luck))
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
  const [x, y] = luck.of([1, 0], [0, 1], [1, 0])
  const drawn = svg({
    width,
    height,
    body: `<linearGradient id="g" x2="${x}" y2="${y}">${stops.join('')}</linearGradient><rect width="${width}" height="${height}" fill="url(#g)"/>`,
  })
  const spread: readonly Mass[] = Array.from({ length: samples }, (_, index) => {
    const way = (index / (samples - 1)) * (colors.length - 1)
    const from = Math.min(colors.length - 2, Math.floor(way))
    return { hex: mixed(colors[from] ?? '', colors[from + 1] ?? '', way - from), share: 1 / samples }
  })
  const encoding = luck.of('png', 'png', 'jpeg', 'webp')
  return {
    family: 'gradient',
    name: `gradient ${seed} ${encoding}`,
    bytes: await encode(drawn, encoding, 92),
    truth: colors.map(hex => ({ hex, share: undefined, accent: false, alike: [] })),
    spread,
  }
}
