// The analyzer: equal work is done once, and the thumbnail that providers get.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { ProviderOutcome } from '../schemas/vision.ts'
import { createAnalyzer } from '../src/analysis/analyzer.ts'
import { createSingleFlight } from '../src/analysis/single-flight.ts'
import { Problem } from '../src/errors.ts'
import { sha256 } from '../src/image/decode.ts'
import { createThumbnail } from '../src/image/thumbnail.ts'
import { mapProviders } from '../src/providers/providers.ts'
import { createVisionClient } from '../src/providers/vision.ts'
import { json, saying, startFaults } from './fixtures/providers/fault-server.ts'
import { startPool } from './helpers/pool.ts'
import { stripes } from './helpers/service.ts'

const limits = { mediaType: undefined, maxPixels: 50e6, ffmpegPath: 'ffmpeg' }
const never = { client: 'a', signal: new AbortController().signal }
const words = { summary: 'A sea.', keywords: ['sea'], mood: ['calm'], typography: 'serif' }
const access = { provider: 'openai', key: 'k' } as const
const bytesOf = async (uri: Promise<string>) => Buffer.from((await uri).split(',')[1] ?? '', 'base64')
const sea = await bytesOf(stripes(['#003366', '#FFAA00']))

const analyzerFor = async (t: Test, maxResults: number, maxWaiting = 9) => {
  const { base, asked } = await startFaults(t, response => json(response, saying('openai', JSON.stringify(words))))
  const place = { base, model: 'm', version: '' }
  const vision = createVisionClient({
    providers: mapProviders(() => place),
    ...{ defaultProvider: undefined, timeoutMs: 4000, now: () => new Date() },
  })
  const pool = startPool(t, { maxWaiting })
  t.teardown(() => vision.close())
  const file = (bytes: Uint8Array = sea) => ({ ...limits, bytes: Uint8Array.from(bytes) })
  const task = () => ({ ...file(), depth: 'medium', platform: 'web_16_9' }) as const
  return { analyzer: createAnalyzer({ pool, vision, maxResults }), file, task, asked }
}

const outcomeOf = ({ style }: { style: { analysis: { provider?: { outcome: ProviderOutcome } } } }) =>
  style.analysis.provider?.outcome

for (const [most, hits, calls] of [
  [9, 3, 1],
  [0, 0, 2],
] as const)
  t.test(`of two equal requests at once and one later, ${hits} are shared when ${most} results are cached`, async t => {
    const { analyzer, file, task, asked } = await analyzerFor(t, most)
    const [one, two] = await Promise.all([analyzer.analyze(task(), never), analyzer.analyze(task(), never)])
    t.same(one, two)
    t.same(await analyzer.analyze(task(), never), one)
    for (const number of [1, 2]) {
      const { style, problem } = await analyzer.annotate(one, file(), access, never)
      t.equal(style.summary, words.summary, `${number}`)
      t.equal(problem, undefined)
    }
    t.equal(analyzer.cacheHits(), hits)
    t.equal(asked.length, calls)
  })

t.test('a large file is hashed in pieces', async t => {
  const { analyzer, task } = await analyzerFor(t, 9)
  const bytes = Buffer.concat([sea, Buffer.alloc(9_000_000, 1)])
  const { media } = await analyzer.analyze({ ...task(), bytes }, never)
  t.match(media, { bytes: bytes.length, sha256: sha256(bytes) })
})

t.test('a file without a thumbnail loses its annotation only', async t => {
  const { analyzer, file, task, asked } = await analyzerFor(t, 9)
  const style = await analyzer.analyze(task(), never)
  const annotated = await analyzer.annotate(style, file(Buffer.from('no picture')), access, never)
  t.equal(outcomeOf(annotated), 'unusable')
  t.match(annotated.problem, { code: 'provider_failed', statusCode: 502 })
  t.same(asked, [])
})

