// Pictures that are sent for a page, in every format that the analysis reads, in JSON or a form; re-encoded, within 3 MB, stored once; and pages that keep their bytes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import t, { type Test } from 'tap'
import { cleanType, preparePicture } from '../src/image/encode-picture.ts'
import { probe } from '../src/image/probe.ts'
import { packPage } from '../src/pages/stored-page.ts'
import { withChunks } from './fixtures/media/encodings.ts'
import { at, page } from './helpers/records.ts'
import { type Service, startService } from './helpers/service.ts'
import { dataUri, difference, noise } from './helpers/web-pictures.ts'
import { sample } from './helpers/whole.ts'

t.setTimeout(300_000)

const build = '/api/v1/build-sparkpage'
const texts = { headline: 'Mornings by the sea', sub_headline: 'Twelve suites.', cta_button_text: 'Book' }
const style_metadata = { colors: ['#0E7490', '#F97316', '#0C4A6E', '#FEF9EF'] }
const photograph = await readFile(new URL('fixtures/pictures/food-coffee.jpg', import.meta.url))
const small = sharp(photograph).resize(300, 200, { fit: 'cover' })

interface Embedded {
  readonly type: string
  readonly bytes: Buffer
  readonly metadata: Metadata
}

/** The pictures of a page, in its order. */
async function picturesIn(html: string): Promise<readonly Embedded[]> {
  const sources = [...html.matchAll(/<img [^>]*src="data:([^;"]+);base64,([^"]+)"/g)]
  return Promise.all(
    sources.map(async ([, type = '', data = '']) => {
      const bytes = Buffer.from(data.replaceAll('&#61;', '='), 'base64')
      return { type, bytes, metadata: await sharp(bytes).metadata() }
    }),
  )
}

function buildWith(service: Service, content: object, headers = {}) {
  return service.post(build, { style_metadata, content: { ...texts, ...content } }, headers)
}

async function buildPicture(service: Service, bytes: Buffer) {
  const answer = await buildWith(service, { image: { src: dataUri(bytes), alt: 'Coffee' } })
  const [picture] = answer.statusCode === 200 ? await picturesIn(answer.json().generated_html) : []
  return { answer, picture }
}

function animated(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = ['#C02020', '#20C020'].map(
    background => ({ create: { width: 60, height: 40, channels: 3, background } }) as const,
  )
  return Promise.all(frames.map(frame => sharp(frame).png().toBuffer())).then(pngs =>
    sharp(pngs, { join: { animated: true } })
      .toFormat(format)
      .toBuffer(),
  )
}

const clean: Readonly<Record<string, () => Promise<Buffer>>> = {
  jpeg: () => small.clone().jpeg().toBuffer(),
  'progressive jpeg': () => small.clone().jpeg({ progressive: true }).toBuffer(),
  'grey jpeg': () => small.clone().greyscale().jpeg().toBuffer(),
  png: () => small.clone().png().toBuffer(),
  'png with a palette': () => small.clone().png({ palette: true }).toBuffer(),
  'transparent png': () => small.clone().ensureAlpha(0.5).png().toBuffer(),
  webp: () => small.clone().webp().toBuffer(),
  'lossless webp': () => small.clone().resize(64).webp({ lossless: true }).toBuffer(),
  'transparent webp': () => small.clone().ensureAlpha(0.5).webp().toBuffer(),
  gif: () => small.clone().gif().toBuffer(),
  avif: () => small.clone().avif({ effort: 0 }).toBuffer(),
}

t.test('a clean file of a format of browsers stays as it is', async t => {
  const service = await startService(t)
  for (const [name, draw] of sample(Object.entries(clean), 4)) {
    const bytes = await draw()
    const { picture } = await buildPicture(service, bytes)
    t.equal(picture?.type, `image/${name.split(' ').at(-1) === 'palette' ? 'png' : name.split(' ').at(-1)}`, name)
    t.ok(picture?.bytes.equals(bytes), name)
  }
})

function insertAfter(bytes: Buffer, at: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
}

const note = Buffer.from('taken at home by somebody')
const withMetadata = () =>
  small.clone().withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })

