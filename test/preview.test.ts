// The preview of an analysis: upright, small, without metadata, a record of its own that analyses and pages share.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Framework } from '../schemas/sparkpage.ts'
import { encodePicture } from '../src/image/encode-picture.ts'
import { type Service, startService } from './helpers/service.ts'
import { ffmpegPath, needs } from './helpers/tools.ts'
import { dataUri, difference, noise } from './helpers/web-pictures.ts'

t.setTimeout(300_000)

const analyze = '/api/v1/analyze-vibe'
const build = '/api/v1/build-sparkpage'
const content = { headline: 'Mornings by the sea', sub_headline: 'Twelve suites.', cta_button_text: 'Book' }
const photograph = await readFile(new URL('fixtures/pictures/food-coffee.jpg', import.meta.url))

interface Preview {
  readonly src: string
  readonly width: number
  readonly height: number
}

function bytesOf({ src }: Preview): Buffer {
  return Buffer.from(src.slice(src.indexOf(',') + 1), 'base64')
}

async function analyzeWithPreview(service: Service, bytes: Buffer, options: object = {}) {
  const answer = await service.post(analyze, {
    source_url: dataUri(bytes),
    analysis_depth: 'low',
    preview: true,
    ...options,
  })
  if (answer.statusCode !== 200) throw new Error(answer.payload)
  const style = answer.json().style_metadata
  const preview: Preview = style.preview
  return { answer, style, preview, pictureId: String(answer.headers['x-picture-id']) }
}

/** A large photograph as a phone writes it: lying on its side, with the place where it was taken. */
const fromPhone = await sharp(photograph)
  .resize(3000)
  .withExif({ IFD0: { Make: 'Phone', Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 85 })
  .toBuffer()
  .then(async bytes => {
    const metadata = await sharp(bytes).metadata()
    t.ok(metadata.exif?.includes('Phone') && metadata.orientation === 6, 'the fixture has metadata')
    return bytes
  })

async function isPreview(t: Test, preview: Preview, name: string): Promise<void> {
  t.match(preview.src, /^data:image\/webp;base64,UklGR/, name)
  const bytes = bytesOf(preview)
  t.ok(bytes.length <= 200_000, `${name}: ${bytes.length} bytes`)
  t.ok(Math.max(preview.width, preview.height) <= 1600, name)
  const metadata = await sharp(bytes).metadata()
  t.match(metadata, { format: 'webp', width: preview.width, height: preview.height, space: 'srgb' }, name)
  for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const)
    t.equal(metadata[kind], undefined, `${name}: ${kind}`)
}

/** For the tests that count no records. */
const service = await startService(t)

t.test('a preview is upright, small, and without the metadata of the file', async t => {
  const { preview, answer } = await analyzeWithPreview(service, fromPhone)
  await isPreview(t, preview, 'a photograph')
  t.equal(preview.height, 1600, 'it stands')
  t.ok(!bytesOf(preview).includes('Phone') && !bytesOf(preview).includes('Exif'))
  t.ok((await difference(bytesOf(preview), fromPhone)) < 3)
  const { style_metadata: style } = answer.json()
  t.ok(Math.abs(preview.width / preview.height - style.media.width / style.media.height) < 0.01)
})

const pictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a small picture, which is not enlarged': () => sharp(photograph).resize(40).png().toBuffer(),
  'transparent pixels': () =>
    sharp({ create: { width: 500, height: 300, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.4 } } })
      .png()
      .toBuffer(),
  'a drawing': async () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path fill="red" d="M0 0h30v20z"/></svg>',
    ),
  CMYK: () => sharp(photograph).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
  'sixteen bits with a profile': () =>
    sharp(photograph)
      .resize(300)
      .pipelineColourspace('rgb16')
      .toColourspace('rgb16')
      .withIccProfile('p3')
      .png()
      .toBuffer(),
  'a panorama': () => sharp(photograph).resize(4000, 100, { fit: 'fill' }).jpeg().toBuffer(),
  'as much detail as there is': () => noise(1700, 1600),
}

t.test('every kind of picture has a preview', async t => {
  for (const [name, draw] of Object.entries(pictures)) {
    const bytes = await draw()
    const { preview } = await analyzeWithPreview(service, bytes)
    await isPreview(t, preview, name)
    if (!name.includes('drawing')) t.ok((await difference(bytesOf(preview), bytes)) < 6, `${name}: the same picture`)
    if (name.includes('small')) t.equal(preview.width, 40)
  }
})

