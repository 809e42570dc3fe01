// The image files of the capture, by the unmodified script with a real browser: their type, quality, background and height.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(600_000)
t.jobs = 2

const chromium = needs('chromium')
/** The headless shell starts with less than half of the CPU time; Playwright uses it too if both are installed. */
const env = whole || shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }

/** Height of a band, CSS px. */
const band = 100
const bandColor = (index: number) => 0x10_00_00 + index * 0x13_57

const pages: Readonly<Record<string, string>> = {
  /** Translucent red on no background. */
  '/glass': '<p style="height: 20px; background: #ff000080">',
  '/wide': '<p style="width: 17000px; height: 10px">',
  '/mixed': '<p style="height: 9000px; background: #123456"></p><p style="height: 9000px">',
  '/bands': Array.from({ length: 120 }, (_, index) => {
    const color = bandColor(index).toString(16).padStart(6, '0')
    // A few bands show what is behind the page.
    return `<p style="height: ${band}px; background: ${index % 8 === 7 ? 'none' : `#${color}`}">`
  }).join(''),
}
const style = '<!doctype html><style>body, p { margin: 0 }</style>'
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html').end(style + pages[url])
})
const { url: origin } = await listen(t, server)

const small = { target_url: `${origin}/glass`, viewport: { width: 64, height: 64, deviceScaleFactor: 1 } } as const
const narrow = { target_url: `${origin}/bands`, viewport: { width: 300, height: 600, deviceScaleFactor: 1.5 } } as const

/** The largest difference of two colours. */
const distance = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? Number.NaN))))

t.test('an image has its type, and a background only where it must', { ...chromium }, async t => {
  const rows = [
    ['png', true, [0, 0, 0, 0], [255, 0, 0, 128], 0],
    ['webp', true, [0, 0, 0, 0], [255, 0, 0, 128], 1],
    ['webp', false, [255, 255, 255, 255], [255, 127, 127, 255], 0],
    ['jpeg', false, [255, 255, 255, 255], [255, 127, 127, 255], 3],
  ] as const
  for (const [image_type, omit_background, below, glass, tolerance] of rows) {
    const quality = image_type === 'webp' ? { quality: 100 } : {}
    const request = { ...small, image_type, omit_background, ...quality }
    const { code, stderr, stdout, folder, left } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    t.strictSame(left, [`127-0-0-1-64x64.${image_type}`])
    const file = readFileSync(join(folder, left[0] ?? ''))
    t.match(await sharp(file).metadata(), { format: image_type, width: 64, height: 64 })
    t.match(JSON.parse(stdout), { width: 64, height: 64, bytes: file.length })
    const pixels = await sharp(file).ensureAlpha().raw().toBuffer()
    const at = (y: number) => [...pixels.subarray((y * 64 + 32) * 4, (y * 64 + 33) * 4)]
    t.ok(distance(at(50), below) <= tolerance, `${image_type} below: ${at(50)}`)
    t.ok(distance(at(10), glass) <= tolerance, `${image_type} in glass: ${at(10)}`)
  }
})

t.test('the quality sets the size of a file, the same each time, and its name must fit', { ...chromium }, async t => {
  const run = (members: object, name = 'a.jpg') =>
    runCapture(t, { ...narrow, image_type: 'jpeg', ...members }, { args: [name], env })
  const files: Buffer[] = []
  for (const members of [{ quality: 0 }, {}, { quality: 80 }, { quality: 100 }]) {
    const { code, stderr, folder } = await run(members)
    t.equal(code, 0, stderr)
    files.push(readFileSync(join(folder, 'a.jpg')))
  }
  const [lowest = 0, usual = 0, , highest = 0] = files.map(({ length }) => length)
  t.ok(lowest < usual && usual < highest, `${lowest} < ${usual} < ${highest}`)
  t.ok(files[1]?.equals(files[2] ?? Buffer.alloc(0)), '80 by default')
  const wrong = await run({}, 'a.png')
  t.strictSame([wrong.code, wrong.left], [2, []])
  t.match(wrong.stderr, /The output file must end in \.jpeg: a\.png/)
})

