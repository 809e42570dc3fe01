// Pages of text with a coloured heading and a few links, in files of every quality.
import { apart, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { rect, text, words } from '../shapes.ts'

export const page: Family = async seed => {
  const luck = chance(7000 + seed)
  const [width, height] = luck.of([900, 1200], [1000, 800], [luck.whole(700, 1600), luck.whole(700, 1600)])
  const [paper, ink] = luck.of(
    ['#FFFFFF', '#111111'],
    ['#FBF7EC', '#2A2A2A'],
    ['#16181D', '#DADDE3'],
    ['#F4F6F8', '#1F2D3D'],
  )
  const [heading = '', link = ''] = apart(2, 25, () => strongColor(luck, 0.13), [paper, ink])
  const size = luck.whole(13, 20)
  const margin = luck.whole(30, 90)
  const top = luck.whole(32, 56)
  const count = Math.floor((height - top - 2 * margin) / (1.5 * size))
  const lines = Array.from({ length: count }, (_, line) => {
    const y = margin + 1.6 * top + size * (1 + 1.5 * line)
    return line % 6 === 2
      ? text(margin, y, size, link, words(luck, luck.whole(3, 6)), 700)
      : text(margin, y, size, ink, words(luck, Math.ceil((width - 2 * margin) / (4.2 * size))))
  })
  const drawing = {
    width,
    height,
    body: [
      rect(0, 0, width, height, paper),
      text(margin, margin + top, top, heading, words(luck, 3), 700),
      ...lines,
    ].join(''),
    paints: [{ hex: paper }, { hex: ink }, { hex: heading, accent: true }, { hex: link, accent: true }],
  }
  const encoding = luck.of('png', 'png', 'png', 'jpeg', 'webp', 'lossless webp')
  return pictureOf('page', seed, drawing, encoding, luck.whole(60, 95))
}
