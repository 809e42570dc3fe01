// Themes of palettes of every kind, measured with culori and Color.js instead of the product's own colour code; and the art of pages.
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { densities } from '../schemas/style.ts'
import { generateArt } from '../src/sparkpage/art/art.ts'
import { type Art, side } from '../src/sparkpage/art/canvas.ts'
import { solveCtaColors } from '../src/sparkpage/button-colors.ts'
import { complexities, moods, readStyle } from '../src/sparkpage/style.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { palettesOf } from './helpers/palettes.ts'
import { sample, whole } from './helpers/whole.ts'

const preferences = ['light', 'dark'] as const
const themes = palettesOf(20261121, whole ? 5000 : 360).flatMap(({ kind, palette }) =>
  preferences.map(preference => ({
    ...{ kind, palette, theme: solveTheme(palette, preference) },
    name: `${kind} ${palette} ${preference}`,
  })),
)
const difference = differenceCiede2000()
const oklab = converter('oklab')

type Role = keyof (typeof themes)[number]['theme']['light']

/** Promised contrast by WCAG 2.2 and, where text is small, by APCA. The focus ring surrounds the button, on the background. */
const onBackgrounds: readonly (readonly [front: Role, ratio: number, lc: number])[] = [
  ['text', 7, 60],
  ['muted', 7, 60],
  ['link', 4.5, 60],
  ['edge', 3, 0],
  ['border', 3, 0],
  ['focus', 3, 0],
  ['secondary', 3, 0],
]
const pairs = [
  ...onBackgrounds.flatMap(([front, ratio, lc]) => [
    { front, back: 'bg', ratio, lc } as const,
    { front, back: 'surface', ratio, lc } as const,
  ]),
  { front: 'on-accent', back: 'accent', ratio: 4.5, lc: 45 } as const,
]

t.test('every pair of every theme has its contrast in both schemes', async t => {
  const wrong = themes.flatMap(({ name, theme }) =>
    Object.entries(theme).flatMap(([scheme, roles]) =>
      pairs.flatMap(({ front, back, ratio, lc }) => {
        const [text, ground] = [roles[front], roles[back]]
        const holds = wcagContrast(text, ground) >= ratio && Math.abs(Color.contrastAPCA(ground, text)) >= lc
        return holds ? [] : [`${name}, ${scheme}: ${front} ${text} on ${back} ${ground}`]
      }),
    ),
  )
  t.same(wrong.slice(0, 5), [])
  t.comment(`cases: ${themes.length} themes, ${themes.length * 2 * pairs.length} pairs of colours`)
})

t.test('the accent is an input colour or close to one', async t => {
  const distances = themes
    .map(({ palette, theme }) => Math.min(...palette.map(input => difference(theme.light.accent, input))))
    .toSorted((one, other) => one - other)
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length
  const [p95 = 0, max = 0] = [distances[Math.ceil(distances.length * 0.95) - 1], distances.at(-1)]
  t.ok(mean <= 0.6 && p95 <= 4 && max <= 6, `ΔE00 ${mean} mean, ${p95} p95, ${max} max`)
})

