// The art of pages without a picture, drawn with the light of its style, measured with culori instead of our own colour code.
import { brotliCompressSync } from 'node:zlib'
import { converter } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { artFamilies, drawArt } from '../src/sparkpage/art.ts'
import { colorAt, lightOf } from '../src/sparkpage/light.ts'

const preferences = ['light', 'dark'] as const
const toOklab = converter('oklab')
const toRgb = converter('rgb')
const five = ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25']
const sharesOf = (colors: readonly string[], share = 0) => colors.map(hex => ({ hex, share }))
/** BlurHashes of photographs. */
const placeholders = [
  'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  'LGF5]+Yk^6#M@-5c,1J5@[or[Q6.',
  'L6PZfSi_.AyE_3t7t7R**0o#DgR4',
  undefined,
]

function svgOf(art: string): string {
  return decodeURIComponent(art.slice('data:image/svg+xml,'.length))
}

/** Pixels of an SVG in a data URI, as sharp paints it. */
async function painted(art: string, width: number, height: number) {
  return sharp(Buffer.from(svgOf(art)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

t.test('art of every family fills its box with the colours of the light, and is small', async t => {
  for (const placeholder of placeholders) {
    const light = lightOf(placeholder, sharesOf(five, 0.2), 'contrasting')
    for (const family of artFamilies) {
      for (const scheme of preferences) {
        const art = drawArt(family, light, scheme)
        t.equal(art, drawArt(family, light, scheme), 'the same for the same light')
        t.notMatch(art, /[<>"#\n]/, 'a URL for a style sheet')
        t.ok(brotliCompressSync(art).length < 12_000, `${family}: ${brotliCompressSync(art).length} bytes`)
        const pixels = await painted(art, 160, 100)
        const colors = new Set(
          Array.from({ length: 16_000 }, (_, at) => pixels.subarray(3 * at, 3 * at + 3).toString('hex')),
        )
        t.ok(colors.size > 20, `${family} ${placeholder}: ${colors.size} colours`)
      }
    }
  }
})

t.test('the light goes across the picture or down it, wherever the colours and the lightness change', async t => {
  // One wave from red to blue, across and down: the red is the lighter one.
  for (const placeholder of ['1~Eyb[|T', '9~Eyb[|T']) {
    const colored = lightOf(placeholder, sharesOf(['#C81D25', '#2040C0'], 0.5), 'contrasting')
    const [red, blue] = [colorAt(colored, 0), colorAt(colored, 1)]
    t.ok(red.red > red.blue + 50 && blue.blue > blue.red + 50, JSON.stringify([placeholder, red, blue]))
    const grey = lightOf(placeholder, sharesOf(['#101010', '#F0F0F0'], 0.5), 'contrasting')
    const [light, dark] = [colorAt(grey, 0), colorAt(grey, 1)]
    t.ok(light.green > dark.green + 100, JSON.stringify([placeholder, light, dark]))
    t.ok(light.red > light.blue && dark.blue > dark.green, 'its own hues beside greys')
  }
})

t.test('without a placeholder neighbouring colours go from dark to light, others alternate', async t => {
  for (const [harmony, turns] of [
    ['analogous', 0],
    ['contrasting', 2],
  ] as const) {
    const greens = lightOf(undefined, sharesOf(['#101010', '#F0F0F0'], 0.5), harmony).map(({ green }) => green)
    const steps = greens.slice(1).map((green, index) => Math.sign(green - (greens[index] ?? 0)))
    const seen = steps.filter(step => step !== 0)
    t.equal(seen.filter((step, index) => index > 0 && step !== seen[index - 1]).length, turns, harmony)
  }
})

t.test('the colour at a place is that of the light, outside it that of the nearest end', async t => {
  const light = lightOf(placeholders[0], sharesOf(five, 0.2), 'contrasting')
  const last = light.length - 1
  for (const [place, index] of [
    [0, 0],
    [0.5, light.length / 2],
    [0.999, last],
    [1, last],
    [-1, 0],
    [2, last],
  ] as const)
    t.same(colorAt(light, place), light[index], `${place}`)
})

t.test('dots stand on the darkest colour of the light on a dark page, on the lightest one on a light page', async t => {
  for (const placeholder of placeholders) {
    const light = lightOf(placeholder, sharesOf(five, 0.2), 'contrasting')
    const lumas = light.map(({ red, green, blue }) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    for (const [scheme, expected] of [
      ['dark', Math.min(...lumas)],
      ['light', Math.max(...lumas)],
    ] as const) {
      const {
        r = 0,
        g = 0,
        b = 0,
      } = toRgb(/<path fill='(#\w+)'/.exec(svgOf(drawArt('dots', light, scheme)))?.[1]) ?? {}
      const luma = 255 * (0.2126 * r + 0.7152 * g + 0.0722 * b)
      t.ok(Math.abs(luma - expected) < 1e-6, `${placeholder} ${scheme}: ${luma}, not ${expected}`)
    }
  }
})

t.test('the light has the lightnesses of the palette, and at least its chroma', async t => {
  const lightnessOf = (colors: readonly string[]) =>
    colors.map(color => toOklab(color)?.l ?? 0).toSorted((a, b) => a - b)
  const night = ['#05070F', '#0B1230', '#182450', '#C8A45A']
  const pastel = ['#FDF2F4', '#F6D5DC', '#E9C3E0', '#CFE3F0']
  for (const [palette, shares] of [
    [night, [0.6, 0.25, 0.1, 0.05]],
    [pastel, [0.4, 0.3, 0.2, 0.1]],
  ] as const) {
    const colors = palette.map((hex, index) => ({ hex, share: shares[index] ?? 0 }))
    for (const placeholder of placeholders.filter(known => known !== undefined)) {
      const light = lightOf(placeholder, colors, 'contrasting')
      const painted = light.map(({ red, green, blue }) =>
        toOklab({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 }),
      )
      const values = painted.map(color => color?.l ?? 0).toSorted((a, b) => a - b)
      const median = values[Math.floor(values.length / 2)] ?? 0
      const [low = 0, high = 0] = [lightnessOf(palette)[0], lightnessOf(palette).at(-1)]
      t.ok(
        values[0] !== undefined && values[0] >= low - 0.02 && (values.at(-1) ?? 0) <= high + 0.02,
        'within the palette',
      )
      const expected = toOklab(palette[0])?.l ?? 0
      t.ok(Math.abs(median - expected) < 0.12, `${median} near ${expected}, the colour of most of the picture`)
    }
  }
})
