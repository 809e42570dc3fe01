// Themes of palettes of every kind, measured with culori and Color.js instead of the product's own colour code; and the contours of light.
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { solveCtaColors } from '../src/sparkpage/button-colors.ts'
import { type Contours, cutContours } from '../src/sparkpage/contours.ts'
import { lightOf } from '../src/sparkpage/light.ts'
import { solveStage, solveTheme } from '../src/sparkpage/theme.ts'
import { palettesOf } from './helpers/palettes.ts'
import { whole } from './helpers/whole.ts'

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

const toOklab = converter('oklab')
/** In OKLab. */
function distance(one: string, other: string): number {
  const [a, b] = [toOklab(one), toOklab(other)]
  return Math.hypot((a?.l ?? 0) - (b?.l ?? 0), (a?.a ?? 0) - (b?.a ?? 0), (a?.b ?? 0) - (b?.b ?? 0))
}

const five = ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25']
const sharesOf = (colors: readonly string[], share = 0) => colors.map(hex => ({ hex, share }))
/** BlurHashes of photographs. */
const placeholders = [
  'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  'LGF5]+Yk^6#M@-5c,1J5@[or[Q6.',
  'L6PZfSi_.AyE_3t7t7R**0o#DgR4',
  undefined,
]

/** Colours as painted, #rrggbb, in the middle of each cell of the light. */
async function painted({ width, height, areas }: Contours, columns: number, rows: number): Promise<readonly string[]> {
  const paths = areas.map(({ color, path }) => `<path fill="${color}" shape-rendering="crispEdges" d="${path}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return Array.from({ length: columns * rows }, (_, cell) => {
    const [x, y] = [Math.min(width - 1, (cell % columns) * 10), Math.min(height - 1, Math.floor(cell / columns) * 10)]
    return `#${pixels.subarray(3 * (y * width + x), 3 * (y * width + x) + 3).toString('hex')}`
  })
}

t.test('contours give every cell of the light the nearest of their colours', async t => {
  for (const placeholder of placeholders) {
    for (const count of [2, 4, 7]) {
      const light = lightOf(placeholder, sharesOf(five), 'contrasting')
      const contours = cutContours(light, sharesOf(five), count)
      t.ok(contours.areas.length <= count, `${placeholder}: ${contours.areas.length} areas of at most ${count}`)
      for (const { color, path } of contours.areas) {
        t.ok(five.includes(color), color)
        t.match(path, /^(?:[MQhvHz]|-?\d+|[ ,])+$/)
      }
      const colors = contours.areas.map(({ color }) => color)
      const found = await painted(contours, light.columns, light.rows)
      const wrong = light.cells.filter(({ red, green, blue }, cell) => {
        const hex = `#${Buffer.from([red, green, blue].map(Math.round)).toString('hex')}`
        const nearest = colors.toSorted((one, other) => distance(one, hex) - distance(other, hex))[0]
        return nearest?.toLowerCase() !== found[cell]
      })
      t.ok(wrong.length <= light.cells.length * 0.06, `${placeholder} ${count}: ${wrong.length} cells are rounded away`)
    }
  }
})

t.test('contours of few colours', async t => {
  const one = sharesOf(['#FF0000'])
  const { areas, width, height } = cutContours(lightOf(undefined, one, 'contrasting'), one, 5)
  t.same(areas, [{ color: '#FF0000', path: `M0 0h${width}v${height}H0z` }])
})

t.test('colours that blend are arranged by lightness', async t => {
  const [blended, apart] = (['analogous', 'contrasting'] as const).map(harmony =>
    lightOf(undefined, sharesOf(five), harmony),
  )
  t.not(JSON.stringify(blended), JSON.stringify(apart))
})

t.test('the ground of a poster is a colour that the picture has much of', async t => {
  const theme = solveTheme(['#627484', '#EC8264', '#4C1D0D'], 'dark')
  const grey = { hex: '#627484', share: 0.9 }
  const groundWith = (share: number) => solveStage('dark', theme, [grey, { hex: '#4C1D0D', share }]).ground
  t.equal(groundWith(0.1), '#4C1D0D')
  t.equal(groundWith(0.009), theme.dark.bg)
  t.equal(solveStage('dark', theme, [{ hex: '#4C1D0D', share: 0 }]).ground, '#4C1D0D', 'shares are unknown')
})
