// Style analysis: pictures with known properties are measured as they were drawn.
import { Ajv } from 'ajv'
import sharp from 'sharp'
import t from 'tap'
import { models } from '../schemas/index.ts'
import { platforms } from '../schemas/platform.ts'
import { type Depth, depths } from '../schemas/provenance.ts'
import { StyleMetadata } from '../schemas/style.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { decodeImage } from '../src/image/decode.ts'
import { byteAt, type DecodedImage } from '../src/image/raster.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { fitPlatform } from '../src/style/composition/platform-fit.ts'
import { extractFeatures, measureStyle } from '../src/style/measure-style.ts'
import { at } from '../src/style/numbers.ts'
import { nameColors } from '../src/style/palette/palette.ts'
import { measureComplexity, measureSharpness } from '../src/style/perception/complexity.ts'
import { moodWords } from '../src/style/perception/mood.ts'
import { flatten } from '../src/style/sampling/pixels.ts'
import {
  artwork,
  bands,
  drawing,
  gradient,
  icon,
  logo,
  type Picture,
  photograph,
  png,
  random,
  toneOf,
} from './fixtures/media/pictures.ts'
import { scene } from './fixtures/media/scenes.ts'
import { composed, stageCount } from './fixtures/media/stages.ts'
import { startService } from './helpers/service.ts'

const id = `ana_${'0'.repeat(32)}`

const analyse = async (bytes: Uint8Array, depth: Depth = 'medium'): Promise<StyleMetadata> =>
  measureStyle(await decodeImage(bytes, { depth, maxPixels: 50e6 }), { id, depth, platform: 'web_16_9' })

/** A sample straight from colours, one a pixel: red, green, blue, opacity. */
const sampleOf = (width: number, ...pixels: readonly (readonly number[])[]): DecodedImage => ({
  width,
  height: pixels.length / width,
  pixels: Uint8Array.from(pixels.flat()),
  truncated: false,
  media: {
    type: 'image',
    format: 'png',
    width,
    height: pixels.length / width,
    bytes: 1,
    frames: 1,
    alpha: true,
    orientation: 1,
    color_space: 'srgb',
    sha256: '0'.repeat(64),
  },
})

const measure = (...pixels: readonly (readonly number[])[]): StyleMetadata =>
  measureStyle(sampleOf(pixels.length, ...pixels), { id, depth: 'medium', platform: 'web_16_9' })

interface Match {
  readonly hex: string
  readonly distance: number
  readonly shareError: number
}

/** The nearest of the few colours of the answer for each colour that was drawn. */
const matches = (style: StyleMetadata, { truth }: Picture): readonly Match[] =>
  truth.map(({ hex, share }) => {
    const wanted = toneOf(hex)
    const [best] = style.palette
      .slice(0, style.colors.length)
      .map(entry => ({ entry, distance: deltaE00(wanted, toneOf(entry.hex)) }))
      .toSorted((one, other) => one.distance - other.distance)
    const distance = best?.distance ?? 100
    return { hex, distance, shareError: share === undefined ? 0 : Math.abs(share - (best?.entry.share ?? 0)) }
  })

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, seed) => seed)

interface Family {
  readonly name: string
  readonly pictures: readonly Promise<Picture>[]
  /** Whether nothing else may be picked. */
  readonly exact: boolean
  readonly mean: number
  readonly most: number
}

const families: readonly Family[] = [
  { name: 'flat artwork', pictures: seeds(6).map(artwork), exact: true, mean: 0.5, most: 1.5 },
  { name: 'photographs with a small accent', pictures: seeds(6).map(photograph), exact: false, mean: 0.8, most: 1.5 },
  { name: 'logos on transparency', pictures: seeds(3).map(logo), exact: true, mean: 0.5, most: 1 },
  {
    name: 'monochromes',
    pictures: [
      bands('greys', ['#111827', '#374151', '#9CA3AF', '#F3F4F6']),
      bands('black and white', ['#000000', '#FFFFFF']),
      bands('blues', ['#0B3D91', '#3B6FC4', '#A9C4EE']),
      bands('one grey', ['#808080']),
    ],
    exact: true,
    mean: 0.5,
    most: 1,
  },
  { name: 'icons of 24 px', pictures: seeds(4).map(icon), exact: true, mean: 0.5, most: 1.5 },
]

for (const family of families) {
  for (const depth of depths) {
    t.test(`${family.name} give the colours that were drawn at depth ${depth}`, async t => {
      const found: Match[] = []
      for (const picture of await Promise.all(family.pictures)) {
        const style = await analyse(picture.bytes, depth)
        const here = matches(style, picture)
        found.push(...here)
        for (const { hex, distance, shareError } of here) {
          t.ok(distance <= family.most, `${picture.name}: ${hex} is found, ΔE00 ${distance.toFixed(2)}`)
          t.ok(shareError <= 0.01, `${picture.name}: ${hex} has its share, off by ${shareError.toFixed(4)}`)
        }
        if (family.exact) t.equal(style.colors.length, picture.truth.length, `${picture.name} shows nothing else`)
      }
      t.ok(mean(found.map(({ distance }) => distance)) <= family.mean)
    })
  }
}