t.test('a full page has its type, and the transparency of its parts', { ...chromium }, async t => {
  const rows = [
    [{ image_type: 'jpeg', quality: 100 }, 1.25, 255],
    [{ image_type: 'webp', quality: 100, omit_background: true }, 1, 0],
    [{ image_type: 'png', omit_background: true }, 1.25, 0],
  ] as const
  for (const [members, deviceScaleFactor, behind] of rows) {
    const viewport = { ...narrow.viewport, deviceScaleFactor }
    const request = { ...narrow, viewport, full_page: true, ...members }
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const image = sharp(join(folder, config.output_file)).ensureAlpha().raw()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    const height = band * deviceScaleFactor
    t.match(info, { width: 300 * deviceScaleFactor, height: 120 * height })
    for (let y = 1; y < info.height; y += 7) {
      const index = Math.floor(y / height)
      // JPEG blurs the lines between bands.
      if (Math.abs((y % height) - height / 2) > height / 2 - 16) continue
      const color = bandColor(index)
      const isBehind = index % 8 === 7
      const expected = isBehind ? [255, 255, 255, behind] : [color >> 16, (color >> 8) & 255, color & 255, 255]
      const at = (y * info.width + 150) * 4
      const pixel = [...data.subarray(at, at + 4)]
      const isRight = isBehind && behind === 0 ? pixel[3] === 0 : distance(pixel, expected) <= 3
      if (!isRight) t.fail(`${config.options.image_type} row ${y}: ${pixel}, not ${expected}`)
    }
  }
})

t.test('a full page is cut at its largest height', { ...chromium }, async t => {
  const rows = [
    [{ max_height: 250 }, 1.5, 375],
    [{ max_height: 16 }, 1.15, 18],
    [{ max_height: 12_000 }, 1, 12_000],
    [{ max_height: 262_140 }, 1, 12_000],
    [{ max_height: 9000, image_type: 'webp' }, 1.5, 13_500],
    [{ max_height: 10_000 }, 6, 60_000],
  ] as const
  for (const [members, deviceScaleFactor, height] of rows) {
    const viewport = { width: 16, height: 600, deviceScaleFactor }
    const { code, stderr, stdout, folder, config } = await runCapture(
      t,
      { ...narrow, viewport, full_page: true, ...members },
      { env },
    )
    t.equal(code, 0, stderr)
    t.match(JSON.parse(stdout), { width: Math.floor(16 * deviceScaleFactor), height })
    const file = sharp(join(folder, config.output_file))
    t.equal((await file.metadata()).height, height)
    const last = await file
      .extract({ left: 8, top: height - 1, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    const index = Math.floor((height - 0.5) / deviceScaleFactor / band)
    const color = bandColor(index)
    const expected = index % 8 === 7 ? [255, 255, 255] : [color >> 16, (color >> 8) & 255, color & 255]
    t.ok(distance([...last], expected) <= 4, `${height}: ${[...last]}, not ${expected}`)
  }
})

t.test('a page and an element are cut, with a warning, where their file type ends', { ...chromium }, async t => {
  const limit = 'a screenshot of this type has at most 16383 × 16383 px; the rest is cut off'
  for (const image_type of ['webp', 'jpeg'] as const) {
    const { code, stderr, stdout } = await runCapture(t, { ...narrow, full_page: true, image_type }, { env })
    t.equal(code, 0, stderr)
    t.match(JSON.parse(stdout), { width: 450, height: 16_383 })
    t.match(stderr, `The page has 450 × 18000 px, and ${limit}`)
  }
  const wide = { ...small, target_url: `${origin}/wide`, selector: 'p', image_type: 'webp' } as const
  const { code, stderr, stdout } = await runCapture(t, wide, { env })
  t.equal(code, 0, stderr)
  t.match(JSON.parse(stdout), { width: 16_383, height: 10 })
  t.match(stderr, `The page has 17000 × 10 px, and ${limit}`)
})
