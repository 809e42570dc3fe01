// Themes for palettes of many kinds, measured with culori and Color.js instead of our own colour code.
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import fc from 'fast-check'
import t from 'tap'
import { apcaContrast } from '../src/color/contrast.ts'
import { solveCtaColors, solveTheme } from '../src/sparkpage/theme.ts'
import { kinds, palettesOf } from './helpers/palettes.ts'
import { distances, judge, spread } from './helpers/theme-judge.ts'
import { whole } from './helpers/whole.ts'

const seed = 20261121
const samples = palettesOf(seed, whole ? 5000 : 340)
const preferences = ['light', 'dark'] as const
const themes = samples.flatMap(({ kind, palette }) =>
  preferences.map(preference => ({ kind, palette, preference, theme: solveTheme(palette, preference) })),
)
const lightness = converter('oklab')
const format = ({ mean, p95, max }: ReturnType<typeof spread>): string =>
  `${mean.toFixed(2)} mean, ${p95.toFixed(2)} p95, ${max.toFixed(2)} max`

t.test('every pair of every theme has its contrast in both schemes', async t => {
  const wrong = themes.flatMap(({ kind, palette, preference, theme }) =>
    Object.entries(theme).flatMap(([scheme, roles]) =>
      judge(roles)
        .filter(({ holds }) => !holds)
        .map(pair => ({ kind, palette: palette.join(), preference, scheme, ...pair })),
    ),
  )
  t.same(wrong.slice(0, 5), [])
  const found = themes.flatMap(({ theme }) => [theme.light, theme.dark].flatMap(judge))
  const least = (front: string) => found.filter(pair => pair.front === front)
  for (const front of ['text', 'muted', 'link', 'on-accent', 'edge', 'border', 'focus', 'secondary']) {
    const ratio = Math.min(...least(front).map(pair => pair.foundRatio)).toFixed(2)
    const lc = Math.min(...least(front).map(pair => pair.foundLightness)).toFixed(0)
    t.comment(`${front}: at least ${ratio}:1 and Lc ${lc}`)
  }
  const many = samples.length.toLocaleString('en')
  const pairs = found.length.toLocaleString('en')
  t.comment(`cases: ${many} palettes of ${Object.keys(kinds).length} kinds, ${pairs} pairs of colours`)
})

t.test('the accent is an input colour or close to one', async t => {
  const away = themes.map(({ kind, palette, theme }) => ({ kind, ...distances(theme.light.accent, palette) }))
  const nearest = spread(away.map(one => one.nearest))
  t.comment(`ΔE00 to the nearest input: ${format(nearest)}`)
  t.comment(`ΔE00 to the most chromatic input of middle lightness: ${format(spread(away.map(one => one.brand)))}`)
  t.ok(nearest.mean <= 0.6, `${nearest.mean}`)
  t.ok(nearest.p95 <= 4, `${nearest.p95}`)
  t.ok(nearest.max <= 6, `${nearest.max}`)
  for (const kind of Object.keys(kinds)) {
    const figures = spread(away.filter(one => one.kind === kind).map(one => one.nearest))
    t.comment(`  ${kind}: ${format(figures)}`)
    t.ok(figures.max <= 6, kind)
  }
})

t.test('the schemes are light and dark, have the same accent, and every colour is #RRGGBB', async t => {
  for (const { palette, theme } of themes) {
    const { light, dark } = theme
    if ((lightness(light.bg)?.l ?? 0) < 0.9 || (lightness(dark.bg)?.l ?? 1) > 0.25) t.fail(palette.join())
    if (light.accent !== dark.accent || light['on-accent'] !== dark['on-accent']) t.fail(palette.join())
    const colors = [light, dark].flatMap(scheme => Object.values(scheme))
    if (!colors.every(color => /^#[0-9A-F]{6}$/.test(color))) t.fail(palette.join())
  }
})

t.test(
  'the accent is the most chromatic colour of medium lightness, and near-white and near-black colours are backgrounds',
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
  const textColors = ['#FFFFFF', '#000000']
  const difference = differenceCiede2000()
  const readable = (fill: string) =>
    textColors.some(text => wcagContrast(text, fill) >= 4.5 && Math.abs(Color.contrastAPCA(fill, text)) >= 45)
  const step = whole ? 15 : 51
  const bytes = Array.from({ length: 255 / step + 1 }, (_, index) => (index * step).toString(16).padStart(2, '0'))
  const brands = bytes.flatMap(red => bytes.flatMap(green => bytes.map(blue => `#${red}${green}${blue}`.toUpperCase())))
  const moves = brands.map(brand => {
    const { accent, onAccent } = solveCtaColors(brand, textColors)
    if (wcagContrast(onAccent, accent) < 4.5 || Math.abs(Color.contrastAPCA(accent, onAccent)) < 45) t.fail(brand)
    if (readable(brand) && accent !== brand) t.fail(`${brand} could have stayed`)
    return difference(brand, accent)
  })
  t.comment(`brand colours: ΔE00 ${format(spread(moves))}`)
  t.comment(`cases: ${brands.length.toLocaleString('en')} brand colours`)
  t.ok(Math.max(...moves) < 5.5, `${Math.max(...moves)}`)
  t.ok(Math.max(...moves) > 3, 'some of them must change')
})

const hex = (least: number, most: number) =>
  fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min: least, max: most })))
    .map(bytes => `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`)
