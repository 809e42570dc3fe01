// The measures of a style: perception, composition, words, and how a picture fits a platform.
import { Ajv } from 'ajv'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { models } from '../schemas/index.ts'
import { platforms } from '../schemas/platform.ts'
import { type Depth, depths } from '../schemas/provenance.ts'
import { StyleMetadata } from '../schemas/style.ts'
import { deltaE00, sampleColor, sampleHex } from '../src/color/color-sample.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { decodeImage } from '../src/image/decode.ts'
import { byteAt, type DecodedImage } from '../src/image/raster.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { fitPlatform } from '../src/style/composition/platform-fit.ts'
import { extractFeatures, measureStyle } from '../src/style/measure-style.ts'
import { at } from '../src/style/numbers.ts'
import { measureComplexity, measureDetail, measureSharpness } from '../src/style/perception/complexity.ts'
import { moodWords } from '../src/style/perception/mood.ts'
import { flatten } from '../src/style/sampling/pixels.ts'
import { artwork, drawing, photograph, png } from './fixtures/media/pictures.ts'
import { drawScenes } from './fixtures/media/scenes.ts'
import { random } from './helpers/random.ts'
import { sample, whole } from './helpers/whole.ts'

type Pixel = readonly number[]

const request = { id: `ana_${'0'.repeat(32)}`, depth: 'medium', platform: 'web_16_9' } as const

function decode(bytes: Uint8Array, depth: Depth = 'medium'): Promise<DecodedImage> {
  return decodeImage(bytes, { depth, maxPixels: 50e6 })
}

async function analyze(bytes: Uint8Array, depth: Depth = 'medium'): Promise<StyleMetadata> {
  return measureStyle(await decode(bytes, depth), { ...request, depth })
}

/** A decoded image of the given pixels: red, green, blue, opacity. */
function imageOf(width: number, pixels: readonly Pixel[]): DecodedImage {
  const size = { width, height: pixels.length / width }
  const facts = { type: 'image', format: 'png', bytes: 1, frames: 1, alpha: true, orientation: 1 } as const
  const media = { ...facts, ...size, color_space: 'srgb', sha256: '0'.repeat(64) } as const
  return { ...size, pixels: Uint8Array.from(pixels.flat()), truncated: false, media }
}

function measure(...pixels: readonly Pixel[]): StyleMetadata {
  return measureStyle(imageOf(pixels.length, pixels), request)
}

/** Analyzes a drawing of 600 × 400. */
async function draw(...content: readonly string[]): Promise<StyleMetadata> {
  return analyze(await png(drawing(600, 400, content.join(''))))
}

function background(fill: string): string {
  return `<rect width="600" height="400" fill="${fill}"/>`
}

function slope(...colors: readonly string[]): string {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
  return `<linearGradient id="g" x2="0" y2="1">${stops.join('')}</linearGradient>${background('url(#g)')}`
}

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}

function circle(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
}

function posts(...fills: readonly string[]): string {
  return fills.map((fill, index) => rect(40 + index * 100, 60 + (index % 3) * 60, 80, 180, fill)).join('')
}

function discs(...fills: readonly string[]): string {
  return fills.map((fill, index) => circle(80 + index * 110, 110 + (index % 2) * 180, 55, fill)).join('')
}

/** Rectangles in rows. */
function tiles(count: number, columns: number, [stepX, stepY]: Pixel, [width, height]: Pixel, fill: string): string {
  const tile = (_: unknown, index: number) =>
    rect((index % columns) * (stepX ?? 0), Math.floor(index / columns) * (stepY ?? 0), width ?? 0, height ?? 0, fill)
  return Array.from({ length: count }, tile).join('')
}

