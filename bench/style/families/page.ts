// Pages of text with a coloured heading and a few links.
import { apart, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { rect, text, words } from '../shapes.ts'

export const page: Family = async seed => {
  const luck = chance(7000 + seed)
  const [width, height] = luck.of([900, 1200], [1000, 800])
  const [paper, ink] = luck.of(['#FFFFFF', '#111111'], ['#FBF7EC', '#2A2A2A'], ['#16181D', '#DADDE3'])
  const [heading = '', link = ''] = apart(2, 25, () => strongColor(luck, 0.13), [paper, ink])
  const encoding = luck.of('png', 'png', 'png', 'jpeg', 'webp')
  // Shrunk while it is decoded, small text loses its ink: only large text keeps it.
  const [size, weight] = encoding === 'png' ? [luck.whole(15, 20), 400] : [luck.whole(100, 120), 700]
  const count = Math.floor((height - 200) / (1.6 * size))
  const lines = Array.from({ length: count }, (_, line) => {
    const y = 140 + size * (1 + 1.5 * line)
    return line % 6 === 2
      ? text(80, y, size, link, words(luck, 3), 700)
      : text(80, y, size, ink, words(luck, Math.ceil((width - 160) / (4.2 * size))), weight)
  })
  const drawing = {
    width,
    height,
    body: [
      rect(0, 0, width, height, paper),
      text(80, 110, Math.max(52, size), heading, words(luck, 3), 700),
      ...lines,
    ].join(''),
    paints: [{ hex: paper }, { hex: ink }, { hex: heading, accent: true }, { hex: link, accent: true }],
  }
  return pictureOf('page', seed, drawing, encoding, 92)
}