t.test('colours that look alike are one colour', async t => {
  for (const [one, alike] of [
    ['#3366CC', '#3A6BCF'],
    ['#FFFFFF', '#FAFAFA'],
    ['#101010', '#181818'],
  ] as const) {
    const style = await analyse((await bands('alike', [one, one, one, alike, '#E63946'])).bytes)
    t.equal(style.colors.length, 2)
    t.ok(style.colors.some(color => deltaE00(toneOf(color), toneOf(one)) < 1))
  }
})

t.test('a gradient is represented over its length', async t => {
  for (const [from, to] of [
    ['#FF0000', '#0000FF'],
    ['#000000', '#FFFFFF'],
    ['#0B1026', '#F5A97F'],
  ] as const) {
    const picture = await gradient(from, to)
    const style = await analyse(picture.bytes)
    t.ok(style.colors.length >= 5)
    for (const { hex, distance } of matches(style, picture)) t.ok(distance < 8, `${hex}: ${distance.toFixed(1)}`)
    for (const { share } of style.palette) t.ok(share < 0.35)
  }
})

t.test('the answer matches its schema for any pixels, at every depth and platform', async t => {
  const validate = new Ajv({ strict: false, schemas: [...models] }).getSchema('StyleMetadata')
  const next = random(5)
  for (let round = 0; round < 60; round++) {
    const width = 1 + Math.floor(next() * 12)
    const shades = 1 + Math.floor(next() * 8)
    const pixel = () => [0, 0, 0, 0].map(() => Math.floor(next() * shades) * Math.floor(255 / Math.max(1, shades - 1)))
    const sample = sampleOf(width, ...Array.from({ length: width * (1 + Math.floor(next() * 12)) }, pixel))
    for (const depth of depths) {
      const platform = platforms[round % 3] ?? 'web_16_9'
      const style = measureStyle(sample, { id, depth, platform })
      t.ok(validate?.(style), JSON.stringify(validate?.errors))
      t.equal(
        mean(style.palette.map(({ share }) => share * style.palette.length)).toFixed(4),
        '1.0000',
        'shares add up',
      )
      t.same(
        style.palette.slice(0, style.colors.length).map(({ hex }) => hex),
        style.colors,
      )
      const tones = style.colors.map(toneOf)
      t.ok(tones.every((one, index) => tones.slice(index + 1).every(other => deltaE00(one, other) >= 5)))
      for (const [color, on] of [
        [style.roles.text, style.roles.background],
        [style.roles.text, style.roles.surface],
        [style.roles.on_primary, style.roles.primary],
        [style.roles.on_accent, style.roles.accent],
      ] as const) {
        t.ok(wcagContrast(color, on) >= 4.5, `${color} on ${on}`)
      }
    }
  }
})

t.test('every formula gives the values of its paper', async t => {
  const black = [0, 0, 0, 255]
  const white = [255, 255, 255, 255]
  const red = [255, 0, 0, 255]
  const blue = [0, 0, 255, 255]
  t.match(measure(black, white), {
    brightness: 0.5,
    contrast: 0.5,
    saturation: 0,
    colorfulness: { value: 0, label: 'none' },
    temperature: { value: -0.5, label: 'neutral' },
    transparency: 0,
  })
  // σ = 0; μ = hypot(255, 127.5)
  t.match(measure(red), { colorfulness: { value: 85.5296, label: 'high' }, temperature: { label: 'warm' } })
  t.match(measure(red), { brightness: 0.628, saturation: 0.6442 })
  t.match(measure(blue), { temperature: { label: 'cool' } })
  // σ = hypot(127.5, 191.25); μ = hypot(127.5, 63.75)
  t.match(measure(red, blue), { colorfulness: { value: 272.6187, label: 'extreme' } })
  t.equal(measure([255, 255, 255, 255], [255, 255, 255, 0]).transparency, 0.5)
  t.equal(measure([90, 90, 90, 128]).transparency, 0.498)
})

t.test('the colourfulness of a photograph is that of its pixels', async t => {
  const { bytes } = await photograph(2)
  const sample = await decodeImage(bytes, { depth: 'medium', maxPixels: 50e6 })
  const sums = { count: 0, rg: 0, yb: 0, rg2: 0, yb2: 0 }
  for (let index = 0; index < sample.pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = sample.pixels.subarray(index, index + 3)
    const [rg, yb] = [red - green, (red + green) / 2 - blue]
    sums.count++
    sums.rg += rg
    sums.yb += yb
    sums.rg2 += rg * rg
    sums.yb2 += yb * yb
  }
  const [rg, yb] = [sums.rg / sums.count, sums.yb / sums.count]
  const spread = Math.sqrt(sums.rg2 / sums.count - rg * rg + sums.yb2 / sums.count - yb * yb)
  const exact = spread + 0.3 * Math.hypot(rg, yb)
  const { value } = measureStyle(sample, { id, depth: 'medium', platform: 'web_16_9' }).colorfulness
  t.ok(Math.abs(value - exact) / exact < 0.05, `${value} for ${exact.toFixed(2)}`)
})

