// The hostile files are what they say, and a worker process stays within its limits with each of them.
import t from 'tap'
import { Problem } from '../src/errors.ts'
import { detectFormat, requireFormat } from '../src/image/format.ts'
import { estimateMemory } from '../src/image/memory-estimate.ts'
import { privateBytes } from '../src/workers/worker-process.ts'
import type { Bomb } from './fixtures/hostile-files/bomb.ts'
import { bombs } from './fixtures/hostile-files/index.ts'
import { runningChildren, startPool } from './helpers/pool.ts'
import { ffmpegPath, needs } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const mebibyte = 1024 * 1024

t.test('every name is used once', async t => {
  t.equal(new Set(bombs.map(({ name }) => name)).size, bombs.length)
})

t.test('there is a file of each format', needs('ffmpeg'), async t => {
  const formats = new Set(bombs.map(({ format }) => format))
  t.same([...formats].sort(), ['avif', 'gif', 'jpeg', 'png', 'svg', 'tiff', 'video', 'webp'])
})

t.test('every file has the signature of its format and is small enough to be sent', async t => {
  for (const { name, format, bytes } of sample(bombs, 60)) {
    const file = await bytes()
    const { kind, ...more } = detectFormat(file)
    t.equal(kind === 'still' && 'format' in more ? more.format : kind, format, name)
    t.ok(file.length <= (format === 'video' ? 64 : 24) * mebibyte, `${name}: ${file.length} bytes`)
  }
})

/** Each takes less than a second; `npm run verify` takes all of them. */
const quick: readonly string[] = [
  'png: 200 zTXt of 7 MB',
  'png: 1000 zTXt of 7.9 MB',
  'png: one zTXt of 2 GB',
  'png: iCCP that inflates to 4 GB',
  'png: eXIf of 20 MB',
  'png: 8-bit RGBA 50 MP',
  'png: 1 x 50000000 interlaced',
  'png: APNG of 200 frames of 49 MP',
  'png: IDAT of 4 GB for 16 pixels',
  'png: 2147483647 x 1',
  'png: 500,000 unknown chunks',
  'jpeg: progressive 50 MP',
  'jpeg: progressive of 30,000 scans',
  'jpeg: CMYK 50 MP',
  'jpeg: 1000 frame headers',
  'jpeg: 370 EXIF segments of 64 kB',
  'jpeg: 4,000,000 comments of one byte',
  'jpeg: 65535 x 65535',
  'jpeg: 1 x 65500',
  'webp: canvas of 50 MP, 100 frames of 16 x 16',
  'webp: lossless 50 MP in 38 bytes',
  'webp: lossless 16384 x 16384',
  'webp: lossy 50 MP',
  'webp: 300,000 frames of 16 x 16',
  'webp: EXIF of 20 MB',
  'avif: 50 MP',
  'avif: 50 MP of which the header claims 64 x 64',
  'avif: grid of itself',
  'avif: grid of 48 tiles that claims 64 x 64',
  'avif: Exif of 30 extents of the same 20 MB',
  'avif: XMP of 60,000 extents of the same megabyte',
  'gif: 49 MP',
  'gif: 500,000 frames of one pixel',
  'gif: data of 2 GB for 256 pixels',
  'gif: frame far beyond the screen',
  'gif: screen of 65535 x 65535, one pixel in it',
  'tiff: JPEG 49 MP in one strip',
  'tiff: deflate 4 GB in a strip of 16 x 16',
  'tiff: tile of 65536 x 65536 for 16 pixels',
  'tiff: 2^32 - 1 strips',
  'tiff: 5000 pages of 49 MP',
  'tiff: 50000000 x 1',
  'svg: a billion laughs',
  'svg: 50 PNG of 50 MP in it',
  'svg: 500,000 empty groups',
  'svg: clip of clips, 30 levels',
  'svg: PNG with 200 zTXt in it',
  'svg: path of 20 MB',
  'svg: groups 100,000 deep',
  'video: cover with 200 zTXt',
  'video: H.264 8192 x 4352',
  'video: moov of 20 MB',
  'video: 20 PNG of 49 MP, 16 bits, interlaced',
  'video: sample entry of 65535 x 65535',
]

const isLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' } as const

const mediaTypeOf = ({ format }: Bomb) => (format === 'video' ? 'video' : undefined)

/** Memory at which the worker is ended, as the file tells, bytes. */
const limitOf = (bomb: Bomb, bytes: Uint8Array): number =>
  estimateMemory(bytes, requireFormat(bytes, mediaTypeOf(bomb))).limit

/** Beyond the limit: what a decoder can take between two looks at its memory. */
const tolerance = 64 * mebibyte

t.test('each is analyzed or refused within its memory estimate', isLinux, async t => {
  const pool = startPool(t, { megabytes: 512 })
  const task = { depth: 'medium', platform: 'web_16_9', maxPixels: 50e6, ffmpegPath: ffmpegPath ?? '' } as const
  const memoryNow = (): number => runningChildren().reduce((sum, { pid }) => sum + privateBytes(pid), 0)
  const selected = bombs.filter(({ name }) => whole || quick.includes(name))
  t.ok(ffmpegPath === undefined || selected.length >= quick.length, `${selected.length} files`)
  const answered = new Map<string, number>()
  for (const bomb of selected) {
    const bytes = await bomb.bytes()
    await pool.warmUp()
    const before = memoryNow()
    let peak = before
    const sampling = setInterval(() => {
      peak = Math.max(peak, memoryNow())
    }, 5)
    const begin = performance.now()
    const asked = pool.analyze({ ...task, bytes, mediaType: mediaTypeOf(bomb) }, { client: 'a' })
    const outcome = await asked.then(
      () => 'ok',
      error => error,
    )
    clearInterval(sampling)
    const told = `${bomb.name}: ${outcome}, ${((peak - before) / mebibyte).toFixed(0)} MB, ${(performance.now() - begin).toFixed(0)} ms`
    t.ok(outcome === 'ok' || (outcome instanceof Problem && outcome.statusCode === 422), told)
    if (bomb.expect !== 'either') t.equal(outcome === 'ok', bomb.expect === 'ok', told)
    t.ok(peak - before < limitOf(bomb, bytes) + tolerance, told)
    if (outcome === 'ok') answered.set(bomb.name, peak - before)
  }
  for (const name of ['png: 200 zTXt of 7 MB', 'png: 1000 zTXt of 7.9 MB'])
    t.ok((answered.get(name) ?? Number.NaN) < 40 * mebibyte, `${name}: the texts are not unpacked`)
  const [file] = selected.filter(({ expect }) => expect === 'ok')
  t.ok(
    await pool.analyze(
      { ...task, bytes: (await file?.bytes()) ?? Buffer.alloc(0), mediaType: undefined },
      { client: 'b' },
    ),
  )
})
