// The palette: colours, shares, names, roles and tokens of drawn and of real pictures.
import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { type Depth, depths } from '../schemas/provenance.ts'
import { cssColorOf, nameColor } from '../src/color/color-names.ts'
import { deltaE00, sampleColor, sampleHex } from '../src/color/color-sample.ts'
import { chroma, hexToOklab, type Oklab, rgbToOklab, squaredDistance } from '../src/color/oklab.ts'
import { decodeImage } from '../src/image/decode.ts'
import type { Raster } from '../src/image/raster.ts'
import { extractFeatures } from '../src/style/measure-style.ts'
import { buildTokens, nameColors } from '../src/style/palette/palette.ts'
import { quantize } from '../src/style/palette/quantize.ts'
import { selectColors } from '../src/style/palette/select.ts'
import { buildHistogram } from '../src/style/sampling/histogram.ts'
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
} from './fixtures/media/pictures.ts'
import { random } from './helpers/random.ts'
import { sample, whole } from './helpers/whole.ts'

type Color = readonly number[]

/** ΔE00 of two colours in #RRGGBB. */
function difference(one: string, other: string): number {
  return deltaE00(sampleHex(one), sampleHex(other))
}

function nearestDifference(hex: string, colors: readonly string[]): number {
  return Math.min(...colors.map(color => difference(hex, color)))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function decode(bytes: Uint8Array, depth: Depth = 'medium') {
  return decodeImage(bytes, { depth, maxPixels: 50e6 })
}

function paletteOf(raster: Raster) {
  const swatches = quantize(buildHistogram(raster).cells)
  const { selected } = selectColors(swatches)
  return { colors: selected.map(({ hex }) => hex), selected, swatches }
}

async function featuresOf(bytes: Uint8Array) {
  return extractFeatures(await decode(bytes), 'medium')
}

/** A raster of opaque colours by position. */
function draw(width: number, height: number, colorAt: (x: number, y: number) => Color): Raster {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let index = 0; index < width * height; index++)
    pixels.set(colorAt(index % width, Math.floor(index / width)), 4 * index)
  return { width, height, pixels }
}

function repeat<T>(value: T, count: number): readonly T[] {
  return Array.from({ length: count }, () => value)
}

/** A raster of opaque pixels side by side. */
function row(colors: readonly Color[]): Raster {
  return draw(colors.length, 1, x => colors[x] ?? [])
}

interface Family {
  readonly pictures: readonly Promise<Picture>[]
  /** Whether no other colour may be selected. */
  readonly isExact: boolean
  /** Largest ΔE00 to a drawn colour, on average and of all. */
  readonly meanDifference: number
  readonly maxDifference: number
}

const seeds = [0, 1, 2, 3, 4, 5]
const families: Readonly<Record<string, Family>> = {
  'flat artwork': { pictures: seeds.map(artwork), isExact: true, meanDifference: 0.5, maxDifference: 1.5 },
  'photographs with a small accent': {
    pictures: seeds.map(photograph),
    isExact: false,
    meanDifference: 0.8,
    maxDifference: 1.5,
  },
  'transparent logos': { pictures: seeds.slice(3).map(logo), isExact: true, meanDifference: 0.5, maxDifference: 1 },
  'monochrome pictures': {
    pictures: [
      bands(['#111827', '#374151', '#9CA3AF', '#F3F4F6']),
      bands(['#000000', '#FFFFFF']),
      bands(['#0B3D91', '#3B6FC4', '#A9C4EE']),
      bands(['#808080']),
    ],
    isExact: true,
    meanDifference: 0.5,
    maxDifference: 1,
  },
  'icons of 24 px': { pictures: seeds.slice(2).map(icon), isExact: true, meanDifference: 0.5, maxDifference: 1.5 },
}

