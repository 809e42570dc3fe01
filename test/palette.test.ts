// The palette of drawn and real pictures. Drawn pictures of the benchmark have least scores in `npm run verify -- drawn`.
import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { depths } from '../schemas/provenance.ts'
import { deltaE00, sampleColor, sampleHex } from '../src/color/color-sample.ts'
import { squaredDistance } from '../src/color/oklab.ts'
import { decodeImage } from '../src/image/decode.ts'
import type { Raster } from '../src/image/raster.ts'
import { quantize } from '../src/style/palette/quantize.ts'
import { selectColors } from '../src/style/palette/select.ts'
import { buildHistogram } from '../src/style/sampling/histogram.ts'
import { colorsOf, kMeans, uncoveredShare, type WeightedColor } from './helpers/coverage.ts'
import { random } from './helpers/random.ts'

/** ΔE00 of two colours in #RRGGBB. */
const deltaE = (one: string, other: string): number => deltaE00(sampleHex(one), sampleHex(other))

const paletteOf = (raster: Raster) => {
  const palette = quantize(buildHistogram(raster).cells)
  return { colors: selectColors(palette).selected.map(({ hex }) => hex), palette }
}

/** A raster of pixels in a row, each with its opacity. */
const row = (...pixels: readonly (readonly number[])[]): Raster => ({
  width: pixels.length,
  height: 1,
  pixels: Uint8Array.from(pixels.flat()),
})