/** What is encoded anew, although a browser would show it. */
const changed: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a JPEG with a place': () => withMetadata().jpeg().toBuffer(),
  'a PNG with a place': () => withMetadata().png().toBuffer(),
  'a WebP with a place': () => withMetadata().webp().toBuffer(),
  'an AVIF with a place': () => withMetadata().avif({ effort: 0 }).toBuffer(),
  'a picture on its side': () => small.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'a JPEG with a comment': async () =>
    insertAfter(
      await small.clone().jpeg().toBuffer(),
      2,
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, note.length + 2]), note]),
    ),
  'a JPEG with XMP': async () =>
    insertAfter(
      await small.clone().jpeg().toBuffer(),
      2,
      Buffer.concat([Buffer.from([0xff, 0xe1, 0, note.length + 2]), note]),
    ),
  'a JPEG with something behind it': async () => Buffer.concat([await small.clone().jpeg().toBuffer(), note]),
  'a PNG with something behind it': async () => Buffer.concat([await small.clone().png().toBuffer(), note]),
  'a GIF with something behind it': async () => Buffer.concat([await small.clone().gif().toBuffer(), note]),
  'a GIF with a comment': async () => {
    const gif = await small.clone().gif().toBuffer()
    return insertAfter(
      gif,
      gif.length - 1,
      Buffer.concat([Buffer.from([0x21, 0xfe, note.length]), note, Buffer.from([0])]),
    )
  },
  'a profile of a wide gamut': () => small.clone().withIccProfile('p3').jpeg().toBuffer(),
  'an animated GIF': () => animated('gif'),
  'an animated WebP': () => animated('webp'),
  'more pixels than a page needs': () => sharp(photograph).resize(3000).jpeg({ quality: 20 }).toBuffer(),
  'more bytes than a page needs': () => sharp(photograph).resize(1400).png().toBuffer(),
  CMYK: () => small.clone().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
  'CMYK without a profile': () => small.clone().toColourspace('cmyk').jpeg().toBuffer(),
  TIFF: () => small.clone().tiff().toBuffer(),
  'a drawing': async () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><desc>somebody</desc><path fill="#C02020" d="M0 0h30v20H0z"/></svg>',
    ),
  'sixteen bits with a profile': () =>
    small.clone().pipelineColourspace('rgb16').toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
  'a cut off JPEG': async () => (await small.clone().jpeg().toBuffer()).subarray(0, -400),
}

t.test('every other picture becomes WebP in sRGB, upright and without metadata', async t => {
  const service = await startService(t)
  for (const [name, draw] of sample(Object.entries(changed), 4)) {
    const bytes = await draw()
    const { answer, picture } = await buildPicture(service, bytes)
    t.equal(answer.statusCode, 200, name)
    t.equal(picture?.type, 'image/webp', name)
    if (picture) await checkEncoded(t, name, bytes, picture.bytes)
  }
})

/** A picture that was encoded is a WebP in sRGB, upright and without metadata, and shows the same. */
async function checkEncoded(t: Test, name: string, bytes: Buffer, encoded: Buffer): Promise<void> {
  const metadata = await sharp(encoded).metadata()
  t.match([metadata.format, metadata.space], ['webp', 'srgb'], name)
  for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const)
    t.equal(metadata[kind], undefined, `${name}: ${kind}`)
  t.equal(metadata.pages ?? 1, 1, name)
  t.ok(Math.max(metadata.width, metadata.height) <= 2560, name)
  t.ok(!encoded.includes('somebody'), name)
  // Two decoders differ in the profile that they assume.
  if (!/cut off|without a profile/.test(name)) t.ok((await difference(encoded, bytes)) < 6, `${name}: the same picture`)
  if (name.includes('drawing')) t.equal(metadata.width, 2560, 'drawings have any size')
  if (name.includes('side')) t.same([metadata.width, metadata.height], [200, 300])
}

