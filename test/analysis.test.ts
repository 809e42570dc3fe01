// The analysis: equal pictures have equal styles, equal work is done once, and providers get a thumbnail.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp, { type Sharp } from 'sharp'
import t, { type Test } from 'tap'
import { type Depth, depths } from '../schemas/provenance.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { createAnalyzer } from '../src/analysis/analyzer.ts'
import { createSingleFlight } from '../src/analysis/single-flight.ts'
import type { FileTask, StyleTask } from '../src/analysis/task.ts'
import { deltaE00, sampleHex } from '../src/color/color-sample.ts'
import { Problem } from '../src/errors.ts'
import { createThumbnail } from '../src/image/encode-picture.ts'
import { undoUpscaling } from '../src/image/raster.ts'
import { preparePictures } from '../src/pages/pictures.ts'
import { mapProviders } from '../src/providers/providers.ts'
import { createVisionClient } from '../src/providers/vision.ts'
import { sha256 } from '../src/values/hash.ts'
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
import { json, saying, startFaults } from './fixtures/providers/fault-server.ts'
import { runningChildren, startPool } from './helpers/pool.ts'
import { random } from './helpers/random.ts'
import { startService, stripes } from './helpers/service.ts'
import { sample, whole } from './helpers/whole.ts'

const analyzeVibe = '/api/v1/analyze-vibe'
const settings = { maxPixels: 50e6, ffmpegPath: 'ffmpeg' } as const

function styleOf(bytes: Uint8Array, depth: Depth): Promise<StyleMetadata> {
  return analyze({ ...settings, mediaType: undefined, bytes, depth, platform: 'web_16_9' })
}

async function bytesOf(picture: Promise<Picture>): Promise<Buffer> {
  return (await picture).bytes
}

async function asPng(picture: Promise<Picture>): Promise<Buffer> {
  return sharp(await bytesOf(picture))
    .png()
    .toBuffer()
}