const grey = fc.integer({ min: 0, max: 255 }).map(byte => `#${byte.toString(16).padStart(2, '0').repeat(3)}`)
const neon = fc.constantFrom('#FF00E5', '#00FFF0', '#FAFF00', '#39FF14', '#FF3131', '#0000FF')
const translucent = fc
  .tuple(hex(0, 255), fc.integer({ min: 16, max: 255 }))
  .map(([color, alpha]) => color + alpha.toString(16))
const short = fc.integer({ min: 0, max: 0xfff }).map(value => `#${value.toString(16).padStart(3, '0')}`)
const list = (color: fc.Arbitrary<string>, maxLength = 8) => fc.array(color, { minLength: 1, maxLength })
const randomPalettes = {
  any: list(hex(0, 255)),
  'of greys': list(grey),
  neon: list(neon),
  pastel: list(hex(190, 255)),
  'near black': list(hex(0, 24)),
  'near white': list(hex(232, 255)),
  'of one colour': list(hex(0, 255), 1),
  'of 64 colours': fc.array(hex(0, 255), { minLength: 64, maxLength: 64 }),
  translucent: list(translucent),
  '#RGB': list(short),
  'of medium contrast': list(hex(100, 160)),
}

const pairs = [
  ['text', 'bg', 7],
  ['text', 'surface', 7],
  ['muted', 'bg', 7],
  ['muted', 'surface', 7],
  ['on-accent', 'accent', 4.5],
  ['link', 'bg', 4.5],
  ['link', 'surface', 4.5],
  ['edge', 'bg', 3],
  ['edge', 'surface', 3],
  ['border', 'bg', 3],
  ['border', 'surface', 3],
  ['focus', 'bg', 3],
  ['focus', 'surface', 3],
  ['secondary', 'bg', 3],
  ['secondary', 'surface', 3],
] as const

for (const [kind, palette] of Object.entries(randomPalettes)) {
  t.test(`every pair of a theme is readable in both schemes: random palettes, ${kind}`, async t => {
    fc.assert(
      fc.property(palette, fc.constantFrom('light' as const, 'dark' as const), (colors, preference) => {
        const { light, dark } = solveTheme(colors, preference)
        for (const [name, scheme] of Object.entries({ light, dark })) {
          for (const [front, back, ratio] of pairs) {
            const found = wcagContrast(scheme[front], scheme[back])
            if (found < ratio) t.fail(`${colors}: ${name} ${front} on ${back} is ${found}`)
          }
          for (const [front, back, lc] of [
            ['text', 'bg', 60],
            ['muted', 'surface', 60],
            ['on-accent', 'accent', 45],
          ] as const) {
            const found = Math.abs(apcaContrast(scheme[front], scheme[back]))
            if (found < lc) t.fail(`${colors}: ${name} ${front} on ${back} is Lc ${found}`)
          }
          if (!Object.values(scheme).every(color => /^#[0-9A-F]{6}$/.test(color))) t.fail(`${colors}`)
        }
      }),
      { seed, numRuns: 40 },
    )
  })
}

t.test('the schemes of a random brand colour are light and dark, and their accent is close to it', async t => {
  const difference = differenceCiede2000()
  const lightness = converter('oklab')
  const moved: number[] = []
  fc.assert(
    fc.property(hex(0, 255), brand => {
      const { light, dark } = solveTheme([brand], 'light')
      if ((lightness(light.bg)?.l ?? 0) < 0.9 || (lightness(dark.bg)?.l ?? 1) > 0.25) t.fail(brand)
      if (light.accent !== dark.accent) t.fail(brand)
      moved.push(difference(brand, light.accent))
    }),
    { seed, numRuns: 200 },
  )
  t.ok(Math.max(...moved) < 6, `the accent differs by at most ΔE00 ${Math.max(...moved)}`)
  t.ok(moved.reduce((sum, one) => sum + one, 0) / moved.length < 1, 'and by less than 1 on average')
})