t.test('a picture is prepared in the format, the size and the bytes that a page may have', async t => {
  const limits = { maxSide: 2560, maxBytes: 3_000_000 }
  const prepare = (bytes: Uint8Array, changed = {}) =>
    preparePicture({ bytes, maxPixels: 50e6, ffmpegPath: '' }, { ...limits, ...changed })
  for (const [name, draw] of Object.entries(clean)) {
    const bytes = await draw()
    t.match(await prepare(bytes), { bytes: undefined, width: name.includes('lossless') ? 64 : 300 }, name)
  }
  for (const [name, draw] of Object.entries(changed)) {
    const bytes = await draw()
    const picture = await prepare(bytes)
    t.equal(picture.type, 'image/webp', name)
    await checkEncoded(t, name, bytes, Buffer.from(picture.bytes ?? ''))
  }
  const bytes = await noise(400, 300)
  for (const maxBytes of [60_000, 20_000, 3000]) {
    const { bytes: picture, width } = await prepare(bytes, { maxBytes })
    t.ok(picture && picture.length <= maxBytes, `${maxBytes} bytes: ${picture?.length}, ${width} px`)
  }
  t.ok((await prepare(bytes, { maxSide: 100 })).width <= 100)
  await t.rejects(prepare(bytes, { maxBytes: 50 }), { code: 'source_too_large' })
  await t.rejects(prepare(bytes, { maxSide: 0 }), { code: 'source_not_picture' }, 'a fault of the encoder')
})

t.test('a file that is not known to be harmless is not clean', async t => {
  const [jpeg, png, gif, avif] = await Promise.all(
    ['jpeg', 'png', 'gif', 'avif'].map(name => clean[name]?.() ?? Buffer.alloc(0)),
  )
  if (!jpeg || !png || !gif || !avif) return t.fail('a picture is missing')
  const cleanTypeOf = (bytes: Buffer, format: 'jpeg' | 'png' | 'gif' | 'avif') => cleanType(bytes, probe(bytes, format))
  const [gamma, srgb] = [
    ['gAMA', Buffer.from([0, 0, 0xb1, 0x8f])],
    ['sRGB', Buffer.from([0])],
  ] as const
  t.equal(
    cleanTypeOf(insertAfter(jpeg, 2, Buffer.from([0xff, 0xe0, 0, 4, 0, 0])), 'jpeg'),
    undefined,
    'JFIF of 4 bytes',
  )
  t.equal(cleanTypeOf(png.subarray(0, -12), 'png'), undefined, 'a PNG without its end')
  t.equal(cleanTypeOf(withChunks(png, gamma), 'png'), undefined, 'a gamma alone')
  t.equal(cleanTypeOf(withChunks(png, gamma, srgb), 'png'), 'image/png', 'a gamma that sRGB overrides')
  t.equal(cleanTypeOf(gif.subarray(0, -1), 'gif'), undefined, 'a GIF without its end')
  t.equal(cleanTypeOf(Buffer.concat([avif, Buffer.from('\0\0\0\x08abcd')]), 'avif'), undefined, 'an unknown box')
  for (let length = 0; length < 600; length++) t.equal(cleanTypeOf(avif.subarray(0, length), 'avif'), undefined)
})

t.test('a picture that the analysis does not read has its error, with the place in the request', async t => {
  const service = await startService(t)
  const gif = Buffer.from('GIF89a')
  const cases: Readonly<Record<string, string>> = {
    'a text': dataUri(Buffer.from('This is no picture.'), 'image/png'),
    HTML: dataUri(Buffer.from('<!doctype html><p>x'), 'text/html'),
    'the head of a picture': dataUri(gif),
    'damaged pixels': dataUri((await small.clone().webp().toBuffer()).fill(0, 20, 400)),
    BMP: dataUri(Buffer.from('BM\0\0\0\0\0\0\0\0\0\0', 'latin1')),
    HEIC: dataUri(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
    nothing: 'data:image/png;base64,',
    'no Base64': 'data:image/png;base64,#####',
    'an endless drawing': dataUri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path'), 'image/svg+xml'),
  }
  for (const [name, src] of Object.entries(cases)) {
    const { code } = (await service.post('/api/v1/analyze-vibe', { source_url: src })).json()
    const first = await buildWith(service, { image: { src, alt: '' } })
    t.match(first.json(), { status: 422, code, errors: [{ pointer: '/content/image/src' }] }, name)
    t.notMatch(first.json().detail, /source_url/, name)
    const sections = [
      { heading: 'a', text: 'b' },
      { heading: 'a', text: 'b', image: { src, alt: '' } },
    ]
    const second = await buildWith(service, { sections })
    t.match(second.json(), { status: 422, code, errors: [{ pointer: '/content/sections/1/image/src' }] }, name)
  }
  const film = dataUri(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), 'video/mp4')
  t.match((await buildWith(service, { image: { src: film, alt: '' } })).json(), {
    code: 'source_not_picture',
    detail: /an MP4 video/,
  })
  const { pages, pictures } = await service.store.totals()
  t.match([pages.total, pictures.total], [0, 0], 'nothing was stored')
})