t.test('transparent pixels have no colour', async t => {
  const style = measure([255, 0, 255, 0], [10, 120, 60, 255], [10, 120, 60, 255], [0, 255, 0, 3])
  t.same(style.colors, ['#0A783C'])
  t.equal(style.transparency, 0.5)
})

t.test('a video has the colours of all its frames, and the places of the middle one', async t => {
  const row = (x: number, fill: readonly number[]) =>
    Array.from({ length: 12 }, (_, column) => (column === x ? fill : [255, 255, 255, 255]))
  const frame = (x: number, fill: readonly number[]) =>
    Array.from({ length: 8 }, (_, y) => row(y === 4 ? x : -1, fill)).flat()
  const pixels = [frame(2, [220, 20, 30, 255]), frame(9, [20, 60, 200, 255]), frame(2, [10, 140, 60, 255])].flat()
  const video = { duration: 3, fps: 25, width: 12, height: 8, codec: 'h264', frames: 3 }
  const whole = sampleOf(12, ...pixels)
  const sample = { ...whole, media: { ...whole.media, height: 8 }, frames: 3, video }
  for (const depth of depths) {
    const style = measureStyle(sample, { id, depth, platform: 'web_16_9' })
    t.same(new Set(style.colors), new Set(['#FFFFFF', '#DC141E', '#143CC8', '#0A8C3C']))
    t.same(style.video, video)
    t.same(style.analysis.sampled, { width: 12, height: 8 })
    if (depth !== 'low') t.same(style.focal_point, { x: 0.7917, y: 0.5625 })
  }
})

t.test('a wholly transparent picture is white, with a warning', async t => {
  const style = measure([255, 0, 255, 0], [1, 2, 3, 0])
  t.same(style.colors, ['#FFFFFF'])
  t.equal(style.transparency, 1)
  t.match(style.analysis.warnings, [/transparent/])
})

t.test('a truncated file gives a warning', async t => {
  const sample = { ...sampleOf(1, [1, 2, 3, 255]), truncated: true }
  const { warnings } = measureStyle(sample, { id, depth: 'low', platform: 'web_16_9' }).analysis
  t.match(warnings, [/ends early/])
})

/** Members that every answer has, in their order. */
const basics = [
  'colors',
  'palette',
  'roles',
  'brightness',
  'contrast',
  'colorfulness',
  'temperature',
  'media',
  'platform',
  'analysis',
]

t.test('depth low has the required members only; medium and high have all but video', async t => {
  const { bytes } = await artwork(3)
  t.same(Object.keys(await analyse(bytes, 'low')), basics)
  const all = Object.keys(StyleMetadata.properties).filter(name => name !== 'video')
  t.same(Object.keys(await analyse(bytes, 'medium')), all)
  t.same(Object.keys(await analyse(bytes, 'high')), all)
})

t.test('the same sample gives the same bytes, and no number has more than four digits', async t => {
  const sample = await decodeImage((await photograph(1)).bytes, { depth: 'medium', maxPixels: 50e6 })
  const json = () => JSON.stringify(measureStyle(sample, { id, depth: 'medium', platform: 'web_16_9' }))
  const first = json()
  for (let count = 0; count < 5; count++) t.equal(json(), first)
  t.notMatch(first, /\.\d{5}/)
})

t.test('the answer over HTTP contains the measured style unchanged', async t => {
  const { post } = await startService(t)
  const { bytes } = await photograph(4)
  for (const depth of depths) {
    const answer = await post('/api/v1/analyze-vibe', {
      source_url: `data:image/jpeg;base64,${bytes.toString('base64')}`,
      analysis_depth: depth,
    })
    const { style_metadata } = answer.json()
    const sample = await decodeImage(bytes, { depth, maxPixels: 50e6 })
    const style = measureStyle(sample, { id: style_metadata.analysis.id, depth, platform: 'web_16_9' })
    t.ok(answer.body.includes(JSON.stringify(style)), depth)
  }
})

const tau = 2 * Math.PI

const sceneCount = 96
const scenes = Promise.all(Array.from({ length: sceneCount }, (_, seed) => scene(seed)))

for (const depth of depths) {
  t.test(`the focal point lies on the subject of composed scenes at depth ${depth}`, async t => {
    const missed: string[] = []
    for (const { name, bytes, x, y } of await scenes) {
      const focus = extractFeatures(await decodeImage(bytes, { depth, maxPixels: 50e6 }), depth).focus
      if (Math.hypot(focus.x - x, focus.y - y) > 0.1) missed.push(name)
    }
    t.ok(missed.length <= 0.05 * sceneCount, missed.join('\n'))
  })
}

const stages = Promise.all(Array.from({ length: 3 * stageCount }, (_, seed) => composed(seed)))

for (const depth of depths) {
  t.test(`the focal point lies on the subject of independently composed scenes at depth ${depth}`, async t => {
    const missed: string[] = []
    for (const { name, bytes, x, y } of await stages) {
      const focus = extractFeatures(await decodeImage(bytes, { depth, maxPixels: 50e6 }), depth).focus
      if (Math.hypot(focus.x - x, focus.y - y) > 0.1) missed.push(name)
    }
    t.ok(missed.length <= 0.05 * 3 * stageCount, missed.join('\n'))
  })
}