t.test('matches the schema for any pixels at every depth and platform', async t => {
  const validate = new Ajv({ strict: false, schemas: [...models] }).getSchema('StyleMetadata')
  const numbers = random(5)
  const rounds = whole ? 300 : 30
  for (let round = 0; round < rounds; round++) {
    const [width, height, shades] = [numbers.whole(1, 12), numbers.whole(1, 12), numbers.whole(2, 8)]
    const channel = () => Math.floor(numbers.whole(0, shades - 1) * (255 / (shades - 1)))
    const pixels = Array.from({ length: width * height }, () => [channel(), channel(), channel(), channel()])
    const image = imageOf(width, pixels)
    for (const depth of depths) {
      const platform = platforms[round % platforms.length] ?? 'web_16_9'
      const style = measureStyle(image, { ...request, depth, platform })
      // The address of the record is added to each answer.
      const answered = { ...style, analysis: { ...style.analysis, url: 'http://localhost:3000/' } }
      t.ok(validate?.(answered), JSON.stringify(validate?.errors))
      t.equal(style.palette.reduce((sum, { share }) => sum + share, 0).toFixed(4), '1.0000', 'shares add up')
      t.same(
        style.palette.slice(0, style.colors.length).map(({ hex }) => hex),
        style.colors,
      )
      const samples = style.colors.map(sampleHex)
      t.ok(samples.every((one, index) => samples.slice(index + 1).every(other => deltaE00(one, other) >= 5)))
      const { text, background, surface, primary, on_primary, accent, on_accent } = style.roles
      for (const [front, back] of [
        [text, background],
        [text, surface],
        [on_primary, primary],
        [on_accent, accent],
      ] as const)
        t.ok(wcagContrast(front, back) >= 4.5, `${front} on ${back}`)
      t.notMatch(JSON.stringify(style), /\.\d{5}/, 'numbers have at most four decimal places')
    }
  }
})

t.test('depth low has the required members only, medium and high have all but video', async t => {
  const { bytes } = await artwork(3)
  const { properties, required = [] } = StyleMetadata
  t.same(Object.keys(await analyze(bytes, 'low')), required)
  const all = Object.keys(properties).filter(name => name !== 'video' && name !== 'preview')
  for (const depth of ['medium', 'high'] as const) t.same(Object.keys(await analyze(bytes, depth)), all)
})

t.test('computes the values of the published formulas', async t => {
  const [black, white, red, blue] = [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ] as const
  t.match(measure(black, white), {
    brightness: 0.5,
    contrast: 0.5,
    saturation: 0,
    colorfulness: { value: 0, label: 'none' },
    temperature: { value: -0.5, label: 'neutral' },
    transparency: 0,
  })
  // σ = 0; μ = hypot(255, 127.5)
  t.match(measure(red), {
    brightness: 0.628,
    saturation: 0.6442,
    colorfulness: { value: 85.5296, label: 'high' },
    temperature: { label: 'warm' },
  })
  t.match(measure(blue), { temperature: { label: 'cool' } })
  // σ = hypot(127.5, 191.25); μ = hypot(127.5, 63.75)
  t.match(measure(red, blue), { colorfulness: { value: 272.6187, label: 'extreme' } })
  t.equal(measure(white, [255, 255, 255, 0]).transparency, 0.5)
  t.equal(measure([90, 90, 90, 128]).transparency, 0.498)
  const isNear = (value: number | undefined, wanted: number) =>
    t.ok(Math.abs((value ?? 0) - wanted) < 0.02, `${value} is ${wanted}`)
  // L* 53.24, C* 104.55, h 40°
  isNear(measure(red).mood?.activity, 2.99)
  isNear(measure(red).mood?.weight, 0.295)
  const { mood, temperature } = measure(white)
  isNear(mood?.activity, 0.99)
  t.equal(mood?.heat, temperature.value)
})

t.test('the colourfulness of a photograph is that of its pixels', async t => {
  const image = await decode((await photograph(2)).bytes)
  const count = image.pixels.length / 4
  const sums = { rg: 0, yb: 0, squares: 0 }
  for (let index = 0; index < image.pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = image.pixels.subarray(index, index + 3)
    const [rg, yb] = [red - green, (red + green) / 2 - blue]
    sums.rg += rg
    sums.yb += yb
    sums.squares += rg * rg + yb * yb
  }
  const meanLength = Math.hypot(sums.rg, sums.yb) / count
  const exact = Math.sqrt(sums.squares / count - meanLength ** 2) + 0.3 * meanLength
  const { value } = measureStyle(image, request).colorfulness
  t.ok(Math.abs(value - exact) / exact < 0.05, `${value} for ${exact.toFixed(2)}`)
})