t.test('the schemes are light and dark, have the same accent, and every colour is #RRGGBB', async t => {
  for (const { name, theme } of themes) {
    const { light, dark } = theme
    if ((oklab(light.bg)?.l ?? 0) < 0.9 || (oklab(dark.bg)?.l ?? 1) > 0.25) t.fail(name)
    if (light.accent !== dark.accent || light['on-accent'] !== dark['on-accent']) t.fail(name)
    const colors = [light, dark].flatMap(scheme => Object.values(scheme))
    if (!colors.every(color => /^#[0-9A-F]{6}$/.test(color))) t.fail(name)
  }
})

t.test(
  'the accent is the most chromatic colour of medium lightness; near-white and near-black ones are backgrounds',
  async t => {
    const { light, dark } = solveTheme(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'], 'light')
    t.match(light, { accent: '#6D28D9', 'on-accent': '#FFFFFF', bg: '#F8FAFC', text: '#0F172A' })
    t.match(dark, { accent: '#6D28D9', bg: '#0F172A', text: '#F8FAFC' })
  },
)

t.test('a translucent colour counts without its opacity, after opaque ones', async t => {
  t.equal(solveTheme(['#6d28d980'], 'light').light.accent, '#6D28D9')
  t.equal(solveTheme(['#6d28d933', '#0E7490'], 'light').light.accent, '#0E7490')
  t.equal(solveTheme(['#00000000'], 'light').light.accent, '#000000')
})

t.test('an accent without readable text changes by little, and a readable one not at all', async t => {
  const texts = ['#FFFFFF', '#000000']
  const isReadable = (text: string, fill: string) =>
    wcagContrast(text, fill) >= 4.5 && Math.abs(Color.contrastAPCA(fill, text)) >= 45
  const step = whole ? 15 : 51
  const levels = Array.from({ length: 255 / step + 1 }, (_, index) => (index * step).toString(16).padStart(2, '0'))
  const brands = levels.flatMap(red =>
    levels.flatMap(green => levels.map(blue => `#${red}${green}${blue}`.toUpperCase())),
  )
  const moves = brands.map(brand => {
    const { accent, onAccent } = solveCtaColors(brand, texts)
    if (!isReadable(onAccent, accent)) t.fail(brand)
    if (accent !== brand && texts.some(text => isReadable(text, brand))) t.fail(`${brand} is readable`)
    return difference(brand, accent)
  })
  t.comment(`cases: ${brands.length} brand colours`)
  t.ok(Math.max(...moves) < 5.5, `${Math.max(...moves)}`)
  t.ok(Math.max(...moves) > 3, 'some must change')
})

const five = ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25']

function artFor(input: Readonly<Record<string, unknown>> & { readonly colors: string[] }): Art {
  return generateArt(readStyle(input), '#6D28D9')
}

/** Share of the art that each colour covers: every colour is drawn as a level of grey of its own. */
async function coveredShares({ colors, layers }: Art): Promise<readonly number[]> {
  const paths = layers.map(
    ({ color, path }) =>
      `<path fill="#${(40 + color * 30).toString(16).repeat(3)}" shape-rendering="crispEdges" d="${path}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 ${side} ${side}">${paths.join('')}</svg>`
  const pixels = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer()
  return colors.map((_, index) => {
    const covered = pixels.filter(level => Math.abs(level - 40 - index * 30) < 8)
    return covered.length / pixels.length
  })
}

t.test('art shows every colour for any seed, in plain paths', async t => {
  const seeds = [0, 1, 2, 3, 4, 5]
  const cases = moods.flatMap(mood =>
    complexities.flatMap(complexity =>
      densities.flatMap(density => seeds.map(seed => ({ mood, complexity, density, seed }))),
    ),
  )
  for (const { seed, ...style } of sample(cases, 110)) {
    const colors = five.map(color => color.slice(0, 5) + (0x20 + seed * 7).toString(16).toUpperCase())
    const art = artFor({ colors, ...style })
    const shares = await coveredShares(art)
    const name = `${Object.values(style)} ${seed}`
    t.ok(Math.min(...shares) >= 0.005, `${name}: ${shares}`)
    for (const { path } of art.layers) t.match(path, /^(?:[MLHVCSAZmlhvcsaz]|-?(?:\d+|\d*\.\d{1,2})|[ ,])+$/, name)
  }
})

t.test('art is the same for the same style, and differs by mood, complexity, density and colour', async t => {
  const plain = { colors: five }
  t.same(artFor(plain), artFor({ ...plain, headline: 'other' }))
  const others = [
    ...moods.slice(1).map(mood => ({ ...plain, mood })),
    ...['simple', 'detailed'].map(complexity => ({ ...plain, complexity })),
    { ...plain, density: 'airy' },
    { colors: ['#0B3955', ...five.slice(1)] },
  ]
  const all = [plain, ...others].map(style => JSON.stringify(artFor(style).layers))
  t.equal(new Set(all).size, all.length)
})

for (const [harmony, scheme, order] of [
  [{ template: 'V', name: 'neighbouring hues' }, 'light', [3, 4, 2, 5, 1]],
  ['analogous', 'dark', [1, 5, 2, 4, 3]],
  ['opposite hues', 'light', [1, 2, 3, 4, 5]],
  [{ name: 'neighbouring hues and one across' }, 'light', [1, 2, 3, 4, 5]],
  [7, 'light', [1, 2, 3, 4, 5]],
  [undefined, 'light', [1, 2, 3, 4, 5]],
] as const)
  t.test(`art has its colours in the order ${order} for harmony ${JSON.stringify(harmony)}`, async t => {
    const { colors } = artFor({ colors: five, harmony, scheme })
    t.same(
      colors,
      order.map(index => `var(--sp-palette-${index})`),
    )
  })

t.test('art completes few colours with tints of the accent', async t => {
  t.equal(artFor({ colors: ['#FF0000'] }).colors.length, 4)
  t.match(artFor({ colors: [] }).colors, [/accent/, /^#/, /^#/, /^#/])
})