/** Draws on 600 × 400. */
const draw = async (content: string, depth: Depth = 'medium'): Promise<StyleMetadata> =>
  analyse(await png(drawing(600, 400, content)), depth)

const ground = (fill: string): string => `<rect width="600" height="400" fill="${fill}"/>`

const slope = (...stops: readonly string[]): string => {
  const drawn = stops.map((color, index) => `<stop offset="${index / (stops.length - 1)}" stop-color="${color}"/>`)
  return `<linearGradient id="g" x2="0" y2="1">${drawn.join('')}</linearGradient>${ground('url(#g)')}`
}

const posts = (...fills: readonly string[]): string =>
  fills
    .map(
      (fill, index) =>
        `<rect x="${40 + index * 100}" y="${60 + (index % 3) * 60}" width="80" height="180" fill="${fill}"/>`,
    )
    .join('')

const discs = (...fills: readonly string[]): string =>
  fills
    .map((fill, index) => `<circle cx="${80 + index * 110}" cy="${110 + (index % 2) * 180}" r="55" fill="${fill}"/>`)
    .join('')

t.test('the subject is looked for inside a frame, unless the frame is empty', async t => {
  const frame = '<path fill="none" stroke="#1B2A49" stroke-width="60" d="M0 0H600V400H0Z"/>'
  const spot = '<circle cx="420" cy="140" r="40" fill="#E63946"/>'
  const near = (x: number, y: number, { focal_point }: StyleMetadata) =>
    t.ok(Math.hypot((focal_point?.x ?? 0) - x, (focal_point?.y ?? 0) - y) < 0.05, JSON.stringify(focal_point))
  near(0.7, 0.35, await draw(ground('#F4EBDD') + spot + frame))
  near(0.5, 0.5, await draw(ground('#F4EBDD') + frame))
  near(0.45, 0.5, await draw(`${ground('#F4EBDD')}<circle cx="270" cy="200" r="198" fill="#1B2A49"/>`))
  const band = '<path fill="none" stroke="#1B2A49" stroke-width="24" d="M0 0H600V120H0Z"/>'
  near(0.5, 0.5, await analyse(await png(drawing(600, 120, ground('#F4EBDD') + band))))
})

t.test('the focal point is the middle where nothing stands out', async t => {
  for (const content of [ground('#3366CC'), slope('#1B2A49', '#C8553D', '#F2C14E'), slope('#FFFFFF', '#000000')]) {
    const { focal_point, composition, summary } = await draw(content)
    t.same(focal_point, { x: 0.5, y: 0.5 })
    t.match(composition, { thirds: 0.1463, negative_space: 1, clear_side: 'left' })
    t.match(summary, /without a single subject/)
  }
})

t.test('a subject that the frame cuts off is found, and a horizon is no subject', async t => {
  const horizon = `${ground('#BFDBFE')}<rect y="260" width="600" height="140" fill="#4D7C0F"/>`
  t.same((await draw(horizon)).focal_point, { x: 0.5, y: 0.5 })
  const { focal_point } = await draw(`${horizon}<path d="M380 400V150q0-40 40-40t40 40V400z" fill="#B91C1C"/>`)
  t.ok(Math.hypot((focal_point?.x ?? 0) - 0.7, (focal_point?.y ?? 0) - 0.62) < 0.1, JSON.stringify(focal_point))
})

t.test('a transparent logo has its subject where its pixels are, whatever lies under the rest', async t => {
  const { focal_point } = await draw('<circle cx="150" cy="100" r="50" fill="#111827"/>')
  t.ok(Math.hypot((focal_point?.x ?? 0) - 0.25, (focal_point?.y ?? 0) - 0.25) < 0.03, JSON.stringify(focal_point))
})

t.test('composition measures thirds and the clear side', async t => {
  const at = async (x: number, y: number) =>
    (await draw(`${ground('#F8FAFC')}<rect x="${x - 60}" y="${y - 60}" width="120" height="120" fill="#B91C1C"/>`))
      .composition
  t.ok(((await at(200, 133))?.thirds ?? 0) > 0.99)
  t.ok(((await at(300, 200))?.thirds ?? 1) < 0.2)
  t.match(await at(100, 200), { clear_side: 'right' })
  t.match(await at(500, 200), { clear_side: 'left' })
  const checks = Array.from(
    { length: 600 },
    (_, index) =>
      `<rect x="${(index % 30) * 20}" y="${Math.floor(index / 30) * 20}" width="10" height="10" fill="#000"/>`,
  )
  t.match((await draw(ground('#FFFFFF') + checks.join(''))).composition, { clear_side: 'none' })
})