t.test('transparent pixels have no colour and show the background', async t => {
  const style = measure([255, 0, 255, 0], [10, 120, 60, 255], [10, 120, 60, 255], [0, 255, 0, 3])
  t.same(style.colors, ['#0A783C'])
  t.equal(style.transparency, 0.5)
  const pixels = [
    [10, 20, 30, 255],
    [10, 20, 30, 0],
    [10, 20, 30, 51],
  ]
  const flat = flatten(imageOf(3, pixels), { red: 110, green: 220, blue: 130 })
  t.same([...flat.pixels], [10, 20, 30, 255, 110, 220, 130, 255, 90, 180, 110, 255])
})

t.test('warns about a wholly transparent picture, which is white, and about a truncated file', async t => {
  const invisible = measure([255, 0, 255, 0], [1, 2, 3, 0])
  t.match(invisible, { colors: ['#FFFFFF'], transparency: 1, analysis: { warnings: [/transparent/] } })
  const truncated = { ...imageOf(1, [[1, 2, 3, 255]]), truncated: true }
  t.match(measureStyle(truncated, request).analysis.warnings, [/is incomplete/])
})

t.test('a video has the colours of all frames and the focal point of the middle one', async t => {
  const white = [255, 255, 255, 255]
  const frame = (x: number, fill: Pixel) =>
    Array.from({ length: 8 * 12 }, (_, index) => (index === 4 * 12 + x ? fill : white))
  const pixels = [frame(2, [220, 20, 30, 255]), frame(9, [20, 60, 200, 255]), frame(2, [10, 140, 60, 255])].flat()
  const video = { duration: 3, fps: 25, width: 12, height: 8, codec: 'h264', frames: 3 }
  const all = imageOf(12, pixels)
  const image = { ...all, media: { ...all.media, height: 8 }, frames: 3, video }
  for (const depth of depths) {
    const style = measureStyle(image, { ...request, depth })
    t.same(new Set(style.colors), new Set(['#FFFFFF', '#DC141E', '#143CC8', '#0A8C3C']))
    t.same(style.video, video)
    t.same(style.analysis.sampled, { width: 12, height: 8 })
    if (depth !== 'low') t.same(style.focal_point, { x: 0.7917, y: 0.5625 })
  }
  t.match(measureStyle({ ...image, media: { ...image.media, type: 'video' } }, request).summary, /^A .*video in /)
})

t.test('the focal point lies on the subject of 95 % of composed scenes', async t => {
  const scenes = (whole ? [0, 1, 2, 3] : [0]).flatMap(drawScenes)
  const cases = sample(
    scenes.flatMap(scene => depths.map(depth => ({ scene, depth }))),
    80,
  )
  const missed: string[] = []
  for (const { scene, depth } of cases) {
    const { name, bytes, x, y } = await scene
    const { focus } = extractFeatures(await decode(bytes, depth), depth)
    if (Math.hypot(focus.x - x, focus.y - y) > 0.1) missed.push(`${name}, ${depth}`)
  }
  t.ok(missed.length <= 0.05 * cases.length, missed.join('\n'))
  t.comment(`cases: ${cases.length} analyses of scenes`)
})

/** Checks that the focal point lies within a distance. */
function isFocus(t: Test, { focal_point }: StyleMetadata, [x, y]: readonly [number, number], distance = 0.05): void {
  const found = focal_point ?? { x: 0, y: 0 }
  t.ok(Math.hypot(found.x - x, found.y - y) < distance, JSON.stringify(focal_point))
}

t.test('the focal point is the centre of a small subject, and of a large one the part near the middle', async t => {
  const paper = background('#F8FAFC')
  isFocus(t, await draw(paper, rect(420, 60, 100, 100, '#B91C1C')), [0.78, 0.275], 0.02)
  // From the lower edge to a third of the height: its centre is at 0.67.
  isFocus(t, await draw(paper, rect(180, 140, 240, 260, '#1D4ED8')), [0.5, 0.57], 0.03)
})

t.test('the focal point moves by small steps as a second object grows to the size of the first', async t => {
  const points: { readonly x: number; readonly y: number }[] = []
  for (let side = 40; side <= 100; side += 4) {
    const shapes = rect(120, 150, 100, 100, '#B91C1C') + rect(280, 150, side, side, '#B91C1C')
    const { focal_point } = await draw(background('#F8FAFC'), shapes)
    points.push(focal_point ?? { x: 0, y: 0 })
  }
  for (const [index, { x, y }] of points.slice(1).entries())
    t.ok(Math.hypot(x - (points[index]?.x ?? 0), y - (points[index]?.y ?? 0)) < 0.06, JSON.stringify(points))
  t.ok((points.at(0)?.x ?? 1) < 0.3 && (points.at(-1)?.x ?? 0) > 0.38, JSON.stringify(points))
})