for (const [name, { pictures, isExact, meanDifference, maxDifference }] of Object.entries(families)) {
  t.test(`finds the colours of ${name} and their shares`, async t => {
    const differences: number[] = []
    const cases = (await Promise.all(pictures)).flatMap(picture => depths.map(depth => ({ ...picture, depth })))
    for (const { name, bytes, truth, depth } of cases) {
      const { selected } = paletteOf(await decode(bytes, depth))
      for (const { hex, share } of truth) {
        const [nearest] = selected.toSorted((one, other) => difference(hex, one.hex) - difference(hex, other.hex))
        const distance = difference(hex, nearest?.hex ?? '#000000')
        differences.push(distance)
        t.ok(distance <= maxDifference, `${name}, ${depth}: ${hex} is found, ΔE00 ${distance.toFixed(2)}`)
        const shareError = Math.abs((share ?? nearest?.share ?? 0) - (nearest?.share ?? 0))
        t.ok(shareError <= 0.01, `${name}, ${depth}: the share of ${hex} is off by ${shareError.toFixed(4)}`)
      }
      if (isExact) t.equal(selected.length, truth.length, `${name}, ${depth}: no other colour`)
    }
    t.ok(mean(differences) <= meanDifference)
  })
}

t.test('merges colours that look alike', async t => {
  for (const [one, alike] of [
    ['#3366CC', '#3A6BCF'],
    ['#FFFFFF', '#FAFAFA'],
    ['#101010', '#181818'],
  ] as const) {
    const colorAt = (x: number) => rgbOf(x < 120 ? one : x < 160 ? alike : '#E63946')
    const { colors } = paletteOf(draw(200, 60, colorAt))
    t.equal(colors.length, 2)
    t.ok(nearestDifference(one, colors) < 1)
  }
})

function rgbOf(hex: string): Color {
  return Object.values(sampleHex(hex).rgb)
}

t.test('represents a gradient from end to end', async t => {
  for (const [from, to] of [
    ['#FF0000', '#0000FF'],
    ['#000000', '#FFFFFF'],
    ['#0B1026', '#F5A97F'],
    ['#0028FF', '#FF2800'],
  ] as const) {
    const { colors, swatches } = paletteOf(await decode((await gradient(from, to)).bytes))
    t.ok(colors.length >= 5)
    for (const end of [from, to]) t.ok(nearestDifference(end, colors) < 8, `${end}: ${colors}`)
    t.ok(swatches.every(({ share }) => share < 0.35))
  }
})

t.test('reads pixels at any address', async t => {
  const aligned = row([...repeat([200, 10, 10], 2), ...repeat([10, 10, 200], 2)])
  const odd = new Uint8Array(aligned.pixels.length + 1)
  odd.set(aligned.pixels, 1)
  t.same(buildHistogram({ ...aligned, pixels: odd.subarray(1) }), buildHistogram(aligned))
})

t.test('separates a thin shape of one exact colour from its antialiasing', async t => {
  const [paper, ink] = [rgbOf('#FAF8F0'), rgbOf('#143CA0')]
  const line = Array.from({ length: 60 }, (_, index) => {
    const edge = interpolate([ink, paper], (index + 10) / 80)
    return [paper, paper, paper, edge, ink, paper]
  })
  t.same(paletteOf(row(line.flat())).colors.toSorted(), ['#143CA0', '#FAF8F0'])
})

t.test('finds a line of one pixel in any direction at any depth', async t => {
  const [width, height] = [1200, 901]
  const lines: Readonly<Record<string, (x: number, y: number) => boolean>> = {
    horizontal: (_, y) => y === 333,
    vertical: x => x === 777,
    diagonal: (x, y) => x === y,
    steep: (x, y) => x === Math.floor(y / 3),
  }
  for (const [index, [name, isLine]] of Object.entries(lines).entries()) {
    const { pixels } = draw(width, height, (x, y) => (isLine(x, y) ? [200, 30, 60] : [240, 240, 230]))
    const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    for (const depth of whole ? depths : depths.slice(index % 3, (index % 3) + 1)) {
      const { colors } = paletteOf(await decode(bytes, depth))
      t.same(colors.toSorted(), ['#C81E3C', '#F0F0E6'], `${name}, ${depth}`)
    }
  }
})