t.test('complexity and sharpness are measured as published', async t => {
  const of = (width: number, height: number, value: (x: number, y: number) => number) => {
    const luma = Uint8Array.from({ length: width * height }, (_, index) =>
      value(index % width, Math.floor(index / width)),
    )
    const { entropy, edge_density } = measureComplexity(luma, width, height)
    return { entropy, edge_density, sharpness: measureSharpness(luma, width, height) }
  }
  const blank = of(40, 30, () => 7)
  t.same(blank, { entropy: 0, edge_density: 0, sharpness: 0 })
  // Two values, half each: one bit. One line of steps.
  const across = of(40, 30, x => (x < 20 ? 0 : 200))
  t.same(across, { entropy: 1, edge_density: 0.025, sharpness: 1 })
  const down = of(40, 30, (_, y) => (y < 15 ? 0 : 200))
  t.same(down, { entropy: 1, edge_density: 0.0333, sharpness: 1 })
  t.equal(of(16, 16, (x, y) => x + 16 * y).entropy, 8)
  // An edge over ten pixels is what a blur makes; one across a sharp edge counts for the picture.
  const soft = of(60, 40, x => Math.min(200, Math.max(0, (x - 25) * 20)))
  t.ok(soft.sharpness < 0.3, `${soft.sharpness}`)
  t.ok(of(60, 40, (x, y) => Math.min(100, Math.max(0, (x - 25) * 10)) + (y < 20 ? 0 : 100)).sharpness < 0.3)
  // A gradient and grain are no edges.
  t.equal(of(60, 40, x => x * 2).sharpness, 0)
})

t.test('a blurred picture is less sharp than the same picture', async t => {
  const { bytes } = await photograph(3)
  const blurred = await sharp(bytes).blur(6).png().toBuffer()
  t.ok(((await analyse(blurred)).sharpness ?? 1) < 0.6 * ((await analyse(bytes)).sharpness ?? 0))
})

t.test('corners follow the shapes, density the space between them', async t => {
  t.match(await draw(ground('#F8FAFC') + posts('#1D4ED8', '#0F172A')), { corners: 'sharp', density: 'airy' })
  t.match(await draw(ground('#F8FAFC') + discs('#1D4ED8', '#0F172A', '#B91C1C')), { corners: 'round' })
  t.match(await draw(ground('#F8FAFC') + discs('#1D4ED8') + posts('#0F172A')), { corners: 'soft' })
  t.match(await draw(ground('#3366CC')), { corners: 'soft', density: 'airy' })
  const bricks = Array.from(
    { length: 1500 },
    (_, index) =>
      `<rect x="${(index % 50) * 12}" y="${Math.floor(index / 50) * 14}" width="6" height="7" fill="#7F1D1D"/>`,
  )
  t.match(await draw(ground('#FECACA') + bricks.join('')), { density: 'compact', complexity: { label: 'detailed' } })
  const lines = Array.from(
    { length: 12 },
    (_, index) =>
      `<rect x="30" y="${30 + index * 28}" width="${150 + ((index * 97) % 300)}" height="9" fill="#7EE787"/>`,
  )
  t.match(await draw(ground('#0D1117') + lines.join('')), { density: 'regular', complexity: { label: 'moderate' } })
})

/** A colour by its place on the HSV wheel. */
const hsv = (degrees: number): string => {
  const channel = (shift: number) => {
    const place = (shift + degrees / 60) % 6
    return Math.round(255 * (1 - Math.max(0, Math.min(place, 4 - place, 1))))
  }
  return `rgb(${channel(5)},${channel(3)},${channel(1)})`
}

for (const [template, angle, hues] of [
  ['i', 210, [210]],
  ['I', 30, [30, 210]],
  ['V', 120, [84, 105, 135, 156]],
  ['L', 60, [27, 93, 150]],
  ['Y', 0, [320, 40, 180]],
  ['T', 90, [9, 40, 90, 140, 171]],
  ['X', 60, [24, 96, 204, 276]],
  ['N', 0, []],
] as const) {
  t.test(`hues ${hues} are in harmony by template ${template}`, async t => {
    const columns = hues.map((hue, index) => `<rect x="${index * 90}" width="90" height="400" fill="${hsv(hue)}"/>`)
    const { harmony } = await draw(ground('#777777') + columns.join(''))
    t.match(harmony, { template, fit: 1 })
    const off = Math.abs((((harmony?.angle ?? 0) - angle + 540) % 360) - 180)
    // Templates with two equal halves have two angles.
    t.ok(Math.min(off, template === 'X' || template === 'I' ? 180 - off : off) <= 12, `angle ${harmony?.angle}`)
  })
}

t.test('hues that follow no template get the nearest one with a low fit', async t => {
  const columns = [0, 60, 120, 180, 240, 300].map(
    (hue, index) => `<rect x="${index * 100}" width="100" height="400" fill="${hsv(hue)}"/>`,
  )
  const { harmony } = await draw(columns.join(''))
  t.ok((harmony?.fit ?? 1) < 0.9)
})

t.test('the axes of the mood match the paper', async t => {
  // L* 53.24, C* 104.55, h 40°: by hand.
  const red = measure([255, 0, 0, 255]).mood
  t.ok(Math.abs((red?.activity ?? 0) - 2.99) < 0.02, `${red?.activity}`)
  t.ok(Math.abs((red?.weight ?? 0) - 0.295) < 0.02, `${red?.weight}`)
  const white = measure([255, 255, 255, 255])
  t.ok(Math.abs((white.mood?.activity ?? 0) - 0.99) < 0.02)
  t.equal(white.mood?.heat, white.temperature.value)
})

interface Kind {
  readonly content: string
  readonly words: readonly string[]
  readonly font: string
}