t.test('all pictures of a page take at most 3 MB, fairly', async t => {
  const service = await startService(t)
  const icon = await small.clone().resize(60).png().toBuffer()
  const large = await Promise.all([1500, 1300, 1100, 1400].map(side => noise(side, side)))
  const sections = [icon, ...large].map((bytes, index) => ({
    heading: `Part ${index}`,
    text: 'x',
    image: { src: dataUri(bytes), alt: '' },
  }))
  const answer = await buildWith(service, { sections })
  t.equal(answer.statusCode, 200)
  const pictures = await picturesIn(answer.json().generated_html)
  t.equal(pictures.length, 5)
  const sizes = pictures.map(({ bytes }) => bytes.length)
  t.ok(sizes.reduce((sum, size) => sum + size, 0) <= 3_000_000, sizes.join())
  t.ok(pictures[0]?.bytes.equals(icon), 'a small one has what it needs')
  for (const size of sizes.slice(1)) t.ok(size > 300_000, `none starves: ${sizes.join()}`)
  t.match(await service.store.totals(), { pictures: { total: 5 } })
  const again = await buildWith(service, { sections })
  t.equal(again.payload, answer.payload, 'the same bytes')
  t.match(await service.store.totals(), { pages: { total: 1, times: 2 }, pictures: { total: 5, times: 10 } })
})

t.test('little memory suffices for the picture of a page', async t => {
  const service = await startService(t, { MEMORY_BUDGET_MB: '110' })
  const { answer, picture } = await buildPicture(service, await sharp(photograph).resize(4000).jpeg().toBuffer())
  t.equal(answer.statusCode, 200)
  t.equal(picture?.metadata.width, 1440, 'which is smaller')
})

t.test('an id follows from the pictures as they are shown, and only these are stored', async t => {
  const service = await startService(t)
  const original = await withMetadata().jpeg().toBuffer()
  const { answer, picture } = await buildPicture(service, original)
  const type = await buildWith(service, {
    image: { src: dataUri(original, 'image/x-unknown').replace(/=+$/, ''), alt: 'Coffee' },
  })
  t.equal(type.headers['x-page-id'], answer.headers['x-page-id'], 'the declared type does not count')
  const other = await buildPicture(service, Buffer.concat([original, note]))
  t.ok(picture && other.picture?.bytes.equals(picture.bytes))
  t.equal(other.answer.headers['x-page-id'], answer.headers['x-page-id'], 'metadata does not count')
  const { pages, pictures } = await service.store.totals()
  t.match([pages.total, pictures.total], [1, 1])

  const id = String(answer.headers['x-page-id'])
  const stored = await service.store.page(id)
  const src = String(stored?.inputs.content.image?.src)
  t.match(src, /^pic_[0-9a-f]{32}$/)
  t.notMatch(JSON.stringify(stored), original.toString('base64').slice(1000, 1100))
  const shown = await service.get(`/api/v1/pictures/${src}`)
  t.match(shown.headers['content-type'], 'image/webp')
  t.ok(picture && shown.rawPayload.equals(picture.bytes))
  t.equal(await wholePage(service, `/api/v1/pages/${id}`), answer.json().generated_html)
  await service.store.deleteRecord(src)
  const left = await service.get(`/api/v1/pages/${id}`)
  t.match(left, { statusCode: 200 })
  t.notMatch(left.payload, 'data:image/webp', 'a page outlives its picture')
  t.match(left.payload, texts.headline)
})

