// Gradients: slopes between two to four colours, linear in any direction or radial, some with small things on them.
import sharp from 'sharp'
import { svg } from '../canvas.ts'
import { anyColor, apart, deltaE, mixed, strongColor } from '../color.ts'
import { encode, shownIn, truthOf } from '../drawing.ts'
import { massesOf } from '../masses.ts'
import type { Family } from '../picture.ts'
import { type Chance, chance } from '../random.ts'
import { disc, rect, stroke } from '../shapes.ts'

/** Colours along the way, none of which an accent may resemble. */
const samples = 24
/** A stop is known if so much of the picture lies within ΔE00 5 of it: those that the picture's edge cuts off are not. */
const leastSeen = 0.01
const reach = 5

const anyFill = ({ of, between }: Chance, stops: string): string => {
  const [centre, radius] = [`cx="${between(0.3, 0.7)}" cy="${between(0.3, 0.7)}"`, between(0.5, 0.8)]
  const angle = between(0, 2 * Math.PI)
  const [x, y] = [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)]
  return of(
    `<linearGradient id="g" x1="0" y1="0" x2="1" y2="0">${stops}</linearGradient>`,
    `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`,
    `<linearGradient id="g" x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}">${stops}</linearGradient>`,
    `<radialGradient id="g" ${centre} r="${radius}">${stops}</radialGradient>`,
  )
}

const thing = ({ of, between }: Chance, width: number, height: number, fill: string): string => {
  const side = Math.min(width, height)
  const [x, y] = [between(0.2, 0.8) * width, between(0.2, 0.8) * height]
  return of(
    disc(x, y, between(0.02, 0.06) * side, fill),
    rect(x, y, between(0.05, 0.15) * side, between(0.03, 0.08) * side, fill, 4),
    stroke(`M${0.1 * width} ${y}L${0.9 * width} ${between(0.1, 0.9) * height}`, between(2, 6), fill),
  )
}

export const gradient: Family = async seed => {
  const luck = chance(4000 + seed)
  const [width, height] = [luck.whole(600, 1400), luck.whole(600, 1400)]
  const colors = apart(luck.whole(2, 4), 20, () => anyColor(luck))
  const gaps = colors.length - 1
  const way = Array.from({ length: samples }, (_, index) => {
    const place = (index / (samples - 1)) * gaps
    const from = Math.min(gaps - 1, Math.floor(place))
    return mixed(colors[from] ?? '', colors[from + 1] ?? '', place - from)
  })
  const accents = apart(luck.of(0, 0, 1, 2), 25, () => strongColor(luck), way)
  const fill = anyFill(
    luck,
    colors.map((color, index) => `<stop offset="${index / gaps}" stop-color="${color}"/>`).join(''),
  )
  const front = accents.map(color => thing(luck, width, height, color)).join('')
  const drawn = svg({
    width,
    height,
    body: `${fill}<rect width="${width}" height="${height}" fill="url(#g)"/>${front}`,
  })
  const encoding = luck.of('png', 'png', 'jpeg', 'webp')
  const bytes = await encode(drawn, encoding, luck.whole(75, 95))
  const spread = await massesOf(await sharp(drawn).png().toBuffer())
  const shown = await massesOf(bytes)
  const ground = colors[0] ?? ''
  const paints = [{ hex: ground }, ...accents.map(hex => ({ hex, accent: true }))]
  const flat = { width, height, body: rect(0, 0, width, height, ground) + front, paints }
  const [, ...small] = await truthOf(flat)
  const isSeen = (hex: string): boolean =>
    shown.reduce((sum, one) => sum + (deltaE(one.hex, hex) <= reach ? one.share : 0), 0) >= leastSeen
  return {
    family: 'gradient',
    name: `gradient ${seed} ${encoding}`,
    bytes,
    truth: [
      ...colors.filter(isSeen).map(hex => ({ hex, share: undefined, accent: false, alike: [] })),
      ...(await shownIn(bytes, flat, small)).truth,
    ],
    spread,
  }
}