/** A raster of opaque colours, each by its place. */
const drawn = (width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Raster => ({
  width,
  height,
  pixels: Uint8Array.from(
    Array.from({ length: width * height }, (_, index) => [
      ...colorAt(index % width, Math.floor(index / width)),
      255,
    ]).flat(),
  ),
})

t.test('pixels may lie at any address', async t => {
  const aligned = row([200, 10, 10, 255], [200, 10, 10, 255], [10, 10, 200, 255], [10, 10, 200, 255])
  const odd = new Uint8Array(aligned.pixels.length + 1)
  odd.set(aligned.pixels, 1)
  t.same(buildHistogram({ ...aligned, pixels: odd.subarray(1) }), buildHistogram(aligned))
})

t.test('a thin shape of one exact colour is separated from its antialiasing', async t => {
  const [paper, ink] = [[250, 248, 240, 255] as const, [20, 60, 160, 255] as const]
  const edges = Array.from({ length: 60 }, (_, index) =>
    ink.map((channel, at) => channel + Math.round(((index + 10) / 80) * ((paper[at] ?? 0) - channel))),
  )
  const line = edges.flatMap(edge => [paper, paper, paper, edge, ink, paper])
  const { colors } = paletteOf(row(...line))
  t.same(colors.toSorted(), ['#143CA0', '#FAF8F0'])
})

t.test('a line of one pixel is found in any direction, at any depth', async t => {
  const [width, height] = [1200, 901]
  const isOn: Readonly<Record<string, (x: number, y: number) => boolean>> = {
    horizontal: (_, y) => y === 333,
    vertical: x => x === 777,
    diagonal: (x, y) => x === y,
    steep: (x, y) => x === Math.floor(y / 3),
  }
  for (const [name, isLine] of Object.entries(isOn)) {
    const { pixels } = drawn(width, height, (x, y) => (isLine(x, y) ? [200, 30, 60] : [240, 240, 230]))
    const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png()
      .toBuffer()
    for (const depth of depths) {
      const { colors } = paletteOf(await decodeImage(bytes, { depth, maxPixels: 50e6 }))
      t.same(colors.toSorted(), ['#C81E3C', '#F0F0E6'], `${name}, ${depth}`)
    }
  }
})

t.test('every pixel counts for its nearest colour', async t => {
  const [paper, edge, ink] = [[255, 255, 255, 255] as const, [128, 128, 128, 255] as const, [0, 0, 0, 255] as const]
  const period = [...Array.from({ length: 9 }, () => paper), edge, ...Array.from({ length: 9 }, () => ink), edge]
  const { colors, palette } = paletteOf(row(...Array.from({ length: 40 }, () => period).flat()))
  t.same(colors, ['#FFFFFF', '#000000'], 'antialiasing is not selected')
  const shareOf = (hex: string): number => palette.find(swatch => swatch.hex === hex)?.share ?? 0
  for (const hex of ['#FFFFFF', '#000000']) t.ok(Math.abs(shareOf(hex) - 0.45) < 0.005, `${hex}: ${shareOf(hex)}`)
  t.ok(Math.abs(shareOf('#808080') - 0.1) < 0.005, 'but covered')
})

/** The most that may stay uncovered: 2 %, or one point more than k-means with 16 centres leaves. */
const allowedShare = (colors: readonly WeightedColor[]): number =>
  Math.max(0.02, uncoveredShare(colors, kMeans(colors, 16)) + 0.01)

const fixtures = new URL('fixtures/pictures/', import.meta.url)

t.test('the palette covers real pictures, and its shares are true', async t => {
  const files = (await readdir(fixtures)).filter(file => file.endsWith('.jpg'))
  t.ok(files.length >= 30)
  const [selected, shareErrors]: [number[], number[]] = [[], []]
  for (const file of files) {
    const bytes = await readFile(new URL(file, fixtures))
    const colors = colorsOf(await sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer())
    const total = colors.reduce((sum, { count }) => sum + count, 0)
    for (const depth of depths) {
      const found = paletteOf(await decodeImage(bytes, { depth, maxPixels: 50e6 }))
      const centers = found.palette.map(({ oklab }) => oklab)
      const uncovered = uncoveredShare(colors, centers)
      t.ok(
        uncovered <= 0.02 || uncovered <= allowedShare(colors),
        `${file}, ${depth}: ${(100 * uncovered).toFixed(1)} % uncovered`,
      )
      const errors = found.palette.map(({ oklab, share }) => {
        const own = colors.filter(color =>
          centers.every(other => squaredDistance(color, other) >= squaredDistance(color, oklab)),
        )
        return Math.abs(share - own.reduce((sum, { count }) => sum + count, 0) / total)
      })
      const error = errors.reduce((sum, one) => sum + one, 0) / errors.length
      shareErrors.push(error)
      selected.push(
        uncoveredShare(
          colors,
          found.palette.filter(({ hex }) => found.colors.includes(hex)).map(({ oklab }) => oklab),
        ),
      )
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  t.ok(mean(shareErrors) <= 0.01, `shares are off by ${(100 * mean(shareErrors)).toFixed(1)} points on average`)
  t.ok(Math.max(...shareErrors) <= 0.04, `and by ${(100 * Math.max(...shareErrors)).toFixed(1)} at most`)
  t.ok(mean(selected) <= 0.1, `the six leave out ${(100 * mean(selected)).toFixed(1)} % on average`)
  t.ok(
    selected.filter(share => share > 0.25).length <= 0.02 * selected.length,
    `worst: ${Math.max(...selected).toFixed(2)}`,
  )
})

/** A gradient between any colours, with flat patches on it. */
function gradientWithPatches(seed: number, patches: number): Raster {
  const { whole, of } = random(seed)
  const anyColor = () => [whole(0, 255), whole(0, 255), whole(0, 255)]
  const [from, to, isVertical] = [anyColor(), anyColor(), of(true, false)]
  const boxes = Array.from({ length: patches }, () => ({
    x: whole(0, 54),
    y: whole(0, 38),
    side: whole(4, 10),
    color: anyColor(),
  }))
  return drawn(64, 48, (x, y) => {
    const patch = boxes.find(box => x >= box.x && x < box.x + box.side && y >= box.y && y < box.y + box.side)
    return patch?.color ?? way([from, to], isVertical ? y / 47 : x / 63)
  })
}

/** RGB without opacity. */
const opaque = ({ pixels }: Raster): Uint8Array => pixels.filter((_, index) => index % 4 !== 3)

t.test('the palette covers any mixture of a gradient and 0 to 12 patches', async t => {
  const mixtures = process.env.VERIFY === 'whole' ? 5000 : 400
  let worst = 0
  for (let seed = 0; seed < mixtures; seed++) {
    const raster = gradientWithPatches(seed, seed % 13)
    const colors = colorsOf(opaque(raster))
    const uncovered = uncoveredShare(
      colors,
      paletteOf(raster).palette.map(({ oklab }) => oklab),
    )
    worst = Math.max(worst, uncovered)
    if (uncovered > 0.02 && uncovered > allowedShare(colors))
      t.fail(`seed ${seed}: ${(100 * uncovered).toFixed(1)} % uncovered`)
  }
  t.ok(worst < 0.1, `worst: ${(100 * worst).toFixed(1)} %`)
})

t.test('the palette covers any pixels, in at most 16 colours whose shares add up to 1', async () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const run = fc.record({ color: fc.tuple(channel, channel, channel), length: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 40 }), runs => {
      const raster = row(...runs.flatMap(({ color, length }) => Array.from({ length }, () => [...color, 255])))
      const colors = colorsOf(opaque(raster))
      const found = paletteOf(raster)
      const uncovered = uncoveredShare(
        colors,
        found.palette.map(({ oklab }) => oklab),
      )
      const total = found.palette.reduce((sum, { share }) => sum + share, 0)
      const isDistinct = found.colors.every((one, index) =>
        found.colors.slice(index + 1).every(other => deltaE(one, other) >= 5),
      )
      return (
        found.palette.length <= 16 &&
        Math.abs(total - 1) < 1e-9 &&
        isDistinct &&
        (uncovered <= 0.02 || uncovered <= allowedShare(colors))
      )
    }),
    { numRuns: 300, seed: 17 },
  )
})

