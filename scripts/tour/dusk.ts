// A picture to begin with: ridges above the fog at dusk, drawn from a few curves, with the grain of a film.
import sharp from 'sharp'

const width = 1600
const height = 1067

/** Ridges from far to near: how high they stand, how rough they are, their colour. */
const ridges = [
  { top: 0.5, rough: 0.05, turn: 0.3, color: '#D9799A' },
  { top: 0.58, rough: 0.07, turn: 1.9, color: '#A65E93' },
  { top: 0.67, rough: 0.08, turn: 3.7, color: '#6C4A82' },
  { top: 0.77, rough: 0.09, turn: 5.2, color: '#3D3566' },
  { top: 0.89, rough: 0.08, turn: 2.6, color: '#1C1E42' },
] as const

/** Three waves that do not fit into each other look like a ridge. */
const outline = ({ top, rough, turn }: (typeof ridges)[number]): string => {
  const points = Array.from({ length: 161 }, (_, index) => {
    const x = index / 160
    const wave = Math.sin(x * 7 + turn) * 0.55 + Math.sin(x * 17 + turn * 2) * 0.3 + Math.sin(x * 41 + turn * 3) * 0.12
    return `${(x * width).toFixed(1)},${((top + wave * rough) * height).toFixed(1)}`
  })
  return `M0,${height} L${points.join(' L')} L${width},${height} Z`
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2B2C63"/><stop offset=".3" stop-color="#8A4E92"/><stop offset=".5" stop-color="#F59A72"/><stop offset=".62" stop-color="#FFD9A0"/></linearGradient>
    <radialGradient id="glow"><stop stop-color="#FFF1CF" stop-opacity=".9"/><stop offset="1" stop-color="#FFD9A0" stop-opacity="0"/></radialGradient>
    <linearGradient id="fog" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#FFE3C4" stop-opacity=".32"/></linearGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#sky)"/>
  <circle cx="1090" cy="455" r="330" fill="url(#glow)"/>
  <circle cx="1090" cy="455" r="62" fill="#FFF3D6"/>
  ${ridges.map(ridge => `<path d="${outline(ridge)}" fill="${ridge.color}"/><path d="${outline(ridge)}" fill="url(#fog)" opacity="${(1 - ridge.top).toFixed(2)}"/>`).join('\n  ')}
</svg>`

/** @returns a PNG of 1600 × 1067; the same each time but for its grain. */
export const dusk = async (): Promise<Buffer> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer()
  return sharp(Buffer.from(drawing))
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer()
}
