// The page at its address: it links its pictures in a few widths; its card for social networks; the page as a folder; the request that builds it again.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { directions } from '../schemas/sparkpage.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { layOutCard } from '../src/sparkpage/card.ts'
import { widthsOf } from '../src/sparkpage/linked-pictures.ts'
import { openBrowser } from './helpers/browser.ts'
import { build as buildHtml } from './helpers/page.ts'
import { type Service, startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { dataUri, difference } from './helpers/web-pictures.ts'
import { sample, samplePairs, whole } from './helpers/whole.ts'

t.setTimeout(600_000)

const folder = new URL('fixtures/pictures/', import.meta.url)
/** Larger than the widest file but one, so that pages list several. */
async function photograph(name: string, width = 1800): Promise<Buffer> {
  return sharp(await readFile(new URL(name, folder)))
    .resize({ width })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const texts = { headline: 'Mornings by the sea', sub_headline: 'Twelve suites.', cta_button_text: 'Book' }
const style_metadata = { colors: ['#0E7490', '#F97316', '#0C4A6E', '#FEF9EF'] }
const sections = [
  { heading: 'Questions', items: [{ title: 'Is <b> it & open?', text: 'Yes, every day.' }], type: 'questions' },
  {
    heading: 'Prices',
    type: 'prices',
    items: [
      { title: 'Night', price: '€ 1.200' },
      { title: 'Week', price: '7 $' },
    ],
  },
  { heading: 'Visit', text: 'Mill Road 4, 12345 Rivertown\n+49 30 1234567' },
]

async function buildPage(service: Service, changes: object = {}) {
  const image = { src: dataUri(await photograph('food-coffee.jpg')), alt: 'Coffee' }
  const items = [{ title: 'Bread', image: { src: dataUri(await photograph('food-bakery.jpg', 1000)), alt: 'Bread' } }]
  const gallery = { heading: 'Gallery', type: 'gallery', items }
  const content = { ...texts, image, sections: [gallery, ...sections], ...changes }
  const answer = await service.post('/api/v1/build-sparkpage', { style_metadata, content })
  return { ...answer.json(), id: String(answer.headers['x-page-id']) }
}

/** Of a measured photograph, which the page shows in several views. */
async function buildViews(service: Service, direction: string) {
  const file = await photograph('landscape-machu-picchu.jpg')
  const analysis = await service.post('/api/v1/analyze-vibe?preview=true', { source_url: dataUri(file) })
  const quote = { heading: 'Guests', text: '“The best week of our year.”\n— Ana' }
  const content = {
    ...texts,
    sections: [quote, { heading: 'A', text: 'One.\n\nTwo.' }, { heading: 'B', text: 'Three.' }],
  }
  const { style_metadata } = analysis.json()
  const answer = await service.post('/api/v1/build-sparkpage', {
    style_metadata,
    content,
    export_settings: { direction },
  })
  return answer.json()
}

function filesIn(html: string): readonly string[] {
  return [...new Set([...html.matchAll(/\/api\/v1\/pages\/[^ "]+\.webp/g)].map(([address]) => address))]
}

t.test('the page at its address links its pictures in a few widths', async t => {
  const service = await startService(t)
  const { id, generated_html } = await buildPage(service)
  const html = (await service.get(`/api/v1/pages/${id}`)).payload
  t.ok(/src="data:image\/(?:webp|jpeg)/.test(generated_html))
  t.notOk(/data:image\/(?!svg)/.test(html), 'no picture is in the document')
  t.match(html, /<link rel="preload" as="image" imagesrcset="[^"]+" imagesizes="[^"]+" fetchpriority="high">/)
  t.match(html, "img-src 'self' data:;", 'nothing but its own pictures')
  const files = filesIn(html)
  t.equal(files.length, 7, '400, 800, 1400 and 1800 px; 400, 800 and 1000')
  for (const file of files) {
    const { headers, rawPayload } = await service.get(file)
    const { format, width = 0, exif, icc } = await sharp(rawPayload).metadata()
    const listed = Number(/-(\d+)\.webp/.exec(file)?.[1])
    t.ok(format === 'webp' && width <= listed && exif === undefined && icc === undefined, file)
    t.match(headers, { 'content-type': 'image/webp', 'cross-origin-resource-policy': 'cross-origin' })
    t.match(headers['cache-control'], 'immutable')
  }
  const [first = ''] = files
  const [between, next] = [first.replace('400', '401'), first.replace('400', '800')]
  t.ok((await service.get(between)).rawPayload.equals((await service.get(next)).rawPayload), 'rounded up')
  t.ok((await service.get(first.replace('400', '9999'))).rawPayload.length > 0, 'at most the widest')
  for (const name of ['99-400.webp', '0-400.png', 'x', '..%2F0-400.webp'])
    t.equal((await service.get(`/api/v1/pages/${id}/pictures/${name}`)).statusCode, 404, name)
})

t.test('files are made once, and are deleted with their picture', async t => {
  const service = await startService(t)
  const { id } = await buildPage(service)
  const [file = ''] = filesIn((await service.get(`/api/v1/pages/${id}`)).payload)
  const { pictures: before } = await service.store.totals()
  const made = await service.get(file)
  t.ok((await service.get(file)).rawPayload.equals(made.rawPayload))
  t.equal((await service.store.totals()).pictures.total, before.total + 1)
  const { inputs } = (await service.store.page(id)) ?? {}
  const gallery = String(inputs?.content.sections?.[0]?.items?.[0]?.image?.src)
  const hero = String(inputs?.content.image?.src)
  for (const picture of [gallery, hero]) await service.store.deleteRecord(picture)
  t.equal((await service.store.totals()).pictures.total, before.total - 2, 'with the files')
  t.equal((await service.get(file)).statusCode, 404)
  const html = (await service.get(`/api/v1/pages/${id}`)).payload
  t.equal(filesIn(html).length, 0)
  t.match(html, texts.headline)
})

t.test('an equal page is built from its JSON, which needs a key where there are keys', async t => {
  const service = await startService(t, { API_KEYS: 'ci:0123456789abcdef0123456789abcdef' })
  const key = { 'x-api-key': '0123456789abcdef0123456789abcdef' }
  const file = await photograph('food-coffee.jpg')
  const graphic = await sharp({ create: { width: 900, height: 700, channels: 4, background: '#12345680' } })
    .tiff()
    .toBuffer()
  const style = (await service.post('/api/v1/analyze-vibe?preview=true', { source_url: dataUri(file) }, key)).json()
  const contents = [
    texts,
    {
      ...texts,
      image: { src: dataUri(file), alt: 'A' },
      brand: { name: 'B', logo: { src: dataUri(graphic, 'image/tiff'), alt: '' } },
    },
    { ...texts, sections, language: 'de-at', cta_url: 'https://example.com/a' },
  ]
  const styles = [
    { style_metadata: style.style_metadata },
    { style_metadata: { colors: ['#0af', '#F97316'] }, project_id: 'spring' },
  ]
  for (const [content, others] of samplePairs(contents, styles)) {
    const request = { ...others, content, export_settings: { framework: 'bulma', scheme: 'dark' } }
    const built = (await service.post('/api/v1/build-sparkpage', request, key)).json()
    const accept = { accept: 'application/json' }
    const url = `/api/v1/pages/${built.page.id}`
    t.equal((await service.get(url, { headers: accept })).statusCode, 401)
    t.equal((await service.get(url)).statusCode, 200)
    const stored = (await service.get(url, { headers: { ...accept, ...key } })).json()
    const again = await service.post('/api/v1/build-sparkpage', stored.request, { ...key, prefer: 'handling=strict' })
    t.strictSame(again.json(), built)
  }
})

t.test('the head has addresses, a card, and what is certain for search engines', async t => {
  const service = await startService(t, { PUBLIC_URL: 'https://pages.example/base' })
  const { id } = await buildPage(service, { brand: { name: 'Mill' } })
  const html = (await service.get(`/api/v1/pages/${id}`)).payload
  const address = `https://pages.example/base/api/v1/pages/${id}`
  t.match(html, `<link rel="canonical" href="${address}">`)
  t.match(html, `<meta property="og:url" content="${address}">`)
  t.match(html, `<meta property="og:image" content="${address}/pictures/card.jpg">`)
  t.match(html, '<meta property="og:image:width" content="1200">')
  t.match(html, `<meta property="og:image:alt" content="${texts.headline}">`)
  const data = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? ''
  t.match(JSON.parse(data)['@graph'], [
    { '@type': 'LocalBusiness', name: 'Mill', address: 'Mill Road 4, 12345 Rivertown', telephone: '+49301234567' },
    { '@type': 'FAQPage', mainEntity: [{ name: 'Is <b> it & open?', acceptedAnswer: { text: 'Yes, every day.' } }] },
    // The currency of $ is not certain.
    { '@type': 'Product', name: 'Mill', offers: [{ name: 'Night', price: '1200', priceCurrency: 'EUR' }] },
  ])
  const plain = await service.post('/api/v1/build-sparkpage', { style_metadata, content: texts })
  const plainHtml = (await service.get(`/api/v1/pages/${plain.json().page.id}`)).payload
  t.notMatch(plainHtml, 'ld+json', 'nothing is certain')
})

t.test('crawlers may visit pages and not the API, and a page may ask for the rules', async t => {
  const { headers, payload, statusCode } = await (
    await startService(t, { API_KEYS: 'first:a-key-of-this-test-alone' })
  ).get('/robots.txt')
  t.equal(statusCode, 200)
  t.match(headers, { 'content-type': 'text/plain; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' })
  t.match(payload, /^User-agent: \*\nAllow: \/api\/v1\/pages\/\nDisallow: \/api\/\n/)
})

const headlines: Readonly<Record<string, string>> = {
  short: 'Bread',
  latin: 'Evenings by the sea, with dinner in the last light of the day and a fire outside',
  word: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsnebenstelle',
  vietnamese: 'Chào mừng đến với xưởng gốm của chúng tôi ở bên bờ sông',
  cyrillic: 'Добро пожаловать в мастерскую керамики на берегу реки',
  greek: 'Καλώς ήρθατε στο εργαστήριο κεραμικής δίπλα στο ποτάμι',
  arabic: 'مرحبا بكم في مطعم البحر الأزرق',
  hebrew: 'שלום וברוכים הבאים לבית הקפה',
  devanagari: 'मिट्टी के बर्तन बनाना सीखें',
  thai: 'ยินดีต้อนรับ',
  japanese: '日本語の見出しはここに入ります',
  korean: '한국어 제목은 여기에 들어갑니다',
  signs: '🎉 100 % <b>&amp; more → now',
}

t.test('cards show every headline whole, in readable colours', async t => {
  const service = await startService(t)
  for (const [name, headline] of sample(Object.entries(headlines), 7))
    for (const direction of whole && name === 'latin' ? directions : ['studio' as const]) {
      const content = { ...texts, headline, brand: { name: 'Mill' } }
      const request = { style_metadata, content, export_settings: { direction } }
      const { page } = (await service.post('/api/v1/build-sparkpage', request)).json()
      const { statusCode, headers, rawPayload } = await service.get(`/api/v1/pages/${page.id}/pictures/card.jpg`)
      t.equal(statusCode, 200, name)
      t.equal(headers['content-type'], 'image/jpeg')
      t.match(await sharp(rawPayload).metadata(), { width: 1200, height: 630 })
      t.ok(rawPayload.length <= 300_000, `${rawPayload.length} bytes`)
    }
})

t.test('the layout of a card: no word is wider than its place, contrast of AA for any palette', async t => {
  const palettes = [['#FFFFFF'], ['#000000'], ['#FF0000', '#00FF00'], ['#808080'], ['#FFFF00', '#FFFFE0'], []]
  for (const colors of palettes) {
    const { linked } = await buildHtml({ style: { colors } })
    const { background, color } = linked.card
    t.ok(wcagContrast(background, color) >= 4.5, `${background} ${color}`)
  }
  const { linked } = await buildHtml({})
  const art = 'data:image/svg+xml,'
  for (const [title, hasPicture] of [
    ['Рядом с морем', true],
    ['превысокомногорассмотрительствующий', false],
    ['海辺の静かな職人技と焼きたてのパンから始まる毎朝', true],
  ] as const) {
    const { picture } = await layOutCard({ ...linked.card, title, art })
    t.equal(picture !== undefined, hasPicture, title)
  }
  t.strictSame(widthsOf({ width: 2560 }), [400, 800, 1400, 2560])
  t.strictSame(widthsOf({ width: 300 }), [400])
  t.strictSame(widthsOf({ width: 900 }), [400, 1400], 'no file that is hardly narrower')
  t.end()
})

t.test('in a browser the page looks as the one in one file', needs('chromium'), async t => {
  const service = await startService(t)
  const address = await service.listen()
  const tab = await (await openBrowser(t)).newPage({ reducedMotion: 'reduce' })
  for (const direction of sample(directions, 3)) {
    const { page, generated_html } = await buildViews(service, direction)
    for (const width of [390, 1440]) {
      await tab.setViewportSize({ width, height: 900 })
      const failed: string[] = []
      tab.on('requestfailed', request => failed.push(request.url()))
      await tab.goto(`${address}/api/v1/pages/${page.id}`)
      const linked = await screenshot(tab)
      t.strictSame(failed, [], 'the sandbox lets the page load its pictures')
      t.ok(await tab.evaluate(() => [...document.images].every(image => image.naturalWidth > 0)))
      await tab.setContent(generated_html)
      const embedded = await screenshot(tab)
      const [one, other] = [await sharp(linked).metadata(), await sharp(embedded).metadata()]
      t.equal(one.height, other.height, `${direction} at ${width}`)
      t.ok((await difference(linked, embedded)) < 1.5, `${direction} at ${width}`)
    }
  }
})

/** Of the whole page, when all of its pictures are decoded. */
async function screenshot(tab: Page): Promise<Buffer> {
  await tab.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map(image => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
  return tab.screenshot({ fullPage: true })
}

t.test('as a folder it looks the same from a disk and below any path', needs('chromium', 'python3'), async t => {
  const service = await startService(t)
  const address = await service.listen()
  const { id } = await buildPage(service)
  const { headers, rawPayload } = await service.get(`/api/v1/pages/${id}`, { headers: { accept: 'application/zip' } })
  t.match(headers['content-disposition'], `${id}.zip`)
  const root = await mkdtemp(join(tmpdir(), 'page-'))
  t.teardown(() => rm(root, { recursive: true }))
  await mkdir(join(root, 'sub/folder'), { recursive: true })
  await writeFile(join(root, 'page.zip'), rawPayload)
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', join(root, 'page.zip'), join(root, 'sub/folder')])
  t.match(await readFile(join(root, 'sub/folder/fonts/LICENSE-figtree.txt'), 'utf8'), 'SIL OPEN FONT LICENSE')
  const host = await serve(t, root)
  const tab = await (await openBrowser(t)).newPage({ reducedMotion: 'reduce' })
  const asked: string[] = []
  tab.on('request', request => asked.push(request.url()))
  for (const width of [390, 1440]) {
    await tab.setViewportSize({ width, height: 900 })
    await tab.goto(`${address}/api/v1/pages/${id}`)
    const shown = await screenshot(tab)
    for (const place of [pathToFileURL(join(root, 'sub/folder')).href, `${host}/sub/folder`]) {
      asked.length = 0
      await tab.goto(`${place}/index.html`)
      t.equal(await countOtherPixels(await screenshot(tab), shown), 0, `${place} at ${width}`)
      t.ok(
        asked.every(url => url.startsWith(`${place}/`)),
        'no request to others',
      )
    }
  }
})

async function countOtherPixels(...pictures: readonly [Buffer, Buffer]): Promise<number> {
  const [one, other] = await Promise.all(pictures.map(picture => sharp(picture).raw().toBuffer()))
  return one?.length === other?.length ? (one?.filter((value, at) => value !== other?.[at]).length ?? 0) : Infinity
}

/** A static host. */
async function serve(t: Test, root: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    readFile(join(root, url)).then(
      bytes => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return `http://127.0.0.1:${Object(server.address()).port}`
}