t.test('rejects with overloaded when the queue is full, and with the reason of an aborted signal', async t => {
  const { analyzer, file, task } = await analyzerFor(t, 9, 0)
  const style = await analyzer.analyze(task(), never)
  await t.rejects(Promise.all(['a', 'b'].map(key => analyzer.annotate(style, file(), { ...access, key }, never))), {
    code: 'overloaded',
  })
  const gone = { client: 'a', signal: AbortSignal.abort(new Error('gone')) }
  await t.rejects(analyzer.annotate(style, file(), { ...access, key: 'c' }, gone), { message: 'gone' })
})

t.test('a second client does the work itself when the first one is overloaded', async t => {
  const { get, hits } = createSingleFlight<string>({ maxResults: 9 })
  const { signal } = never
  const overloaded = Promise.reject(new Problem('overloaded'))
  const first = get('key', signal, () => overloaded)
  const second = get('key', signal, async () => 'done')
  await t.rejects(first, { code: 'overloaded' })
  t.equal(await second, 'done')
  t.equal(hits(), 1)
  const broken = get('other', signal, () => Promise.reject(new Problem('source_not_picture')))
  const alike = get('other', signal, async () => 'done')
  await t.rejects(broken, { code: 'source_not_picture' })
  await t.rejects(alike, { code: 'source_not_picture' }, 'any other failure is that of all')
})

/** Mean colour of a JPEG and its facts. */
const seen = async (jpeg: Uint8Array) => {
  const { width, height, format, exif, icc, space } = await sharp(jpeg).metadata()
  const { channels } = await sharp(jpeg).stats()
  return { width, height, format, exif, icc, space, mean: channels.map(({ mean }) => Math.round(mean)) }
}

const flat = (width: number, height: number, background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } })

const near = (t: Test, mean: readonly number[], wanted: readonly number[]) =>
  t.ok(
    wanted.every((level, at) => Math.abs(level - (mean[at] ?? 999)) <= 20),
    `${mean} is ${wanted}`,
  )

for (const [name, file, width, height, wanted] of [
  ['a large one', flat(3000, 2000, '#336699').png(), 1024, 683, [51, 102, 153]],
  ['a small one', flat(20, 10, '#336699').png(), 20, 10, [51, 102, 153]],
  [
    'one that lies on its side',
    flat(600, 300, '#336699').withMetadata({ orientation: 6 }).jpeg(),
    300,
    600,
    [51, 102, 153],
  ],
  ['a transparent one', flat(100, 100, 'rgba(0,0,0,0)', 4).png(), 100, 100, [255, 255, 255]],
  ['one for print', flat(90, 90, '#336699').toColourspace('cmyk').jpeg(), 90, 90, [51, 102, 153]],
  ['one of 16 bits', flat(90, 90, '#336699').toColourspace('rgb16').png(), 90, 90, [51, 102, 153]],
  ['a grey one', flat(90, 90, '#808080').toColourspace('b-w').png(), 90, 90, [128, 128, 128]],
] as const)
  t.test(`the thumbnail of ${name} is small, upright and without metadata`, async t => {
    const jpeg = await seen(await createThumbnail({ ...limits, bytes: await file.toBuffer() }))
    t.match(jpeg, { width, height, format: 'jpeg', exif: undefined, icc: undefined })
    near(t, jpeg.mean, wanted)
  })

t.test('rasterizes an SVG for the thumbnail', async t => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#336699"/></svg>'
  const drawn = await seen(await createThumbnail({ ...limits, bytes: Buffer.from(svg) }))
  t.match(drawn, { width: 1024, height: 512 })
  near(t, drawn.mean, [51, 102, 153])
})

t.test('the deadline of a provider holds when garbage is collected meanwhile', async t => {
  const { base } = await startFaults(t, () => undefined)
  const vision = createVisionClient({
    providers: mapProviders(() => ({ base, model: 'm', version: '' })),
    ...{ defaultProvider: undefined, timeoutMs: 500, now: () => new Date() },
  })
  t.teardown(() => vision.close())
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 50)
  t.teardown(() => clearInterval(collecting))
  const late = new Promise(resolve => setTimeout(resolve, 5000, 'no answer').unref())
  t.same(await Promise.race([vision.annotate({ ...access, jpeg: sea, signal: never.signal }), late]), {
    kind: 'timeout',
  })
})