t.test('a page keeps its other pictures when one was deleted', async t => {
  const service = await startService(t)
  const [first, second] = [
    await small.clone().png().toBuffer(),
    await small.clone().negate({ alpha: false }).png().toBuffer(),
  ]
  const section = { heading: 'Pool', text: 'x', image: { src: dataUri(second), alt: 'The pool' } }
  const own = { image: { src: dataUri(first), alt: 'Coffee' }, sections: [section] }
  const { style_metadata: shown } = (
    await service.post('/api/v1/analyze-vibe', { source_url: dataUri(first), preview: true })
  ).json()
  const analyzed = { style_metadata: shown, content: { ...texts, sections: [section] } }
  for (const request of [{ style_metadata, content: { ...texts, ...own } }, analyzed]) {
    const { headers } = await service.post(build, request)
    const page = String(headers['content-location'])
    const before = await picturesIn(await wholePage(service, page))
    const stored = await service.store.page(String(headers['x-page-id']))
    await service.store.deleteRecord(String(stored?.inputs.content.sections?.[0]?.image?.src))
    const left = await picturesIn(await wholePage(service, page))
    t.equal(before.length, 2)
    t.same(left, before.slice(0, 1))
  }
})

t.test('a picture that is too large, or takes too long, has its error', async t => {
  const large = { image: { src: dataUri(photograph), alt: '' } }
  const limited = await startService(t, { FETCH_MAX_BYTES: '20000' })
  t.match((await buildWith(limited, large)).json(), {
    status: 422,
    code: 'source_too_large',
    errors: [{ pointer: '/content/image/src' }],
  })
  const start = globalThis.setTimeout
  t.capture(globalThis, 'setTimeout', (call: () => void, ms: number) => start(call, ms === 45_000 ? 1 : ms))
  const service = await startService(t, { DATA_DIR: join(t.testdirName, 'other') })
  t.match((await buildWith(service, large)).json(), {
    status: 422,
    code: 'source_timeout',
    detail: /fewer or smaller pictures/,
  })
})

type Parts = readonly (readonly [name: string, value: string | Buffer, type?: string])[]

async function postForm(service: Service, parts: Parts) {
  const form = new FormData()
  for (const [name, value, type = 'image/jpeg'] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)], { type }), 'file')
  const encoded = new Response(form)
  return service.post(build, Buffer.from(await encoded.arrayBuffer()), {
    'content-type': String(encoded.headers.get('content-type')),
  })
}

t.test('a form gives the page of the same request in JSON', async t => {
  const service = await startService(t)
  const [one, other] = [await withMetadata().jpeg().toBuffer(), await small.clone().png().toBuffer()]
  const sections = [
    { heading: 'Suites', text: 'x' },
    { heading: 'Pool', text: 'y', image: { alt: 'The pool' } },
  ]
  const content = { ...texts, image: { alt: 'Coffee' }, sections }
  const json = await buildWith(service, {
    image: { src: dataUri(one), alt: 'Coffee' },
    sections: [sections[0], { heading: 'Pool', text: 'y', image: { src: dataUri(other), alt: 'The pool' } }],
  })
  t.equal(json.statusCode, 200)
  const asFile = Buffer.from(JSON.stringify(content))
  const forms: Readonly<Record<string, Parts>> = {
    'texts first': [
      ['style_metadata', JSON.stringify(style_metadata)],
      ['content', JSON.stringify(content)],
      ['image', one],
      ['sections.1.image', other],
    ],
    'files first': [
      ['sections.1.image', other],
      ['image', one],
      ['content', JSON.stringify(content)],
      ['style_metadata', JSON.stringify(style_metadata)],
    ],
    'JSON as files': [
      ['image', one],
      ['sections.1.image', other],
      ['content', asFile, 'application/json'],
      ['style_metadata', Buffer.from(JSON.stringify(style_metadata)), 'application/json'],
    ],
  }
  for (const [name, parts] of Object.entries(forms)) {
    const answer = await postForm(service, parts)
    t.equal(answer.statusCode, 200, name)
    t.equal(answer.headers['x-page-id'], json.headers['x-page-id'], name)
    t.equal(answer.json().generated_html, json.json().generated_html, name)
  }
  const members = { style_metadata, content: { ...content, image: undefined, sections: [sections[0]] } }
  const jsonParts = Object.entries(members).map(
    ([name, value]) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
  )
  const typed = await service.post(build, `${jsonParts.join('')}--x--\r\n`, {
    'content-type': 'multipart/form-data; boundary=x',
  })
  t.equal(
    typed.headers['x-page-id'],
    (await service.post(build, members)).headers['x-page-id'],
    'parts that are declared as JSON',
  )
  const settings = await postForm(service, [
    ['project_id', 'sea-hotel'],
    ['style_metadata', JSON.stringify(style_metadata)],
    ['content', JSON.stringify(texts)],
    ['export_settings', '{"framework":"bootstrap"}'],
    ['image', one],
  ])
  t.match(settings, { statusCode: 200, headers: { 'x-project-id': 'sea-hotel' } })
  t.match(settings.json().generated_html, /<img [^>]*alt=""/, 'without a text the picture is a decoration')
})

