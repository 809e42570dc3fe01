// Thin accents: lines and curves of some pixels on calm grounds.
import { anyColor, apart, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { rect, stroke } from '../shapes.ts'

export const strokes: Family = async seed => {
  const luck = chance(3000 + seed)
  const [width, height] = luck.of([1000, 700], [800, 800], [1280, 720])
  const grounds = apart(luck.whole(1, 2), 20, () => anyColor(luck))
  const accents = apart(luck.whole(1, 3), 20, () => strongColor(luck, 0.13), grounds)
  const [ground = '', panel = ground] = grounds
  const encoding = luck.of('png', 'palette png', 'png', 'lossless webp', 'jpeg')
  // Shrunk while it is decoded, a line of some pixels loses its colour: only wide ones keep it.
  const [thinnest, widest] = encoding.includes('png') ? [2.5, 6] : [9, 14]
  const at = (part: number, size: number): number => Math.round(part * size)
  const lines = accents.map((color, index) => {
    const y = ((index + 0.5) / accents.length) * height
    const rise = luck.of(-1, 1) * luck.between(0.08, 0.3) * height
    const curve = luck.of(
      `M${at(0.05, width)} ${y}L${at(0.95, width)} ${y + rise}`,
      `M${at(0.08, width)} ${y}Q${at(0.5, width)} ${y + 2 * rise} ${at(0.92, width)} ${y}`,
      `M${at((index + 1) / 5, width)} ${at(0.05, height)}L${at((index + 1.6) / 5, width)} ${at(0.95, height)}`,
    )
    return stroke(curve, luck.between(thinnest, widest), color)
  })
  const drawing = {
    width,
    height,
    body:
      rect(0, 0, width, height, ground) +
      rect(at(0.55, width), at(0.1, height), at(0.35, width), at(0.8, height), panel) +
      lines.join(''),
    paints: [...grounds.map(hex => ({ hex })), ...accents.map(hex => ({ hex, accent: true }))],
  }
  return pictureOf('strokes', seed, drawing, encoding, 92)
}