t.test('counts every pixel for its nearest colour', async t => {
  const [white, edge, black] = [rgbOf('#FFFFFF'), rgbOf('#808080'), rgbOf('#000000')]
  const period = [...repeat(white, 9), edge, ...repeat(black, 9), edge]
  const { colors, swatches } = paletteOf(row(repeat(period, 40).flat()))
  t.same(colors, ['#FFFFFF', '#000000'], 'antialiasing is not selected')
  for (const [hex, wanted] of [
    ['#FFFFFF', 0.45],
    ['#000000', 0.45],
    ['#808080', 0.1],
  ] as const) {
    const share = swatches.find(swatch => swatch.hex === hex)?.share ?? 0
    t.ok(Math.abs(share - wanted) < 0.005, `${hex}: ${share}`)
  }
})

t.test('finds a flat accent that covers a ten-thousandth of the picture', async t => {
  const isAccent = (x: number, y: number) => Math.max(Math.abs(x - 50), Math.abs(y - 50)) < 2
  const { colors } = paletteOf(draw(300, 300, (x, y) => rgbOf(isAccent(x, y) ? '#C81E3C' : '#F0F0E6')))
  t.same(colors, ['#F0F0E6', '#C81E3C'])
})

t.test('selects what looks like antialiasing where it covers more than a fifth, as in texture', async t => {
  const levels = [255, 255, 255, 255, 255, 255, 200, 140, 80, 20]
  const { colors } = paletteOf(draw(400, 60, x => repeat(levels[x % 10] ?? 0, 3)))
  t.same(colors.toSorted(), ['#141414', '#505050', '#8C8C8C', '#C8C8C8', '#FFFFFF'])
})

/** A pixel farther from all colours than this, OKLab, is not covered (about ΔE00 10). */
const reach = 0.1
const maxUncovered = 0.02
/** Of a sample of the pixels of a photograph. */
const maxUncoveredSample = 0.025

/** Counts opaque pixels by the nearest of some colours. */
function countNearest({ width, height, pixels }: Raster, colors: readonly { readonly oklab: Oklab }[]) {
  const counts = colors.map(() => 0)
  let uncovered = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index, index + 3)
    const pixel = rgbToOklab(red, green, blue)
    let [nearest, min] = [0, Number.POSITIVE_INFINITY]
    for (const [at, { oklab }] of colors.entries()) {
      const distance = squaredDistance(pixel, oklab)
      if (distance < min) [nearest, min] = [at, distance]
    }
    counts[nearest] = (counts[nearest] ?? 0) + 1
    if (min > reach ** 2) uncovered++
  }
  return { shares: counts.map(count => count / (width * height)), uncovered: uncovered / (width * height) }
}

const fixtures = new URL('fixtures/pictures/', import.meta.url)