t.test('the preview of a film is a frame', needs('ffmpeg'), async t => {
  const file = join(t.testdir(), 'film.mp4')
  await promisify(execFile)(ffmpegPath ?? 'ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=red:size=320x180:duration=1',
    '-pix_fmt',
    'yuv420p',
    file,
  ])
  const { preview } = await analyzeWithPreview(service, await readFile(file))
  await isPreview(t, preview, 'a film')
  t.same([preview.width, preview.height], [320, 180])
  const { dominant } = await sharp(bytesOf(preview)).stats()
  t.ok(dominant.r > 200 && dominant.g < 60)
})

t.test('a preview is asked for in every kind of body, and the id of the analysis stays the same', async t => {
  const plain = await service.post(analyze, { source_url: dataUri(photograph), analysis_depth: 'low' })
  t.notOk('preview' in plain.json().style_metadata)
  t.equal(plain.headers['x-picture-id'], undefined)
  const { answer, preview } = await analyzeWithPreview(service, photograph)
  t.equal(answer.headers['x-analysis-id'], plain.headers['x-analysis-id'])
  const { preview: _, ...style } = answer.json().style_metadata
  t.strictSame(style, plain.json().style_metadata, 'nothing else is different')

  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'photo.jpg')
  form.append('preview', 'true')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const asForm = await service.post(`${analyze}?analysis_depth=low`, body, {
    'content-type': String(encoded.headers.get('content-type')),
  })
  const query = `${analyze}?analysis_depth=low&preview=true`
  const asFile = await service.post(query, photograph, { 'content-type': 'image/jpeg' })
  for (const same of [asForm, asFile]) {
    t.equal(same.headers['x-analysis-id'], plain.headers['x-analysis-id'])
    t.strictSame(same.json().style_metadata.preview, preview)
  }
  t.match((await service.post(analyze, { source_url: dataUri(photograph), preview: 'yes' })).json(), {
    status: 400,
    errors: [{ pointer: '/preview', code: 'wrong_type' }],
  })
})

const frameworks: readonly Framework[] = ['none', 'bulma']

t.test('equal previews are one record, which analyses and pages refer to', async t => {
  const service = await startService(t)
  const low = await analyzeWithPreview(service, photograph)
  const { answer, style, preview, pictureId } = await analyzeWithPreview(service, photograph, {
    analysis_depth: 'medium',
  })
  t.match(pictureId, /^pic_[0-9a-f]{32}$/)
  t.equal(low.pictureId, pictureId)
  t.match(await service.store.totals(), { analyses: { total: 2 }, pictures: { total: 1, times: 2 } })

  const address = String(answer.headers['content-location'])
  t.strictSame((await service.get(address)).json(), answer.json(), 'the stored analysis has it, too')
  const got = await service.get(`/api/v1/pictures/${pictureId}`)
  t.match(got, { statusCode: 200, headers: { 'content-type': 'image/webp' } })
  t.ok(got.rawPayload.equals(bytesOf(preview)))
  const known = { headers: { 'if-none-match': String(got.headers.etag) } }
  t.equal((await service.get(`/api/v1/pictures/${pictureId}`, known)).statusCode, 304)
  t.equal((await service.get(`/api/v1/pictures/pic_${'0'.repeat(32)}`)).json().code, 'record_not_found')

  const before = (await service.store.totals()).storage.record_bytes
  const built = new Map<string, string>()
  for (const framework of frameworks) {
    const page = await service.post(build, { style_metadata: style, content, export_settings: { framework } })
    t.equal(page.statusCode, 200)
    t.match(page.json().generated_html, preview.src.replace(/=+$/, ''), framework)
    built.set(String(page.headers['content-location']), page.json().generated_html)
  }
  t.equal(built.size, frameworks.length)
  const { pages, pictures, storage } = await service.store.totals()
  t.match(
    { pages, pictures },
    { pages: { total: frameworks.length }, pictures: { total: 1, times: 2 + frameworks.length } },
  )
  t.ok(storage.record_bytes - before < frameworks.length * 60_000, 'no page has a copy of the picture')
  for (const [page, html] of built) {
    const stored = await service.get(page, { headers: { accept: 'application/json' } })
    t.equal(stored.json().generated_html, html, page)
  }

  t.match((await service.get('/api/admin/stats')).json().stats.pictures, { total: 1 })
  t.match((await service.get('/api/admin/metrics')).payload, /^automation_service_pictures 1$/m)
  const printed = (await service.get('/api/v1/export/pdf/projects')).payload
  t.match(printed, /<b><bdi>Mornings by the sea<\/bdi><\/b>/, 'the title of a project is its headline')
  const [, thumbnail = ''] = /<img src="data:image\/webp;base64,([^"]+)"/.exec(printed) ?? []
  const shown = await sharp(Buffer.from(thumbnail.replaceAll('&#61;', '='), 'base64')).metadata()
  t.match([shown.format, Math.max(shown.width, shown.height)], ['webp', 120])
  t.ok(thumbnail.length < 6000, `${thumbnail.length} characters`)
  for (const path of ['txt/projects', 'txt/analysis', 'pdf/analysis'])
    t.notMatch((await service.get(`/api/v1/export/${path}`)).payload, 'UklGR', path)

  t.equal((await service.app.inject({ method: 'DELETE', url: `/api/admin/records/${pictureId}` })).statusCode, 204)
  const { preview: _, ...rest } = style
  t.strictSame((await service.get(address)).json().style_metadata, rest, 'an analysis outlives its picture')
  for (const page of built.keys()) {
    const left = await service.get(page)
    t.equal(left.statusCode, 200, 'so does a page')
    t.notMatch(left.payload, 'UklGR')
  }
})