/** Pictures as people would make them for a purpose. */
const kinds: readonly Kind[] = [
  {
    content: ground('#FDF2F8') + discs('#FBCFE8', '#BFDBFE', '#DDD6FE', '#BBF7D0', '#FDE68A'),
    words: ['clean', 'fresh'],
    font: 'sans',
  },
  {
    content: `${ground('#0B0B0D')}<circle cx="300" cy="200" r="90" fill="#C9A227"/>`,
    words: ['moody', 'dramatic'],
    font: 'serif',
  },
  {
    content: ground('#D7141A') + posts('#000000', '#FFFFFF', '#000000'),
    words: ['bold', 'vibrant'],
    font: 'condensed',
  },
  {
    content: ground('#FFD93D') + discs('#FF6B6B', '#6BCB77', '#4D96FF', '#FFFFFF', '#FF8DC7'),
    words: ['fresh', 'playful'],
    font: 'sans',
  },
  { content: slope('#DFF3FA', '#A7D5E8', '#5FA8C8'), words: ['clean', 'minimal'], font: 'sans' },
  { content: slope('#B5651D', '#8B5A2B', '#5A3215'), words: ['modern', 'minimal'], font: 'mono' },
  { content: slope('#F8D7DA', '#E8A0B0', '#C86B85'), words: ['fresh', 'minimal'], font: 'sans' },
  {
    content: ground('#FFFFFF') + posts('#000000', '#000000', '#000000', '#000000', '#000000'),
    words: ['quiet', 'clean'],
    font: 'serif',
  },
]

t.test('pictures of different moods build pages that look different', async t => {
  const content = { headline: 'One headline', sub_headline: 'One sentence.', cta_button_text: 'Go' }
  const seen = new Set<string>()
  for (const kind of kinds) {
    const style = await draw(kind.content)
    t.same(style.mood?.words, kind.words)
    t.not(readStyle({ ...style }).mood, 'neutral')
    t.match(readStyle({ ...style }), {
      typeface: kind.font,
      corners: style.corners,
      density: style.density,
      scheme: style.scheme,
    })
    const { cssVariables } = buildPage({
      style: { ...style },
      content,
      framework: 'none',
      responsiveType: 'mobile-first',
    })
    const look = ['--sp-font-title', '--sp-weight-title', '--sp-radius', '--sp-space-2', '--sp-accent'].map(
      name => cssVariables[name],
    )
    seen.add(look.join())
    t.ok(Object.values(style.tokens?.color.palette ?? {}).length === style.palette.length)
  }
  t.equal(seen.size, kinds.length)
})

t.test('the page supports every mood word and typeface', async t => {
  for (const { word, typeface } of moodWords) {
    t.not(readStyle({ colors: [], mood: { words: [word] } }).mood, 'neutral', word)
    t.equal(readStyle({ colors: [], typography: { category: typeface } }).typeface, typeface)
  }
  t.equal(new Set(moodWords.map(({ word }) => word)).size, moodWords.length)
})

t.test('tokens contain the roles and the palette without loss', async t => {
  const { tokens, roles, palette } = await analyse((await artwork(4)).bytes)
  const { $type, palette: swatches, ...named } = tokens?.color ?? { $type: '', palette: {} }
  t.equal($type, 'color')
  t.same(
    Object.entries(named).map(([name, { $value }]) => [name, $value.hex.toUpperCase()]),
    Object.entries(roles),
  )
  t.same(
    Object.entries(swatches).map(([name, { $value }]) => [name, $value.hex.toUpperCase()]),
    palette.map(({ hex }, index) => [`${index + 1}`, hex]),
  )
  for (const { $value } of Object.values(named)) {
    const bytes = $value.components.map(part =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    t.equal(`#${bytes.join('')}`, $value.hex)
    t.equal($value.colorSpace, 'srgb')
  }
})

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** A decoder of BlurHash: the colour at a place, 0 to 1 of the frame. */
const unhash = (hash: string, x: number, y: number): string => {
  const number = (from: number, to: number) =>
    [...hash.slice(from, to)].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0)
  const columns = (number(0, 1) % 9) + 1
  const most = (number(1, 2) + 1) / 166
  const light = [0, 0, 0]
  for (let wave = 0; wave * 2 + 4 < hash.length; wave++) {
    const basis = Math.cos((tau / 2) * x * (wave % columns)) * Math.cos((tau / 2) * y * Math.floor(wave / columns))
    const value = wave === 0 ? number(2, 6) : number(4 + wave * 2, 6 + wave * 2)
    light.forEach((sum, channel) => {
      const part = wave === 0 ? (value >> (16 - 8 * channel)) & 255 : Math.floor(value / 19 ** (2 - channel)) % 19
      const step = (part - 9) / 9
      light[channel] = sum + basis * (wave === 0 ? (part / 255) ** 2.2 : Math.sign(step) * step * step * most)
    })
  }
  const [red = 0, green = 0, blue = 0] = light.map(value => 255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2))
  return sampleColor({ red, green, blue }).hex
}