t.test('looks for the subject inside a frame unless the frame is empty', async t => {
  const paper = background('#F4EBDD')
  const frame = '<path fill="none" stroke="#1B2A49" stroke-width="60" d="M0 0H600V400H0Z"/>'
  isFocus(t, await draw(paper, circle(420, 140, 40, '#E63946'), frame), [0.7, 0.35])
  isFocus(t, await draw(paper, frame), [0.5, 0.5])
  isFocus(t, await draw(paper, circle(270, 200, 198, '#1B2A49')), [0.45, 0.5])
  const band = '<path fill="none" stroke="#1B2A49" stroke-width="24" d="M0 0H600V120H0Z"/>'
  isFocus(t, await analyze(await png(drawing(600, 120, paper + band))), [0.5, 0.5])
})

t.test('a crop keeps the subject whole where it fits, and shows nothing else where it does not', async t => {
  const reels = { ...request, platform: 'instagram_reels' } as const
  const paper = background('#F8FAFC')
  for (const [x, width] of [
    [0, 150],
    [60, 190],
    [260, 200],
    [430, 150],
    [500, 100],
  ] as const) {
    const image = await decode(await png(drawing(600, 400, paper + rect(x, 120, width, 160, '#1D4ED8'))))
    const { platform, composition } = measureStyle(image, reels)
    const { crop } = platform
    t.ok(crop.x <= x + 1 && crop.x + crop.width >= x + width - 1, JSON.stringify({ x, width, crop }))
    const subject = composition?.subject ?? { x: 0, y: 0, width: 0, height: 0 }
    t.ok(Math.abs(600 * subject.x - x) < 20 && Math.abs(600 * subject.width - width) < 40, JSON.stringify(subject))
  }
  const wide = await decode(await png(drawing(600, 400, paper + rect(200, 120, 380, 160, '#1D4ED8'))))
  const { crop } = measureStyle(wide, reels).platform
  t.ok(crop.x >= 200 && crop.x + crop.width <= 580, JSON.stringify(crop))
})

t.test('a subject lies in the middle of a crop, whatever else is in the picture', async t => {
  const content = background('#F8FAFC') + rect(200, 120, 160, 160, '#1D4ED8') + circle(550, 330, 44, '#1D4ED8')
  const image = await decode(await png(drawing(600, 400, content)))
  const { crop } = measureStyle(image, { ...request, platform: 'instagram_reels' }).platform
  t.ok(Math.abs(crop.x + crop.width / 2 - 280) < 10, JSON.stringify(crop))
})

t.test('an object that reaches all edges of a plain ground is the subject', async t => {
  const disc = drawing(400, 400, background('#F8FAFC') + circle(200, 200, 186, '#1D4ED8'))
  const { composition } = await analyze(await png(disc))
  t.ok((composition?.subject?.width ?? 0) > 0.9, JSON.stringify(composition))
})

t.test('a scene that fills the picture has no subject', async t => {
  const street =
    background('#8FA3B8') + tiles(220, 20, [30, 36], [26, 30], '#4A3B2F') + tiles(60, 12, [50, 80], [12, 50], '#D8B070')
  const { composition, focal_point, summary } = await draw(street)
  t.equal(composition?.subject, undefined)
  t.same(focal_point, { x: 0.5, y: 0.5 })
  t.match(summary, /without a single subject/)
})

t.test('the focal point is the centre where nothing stands out', async t => {
  for (const content of [background('#3366CC'), slope('#1B2A49', '#C8553D', '#F2C14E'), slope('#FFFFFF', '#000000')]) {
    const { focal_point, composition, summary } = await draw(content)
    t.same(focal_point, { x: 0.5, y: 0.5 })
    t.match(composition, { thirds: 0.1463, negative_space: 1, clear_side: 'left' })
    t.match(summary, /without a single subject/)
  }
})

