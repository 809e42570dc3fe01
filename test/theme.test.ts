// Themes of palettes of every kind, measured with culori and Color.js instead of the product's own colour code; and the art of light.
import { brotliCompressSync } from 'node:zlib'
import Color from 'colorjs.io'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { artFamilies, drawArt } from '../src/sparkpage/art.ts'
import { solveCtaColors } from '../src/sparkpage/button-colors.ts'
import { colorAt, lightOf } from '../src/sparkpage/light.ts'
import { posterColors, solveStage, solveTheme } from '../src/sparkpage/theme.ts'
import { palettesOf } from './helpers/palettes.ts'
import { whole } from './helpers/whole.ts'

const preferences = ['light', 'dark'] as const
const themes = palettesOf(20261121, whole ? 5000 : 360).flatMap(({ kind, palette }) =>
  preferences.map(preference => ({
    kind,
    palette,
    theme: solveTheme(palette, preference),
    name: `${kind} ${palette} ${preference}`,
  })),
)
const difference = differenceCiede2000()
const oklab = converter('oklab')

type Role = keyof (typeof themes)[number]['theme']['light']

/** Promised contrast by WCAG 2.2 and, where text is small, by APCA. No outline helps a button that does not stand out. */
const onBackgrounds: readonly (readonly [front: Role, ratio: number, lc: number])[] = [
  ['text', 7, 60],
  ['muted', 7, 60],
  ['link', 4.5, 60],
  ['edge', 3, 0],
  ['accent', 3, 0],
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
  { front: 'on-highlight', back: 'highlight', ratio: 4.5, lc: 45 } as const,
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

/** The chroma of a colour in OKLab, and its lightness. */
function oklchOf(hex: string) {
  const { l = 0, a = 0, b = 0 } = oklab(hex) ?? {}
  return { lightness: l, chroma: Math.hypot(a, b), a, b }
}

t.test('a ground has the hue of the picture, unless the picture is grey', async t => {
  const roles = { surface: '#E3E3E3', text: '#101010', primary: '#B5522B', secondary: '#844F3F', accent: '#7A3A1E' }
  const groundsOf = (colors: readonly string[], background: string, primary = roles.primary) => {
    const { light } = solveTheme(colors, 'light', { ...roles, background, primary })
    return [light.bg, light.surface].map(oklchOf)
  }
  const warm = ['#B5522B', '#E8DCD7', '#5B433B']
  for (const { chroma, a } of groundsOf(warm, '#E4E4E4'))
    t.ok(chroma > 0.007 && a > 0, `the hue of the brand for a grey: ${chroma}`)
  for (const { chroma, b } of groundsOf(warm, '#D6E0E3').slice(0, 1))
    t.ok(chroma > 0.007 && b < 0, `its own, however faint: ${chroma}`)
  for (const { chroma } of groundsOf(['#777777', '#DDDDDD', '#222222'], '#DDDDDD', '#555555'))
    t.ok(chroma < 0.003, `grey for greys: ${chroma}`)
})

t.test('a dark ground is nearly grey where it would be brown or dark red, and chromatic elsewhere', async t => {
  const chromaOf = (color: string) => {
    const { bg, surface } = solveTheme(['#F2F0EC', color], 'dark').dark
    return Math.max(oklchOf(bg).chroma, oklchOf(surface).chroma / 1.6)
  }
  for (const brownish of ['#4A2A08', '#4F1208', '#403008'])
    t.ok(chromaOf(brownish) < 0.025, `${brownish}: ${chromaOf(brownish)}`)
  const ofShadow = (shadow: string) => oklchOf(solveTheme(['#F2F0EC', '#4A2A08', shadow], 'dark').dark.bg)
  t.ok(ofShadow('#101C22').b < -0.003, 'in the hue of a darker colour')
  t.ok(ofShadow('#1E1208').b > 0.003, 'which is brown, too')
  for (const other of ['#0B2A4F', '#0A3A2C', '#3A0F4A']) t.ok(chromaOf(other) > 0.03, `${other}: ${chromaOf(other)}`)
})

t.test('the dark ground of a light picture has its hue rather than brown', async t => {
  const roles = { surface: '#CFE4F2', text: '#101010', primary: '#B5522B', secondary: '#844F3F', accent: '#7A3A1E' }
  const groundOf = (background: string) =>
    oklchOf(solveTheme(['#B5522B', '#E4F1FA', '#4A2A08'], 'light', { ...roles, background }).dark.bg)
  t.ok(groundOf('#E4F1FA').b < -0.01, 'blue')
  t.ok(groundOf('#FAF1E4').b > 0, 'warm')
  t.ok(groundOf('#14100C').b > 0, 'dark itself')
})

t.test('on a dark page the button of a grey style is as light as its texts', async t => {
  const { dark } = solveTheme(['#8A8A8A', '#101010', '#555555'], 'dark')
  t.equal(dark.accent, dark.text)
})

t.test('panels are far from the middle of the scale, where they look like dirt', async t => {
  const colors = ['#9F553F', '#D0794C', '#FAB164']
  const roles = { surface: '#664E46', text: '#FEFCF2', primary: '#D0794C', secondary: '#844F3F', accent: '#FAB164' }
  const panelOf = (scheme: 'light' | 'dark', background: string) =>
    solveTheme(colors, scheme, { ...roles, background })[scheme].surface
  t.equal(panelOf('dark', '#3A2620'), '#3A2620', "the picture's own")
  t.ok(oklchOf(panelOf('dark', '#5B433B')).lightness < 0.3)
  t.equal(panelOf('light', '#E6D3C6'), '#E6D3C6', "the picture's own")
  t.ok(oklchOf(panelOf('light', '#D0BCB2')).lightness > 0.87)
})

t.test('the highlight is an input colour or close to one', async t => {
  const distances = themes
    .map(({ palette, theme }) => Math.min(...palette.map(input => difference(theme.light.highlight, input))))
    .toSorted((one, other) => one - other)
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length
  const [p95 = 0, max = 0] = [distances[Math.ceil(distances.length * 0.95) - 1], distances.at(-1)]
  t.ok(mean <= 0.6 && p95 <= 4 && max <= 6, `ΔE00 ${mean} mean, ${p95} p95, ${max} max`)
})

t.test('on a dark page no brown or olive of medium lightness fills the button', async t => {
  for (const brand of ['#9A7559', '#79803E']) {
    const { dark } = solveTheme([brand, '#131011', '#5D4732'], 'dark')
    const { lightness, chroma } = oklchOf(dark.accent)
    t.ok(lightness > 0.66 || chroma > 0.11, `${brand}: ${dark.accent}`)
    t.ok(difference(dark.highlight, brand) < 4, `${brand}: the highlight is ${dark.highlight}`)
  }
  t.equal(solveTheme(['#F76463', '#131011'], 'dark').dark.accent, '#F76463')
})

t.test('the schemes are light and dark, have the same highlight, and every colour is #RRGGBB', async t => {
  for (const { name, theme } of themes) {
    const { light, dark } = theme
    if (Math.abs((oklab(light.bg)?.l ?? 0) - 0.97) > 0.01 || Math.abs((oklab(dark.bg)?.l ?? 1) - 0.155) > 0.01)
      t.fail(name)
    if (light.highlight !== dark.highlight || light['on-highlight'] !== dark['on-highlight']) t.fail(name)
    const colors = [light, dark].flatMap(scheme => Object.values(scheme))
    if (!colors.every(color => /^#[0-9A-F]{6}$/.test(color))) t.fail(name)
  }
})

t.test(
  'the button has the brand colour where it stands out, else ink on light pages and a raised colour on dark ones',
  async t => {
    const { light, dark } = solveTheme(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'], 'light')
    t.match(light, { accent: '#6D28D9', 'on-accent': '#FFFFFF', highlight: '#6D28D9', text: '#0F172A' })
    t.notMatch(dark, { accent: '#6D28D9' })
    t.ok((oklab(dark.accent)?.l ?? 0) > 0.75, dark.accent)
    const pale = solveTheme(['#FDE68A', '#FFFBEB', '#1F2937'], 'light')
    t.match(pale, { light: { accent: '#1F2937', highlight: '#FDE68A' }, dark: { accent: '#FDE68A' } })
  },
)

t.test(
  'a dark ground has the hue of the most chromatic dark colour, and is grey only beside a grey picture',
  async t => {
    const chroma = (color: string) => Math.hypot(oklab(color)?.a ?? 0, oklab(color)?.b ?? 0)
    const { dark } = solveTheme(['#0B3954', '#111111', '#F59E0B'], 'dark')
    t.ok((oklab(dark.bg)?.b ?? 0) < -0.02, dark.bg)
    t.ok(chroma(solveTheme(['#101010', '#F59E0B'], 'dark').dark.bg) > 0.015, 'the hue of the brand')
    t.ok(chroma(solveTheme(['#101010', '#777777', '#EEEEEE'], 'dark').dark.bg) < 0.003, 'a grey picture')
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

t.test(
  'the ground of a poster is a colour that the picture has much of, and holds its texts and its button',
  async t => {
    const shares = [
      { hex: '#F0EDE5', share: 0.6 },
      { hex: '#C81D25', share: 0.2 },
      { hex: '#0B6E4F', share: 0.15 },
      { hex: '#FF00AA', share: 0.01 },
    ]
    t.same(posterColors(shares), ['#C81D25', '#0B6E4F'])
    const { palettes } = { palettes: palettesOf(5, 60) }
    for (const { palette } of palettes) {
      for (const color of palette.slice(0, 3)) {
        const stage = solveStage(color, { colors: palette, brand: palette[0] ?? '#000000' })
        const shift = Math.abs((oklab(stage.ground)?.l ?? 0) - (oklab(color)?.l ?? 1))
        t.ok(shift <= 0.14, `${color}: ground ${stage.ground}, ${shift} lighter or darker`)
        t.ok(wcagContrast(stage.text, stage.ground) >= 7, `${color}: text ${stage.text} on ${stage.ground}`)
        t.ok(wcagContrast(stage.accent, stage.ground) >= 3, `${color}: button ${stage.accent} on ${stage.ground}`)
        t.ok(wcagContrast(stage.onAccent, stage.accent) >= 4.5, `${color}: ${stage.onAccent} on ${stage.accent}`)
      }
    }
  },
)
