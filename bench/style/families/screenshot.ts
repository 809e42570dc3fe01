// Screenshots: bars, cards, lines of text, a button and a small badge.

import { apart, strongColor } from '../color.ts'
import { pictureOf } from '../drawing.ts'
import type { Family } from '../picture.ts'
import { chance } from '../random.ts'
import { disc, rect, text, words } from '../shapes.ts'

/** Page, card and ink of usual schemes. */
const schemes = [
  ['#FFFFFF', '#E2E8F0', '#0F172A'],
  ['#0B1120', '#1E293B', '#E2E8F0'],
  ['#F5F0E6', '#DDD3BF', '#2B2118'],
  ['#121212', '#2C2C2E', '#FAFAFA'],
] as const

export const screenshot: Family = async seed => {
  const luck = chance(6000 + seed)
  const [width, height] = luck.of(
    [1280, 800],
    [1440, 900],
    [1080, 1920],
    [luck.whole(800, 2000), luck.whole(600, 1200)],
  )
  const [page, card, ink] = schemes[luck.whole(0, schemes.length - 1)] ?? schemes[0]
  const [primary = '', badge = ''] = apart(2, 25, () => strongColor(luck), [page, card, ink])
  const size = luck.whole(13, 18)
  const cards = Array.from({ length: 3 }, (_, index) => {
    const [x, y] = [(0.27 + 0.24 * index) * width, 0.3 * height]
    const lines = Array.from({ length: 6 }, (_, line) => text(x + 16, y + 40 + 30 * line, size, ink, words(luck, 2)))
    return rect(x, y, 0.22 * width, 0.4 * height, card, 12) + lines.join('')
  })
  const menu = Array.from({ length: 8 }, (_, line) => text(24, 110 + 36 * line, size, ink, words(luck, 1)))
  const drawing = {
    width,
    height,
    body: [
      rect(0, 0, width, height, page),
      rect(0, 0, 0.2 * width, height, card),
      rect(0.2 * width, 0, 0.8 * width, 64, primary),
      text(0.27 * width, 0.2 * height, 36, ink, 'Dashboard', 700),
      ...menu,
      ...cards,
      rect(0.27 * width, 0.8 * height, 0.16 * width, 52, primary, 10),
      disc(0.93 * width, 0.2 * height, luck.between(0.01, 0.025) * Math.sqrt(width * height), badge),
    ].join(''),
    paints: [{ hex: page }, { hex: card }, { hex: ink }, { hex: primary }, { hex: badge, accent: true }],
  }
  const encoding = luck.of('png', 'png', 'png', 'lossless webp', 'webp', 'jpeg')
  return pictureOf('screenshot', seed, drawing, encoding, luck.whole(60, 95))
}
