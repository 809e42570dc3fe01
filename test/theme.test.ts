// Themes for palettes of any kind, judged by culori and Color.js: nothing of our own colour code is trusted here.
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import t from 'tap'
import { fillOf } from '../src/sparkpage/fill.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { kinds, palettesOf } from './helpers/palettes.ts'
import { distances, judge, spread } from './helpers/theme-judge.ts'
import { whole } from './whole.ts'

const seed = 20261121
const drawn = palettesOf(seed, whole ? 5000 : 340)
const preferences = ['light', 'dark'] as const
const themes = drawn.flatMap(({ kind, palette }) =>
  preferences.map(preference => ({ kind, palette, preference, theme: solveTheme(palette, preference) })),
)
const lightness = converter('oklab')
const shown = ({ mean, p95, max }: ReturnType<typeof spread>): string =>
  `${mean.toFixed(2)} mean, ${p95.toFixed(2)} p95, ${max.toFixed(2)} max`

t.test('every pair of every theme holds, in both schemes', async t => {
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
  const many = drawn.length.toLocaleString('en')
  const pairs = found.length.toLocaleString('en')
  t.comment(`cases: ${many} palettes of ${Object.keys(kinds).length} kinds, ${pairs} pairs of colours`)
})

t.test('the fill is an input, or hardly told from one', async t => {
  const away = themes.map(({ kind, palette, theme }) => ({ kind, ...distances(theme.light.accent, palette) }))
  const nearest = spread(away.map(one => one.nearest))
  t.comment(`ΔE00 to the nearest input: ${shown(nearest)}`)
  t.comment(`ΔE00 to the most chromatic input of middle lightness: ${shown(spread(away.map(one => one.brand)))}`)
  t.ok(nearest.mean <= 0.6, `${nearest.mean}`)
  t.ok(nearest.p95 <= 4, `${nearest.p95}`)
  t.ok(nearest.max <= 6, `${nearest.max}`)
  for (const kind of Object.keys(kinds)) {
    const figures = spread(away.filter(one => one.kind === kind).map(one => one.nearest))
    t.comment(`  ${kind}: ${shown(figures)}`)
    t.ok(figures.max <= 6, kind)
  }
})

t.test('the schemes are light and dark, the fill is the same in both, and every colour is #RRGGBB', async t => {
  for (const { palette, theme } of themes) {
    const { light, dark } = theme
    if ((lightness(light.bg)?.l ?? 0) < 0.9 || (lightness(dark.bg)?.l ?? 1) > 0.25) t.fail(palette.join())
    if (light.accent !== dark.accent || light['on-accent'] !== dark['on-accent']) t.fail(palette.join())
    const colors = [light, dark].flatMap(scheme => Object.values(scheme))
    if (!colors.every(color => /^#[0-9A-F]{6}$/.test(color))) t.fail(palette.join())
  }
})

t.test(
  'the accent is the most chromatic colour of middle lightness, near white and near black are grounds',
  async t => {
    const { light, dark } = solveTheme(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'], 'light')
    t.match(light, { accent: '#6D28D9', 'on-accent': '#FFFFFF', bg: '#F8FAFC', text: '#0F172A' })
    t.match(dark, { accent: '#6D28D9', bg: '#0F172A', text: '#F8FAFC' })
  },
)

t.test('a translucent colour lends the colour it was mixed in, an opaque one goes before it', async t => {
  t.equal(solveTheme(['#6d28d980'], 'light').light.accent, '#6D28D9')
  t.equal(solveTheme(['#6d28d933', '#0E7490'], 'light').light.accent, '#0E7490')
  t.equal(solveTheme(['#00000000'], 'light').light.accent, '#000000')
})

t.test('a fill on which no words are readable moves by little, and no further than it must', async t => {
  const inks = ['#FFFFFF', '#000000']
  const difference = differenceCiede2000()
  const readable = (fill: string) =>
    inks.some(ink => wcagContrast(ink, fill) >= 4.5 && Math.abs(Color.contrastAPCA(fill, ink)) >= 45)
  const step = whole ? 15 : 51
  const bytes = Array.from({ length: 255 / step + 1 }, (_, index) => (index * step).toString(16).padStart(2, '0'))
  const brands = bytes.flatMap(red => bytes.flatMap(green => bytes.map(blue => `#${red}${green}${blue}`.toUpperCase())))
  const moves = brands.map(brand => {
    const { accent, onAccent } = fillOf(brand, inks)
    if (wcagContrast(onAccent, accent) < 4.5 || Math.abs(Color.contrastAPCA(accent, onAccent)) < 45) t.fail(brand)
    if (readable(brand) && accent !== brand) t.fail(`${brand} could have stayed`)
    return difference(brand, accent)
  })
  t.comment(`brand colours: ΔE00 ${shown(spread(moves))}`)
  t.comment(`cases: ${brands.length.toLocaleString('en')} brand colours`)
  t.ok(Math.max(...moves) < 5.5, `${Math.max(...moves)}`)
  t.ok(Math.max(...moves) > 3, 'some of them have to move')
})