t.test('the placeholder shows the picture to any decoder of BlurHash', async t => {
  const quarters = (width: number, height: number) =>
    png(
      drawing(
        width,
        height,
        `<rect width="${width}" height="${height}" fill="#7F1D1D"/><rect width="50%" height="50%" fill="#FDE68A"/><rect x="50%" y="50%" width="50%" height="50%" fill="#1D4ED8"/>`,
      ),
    )
  for (const [width, height, size] of [
    [600, 400, 'L'],
    [300, 500, 'T'],
  ] as const) {
    const { placeholder = '' } = await analyse(await quarters(width, height))
    t.match(placeholder, /^[!-~]{28}$/)
    t.equal(placeholder[0], size, 'says how many waves it has')
    t.ok(deltaE00(toneOf(unhash(placeholder, 0.2, 0.2)), toneOf('#FDE68A')) < 16)
    t.ok(deltaE00(toneOf(unhash(placeholder, 0.8, 0.8)), toneOf('#1D4ED8')) < 16)
  }
  const { placeholder = '' } = await draw(ground('#3366CC'))
  t.ok(deltaE00(toneOf(unhash(placeholder, 0.5, 0.5)), toneOf('#3366CC')) < 3)
})

t.test('colours get unique names from the ISCC-NBS dictionary', async t => {
  const nameOf = (hex: string): string | undefined => [...nameColors([toneOf(hex)]).values()][0]
  for (const [hex, name] of [
    ['#000000', 'black'],
    ['#FFFFFF', 'white'],
    ['#848482', 'medium gray'],
    ['#BE0032', 'vivid red'],
    ['#F38400', 'vivid orange'],
    ['#F3C300', 'vivid yellow'],
    ['#00304E', 'dark blue'],
    ['#604E81', 'moderate violet'],
  ] as const) {
    t.equal(nameOf(hex), name, hex)
  }
  const greys = ['#808080', '#818181', '#7F7F7F', '#828282'].map(toneOf)
  const names = [...nameColors(greys).values()]
  t.equal(new Set(names).size, greys.length, names.join())
  t.match(names[0], 'medium gray')
  const many = Array.from({ length: 300 }, (_, index) => sampleColor({ red: index % 256, green: 40, blue: index / 2 }))
  t.equal(nameColors(many).size, 267, 'there are no more names')
})

t.test('the summary is a sentence, and the keywords are a few words', async t => {
  const dot = (x: number, y: number, fill = '#B91C1C', behind = '#F8FAFC') =>
    draw(`${ground(behind)}<circle cx="${x}" cy="${y}" r="50" fill="${fill}"/>`)
  for (const [x, y, place] of [
    [300, 200, 'in the middle'],
    [100, 200, 'on the left'],
    [500, 200, 'on the right'],
    [300, 60, 'in the upper part'],
    [300, 340, 'in the lower part'],
    [100, 60, 'in the upper left'],
    [500, 340, 'in the lower right'],
  ] as const) {
    t.match(
      (await dot(x, y)).summary,
      new RegExp(`^A bright, muted picture in white and deep reddish orange that feels \\w+.*, its subject ${place}`),
    )
  }
  t.equal(
    (await dot(150, 100, '#F0B90B', '#0B0B0D')).summary,
    'A dark picture in black and vivid yellow that feels moody and dramatic, its subject in the upper left, with room for text on the right.',
  )
  t.same((await dot(150, 100, '#F0B90B', '#0B0B0D')).keywords, [
    'moody',
    'dramatic',
    'black',
    'vivid yellow',
    'dark',
    'simple',
  ])
  const { keywords = [] } = await draw(slope('#9A9A9A', '#7E7E7E'))
  t.same(keywords, ['minimal', 'modern', 'medium gray', 'bluish gray', 'light', 'simple'])
  const sample = await decodeImage(await png(drawing(60, 40, ground('#3366CC'))), { depth: 'low', maxPixels: 50e6 })
  const film = { ...sample, media: { ...sample.media, type: 'video' } } as const
  t.match(measureStyle(film, { id, depth: 'medium', platform: 'web_16_9' }).summary, /^A .*video in moderate blue/)
})

t.test('the colours of a page get their roles', async t => {
  const style = await analyse(
    await png(
      drawing(
        900,
        600,
        '<rect width="900" height="600" fill="#F8FAFC"/><rect x="100" y="50" width="500" height="400" fill="#CBD5E1"/><rect x="150" y="100" width="300" height="60" fill="#0F172A"/><rect x="150" y="250" width="200" height="100" fill="#6D28D9"/><circle cx="750" cy="150" r="50" fill="#F59E0B"/><circle cx="750" cy="350" r="30" fill="#0D9488"/><circle cx="750" cy="450" r="25" fill="#DC2626"/>',
      ),
    ),
  )
  t.same(Object.fromEntries(style.palette.map(({ hex, role }) => [hex, role])), {
    '#F8FAFC': 'background',
    '#CBD5E1': 'surface',
    '#0F172A': 'text',
    '#6D28D9': 'primary',
    '#F59E0B': 'secondary',
    '#0D9488': 'support',
    '#DC2626': 'accent',
  })
  t.match(style, {
    scheme: 'light',
    roles: { background: '#F8FAFC', surface: '#CBD5E1', text: '#0F172A', on_accent: '#F8FAFC' },
  })
  t.match(style.palette[0], { name: 'white', contrast_black: 20.0712 })
})