t.test('finds a subject that the frame cuts off, and ignores a horizon', async t => {
  const horizon = background('#BFDBFE') + rect(0, 260, 600, 140, '#4D7C0F')
  t.same((await draw(horizon)).focal_point, { x: 0.5, y: 0.5 })
  isFocus(t, await draw(horizon, '<path d="M380 400V150q0-40 40-40t40 40V400z" fill="#B91C1C"/>'), [0.7, 0.62], 0.1)
})

t.test('the subject of a transparent logo is where its pixels are', async t => {
  isFocus(t, await draw(circle(150, 100, 50, '#111827')), [0.25, 0.25], 0.03)
})

t.test('measures the rule of thirds and the clear side', async t => {
  const at = async (x: number, y: number) =>
    (await draw(background('#F8FAFC'), rect(x - 60, y - 60, 120, 120, '#B91C1C'))).composition
  t.ok(((await at(200, 133))?.thirds ?? 0) > 0.99)
  t.ok(((await at(300, 200))?.thirds ?? 1) < 0.2)
  t.match(await at(100, 200), { clear_side: 'right' })
  t.match(await at(500, 200), { clear_side: 'left' })
  const checks = await draw(background('#FFFFFF'), tiles(600, 30, [20, 20], [10, 10], '#000'))
  t.match(checks.composition, { clear_side: 'none' })
})

t.test('measures complexity and sharpness as published', async t => {
  const of = (width: number, height: number, value: (x: number, y: number) => number) => {
    const luma = Uint8Array.from({ length: width * height }, (_, index) =>
      value(index % width, Math.floor(index / width)),
    )
    const { entropy, edge_density } = measureComplexity(luma, width, height)
    return { entropy, edge_density, sharpness: measureSharpness(luma, width, height) }
  }
  const blur = (x: number, step: number) => Math.min(10 * step, Math.max(0, (x - 25) * step))
  t.same(
    of(40, 30, () => 7),
    { entropy: 0, edge_density: 0, sharpness: 0 },
  )
  // Two values, half each, are one bit; one line of pixels has the edge.
  t.same(
    of(40, 30, x => (x < 20 ? 0 : 200)),
    { entropy: 1, edge_density: 0.025, sharpness: 1 },
  )
  t.same(
    of(40, 30, (_, y) => (y < 15 ? 0 : 200)),
    { entropy: 1, edge_density: 0.0333, sharpness: 1 },
  )
  t.equal(of(16, 16, (x, y) => x + 16 * y).entropy, 8)
  t.ok(of(60, 40, x => blur(x, 20)).sharpness < 0.3, 'an edge over ten pixels is blurred')
  t.ok(of(60, 40, (x, y) => blur(x, 10) + (y < 20 ? 0 : 100)).sharpness < 0.3, 'also across a sharp one')
  t.equal(of(60, 40, x => x * 2).sharpness, 0, 'a gradient has no edges')
})

t.test('a blurred picture is less sharp than its original', async t => {
  const { bytes } = await photograph(3)
  const blurred = await sharp(bytes).blur(6).png().toBuffer()
  t.ok(((await analyze(blurred)).sharpness ?? 1) < 0.6 * ((await analyze(bytes)).sharpness ?? 0))
})

t.test('fine detail is where the picture is in focus', async t => {
  const sharpAt = (isSharp: (x: number, y: number) => boolean) => {
    const luma = Uint8Array.from({ length: 80 * 40 }, (_, index) => {
      const [x, y] = [index % 80, Math.floor(index / 80)]
      return isSharp(x, y) ? 200 * ((x + y) % 2) : 100 + x
    })
    return measureDetail(luma, 80, 40)
  }
  const left = sharpAt(x => x < 40)
  t.ok(
    left.every((value, at) => (at % 16 < 8 ? value > 0.2 : value <= 0.2)),
    `sharp at its left: ${left}`,
  )
  const lowest = sharpAt((_, y) => y >= 30)
  t.ok(
    lowest.every((value, at) => (at >= 13 * 16 ? value > 0.15 : at >= 11 * 16 || value === 0)),
    `sharp below: ${lowest}`,
  )
  t.same([...new Set(sharpAt(() => false))], [0], 'a gradient is not sharp anywhere')
  t.same((await draw(background('#FFFFFF'))).composition?.detail?.length, 256)
})

