// Thin accents: lines and curves of one to four pixels, in any direction, on calm grounds.
import { anyColor, apart, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { type Chance, chance } from '../random.ts'
import { rect, stroke } from '../shapes.ts'

/** A line or curve through a good part of a picture, some on whole pixels and some anywhere. */
const anyPath = ({ of, whole, between }: Chance, width: number, height: number, thickness: number): string => {
  const [left, right] = [whole(0.03 * width, 0.25 * width), whole(0.75 * width, 0.97 * width)]
  const [top, bottom] = [whole(0.03 * height, 0.25 * height), whole(0.75 * height, 0.97 * height)]
  // Half a pixel off, lines of an odd width cover whole pixels.
  const crisp = thickness % 2 === 1 ? 0.5 : 0
  const [x, y] = [whole(left, right) + of(crisp, 0.3), whole(top, bottom) + of(crisp, 0.3)]
  const reach = Math.min(right - left, bottom - top)
  const radius = between(0.2, 0.4) * Math.min(width, height)
  return of(
    `M${left} ${y}H${right}`,
    `M${x} ${top}V${bottom}`,
    `M${left} ${top}l${reach} ${reach}`,
    `M${right} ${top}l${-reach} ${reach}`,
    `M${left} ${y}L${right} ${between(top, bottom)}`,
    `M${x} ${top}L${between(left, right)} ${bottom}`,
    `M${left} ${y}Q${0.5 * width} ${between(top, bottom)} ${right} ${between(top, bottom)}`,
    `M${0.5 * width - radius} ${0.5 * height}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
    `M${left} ${bottom}L${0.4 * width} ${between(top, bottom)}L${0.6 * width} ${between(top, bottom)}L${right} ${top}`,
  )
}

export const strokes: Family = async seed => {
  const luck = chance(3000 + seed)
  const [width, height] = [luck.whole(800, 1600), luck.whole(600, 1200)]
  const grounds = apart(luck.whole(1, 2), 20, () => anyColor(luck))
  const accents = apart(luck.whole(1, 3), 20, () => strongColor(luck, 0.13), grounds)
  const [ground = '', panel = ground] = grounds
  const lines = accents.map(color => {
    const thickness = luck.of(luck.whole(1, 4), luck.between(1, 4))
    return stroke(anyPath(luck, width, height, thickness), thickness, color)
  })
  const at = (part: number, size: number): number => Math.round(part * size)
  const drawing = {
    width,
    height,
    body:
      rect(0, 0, width, height, ground) +
      rect(at(0.55, width), at(0.1, height), at(0.35, width), at(0.8, height), panel) +
      lines.join(''),
    paints: [...grounds.map(hex => ({ hex })), ...accents.map(hex => ({ hex, accent: true }))],
  }
  const encoding = luck.of('png', 'png', 'png', 'palette png', 'lossless webp', 'webp', 'jpeg')
  return pictureOf('strokes', seed, drawing, encoding, luck.whole(60, 95))
}