t.test(
  'the page shows a picture of its own in place of the preview, and its id does not depend on the latter',
  async t => {
    const { style } = await analyzeWithPreview(service, photograph)
    const { preview: _, ...without } = style
    const own = { ...content, image: { src: 'https://example.com/beach.jpg', alt: 'A beach' } }
    const [page, same] = [
      await service.post(build, { style_metadata: style, content: own }),
      await service.post(build, { style_metadata: without, content: own }),
    ]
    t.match(page.json().generated_html, 'https://example.com/beach.jpg')
    t.notMatch(page.json().generated_html, 'UklGR')
    t.equal(page.headers['x-page-id'], same.headers['x-page-id'])
  },
)

t.test('where decoding takes most of the memory a preview is smaller', async t => {
  const service = await startService(t, { MEMORY_BUDGET_MB: '100' })
  const picture = await sharp(await noise(1000, 750))
    .resize(4000)
    .jpeg({ quality: 60 })
    .toBuffer()
  const { statusCode, payload } = await service.post('/api/v1/analyze-vibe', {
    source_url: dataUri(picture, 'image/jpeg'),
    preview: true,
  })
  t.equal(statusCode, 200, payload.slice(0, 200))
  const { width } = JSON.parse(payload).style_metadata.preview
  t.ok(width >= 640 && width < 1600, `${width} px wide`)
})

t.test('what is no preview is ignored', async t => {
  const style = { colors: ['#6D28D9', '#F59E0B'] }
  const plain = await service.post(build, { style_metadata: style, content })
  const { src } = (await analyzeWithPreview(service, photograph)).preview
  for (const preview of [
    null,
    'pic_0123',
    { src },
    { src, width: 1601, height: 9 },
    { src, width: 1.5, height: 9 },
    { src: src.replace('webp', 'png'), width: 9, height: 9 },
    { src: dataUri(Buffer.from('RIFX and so on'), 'image/webp'), width: 9, height: 9 },
    { src: `${src}"><script>`, width: 9, height: 9 },
    { src: `data:image/webp;base64,UklGR${'A'.repeat(270_000)}`, width: 9, height: 9 },
  ]) {
    const page = await service.post(build, { style_metadata: { ...style, preview }, content })
    t.equal(page.headers['x-page-id'], plain.headers['x-page-id'], JSON.stringify(preview).slice(0, 80))
  }
})

t.test('with API_KEYS a picture can be read without a key, like a page', async t => {
  const service = await startService(t, { API_KEYS: 'ci:secret-of-the-team-1' })
  const body = { source_url: dataUri(photograph), analysis_depth: 'low', preview: true }
  const answer = await service.post(analyze, body, { 'x-api-key': 'secret-of-the-team-1' })
  t.equal((await service.get(`/api/v1/pictures/${answer.headers['x-picture-id']}`)).statusCode, 200)
})

t.test('a preview of few colours has no losses, and one of many only where that is smaller', async t => {
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><path fill="#0030ff" d="M0 0h300v80H0z"/><circle cx="60" cy="40" r="30" fill="#f00"/></svg>',
  )
  const isLossless = async (bytes: Buffer) => {
    const preview = await encodePicture({ bytes, maxPixels: 1e7, ffmpegPath: '' }, { maxSide: 300, maxBytes: 1e5 })
    return Buffer.from(preview.bytes ?? []).toString('latin1', 12, 16) === 'VP8L'
  }
  t.ok(await isLossless(await sharp(logo).png().toBuffer()))
  t.notOk(await isLossless(photograph))
})