t.test(
  'the scheme is that of the background, which is light where the picture is and its border is in part',
  async t => {
    const onBlack = (x: number, height: number) =>
      draw(background('#000000') + rect(x, 0, 600 - 2 * x, height, '#F2F0EC'))
    t.match(await onBlack(60, 120), { roles: { background: '#000000' }, scheme: 'dark' })
    t.match(await onBlack(60, 330), { roles: { background: '#F2F0EC' }, scheme: 'light' }, 'light at the upper edge')
    const framed = background('#000000') + rect(40, 40, 520, 320, '#F2F0EC')
    t.match(await draw(framed), { roles: { background: '#000000' }, scheme: 'dark' }, 'no light colour at an edge')
    for (let number = 0; number < 6; number++) {
      const { roles, scheme } = await analyze((await photograph(number)).bytes)
      t.equal(
        scheme,
        wcagContrast(roles.background, '#FFFFFF') > wcagContrast(roles.background, '#000000') ? 'dark' : 'light',
      )
    }
  },
)

const lines = Array.from({ length: 12 }, (_, y) => rect(30, 30 + y * 28, 150 + ((y * 97) % 300), 9, '#7EE787')).join('')

for (const [name, content, wanted] of [
  ['rectangles', background('#F8FAFC') + posts('#1D4ED8', '#0F172A'), { corners: 'sharp', density: 'airy' }],
  ['discs', background('#F8FAFC') + discs('#1D4ED8', '#0F172A', '#B91C1C'), { corners: 'round' }],
  ['both', background('#F8FAFC') + discs('#1D4ED8') + posts('#0F172A'), { corners: 'soft' }],
  ['no shapes', background('#3366CC'), { corners: 'soft', density: 'airy' }],
  [
    'bricks',
    background('#FECACA') + tiles(1500, 50, [12, 14], [6, 7], '#7F1D1D'),
    { density: 'compact', complexity: { label: 'detailed' } },
  ],
  ['lines of code', background('#0D1117') + lines, { density: 'regular', complexity: { label: 'moderate' } }],
] as const)
  t.test(`classifies corners and density of a picture with ${name}`, async t => {
    t.match(await draw(content), wanted)
  })

/** Columns of fully saturated hues, in degrees of the HSV wheel. */
function hues(degrees: readonly number[], width: number): string {
  return degrees.map((hue, index) => rect(index * width, 0, width, 400, `hsl(${hue},100%,50%)`)).join('')
}

for (const [template, angle, degrees] of [
  ['i', 210, [210]],
  ['I', 30, [30, 210]],
  ['V', 120, [84, 105, 135, 156]],
  ['L', 60, [27, 93, 150]],
  ['Y', 0, [320, 40, 180]],
  ['T', 90, [9, 40, 90, 140, 171]],
  ['X', 60, [24, 96, 204, 276]],
  ['N', 0, []],
] as const) {
  t.test(`the hues [${degrees}] are in harmony by template ${template}`, async t => {
    const { harmony } = await draw(background('#777777'), hues(degrees, 90))
    t.match(harmony, { template, fit: 1 })
    const off = Math.abs((((harmony?.angle ?? 0) - angle + 540) % 360) - 180)
    // Templates with two equal halves have two angles.
    t.ok(Math.min(off, template === 'X' || template === 'I' ? 180 - off : off) <= 12, `angle ${harmony?.angle}`)
  })
}

t.test('hues that follow no template get the nearest one with a low fit', async t => {
  const { harmony } = await draw(hues([0, 60, 120, 180, 240, 300], 100))
  t.ok((harmony?.fit ?? 1) < 0.9)
})

const purposes: readonly (readonly [content: string, words: readonly string[], typeface: string])[] = [
  [background('#FDF2F8') + discs('#FBCFE8', '#BFDBFE', '#DDD6FE', '#BBF7D0', '#FDE68A'), [], 'sans'],
  [background('#0B0B0D') + circle(300, 200, 90, '#C9A227'), ['dramatic'], 'serif'],
  [background('#D7141A') + posts('#000000', '#FFFFFF', '#000000'), ['bold', 'vibrant'], 'condensed'],
  [background('#FFD93D') + discs('#FF6B6B', '#6BCB77', '#4D96FF', '#FFFFFF', '#FF8DC7'), ['fresh', 'playful'], 'sans'],
  [slope('#DFF3FA', '#A7D5E8', '#5FA8C8'), ['clean'], 'sans'],
  [slope('#B5651D', '#8B5A2B', '#5A3215'), ['modern'], 'mono'],
  [slope('#F8D7DA', '#E8A0B0', '#C86B85'), [], 'sans'],
  [background('#FFFFFF') + posts(...Array.from({ length: 5 }, () => '#000000')), ['quiet', 'clean'], 'serif'],
]