t.test('covers real pictures with true shares', async t => {
  const files = (await readdir(fixtures)).filter(file => file.endsWith('.jpg'))
  t.ok(files.length >= 30)
  const [selectedUncovered, shareErrors]: [number[], number[]] = [[], []]
  const cases = files.flatMap(file => depths.map(depth => ({ file, depth })))
  for (const { file, depth } of sample(cases, 35)) {
    const bytes = await readFile(new URL(file, fixtures))
    const { data, info } = await sharp(bytes)
      .resize(160, 160, { fit: 'inside', kernel: 'nearest' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { width: info.width, height: info.height, pixels: data }
    const { swatches, selected } = paletteOf(await decode(bytes, depth))
    const { shares, uncovered } = countNearest(picture, swatches)
    t.ok(uncovered <= maxUncoveredSample, `${file}, ${depth}: ${(100 * uncovered).toFixed(1)} % uncovered`)
    shareErrors.push(mean(swatches.map(({ share }, index) => Math.abs(share - (shares[index] ?? 0)))))
    selectedUncovered.push(countNearest(picture, selected).uncovered)
  }
  t.ok(mean(shareErrors) <= 0.01, `mean error of shares: ${mean(shareErrors).toFixed(4)}`)
  t.ok(Math.max(...shareErrors) <= 0.04, `largest error of shares: ${Math.max(...shareErrors).toFixed(4)}`)
  t.ok(mean(selectedUncovered) <= 0.1, `six colours leave ${mean(selectedUncovered).toFixed(4)} uncovered`)
  const poor = selectedUncovered.filter(share => share > 0.25)
  t.ok(
    poor.length <= Math.ceil(0.02 * selectedUncovered.length),
    `worst of six colours: ${Math.max(...selectedUncovered)}`,
  )
  t.comment(`cases: ${shareErrors.length} analyses of real pictures`)
})

/** A gradient between random colours, with flat patches on it. */
function gradientWithPatches(seed: number, patches: number): Raster {
  const { whole, of } = random(seed)
  const anyColor = () => [whole(0, 255), whole(0, 255), whole(0, 255)]
  const [stops, isVertical] = [[anyColor(), anyColor()], of(true, false)]
  const boxes = Array.from({ length: patches }, () => ({
    x: whole(0, 54),
    y: whole(0, 38),
    side: whole(4, 10),
    color: anyColor(),
  }))
  return draw(64, 48, (x, y) => {
    const patch = boxes.find(box => x >= box.x && x < box.x + box.side && y >= box.y && y < box.y + box.side)
    return patch?.color ?? interpolate(stops, isVertical ? y / 47 : x / 63)
  })
}

/** The colour at a position, 0 to 1, of a gradient with evenly spaced stops. */
function interpolate(stops: readonly Color[], position: number): Color {
  const scaled = position * (stops.length - 1)
  const index = Math.min(stops.length - 2, Math.floor(scaled))
  const [from = [], to = []] = [stops[index], stops[index + 1]]
  return from.map((channel, at) => Math.round(channel + (scaled - index) * ((to[at] ?? 0) - channel)))
}

t.test('covers a gradient with 0 to 12 patches', async t => {
  const count = whole ? 5000 : 130
  for (let seed = 0; seed < count; seed++) {
    const raster = gradientWithPatches(seed, seed % 13)
    const { uncovered } = countNearest(raster, paletteOf(raster).swatches)
    if (uncovered > maxUncovered) t.fail(`seed ${seed}: ${(100 * uncovered).toFixed(1)} % uncovered`)
  }
  t.comment(`cases: ${count} drawn gradients`)
})

t.test('no exchange for small accents leaves a quarter of a photograph uncovered', async t => {
  const tomatoes = await readFile(new URL('food-sharing-tomatoes.jpg', fixtures))
  for (const depth of depths) {
    const { swatches, selected } = extractFeatures(await decode(tomatoes, depth), depth)
    const isFar = ({ oklab }: { oklab: Oklab }) => selected.every(one => squaredDistance(one.oklab, oklab) > reach ** 2)
    const uncovered = swatches.filter(isFar).reduce((sum, { share }) => sum + share, 0)
    t.ok(uncovered <= 0.25, `${depth}: ${uncovered}`)
  }
})

t.test('selects a small colour that a grey picture has nothing like', async t => {
  const bridge = await readFile(new URL('fog-bridge.jpg', fixtures))
  for (const depth of depths) {
    const { selected } = extractFeatures(await decode(bridge, depth), depth)
    const reds = selected.filter(({ oklab: { a, b } }) => a > 0.05 && Math.abs(b) < a)
    t.equal(reds.length, 1, `${depth}: ${selected.map(({ hex }) => hex)}`)
  }
})

t.test('covers any 12 colours, and has at most 16 distinct ones whose shares add up to 1', async () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const run = fc.record({ color: fc.tuple(channel, channel, channel), length: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 40 }), runs => {
      const raster = row(runs.flatMap(({ color, length }) => repeat(color, length)))
      const { colors, swatches } = paletteOf(raster)
      const total = swatches.reduce((sum, { share }) => sum + share, 0)
      const isDistinct = colors.every((one, index) =>
        colors.slice(index + 1).every(other => difference(one, other) >= 5),
      )
      return (
        swatches.length <= 16 &&
        Math.abs(total - 1) < 1e-9 &&
        isDistinct &&
        (runs.length > 12 || countNearest(raster, swatches).uncovered <= maxUncovered)
      )
    }),
    { numRuns: whole ? 3000 : 150, seed: 17 },
  )
})