t.test('a wrong form is an error that says what to send', async t => {
  const service = await startService(t)
  const style: Parts = [['style_metadata', JSON.stringify(style_metadata)]]
  const full: Parts = [...style, ['content', JSON.stringify(texts)]]
  const cases: Readonly<Record<string, readonly [Parts, RegExp]>> = {
    'an unknown place': [[...full, ['photo', photograph]], /photo.*image, brand\.logo, sections\.0\.image/],
    'a part of analyze-vibe': [[...full, ['file', photograph]], /"file"/],
    'a section that is not there': [
      [...full, ['sections.0.image', photograph]],
      /content\.sections\.0, which is missing from the content/,
    ],
    'no JSON': [[...style, ['content', 'headline']], /content.*not JSON/],
    'cut by curl at a semicolon': [
      [...style, ['content', '{"headline": "Sea; sun"'.split(';')[0] ?? '']],
      /ends with .*Sea".*--form-string/,
    ],
    'too much text': [[...full, ['export_settings', `{"a":"${'x'.repeat(1_048_500)}"}`]], /longer than/],
  }
  for (const [name, [parts, detail]] of Object.entries(cases)) {
    const answer = await postForm(service, parts)
    t.match(answer.json(), { status: 400, code: 'invalid_form', detail }, name)
  }
  const pointers = async (parts: Parts) =>
    (await postForm(service, parts)).json().errors.map(({ pointer }: { pointer: string }) => pointer)
  t.same(await pointers([['image', photograph], ...style]), [
    '/content/headline',
    '/content/sub_headline',
    '/content/cta_button_text',
  ])
  t.same(await pointers([['image', photograph], ...style, ['content', '[]']]), ['/content'])
  const broken = await postForm(service, [...full, ['image', Buffer.from('no picture')]])
  t.match(broken.json(), { status: 422, code: 'source_not_picture', errors: [{ pointer: '/content/image/src' }] })
  const limited = await startService(t, { BODY_LIMIT_BYTES: '100000', DATA_DIR: join(t.testdirName, 'other') })
  t.equal((await postForm(limited, [...full, ['image', Buffer.alloc(100_001)]])).json().code, 'body_too_large')
})

t.test('pictures of many megabytes are sent in JSON, too', async t => {
  const service = await startService(t)
  const large = await Promise.all([1600, 1500].map(side => noise(side, side)))
  const [image, section] = large.map(bytes => ({ src: dataUri(bytes), alt: '' }))
  const content = { ...texts, image, sections: [{ heading: 'a', text: 'b', image: section }] }
  t.ok(JSON.stringify(content).length > 2_000_000)
  const answer = await buildWith(service, content)
  t.equal(answer.statusCode, 200)
  t.equal((await picturesIn(answer.json().generated_html)).length, 2)
  const form = await postForm(service, [
    ['style_metadata', JSON.stringify(style_metadata)],
    ['content', JSON.stringify({ ...texts, sections: [{ heading: 'a', text: 'b' }] })],
    ...large.map((bytes, index) => [index === 0 ? 'image' : 'sections.0.image', bytes] as const),
  ])
  t.equal(form.headers['x-page-id'], answer.headers['x-page-id'])
})

t.test('a linked picture is not fetched', async t => {
  const service = await startService(t)
  const answer = await buildWith(service, { image: { src: 'https://127.0.0.1:1/a.jpg', alt: '' } })
  t.equal(answer.statusCode, 200)
  t.match(answer.json().generated_html, 'src="https://127.0.0.1:1/a.jpg"')
  t.match(await service.store.totals(), { pictures: { total: 0 } })
})

/** A page at its address links its pictures; in JSON it is complete in itself. */
async function wholePage(service: Service, url: string): Promise<string> {
  return (await service.get(url, { headers: { accept: 'application/json' } })).json().generated_html
}