t.test('pictures of different moods get fitting words, and pages that look different', async t => {
  const content = { headline: 'One headline', sub_headline: 'One sentence.', cta_button_text: 'Go' }
  const looks = new Set<string>()
  for (const [drawn, words, typeface] of purposes) {
    const style = await draw(drawn)
    t.same(style.mood?.words, words, drawn.slice(0, 90))
    t.equal(style.typography?.category, typeface)
    looks.add((await buildPage({ style: { ...style }, content })).html)
  }
  t.equal(looks.size, purposes.length)
})

t.test('pages know every mood word', async t => {
  for (const { word } of moodWords) t.not(readStyle({ colors: [], mood: { words: [word] } }).mood, 'neutral', word)
  t.equal(new Set(moodWords.map(({ word }) => word)).size, moodWords.length)
})

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** Decodes a BlurHash: the colour at a position, 0 to 1 of the frame. */
function decodeBlurHash(hash: string, x: number, y: number): string {
  const number = (from: number, to: number) =>
    [...hash.slice(from, to)].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0)
  const columns = (number(0, 1) % 9) + 1
  const scale = (number(1, 2) + 1) / 166
  const light = [0, 0, 0]
  for (let wave = 0; wave * 2 + 4 < hash.length; wave++) {
    const basis = Math.cos(Math.PI * x * (wave % columns)) * Math.cos(Math.PI * y * Math.floor(wave / columns))
    const value = wave === 0 ? number(2, 6) : number(4 + wave * 2, 6 + wave * 2)
    light.forEach((sum, channel) => {
      const part = wave === 0 ? (value >> (16 - 8 * channel)) & 255 : Math.floor(value / 19 ** (2 - channel)) % 19
      const step = (part - 9) / 9
      light[channel] = sum + basis * (wave === 0 ? (part / 255) ** 2.2 : Math.sign(step) * step * step * scale)
    })
  }
  const [red = 0, green = 0, blue = 0] = light.map(value => 255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2))
  return sampleColor({ red, green, blue }).hex
}

t.test('the placeholder is a BlurHash of the picture', async t => {
  const shows = (hash: string, x: number, y: number, hex: string, maxDifference: number) =>
    t.ok(deltaE00(sampleHex(decodeBlurHash(hash, x, y)), sampleHex(hex)) < maxDifference, `${hash} has ${hex}`)
  for (const [width, height, size] of [
    [600, 400, 'L'],
    [300, 500, 'T'],
  ] as const) {
    const quarters =
      rect(0, 0, width, height, '#7F1D1D') +
      rect(0, 0, width / 2, height / 2, '#FDE68A') +
      rect(width / 2, height / 2, width / 2, height / 2, '#1D4ED8')
    const { placeholder = '' } = await analyze(await png(drawing(width, height, quarters)))
    t.match(placeholder, /^[!-~]{28}$/)
    t.equal(placeholder[0], size, 'the first character is the number of components')
    shows(placeholder, 0.2, 0.2, '#FDE68A', 5)
    shows(placeholder, 0.8, 0.8, '#1D4ED8', 16)
  }
  const { placeholder = '' } = await draw(background('#3366CC'))
  shows(placeholder, 0.5, 0.5, '#3366CC', 3)
})

t.test('the summary is a sentence, and the keywords are a few words', async t => {
  const dot = (x: number, y: number, fill = '#B91C1C', behind = '#F8FAFC') =>
    draw(background(behind), circle(x, y, 50, fill))
  for (const [x, y, position] of [
    [300, 200, 'in the middle'],
    [100, 200, 'on the left'],
    [500, 200, 'on the right'],
    [300, 60, 'in the upper part'],
    [300, 340, 'in the lower part'],
    [100, 60, 'in the upper left'],
    [500, 340, 'in the lower right'],
  ] as const) {
    const begin = 'A bright, muted picture in white and vivid red'
    t.match((await dot(x, y)).summary, new RegExp(`^${begin}, its subject ${position}`))
  }
  t.match(await dot(150, 100, '#F0B90B', '#0B0B0D'), {
    summary:
      'A dark picture in black and golden yellow that feels dramatic, its subject in the upper left, with room for text on the right.',
    keywords: ['dramatic', 'black', 'golden yellow', 'dark', 'simple'],
  })
  const { keywords } = await draw(slope('#9A9A9A', '#7E7E7E'))
  t.same(keywords, ['minimal', 'modern', 'gray', 'light', 'simple'], 'a name that colours share stands once')
})