t.test('finds the stops of a gradient wherever it bends', async t => {
  for (const stops of [
    ['#ED079F', '#3ED272', '#8B5B38'],
    ['#141E78', '#E6285A', '#FAC83C', '#F0FAF0'],
  ]) {
    const { colors } = paletteOf(draw(400, 60, x => interpolate(stops.map(rgbOf), x / 399)))
    for (const stop of stops) t.ok(nearestDifference(stop, colors) < 2.5, `${stop}: ${colors}`)
    t.equal(colors.length, 6)
  }
})

t.test('ends a gradient that continues in its last colour with exactly that colour', async t => {
  const stops = ['#1E3CC8', '#FADC28'].map(rgbOf)
  const { colors } = paletteOf(draw(400, 60, x => interpolate(stops, Math.min(1, x / 250))))
  t.ok(colors.includes('#FADC28'), colors.join())
})

for (const [name, minSwatches, raster] of [
  [
    'a circle of hues',
    5,
    draw(400, 60, x => {
      const angle = (2 * Math.PI * x) / 400
      return [128 + 90 * Math.cos(angle), 128 + 90 * Math.sin(angle), 128].map(Math.round)
    }),
  ],
  ['a plane of colours', 2, draw(120, 120, (x, y) => [100 + x / 2, 100 + y / 2, 128].map(Math.round))],
  ['a volume of colours', 7, draw(256, 256, (x, y) => [x, y, 255 - (x + y) / 2].map(Math.round))],
] as const)
  t.test(`represents ${name}, which is no gradient between two stops`, async t => {
    const { swatches } = paletteOf(raster)
    t.ok(swatches.length >= minSwatches, `${swatches.length}`)
    t.ok(swatches.every(({ share }) => share < 0.4))
  })

t.test('names colours as people do', t => {
  for (const [hex, name] of [
    ['#000000', 'black'],
    ['#FFFFFF', 'white'],
    ['#9B9B9B', 'gray'],
    ['#3C3C3C', 'dark gray'],
    ['#FF0000', 'vivid red'],
    ['#0000FF', 'vivid blue'],
    ['#F38400', 'vivid orange'],
    ['#000080', 'navy blue'],
    ['#008080', 'teal'],
    ['#808000', 'olive'],
    ['#F5F5DC', 'cream'],
    ['#A0522D', 'brown'],
    ['#FFC0CB', 'pink'],
    ['#604E81', 'violet'],
    ['#708090', 'slate blue'],
    ['#CBD5E1', 'light bluish gray'],
    ['#151013', 'black'],
    ['#C04020', 'burnt orange'],
    ['#BF6120', 'burnt orange'],
  ] as const)
    t.equal(nameColor(hexToOklab(hex)), name, hex)
  t.end()
})

t.test('names no hue of a colour without chroma, and calls only strong ones vivid or brilliant', t => {
  const numbers = random(7)
  for (let round = 0; round < 4000; round++) {
    const [grey, spread] = [numbers.whole(0, 255), round % 2 === 0 ? 6 : 120]
    const channel = () => Math.min(255, Math.max(0, grey + numbers.whole(-spread, spread)))
    const { oklab, hex } = sampleColor({ red: channel(), green: channel(), blue: channel() })
    const name = nameColor(oklab)
    if (chroma(oklab) < 0.01) t.match(name, /^(black|dark gray|gray|light gray|white)$/, hex)
    if (name.startsWith('vivid')) t.ok(chroma(oklab) >= 0.17, hex)
    if (name.startsWith('brilliant')) t.ok(chroma(oklab) >= 0.13, hex)
    t.ok(name.length <= 24, name)
  }
  t.end()
})

