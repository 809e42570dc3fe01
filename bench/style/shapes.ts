// Pieces of SVG.
import type { Chance } from './random.ts'

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

export const polygon = (points: readonly (readonly [x: number, y: number])[], fill: string): string =>
  `<polygon points="${points.map(point => point.join()).join(' ')}" fill="${fill}"/>`

export const stroke = (path: string, width: number, color: string): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`

export const text = (x: number, y: number, size: number, fill: string, words: string, weight = 400): string =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" font-weight="${weight}" fill="${fill}">${words}</text>`

/** Any of some shapes within a circle. */
export const anyShape = (luck: Chance, x: number, y: number, reach: number, fill: string): string => {
  const corner = (): readonly [number, number] => {
    const angle = luck.between(0, 2 * Math.PI)
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  }
  const kind = luck.whole(0, 3)
  if (kind === 0) return disc(x, y, reach, fill)
  if (kind === 1) return rect(x - reach, y - 0.7 * reach, 2 * reach, 1.4 * reach, fill)
  if (kind === 2) return rect(x - reach, y - 0.8 * reach, 2 * reach, 1.6 * reach, fill, 0.3 * reach)
  return polygon([corner(), corner(), corner(), [x, y - reach], [x + reach, y]], fill)
}

const syllables = ['lo', 'rem', 'ip', 'sum', 'do', 'lor', 'sit', 'a', 'met', 'con', 'sec', 'te', 'tur', 'el', 'it']

/** So many words of no meaning. */
export const words = (luck: Chance, count: number): string =>
  Array.from({ length: count }, () =>
    Array.from({ length: luck.whole(1, 4) }, () => syllables[luck.whole(0, syllables.length - 1)]).join(''),
  ).join(' ')