t.test('a gradient is represented from end to end', async t => {
  const slope = Array.from({ length: 256 }, (_, value) => [value, 40, 255 - value, 255])
  const { colors, palette } = paletteOf(row(...slope))
  t.ok(Math.min(...colors.map(color => deltaE(color, '#0028FF'))) < 2)
  t.ok(Math.min(...colors.map(color => deltaE(color, '#FF2800'))) < 2)
  t.ok(palette.every(({ share }) => share < 0.4))
})

/** A way through colours, at an even pace. */
const way = (stops: readonly (readonly number[])[], part: number): readonly number[] => {
  const place = part * (stops.length - 1)
  const index = Math.min(stops.length - 2, Math.floor(place))
  const [from = [], to = []] = [stops[index], stops[index + 1]]
  return from.map((channel, at) => Math.round(channel + (place - index) * ((to[at] ?? 0) - channel)))
}

t.test('the stops of a gradient are found wherever it bends', async t => {
  const ways: readonly (readonly (readonly number[])[])[] = [
    [
      [237, 7, 159],
      [62, 210, 114],
      [139, 91, 56],
    ],
    [
      [20, 30, 120],
      [230, 40, 90],
      [250, 200, 60],
      [240, 250, 240],
    ],
  ]
  for (const stops of ways) {
    const found = paletteOf(drawn(400, 60, x => way(stops, x / 399)))
    for (const stop of stops) {
      const [red = 0, green = 0, blue = 0] = stop
      const { hex } = sampleColor({ red, green, blue })
      const distance = Math.min(...found.colors.map(color => deltaE(color, hex)))
      t.ok(distance < 2.5, `${hex}: ${distance.toFixed(1)}`)
    }
    t.equal(found.colors.length, 6)
  }
})

t.test('a gradient that goes on in its last colour ends with exactly that', async t => {
  const stops = [
    [30, 60, 200],
    [250, 220, 40],
  ]
  const { colors } = paletteOf(drawn(400, 60, x => way(stops, Math.min(1, x / 250))))
  t.ok(colors.includes('#FADC28'), colors.join())
})

t.test('a circle of colours is a gradient without stops at its ends', async t => {
  const circle = (x: number): readonly number[] => {
    const angle = (2 * Math.PI * x) / 400
    return [128 + 90 * Math.cos(angle), 128 + 90 * Math.sin(angle), 128].map(Math.round)
  }
  const { colors, palette } = paletteOf(drawn(400, 60, circle))
  t.ok(colors.length >= 5)
  t.ok(palette.every(({ share }) => share < 0.4))
})

t.test('colours that fill a plane or a volume are not a gradient', async t => {
  const plane = paletteOf(drawn(120, 120, (x, y) => [100 + x / 2, 100 + y / 2, 128].map(Math.round)))
  t.ok(plane.palette.length > 1)
  const space = paletteOf(drawn(256, 256, (x, y) => [x, y, 255 - (x + y) / 2].map(Math.round)))
  t.ok(space.palette.length > 6)
})