t.test('tells colours of one name apart by words where they differ enough, and by their lightness', t => {
  const namesOf = (...colors: readonly string[]) => [...nameColors(colors.map(sampleHex)).values()]
  t.same(namesOf('#9A9A9A', '#7E7E7E', '#FF0000'), ['gray 69 %', 'gray 59 %', 'vivid red'])
  t.same(namesOf('#D2B48C', '#FF0000', '#B99B72'), ['light tan', 'vivid red', 'dark tan'])
  t.same(namesOf('#6F4E37', '#7A5230', '#8B5A3C'), ['brown 45 %', 'brown 47 %', 'brown 51 %'])
  t.same(namesOf('#808080', '#818181'), ['gray 60.0 %', 'gray 60.3 %'])
  const many = Array.from({ length: 300 }, (_, index) => sampleColor({ red: index % 256, green: 40, blue: index / 2 }))
  t.equal(new Set(nameColors(many).values()).size, 300)
  for (const name of [
    'gray 69 %',
    'dark tan',
    'very pale yellow',
    'vivid red',
    'navy blue',
    'light bluish gray #CBD5E1',
  ])
    t.match(cssColorOf(name), /^#[0-9A-F]{6}$/, name)
  t.equal(cssColorOf('no colour'), undefined)
  t.end()
})

t.test('assigns the roles of a page', async t => {
  const { palette, roles } = await featuresOf(
    await png(
      drawing(
        900,
        600,
        '<rect width="900" height="600" fill="#F8FAFC"/><rect x="100" y="50" width="500" height="400" fill="#CBD5E1"/><rect x="150" y="100" width="300" height="60" fill="#0F172A"/><rect x="150" y="250" width="200" height="100" fill="#6D28D9"/><circle cx="750" cy="150" r="50" fill="#F59E0B"/><circle cx="750" cy="350" r="30" fill="#0D9488"/><circle cx="750" cy="450" r="25" fill="#DC2626"/>',
      ),
    ),
  )
  t.same(Object.fromEntries(palette.map(({ hex, role }) => [hex, role])), {
    '#F8FAFC': 'background',
    '#CBD5E1': 'surface',
    '#0F172A': 'text',
    '#6D28D9': 'primary',
    '#F59E0B': 'secondary',
    '#0D9488': 'support',
    '#DC2626': 'accent',
  })
  t.match(roles, { background: '#F8FAFC', surface: '#CBD5E1', text: '#0F172A', on_accent: '#F8FAFC' })
  t.match(palette[0], { name: 'white', contrast_black: 20.0712 })
})

const disc = (fill: string) => png(drawing(60, 60, `<circle cx="30" cy="30" r="20" fill="${fill}"/>`))

for (const [name, bytes, wanted] of [
  ['a light disc', disc('#22D3EE'), { background: '#000000', primary: '#22D3EE' }],
  [
    'a dark disc',
    disc('#1E3A8A'),
    { background: '#FFFFFF', surface: '#F2F2F2', primary: '#1E3A8A', on_primary: '#FFFFFF' },
  ],
  ['grey', bandsOf('#777777'), { background: '#777777', text: '#000000' }],
  ['black', bandsOf('#000000'), { text: '#FFFFFF', surface: '#0D0D0D' }],
  ['white on grey', bandsOf('#808080', '#808080', '#FFFFFF'), { primary: '#FFFFFF' }],
] as const)
  t.test(`derives the roles that a picture of ${name} lacks`, async t => {
    t.match((await featuresOf(await bytes)).roles, wanted)
  })

async function bandsOf(...colors: readonly string[]): Promise<Buffer> {
  return (await bands(colors)).bytes
}

t.test('design tokens contain the roles and the palette without loss', async t => {
  const { roles, palette } = await featuresOf((await artwork(4)).bytes)
  const { $type, palette: swatches, ...named } = buildTokens(roles, palette).color
  const hexOf = ([name, { $value }]: readonly [string, (typeof named)['text']]) => [name, $value.hex.toUpperCase()]
  t.equal($type, 'color')
  t.same(Object.entries(named).map(hexOf), Object.entries(roles))
  t.same(
    Object.entries(swatches).map(hexOf),
    palette.map(({ hex }, index) => [`${index + 1}`, hex]),
  )
  for (const { $value } of Object.values(named)) {
    const [red = 0, green = 0, blue = 0] = $value.components.map(part => part * 255)
    t.equal(sampleColor({ red, green, blue }).hex.toLowerCase(), $value.hex)
    t.equal($value.colorSpace, 'srgb')
  }
})