/** A page of text with a bar, cards, a button and a badge. */
function screenshot(seed: number): Promise<Buffer> {
  const { of } = random(seed)
  const word = () => of('The', 'quick', 'brown', 'fox', 'jumps', 'over', 'the', 'lazy', 'dog', 'warm', 'afternoon')
  const line = (x: number, y: number) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="17" fill="#0F172A">${word()} ${word()} ${word()}</text>`
  const cards = [40, 360, 680].map(x => {
    const lines = [200, 232, 264, 296, 328, 360].map(y => line(x + 20, y))
    return `<rect x="${x}" y="150" width="280" height="250" rx="12" fill="#E2E8F0"/>${lines.join('')}`
  })
  const page = '<rect width="1000" height="620" fill="#FFFFFF"/><rect width="1000" height="90" fill="#2563EB"/>'
  const button = '<rect x="40" y="480" width="220" height="70" rx="10" fill="#2563EB"/>'
  const badge = '<circle cx="920" cy="510" r="40" fill="#F97316"/>'
  return png(drawing(1000, 620, page + cards.join('') + button + badge))
}

async function animation(): Promise<Buffer> {
  const frames = [bands(['#C83232', '#1E64C8', '#F0C814']), bands(['#FF00FF'])].map(bytesOf)
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer()
}

t.test('repeated analyses in two processes and over HTTP give the same bytes', async t => {
  const { post } = await startService(t, { ANALYSIS_CACHE: '0' })
  const files = {
    artwork: bytesOf(artwork(4)),
    photograph: bytesOf(photograph(2)),
    logo: bytesOf(logo(2)),
    icon: bytesOf(icon(1)),
    gradient: bytesOf(gradient('#0B1026', '#F5A97F')),
    screenshot: screenshot(3),
    animation: animation(),
  }
  const cases = Object.entries(files).flatMap(([name, file]) => depths.map(depth => ({ name, file, depth })))
  const repetitions = whole ? 20 : 2
  // Eight contain every file and every depth.
  for (const { name, file, depth } of sample(cases, 8)) {
    const bytes = await file
    const style = JSON.stringify(await styleOf(bytes, depth))
    const body = { source_url: `data:;base64,${bytes.toString('base64')}`, analysis_depth: depth }
    for (let count = 1; count < repetitions; count++) {
      t.equal(JSON.stringify(await styleOf(bytes, depth)), style, `${name} ${depth}`)
      const { style_metadata } = JSON.parse((await post(analyzeVibe, body)).body)
      // The address is that of the request.
      Reflect.deleteProperty(style_metadata.analysis, 'url')
      t.equal(JSON.stringify(style_metadata), style, `${name} ${depth} over HTTP`)
    }
  }
  t.comment(`cases: ${sample(cases, 8).length} analyses, each ${repetitions} times in 2 processes`)
})

/** The measured members, without the facts of the file. */
function measured({ media: _, analysis: __, platform: ___, ...style }: StyleMetadata) {
  return style
}

/** The palette without colours that only cover a little antialiasing: those depend on every pixel of an edge. */
function mainColors({ palette, colors }: StyleMetadata): StyleMetadata['palette'] {
  return palette.filter(({ hex, share }) => share >= 0.01 || colors.includes(hex))
}

/** @returns the visible differences of two styles. */
function differences(one: StyleMetadata, other: StyleMetadata): readonly string[] {
  const [own, others] = [mainColors(one), mainColors(other)]
  const missing = own.filter(({ hex, share }) =>
    others.every(
      candidate => deltaE00(sampleHex(hex), sampleHex(candidate.hex)) > 1 || Math.abs(share - candidate.share) > 0.01,
    ),
  )
  const numbers = [
    ['colors', one.colors.length - other.colors.length, 0],
    ['palette', own.length - others.length, 0],
    ['brightness', one.brightness - other.brightness, 0.015],
    ['contrast', one.contrast - other.contrast, 0.015],
    ['temperature', one.temperature.value - other.temperature.value, 0.08],
    ['saturation', (one.saturation ?? 0) - (other.saturation ?? 0), 0.015],
    ['entropy', (one.complexity?.entropy ?? 0) - (other.complexity?.entropy ?? 0), 0.5],
    ['x', (one.focal_point?.x ?? 0) - (other.focal_point?.x ?? 0), 0.05],
    ['y', (one.focal_point?.y ?? 0) - (other.focal_point?.y ?? 0), 0.05],
    ['transparency', (one.transparency ?? 0) - (other.transparency ?? 0), 0.01],
  ] as const
  return [
    ...missing.map(({ hex, share }) => `${hex} ${share} is not among ${others.map(other => other.hex)}`),
    ...(one.scheme === other.scheme ? [] : [`${one.scheme} and ${other.scheme}`]),
    ...numbers.flatMap(([name, difference, max]) => (Math.abs(difference) <= max ? [] : [`${name} by ${difference}`])),
  ]
}

/** What turns a picture so that EXIF orientations 1 to 8 (Exif 2.32, tag 274) turn it back. */
const turns: readonly ((picture: Sharp) => Sharp)[] = [
  picture => picture,
  picture => picture.flop(),
  picture => picture.rotate(180),
  picture => picture.flip(),
  picture => picture.rotate(270).flop(),
  picture => picture.rotate(270),
  picture => picture.rotate(90).flop(),
  picture => picture.rotate(90),
]

/** Encodes a picture in an orientation of the sensor, with the tag that says so. */
async function orient(picture: Buffer, orientation: number): Promise<Sharp> {
  const turned = await turns[orientation - 1]?.(sharp(picture)).png().toBuffer()
  return sharp(turned).withMetadata({ orientation })
}

async function enlarge(picture: Buffer, kernel: 'nearest' | 'lanczos3'): Promise<Sharp> {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture).resize(2 * width, 2 * height, { kernel })
}

interface Variant {
  readonly name: string
  readonly encode: (picture: Buffer) => Promise<Sharp>
  /** Whether every pixel keeps its value. */
  readonly isCopy?: boolean
}

const variants: readonly Variant[] = [
  {
    name: 'as lossless WebP',
    encode: async picture => sharp(picture).webp({ lossless: true, exact: true }),
    isCopy: true,
  },
  { name: 'interlaced', encode: async picture => sharp(picture).png({ progressive: true }), isCopy: true },
  ...sample([6, 1, 3, 8, 5, 2, 4, 7], 3).map(orientation => ({
    name: `as PNG of orientation ${orientation}`,
    encode: async (picture: Buffer) => (await orient(picture, orientation)).png(),
  })),
  { name: 'tagged Display P3', encode: async picture => sharp(picture).withIccProfile('p3').png() },
  {
    name: 'tagged Display P3, as WebP',
    encode: async picture => sharp(picture).withIccProfile('p3').webp({ lossless: true }),
  },
  { name: 'at twice the size', encode: async picture => (await enlarge(picture, 'lanczos3')).png() },
  { name: 'with every pixel doubled', encode: async picture => (await enlarge(picture, 'nearest')).png() },
  ...sample([6, 1, 3, 8], 1).map(orientation => ({
    name: `as JPEG of orientation ${orientation}`,
    encode: async (picture: Buffer) =>
      (await orient(picture, orientation))
        .flatten({ background: '#FFFFFF' })
        .jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  })),
]

interface Family {
  readonly name: string
  readonly pictures: readonly Promise<Buffer>[]
  /** Variants that change the picture itself. */
  readonly except?: RegExp
}

/** Even seeds: artwork is drawn as PNG, not read from JPEG. */
const seeds = sample([10, 12, 14], 1)

const families: readonly Family[] = [
  { name: 'flat artwork', pictures: seeds.map(artwork).map(asPng) },
  // Grain has no colours of its own: which ones represent it depends on the last bit.
  { name: 'photographs', pictures: seeds.map(photograph).map(asPng), except: /JPEG|P3|size|doubled/ },
  { name: 'transparent logos', pictures: seeds.map(logo).map(asPng), except: /JPEG/ },
  // Twice as large, smoothed edges are a quarter of an icon.
  { name: 'icons of 24 px', pictures: seeds.map(icon).map(asPng), except: /JPEG|twice/ },
  // Text is mostly edges: libjpeg blends it with the background when it shrinks, and so does smooth enlarging.
  { name: 'screenshots', pictures: seeds.map(screenshot), except: /JPEG|size/ },
  { name: 'monochromes', pictures: [bands(['#111827', '#374151', '#9CA3AF', '#F3F4F6'])].map(asPng) },
  { name: 'gradients', pictures: [gradient('#0B1026', '#F5A97F')].map(asPng), except: /JPEG|P3|size|doubled/ },
]

for (const [index, { name, pictures, except }] of families.entries())
  t.test(`${name} have the same style in every file`, async t => {
    const fitting = variants.filter(variant => !except?.test(variant.name))
    // Every family begins with another one, so that together they have all.
    const selected = sample([...fitting.slice(index + 3), ...fitting.slice(0, index + 3)], 4)
    for (const depth of whole ? depths : depths.slice(index % 3, (index % 3) + 1))
      for (const picture of await Promise.all(pictures)) {
        const wanted = await styleOf(picture, depth)
        for (const { name, encode, isCopy } of selected) {
          const style = await styleOf(await (await encode(picture)).toBuffer(), depth)
          t.same(differences(wanted, style), [], `${depth}, ${name}`)
          if (isCopy) t.same(measured(style), measured(wanted), `${depth}, ${name}`)
        }
      }
  })

t.test('undoes the enlargement of small pictures by whole factors', async t => {
  const { whole } = random(3)
  const pixels = Uint8Array.from({ length: 24 * 18 * 4 }, () => whole(0, 255))
  const grown = (factor: number) => {
    const [width, height] = [24 * factor, 18 * factor]
    const source = (pixel: number) => Math.floor(pixel / width / factor) * 24 + Math.floor((pixel % width) / factor)
    const byteAt = (_: unknown, byte: number) => pixels[source(byte >> 2) * 4 + (byte & 3)] ?? 0
    return { width, height, pixels: Uint8Array.from({ length: width * height * 4 }, byteAt) }
  }
  const small = grown(1)
  for (const factor of [2, 4]) t.same(undoUpscaling(grown(factor), grown(factor)), small)
  const plain = { width: 64, height: 32, pixels: new Uint8Array(64 * 32 * 4).fill(200) }
  const odd = { width: 3, height: 18, pixels: pixels.subarray(0, 3 * 18 * 4) }
  for (const picture of [small, grown(8), plain, odd]) t.equal(undoUpscaling(picture, picture), picture)
  const shrunk = grown(2)
  t.equal(undoUpscaling(shrunk, { width: 4800, height: 3600 }), shrunk)
})

const requester = { client: 'a', signal: new AbortController().signal }
const access = { provider: 'openai', key: 'k' } as const
const annotation = { summary: 'A sea.', keywords: ['sea'], mood: ['calm'], typography: 'serif' }

/** A vision client that asks the server at `base` for everything. */
function createVision(t: Test, base: string, timeoutMs: number) {
  const providers = mapProviders(() => ({ base, model: 'm', version: '' }))
  const vision = createVisionClient({ providers, defaultProvider: undefined, timeoutMs, now: () => new Date() })
  t.teardown(() => vision.close())
  return vision
}

t.test('another process answers from the store, and decodes only for a preview that is missing', async t => {
  const dir = t.testdir()
  const source_url = await stripes(['#003366', '#FFAA00'])
  let expected: unknown
  for (const [preview, cache, decodes] of [
    [false, '1', true],
    [false, '1', false],
    [true, '1', true],
    [true, '1', false],
    [true, '0', true],
  ] as const)
    await t.test(`preview ${preview}, ANALYSIS_CACHE ${cache}`, async t => {
      const { post, store } = await startService(t, { DATA_DIR: dir, ANALYSIS_CACHE: cache })
      const body = { source_url, analysis_depth: 'low', preview }
      const answers = await Promise.all([post(analyzeVibe, body), post(analyzeVibe, body)])
      t.equal(runningChildren().length > 0, decodes, 'worker processes started')
      for (const answer of answers) {
        const { preview: picture, ...style } = answer.json().style_metadata
        t.same([picture !== undefined, answer.headers['x-picture-id'] !== undefined], [preview, preview])
        expected ??= style
        t.same(style, expected)
      }
      const { analyses, pictures } = await store.totals()
      t.same([analyses.total, pictures.total], [1, preview ? 1 : 0])
    })
})

t.test('analyzer', async t => {
  const { base, asked } = await startFaults(t, response => json(response, saying('openai', JSON.stringify(annotation))))
  const vision = createVision(t, base, 4000)
  // The work of the pool without its processes.
  const pool = {
    ...startPool(t),
    analyze: (task: StyleTask) => analyze({ ...task, ...settings }),
    createThumbnail: (file: FileTask) => createThumbnail({ ...file, ...settings }),
  }
  const sea = await bytesOf(bands(['#003366', '#FFAA00']))
  const file = { mediaType: undefined, bytes: sea, sha256: sha256(sea) }
  const task = { ...file, depth: 'medium', platform: 'web_16_9' } as const
  const findStored = async () => undefined

  for (const [maxResults, hits, calls] of [
    [9, 2, 1],
    [0, 0, 2],
  ] as const)
    await t.test(`shares ${hits} of equal requests when ${maxResults} results are cached`, async t => {
      const analyzer = createAnalyzer({ pool, vision, maxResults, findStored })
      const before = asked.length
      const [one, two] = await Promise.all([analyzer.analyze(task, requester), analyzer.analyze(task, requester)])
      t.same(one, two)
      t.same(await analyzer.analyze(task, requester), one)
      for (let count = 0; count < 2; count++) {
        const { style, problem } = await analyzer.annotate(one, file, access, requester)
        t.equal(style.summary, annotation.summary)
        t.equal(problem, undefined)
      }
      t.equal(analyzer.cacheHits(), hits)
      t.equal(asked.length - before, calls)
    })

  await t.test('analyzes a file when the store is unavailable', async t => {
    const unavailable = () => Promise.reject(new Problem('overloaded'))
    const analyzer = createAnalyzer({ pool, vision, maxResults: 9, findStored: unavailable })
    t.same(await analyzer.analyze(task, requester), await analyze({ ...task, ...settings }))
    t.equal(analyzer.cacheHits(), 0)
  })

  await t.test('a file without a thumbnail loses its annotation only', async t => {
    const analyzer = createAnalyzer({ pool, vision, maxResults: 9, findStored })
    const before = asked.length
    const broken = { ...file, bytes: Buffer.from('no picture') }
    t.match(await analyzer.annotate(await styleOf(sea, 'medium'), broken, access, requester), {
      style: { analysis: { provider: { outcome: 'unusable' } } },
      problem: { code: 'provider_failed', statusCode: 502 },
    })
    t.equal(asked.length, before)
  })

  await t.test('rejects with overloaded when the queue is full, and with the reason of an aborted signal', async t => {
    const analyzer = createAnalyzer({ pool: startPool(t, { maxWaiting: 0 }), vision, maxResults: 9, findStored })
    const style = await styleOf(sea, 'medium')
    const annotate = (key: string) => analyzer.annotate(style, file, { ...access, key }, requester)
    await t.rejects(Promise.all([annotate('a'), annotate('b')]), { code: 'overloaded' })
    const prepare = (bytes: Buffer) => {
      const received = [{ pointer: '/content/image/src', bytes, sha256: sha256(bytes) }] as const
      const pictures = new Map(received.map(picture => [picture.pointer, picture]))
      return preparePictures(pictures, analyzer, requester)
    }
    const other = await bytesOf(bands(['#FF0033']))
    const refused = { code: 'overloaded', fieldErrors: { length: 0 } }
    await t.rejects(Promise.all([prepare(sea), prepare(other)]), refused, 'not the picture of a page')
    const signal = AbortSignal.abort(new Error('gone'))
    await t.rejects(analyzer.annotate(style, file, access, { client: 'a', signal }), { message: 'gone' })
  })
})

t.test('a second client does the work itself when the first one is overloaded', async t => {
  const { get, hits } = createSingleFlight<string>({ maxResults: 9 })
  const { signal } = requester
  const first = get('key', signal, () => Promise.reject(new Problem('overloaded')))
  const second = get('key', signal, async () => 'done')
  await t.rejects(first, { code: 'overloaded' })
  t.equal(await second, 'done')
  t.equal(hits(), 1)
  const broken = get('other', signal, () => Promise.reject(new Problem('source_not_picture')))
  const shared = get('other', signal, async () => 'done')
  await t.rejects(broken, { code: 'source_not_picture' })
  await t.rejects(shared, { code: 'source_not_picture' }, 'any other failure is shared')
})

function flat(width: number, height: number, background: string, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background } })
}

const svg = drawing(20, 10, '<rect width="20" height="10" fill="#336699"/>')

for (const [name, file, width, height, wanted] of [
  ['a large picture', flat(3000, 2000, '#336699').png().toBuffer(), 1024, 683, [51, 102, 153]],
  ['a small picture', flat(20, 10, '#336699').png().toBuffer(), 20, 10, [51, 102, 153]],
  [
    'a picture on its side',
    flat(600, 300, '#336699').withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    300,
    600,
    [51, 102, 153],
  ],
  ['a transparent picture', flat(100, 100, 'rgba(0,0,0,0)', 4).png().toBuffer(), 100, 100, [255, 255, 255]],
  ['a CMYK picture', flat(90, 90, '#336699').toColourspace('cmyk').jpeg().toBuffer(), 90, 90, [41, 112, 207]],
  ['a picture of 16 bits', flat(90, 90, '#336699').toColourspace('rgb16').png().toBuffer(), 90, 90, [51, 102, 153]],
  [
    'a Display P3 picture of 16 bits',
    flat(90, 90, '#22CC22').toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    90,
    90,
    [34, 204, 34],
  ],
  ['a grey picture', flat(90, 90, '#808080').toColourspace('b-w').png().toBuffer(), 90, 90, [128, 128, 128]],
  ['an SVG', Promise.resolve(svg), 1024, 512, [51, 102, 153]],
] as const)
  t.test(`the thumbnail of ${name} is small, upright and without metadata`, async t => {
    const jpeg = sharp(await createThumbnail({ ...settings, bytes: await file }))
    t.match(await jpeg.metadata(), { width, height, format: 'jpeg', exif: undefined, icc: undefined })
    const means = (await jpeg.stats()).channels.map(({ mean }) => mean)
    for (const [index, level] of wanted.entries()) t.ok(Math.abs(level - (means[index] ?? 999)) <= 20, `${means}`)
  })

t.test('the deadline of a provider survives garbage collection', async t => {
  const { base } = await startFaults(t, () => undefined)
  const vision = createVision(t, base, 250)
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 50)
  t.teardown(() => clearInterval(collecting))
  const jpeg = Buffer.from('a picture')
  const late = new Promise(resolve => setTimeout(resolve, 5000, 'no answer').unref())
  t.same(await Promise.race([vision.annotate({ ...access, jpeg, signal: requester.signal }), late]), {
    kind: 'timeout',
  })
})