t.test('roles that the picture lacks are derived', async t => {
  t.match((await analyse(await png(drawing(60, 60, '<circle cx="30" cy="30" r="20" fill="#22D3EE"/>')))).roles, {
    background: '#000000',
    primary: '#22D3EE',
  })
  t.match((await analyse(await png(drawing(60, 60, '<circle cx="30" cy="30" r="20" fill="#1E3A8A"/>')))).roles, {
    background: '#FFFFFF',
    surface: '#F2F2F2',
    primary: '#1E3A8A',
    on_primary: '#FFFFFF',
  })
  t.match((await analyse((await bands('grey', ['#777777'])).bytes)).roles, { background: '#777777', text: '#000000' })
  t.match((await analyse((await bands('black', ['#000000'])).bytes)).roles, {
    text: '#FFFFFF',
    surface: '#0D0D0D',
  })
  t.match((await analyse((await bands('white on grey', ['#808080', '#808080', '#FFFFFF'])).bytes)).roles, {
    primary: '#FFFFFF',
  })
})

for (const [name, width, height, wanted] of [
  [
    'web_16_9',
    1920,
    1080,
    {
      aspect_match: true,
      min_resolution_ok: true,
      crop: { x: 0, y: 0, width: 1920, height: 1080 },
      safe_area: { x: 96, y: 54, width: 1728, height: 972 },
    },
  ],
  [
    'web_16_9',
    1000,
    1000,
    { aspect_match: false, min_resolution_ok: false, crop: { x: 0, y: 218, width: 1000, height: 563 } },
  ],
  [
    'instagram_reels',
    4000,
    3000,
    {
      aspect_match: false,
      min_resolution_ok: true,
      crop: { x: 1156, y: 0, width: 1688, height: 3000 },
      safe_area: { x: 65, y: 269, width: 950, height: 979 },
    },
  ],
  [
    'youtube_shorts',
    540,
    960,
    {
      aspect_match: true,
      min_resolution_ok: false,
      canvas: { width: 1080, height: 1920 },
      safe_area: { x: 48, y: 288, width: 840, height: 960 },
    },
  ],
  // One pixel is left; its middle cannot be told from its edge.
  ['youtube_shorts', 30_000, 1, { crop: { width: 1, height: 1 }, focal_in_safe_area: false }],
] as const) {
  t.test(`${width} × ${height} px fit ${name} as its guide says`, async t => {
    const fit = fitPlatform({ width, height }, name, { x: 0.5, y: 0.5 })
    t.match(fit, { focal_in_safe_area: true, ...wanted })
    t.ok(fit.advice.length > 0 && fit.advice.every(text => text.length <= 256))
    t.equal(
      fit.advice.some(text => text.includes('covers')),
      !fit.focal_in_safe_area,
    )
    t.equal(
      fit.advice.some(text => text.startsWith('Crop')),
      !fit.aspect_match,
    )
    t.equal(
      fit.advice.some(text => text.startsWith('Use a larger')),
      !fit.min_resolution_ok,
    )
  })
}

for (const [name, size, focus, wanted, advice] of [
  // Around the subject, as far as the frame allows.
  [
    'instagram_reels',
    [4000, 3000],
    [0.3, 0.5],
    { crop: { x: 356, y: 0 }, focal_in_safe_area: true },
    /a narrower original/,
  ],
  ['instagram_reels', [4000, 3000], [0.1, 0.5], { crop: { x: 0, y: 0 }, focal_in_safe_area: true }, /Crop to/],
  ['web_16_9', [1000, 2000], [0.5, 0.9], { crop: { x: 0, y: 1437 }, focal_in_safe_area: true }, /a flatter original/],
  [
    'instagram_reels',
    [1080, 1920],
    [0.5, 0.8],
    { focal_in_safe_area: false },
    /covers the subject: place it higher\.$/,
  ],
  ['youtube_shorts', [1080, 1920], [0.95, 0.05], { focal_in_safe_area: false }, /place it lower and further left\.$/],
  ['web_16_9', [1920, 1080], [0.01, 0.5], { focal_in_safe_area: false }, /place it further right\.$/],
] as const) {
  t.test(`a subject at ${focus} of ${size} px is judged on ${name}`, async t => {
    const fit = fitPlatform({ width: size[0], height: size[1] }, name, { x: focus[0], y: focus[1] })
    t.match(fit, wanted)
    t.ok(
      fit.advice.some(text => advice.test(text)),
      fit.advice.join('\n'),
    )
  })
}

t.test('transparent pixels show the background', async t => {
  const { pixels } = flatten(sampleOf(3, [10, 20, 30, 255], [10, 20, 30, 0], [10, 20, 30, 51]), {
    red: 110,
    green: 220,
    blue: 130,
  })
  t.same([...pixels], [10, 20, 30, 255, 110, 220, 130, 255, 90, 180, 110, 255])
})

t.test('a table is 0 beyond its end', async t => {
  t.equal(at(Float64Array.of(7), 0), 7)
  t.equal(at(Float64Array.of(7), 1), 0)
  t.equal(byteAt(Uint8Array.of(7), 0), 7)
  t.equal(byteAt(Uint8Array.of(7), 1), 0)
})