async function checkStored(
  t: Test,
  service: Service,
  id: string,
  html: string,
  cssVariables: Readonly<Record<string, string>>,
) {
  const url = `/api/v1/pages/${id}`
  const json = await service.get(url, { headers: { accept: 'application/json' } })
  t.match(json.json(), { success: true, generated_html: html, css_variables: cssVariables, page: { id } })
  const css = await service.get(url, { headers: { accept: 'text/css' } })
  for (const [name, value] of Object.entries(cssVariables)) t.match(css.payload, `  ${name}: ${value};\n`)
}

t.test('a page keeps its bytes until it is built again', async t => {
  const service = await startService(t)
  const answer = await buildPicture(service, photograph).then(built => built.answer)
  const { generated_html: html, css_variables: variables } = answer.json()
  const id = String(answer.headers['x-page-id'])
  await checkStored(t, service, id, html, variables)

  // As an earlier release built it, with the same pictures.
  const [picture] = await picturesIn(html)
  const { inputs, document } = (await service.store.page(id)) ?? page('', '')
  const src = String(inputs.content.image?.src)
  const shown = (await service.store.pictures([src])).get(src)
  if (!picture || !shown) return t.fail('the page has no picture')
  const earlier = {
    html: `<p>Earlier<img src="${dataUri(picture.bytes, picture.type)}">`,
    cssVariables: { '--sp-bg': '#123456' },
  }
  const packed = packPage({ ...earlier, fonts: [] }, [{ id: src, ...shown }])
  t.ok(packed.length < 1000, 'without the picture')
  const projectId = String(answer.headers['x-project-id'])
  const record = { ...page(projectId, id), inputs, document: packed }
  await service.store.savePage(record, at(0))
  await checkStored(t, service, id, earlier.html, earlier.cssVariables)

  t.equal((await buildPicture(service, photograph)).answer.payload, answer.payload)
  await checkStored(t, service, id, html, variables)
  t.equal((await service.store.page(id))?.document, document)

  await service.store.savePage({ ...record, document: '' }, at(0))
  t.equal((await service.store.page(id))?.document, document, 'a build without a document changes nothing')
})

t.test('pages of earlier releases, which have no document, are built from their inputs', async t => {
  const service = await startService(t)
  const image = { src: dataUri(await small.clone().png().toBuffer(), 'image/png'), alt: 'Coffee' }
  const inputs = { style_metadata, content: { ...texts, image } }
  await service.store.savePage({ ...page('spring', 'page_old'), inputs }, at(0))
  const { payload } = await service.get('/api/v1/pages/page_old')
  t.match(payload, image.src.replace(/=+$/, ''))
  t.match(payload, texts.headline)
})

t.test('nothing about a request is written into its page', async t => {
  const service = await startService(t)
  const request = (framework: string) =>
    service.post(build, { style_metadata, content: texts, export_settings: { framework } })
  const warned = await request('bootstap')
  t.match(warned.headers['x-warnings'], 'bootstap')
  t.notMatch(warned.json().generated_html, 'bootstap')
  t.equal(warned.json().generated_html, (await request('bootstrap')).json().generated_html)
})

t.test('with PUBLIC_URL a page names the address of its picture for previews of links', async t => {
  const image = { src: dataUri(await small.clone().png().toBuffer(), 'image/png'), alt: 'Coffee' }
  const named = /<meta property="og:image" content="([^"]*)">/
  const local = await startService(t)
  t.notMatch((await buildWith(local, { image })).json().generated_html, named)
  const service = await startService(t, {
    PUBLIC_URL: 'https://pages.example.com/app/',
    DATA_DIR: join(t.testdirName, 'other'),
  })
  const { generated_html: html } = (await buildWith(service, { image })).json()
  const [, address = ''] = named.exec(html) ?? []
  t.match(address, /^https:\/\/pages\.example\.com\/app\/api\/v1\/pictures\/pic_[0-9a-f]{32}$/)
  t.match(html, 'content="summary_large_image"')
  const shown = await service.get(address.slice('https://pages.example.com/app'.length))
  t.match(shown, { statusCode: 200, headers: { 'content-type': 'image/png' } })
  const linked = await buildWith(service, { image: { src: 'https://example.com/a.jpg', alt: '' } })
  t.equal(named.exec(linked.json().generated_html)?.[1], 'https://example.com/a.jpg')
})