const middle = { x: 0.5, y: 0.5 } as const

for (const [platform, [width, height], focus, wanted, advice] of [
  [
    'web_16_9',
    [1920, 1080],
    middle,
    {
      aspect_match: true,
      min_resolution_ok: true,
      focal_in_safe_area: true,
      crop: { x: 0, y: 0, width: 1920, height: 1080 },
      safe_area: { x: 96, y: 54, width: 1728, height: 972 },
    },
    /as it is/,
  ],
  [
    'web_16_9',
    [1000, 1000],
    middle,
    {
      aspect_match: false,
      min_resolution_ok: false,
      focal_in_safe_area: true,
      crop: { x: 0, y: 218, width: 1000, height: 563 },
    },
    /Use a larger picture: 1000 × 563 px/,
  ],
  [
    'instagram_reels',
    [4000, 3000],
    middle,
    {
      aspect_match: false,
      min_resolution_ok: true,
      focal_in_safe_area: true,
      crop: { x: 1156, y: 0, width: 1688, height: 3000 },
      safe_area: { x: 65, y: 269, width: 950, height: 979 },
    },
    /Crop to 1688 × 3000 px at 1156, 0/,
  ],
  [
    'youtube_shorts',
    [540, 960],
    middle,
    {
      aspect_match: true,
      min_resolution_ok: false,
      focal_in_safe_area: true,
      canvas: { width: 1080, height: 1920 },
      safe_area: { x: 48, y: 288, width: 840, height: 960 },
    },
    /Use a larger/,
  ],
  // One pixel is left; its middle cannot be told from its edge.
  ['youtube_shorts', [30_000, 1], middle, { crop: { width: 1, height: 1 }, focal_in_safe_area: false }, /Crop to/],
  // The crop is around the focal point as far as the frame allows.
  [
    'instagram_reels',
    [4000, 3000],
    { x: 0.3, y: 0.5 },
    { crop: { x: 356, y: 0 }, focal_in_safe_area: true },
    /a narrower original/,
  ],
  ['instagram_reels', [4000, 3000], { x: 0.1, y: 0.5 }, { crop: { x: 0, y: 0 }, focal_in_safe_area: true }, /Crop to/],
  [
    'web_16_9',
    [1000, 2000],
    { x: 0.5, y: 0.9 },
    { crop: { x: 0, y: 1437 }, focal_in_safe_area: true },
    /a wider original/,
  ],
  ['instagram_reels', [1080, 1920], { x: 0.5, y: 0.8 }, { focal_in_safe_area: false }, /subject: place it higher\.$/],
  [
    'youtube_shorts',
    [1080, 1920],
    { x: 0.95, y: 0.05 },
    { focal_in_safe_area: false },
    /place it lower and further left\.$/,
  ],
  ['web_16_9', [1920, 1080], { x: 0.01, y: 0.5 }, { focal_in_safe_area: false }, /place it further right\.$/],
] as const)
  t.test(`fits ${width} × ${height} px with focus ${focus.x}, ${focus.y} to ${platform}`, async t => {
    const fit = fitPlatform({ width, height }, platform, { focus, heads: [] })
    t.match(fit, wanted)
    t.ok(fit.advice.every(text => text.length <= 256))
    const advises = (pattern: RegExp) => fit.advice.some(text => pattern.test(text))
    t.ok(advises(advice), fit.advice.join('\n'))
    t.equal(advises(/covers/), !fit.focal_in_safe_area)
    t.equal(advises(/^Crop/), !fit.aspect_match)
    t.equal(advises(/^Use a larger/), !fit.min_resolution_ok)
  })

t.test('tables are 0 beyond their end', async t => {
  t.equal(at(Float64Array.of(7), 1), 0)
  t.equal(byteAt(Uint8Array.of(7), 1), 0)
})
