// Landing pages: what they read from a request, their document, texts, warnings and size.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { directions, frameworks } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { isLink, sanitizeText } from '../src/sparkpage/content.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { detectLanguage } from '../src/sparkpage/read/language.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { build, colors, input, measured } from './helpers/page.ts'
import { completePage, placeholders, samplesOf, texts } from './helpers/samples.ts'
import { ownProcess } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const run = promisify(execFile)
const empty = { headline: '', sub_headline: ' ', cta_button_text: '\u200b' }

t.test('the variables are those of :root: colours of both schemes, and the colours of the request', async t => {
  const { html, cssVariables } = await build({ style: { colors: ['#fff', '#6d28D980', '#0F172A'] } })
  t.match(cssVariables, { '--sp-palette-1': '#FFFFFF', '--sp-palette-2': '#6D28D980', '--sp-palette-3': '#0F172A' })
  const root = /:root\{([^}]*)\}/.exec(html)?.[1] ?? ''
  for (const [name, value] of Object.entries(cssVariables)) {
    t.match(name, /^--sp-[a-z0-9-]+$/)
    t.ok(value.length > 0 && value.length <= 512, name)
    t.ok(root.includes(`${name}:${value}`), name)
  }
  t.match(cssVariables['--sp-paper'], /^light-dark\(#[0-9A-F]{6},#[0-9A-F]{6}\)$/)
})

t.test('an element has each class once', async t => {
  for (const framework of frameworks) {
    const { html } = await build({ framework, content: completePage })
    const repeated = [...html.matchAll(/class="([^"]*)"/g)].filter(([, list = '']) => {
      const names = list.split(' ')
      return names.includes('') || new Set(names).size < names.length
    })
    t.same(repeated, [], framework)
  }
})

t.test('equal colours are equal in every spelling', async t => {
  const spellings = [['#0AF'], ['#00aaff'], ['#00AAFF']]
  const pages = await Promise.all(spellings.map(spelled => build({ style: { colors: spelled } })))
  for (const page of pages) t.equal(page.html, pages[0]?.html)
})

t.test('the background of a style is a colour, or unknown', async t => {
  const read = (roles: unknown) => readStyle({ colors, roles }).background
  t.equal(read({ background: '#f2f0ec' }), '#F2F0EC')
  for (const none of [undefined, null, 'roles', 7, {}, { background: 7 }, { background: 'white' }])
    t.equal(read(none), undefined)
})

t.test('reads the space for texts in a picture if all four sides are measured', async t => {
  const { composition } = measured({ left: 0.456 })
  const read = (left: unknown) =>
    readStyle({ colors, composition: { ...composition, quiet: { ...composition.quiet, left } } }).quiet
  const color = '#f2f0ec'
  t.match(read({ extent: 0.456, color }), { left: { extent: 0.46, color: '#F2F0EC' }, right: { extent: 0.02 } })
  for (const left of [undefined, null, 0.4, [0.4, color], {}, { extent: 0.4 }, { color }])
    t.equal(read(left), undefined, JSON.stringify(left))
  for (const extent of ['0.4', -0.1, 1.1, Number.NaN]) t.equal(read({ extent, color }), undefined, String(extent))
  for (const other of ['white', '#FFF', 7]) t.equal(read({ extent: 0.4, color: other }), undefined, String(other))
})

t.test('reads a style from texts, lists and objects, and ignores anything else', async t => {
  const read = (style: object) => readStyle({ colors, ...style })
  t.match(read({}), { mood: 'neutral', scheme: 'light', transparency: 0 })
  t.match(read({ mood: 'Serene', scheme: 'DARK', transparency: 0.456 }), {
    mood: 'calm',
    scheme: 'dark',
    transparency: 0.46,
  })
  t.match(read({ mood: ['purple', 7, 'energetic and loud'] }), { mood: 'bold' })
  t.match(read({ mood: { words: ['refined'] }, media: { width: 1200, height: 800 } }), {
    mood: 'elegant',
    size: { width: 1200, height: 800 },
    aspect: 1.5,
  })
  const palette = [
    { hex: '#6d28d9', share: 0.5 },
    { hex: '#F59E0B', share: -1 },
    { hex: 3, share: 1 },
    { hex: '#0F172A' },
    null,
    'x',
  ]
  t.same(read({ palette }).palette, [{ hex: '#6D28D9', share: 0.5 }])
  t.same(read({ mood: 'x'.repeat(100_000) }).mood, 'neutral')
  t.same(read({ mood: { words: 7 }, scheme: [[]] }).mood, 'neutral')
})

t.test('builds a page for any shape of a style member', async () => {
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: true, withMap: true, withSet: true, withDate: true })
  const members = ['palette', 'mood', 'scheme', 'media', 'composition', 'faces', 'roles', 'complexity', 'focal_point']
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...members), anything), async style => {
      const { cssVariables } = await build({ style: { ...style, colors } })
      if (!cssVariables['--sp-paper']) throw new Error('no colours')
    }),
    { seed: 20261121, numRuns: 60 },
  )
})

t.test('a link is an http, https, mailto or tel URL or a fragment, in characters that a URL allows', async t => {
  const valid = ['https://example.com/a?b=c&d=%20#e', 'HTTP://x', 'http://[::1]:3000/', 'https://例え.jp/道', '#top']
  const otherValid = ['mailto:a@b.example?subject=Hi', 'tel:+49-30-1']
  const schemes = [
    'javascript:alert(1)',
    'java\nscript:1',
    'data:text/html,x',
    'vbscript:x',
    'ftp://x',
    'mailto:',
    'tel:',
  ]
  const relative = ['', '//x', '/x', 'x', '#a#b', 'https://']
  const characters = [' ', '"', '%zz', '\u202e', '\ud800', '\u0000', '['].map(text => `https://x/${text}`)
  const others = [' https://x', 'https:// x', 'https://a b', 'https://x:99999/', 'tel:<']
  for (const link of [...valid, ...otherValid]) t.ok(isLink(link), link)
  for (const link of [...schemes, ...relative, ...characters, ...others]) t.notOk(isLink(link), JSON.stringify(link))
})

t.test('the button has the given link, leads to the sections, or stays where it is', async t => {
  const link = 'https://example.com/start'
  const linkOf = async (content: PageInput['content']) =>
    /class="sp-button[^>]* href="([^"]*)"/.exec((await build({ content })).html)?.[1]
  t.equal(await linkOf({ ...texts.plain, cta_url: link }), link)
  t.equal(await linkOf({ ...texts.plain, sections: [{ heading: 'Suites', text: 'Twelve.' }] }), '#section-1')
  for (const content of [texts.plain, { ...texts.plain, cta_url: 'https://example.com/"' }])
    t.equal(await linkOf(content), '#top')
})

t.test('the rows of a gallery are full', async t => {
  for (let count = 1; count <= 24; count += 1) {
    const items = Array.from({ length: count }, () => ({ image: { src: 'https://example.com/a.jpg', alt: 'A view' } }))
    const { html } = await build({ content: { ...texts.plain, sections: [{ type: 'gallery', items }] } })
    const [, wide = '0', columns] = /data-count="\d+"(?: data-wide="(\d)")? style="--sp-columns:(\d)"/.exec(html) ?? []
    t.equal((count + Number(wide)) % Number(columns), 0, `${count} pictures`)
    t.ok(Number(wide) <= 2)
  }
})

t.test('the header leads to the contact, however many sections there are', async t => {
  const headings = ['Bread', 'Cakes', 'Coffee', 'Lunch', 'Catering', 'Courses', 'Gifts']
  const features = headings.map(heading => ({ type: 'features', heading, text: 'A text.' }))
  const contact = { type: 'contact', heading: 'Find us', text: 'hello@example.com' }
  const { html } = await build({
    content: { ...texts.plain, brand: { name: 'Mill' }, sections: [...features, contact] },
  })
  const [nav = ''] = /<nav class="sp-nav[\s\S]*?<\/nav>/.exec(html) ?? []
  t.same(
    [...nav.matchAll(/<a[^>]*>([^<]*)<\/a>/g)].map(([, text]) => text),
    [...headings.slice(0, 4), 'Find us'],
  )
})

t.test('a picture is an https address or Base64 data of a picture; others are left out, with a warning', async t => {
  const valid = ['https://example.com/a.jpg', 'data:image/png;base64,AAAA', 'data:image/svg+xml;base64,AA==']
  const invalid = [
    'http://example.com/a.jpg',
    'javascript:1',
    'data:text/html;base64,AA==',
    'data:image/png,x',
    '//x/a.png',
  ]
  for (const src of valid) {
    const { html } = await build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.ok(html.includes(` src="${src}"`), src)
  }
  for (const src of invalid) {
    const { html, warnings } = await build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.notOk(html.includes(src), src)
    t.match(warnings, [{ code: 'image_ignored', pointer: '/content/image/src' }])
  }
})

t.test('detects the language from the script, and the direction from the language', async t => {
  const rows = [
    ['Ship your story', 'en', 'ltr'],
    ['', 'en', 'ltr'],
    ['42 🚀', 'en', 'ltr'],
    ['一張照片', 'zh', 'ltr'],
    ['一枚の写真から', 'ja', 'ltr'],
    ['이야기를 시작하세요', 'ko', 'ltr'],
    ['Начните бесплатно', 'ru', 'ltr'],
    ['ابدأ قصتك', 'ar', 'rtl'],
    ['התחילו כאן', 'he', 'rtl'],
    ['ابدأ قصتك مع iPhone', 'ar', 'rtl'],
    ['Ξεκινήστε', 'el', 'ltr'],
    ['शुरू करें', 'hi', 'ltr'],
    ['เริ่มต้น', 'th', 'ltr'],
  ]
  for (const [text = '', lang, dir] of rows) t.same(detectLanguage(text), { lang, dir }, text)
})

t.test('replaces characters that HTML forbids, and treats an invisible text as empty', async t => {
  t.equal(sanitizeText('  a\r\nb\tc\rd '), 'a\nb\tc\nd')
  t.equal(sanitizeText('a\u0000b\ud800c\uffffd\u0085e'), 'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe')
  for (const nothing of ['', ' \n\t', '\u200b\u2060', '\u3000', '\u0000', '\ud800', '\ufe0f'])
    t.equal(sanitizeText(nothing), '')
})

t.test('every document has its policy, one main, at most one h1, and no script', async t => {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'"
  const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0
  for (const [name, content] of Object.entries({ ...texts, empty })) {
    const { html } = await build({ content })
    t.equal(count(html, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g), 1, name)
    t.ok(html.includes(policy), name)
    t.equal(count(html, /<main[ >]/g), 1, name)
    t.equal(count(html, /<h1[ >]/g), content === empty ? 0 : 1, name)
    t.equal(count(html, /<script/g), 0, name)
  }
  t.match((await build({ content: texts.Hebrew })).html, '<html lang="he" dir="rtl"')
  t.match((await build()).html, '<html lang="en" dir="ltr"')
})

t.test('a page in a framework may link its whole style sheet', async t => {
  for (const framework of frameworks) {
    const { html } = await build({ framework })
    t.equal(html.includes('https://cdn.jsdelivr.net'), framework !== 'none', framework)
  }
})

t.test('gives the same bytes for the same input, and others for another style', async t => {
  t.same(await build(), await build())
  t.not((await build()).html, (await build({ style: { colors: ['#0B6E4F'] } })).html)
})

t.test('a direction that is named gives the page that auto gives when it chooses it', async t => {
  for (const { input } of samplesOf(whole ? 72 : 12)) {
    const chosen = await buildPage({ ...input, direction: 'auto' })
    const named = await buildPage({ ...input, direction: chosen.direction })
    t.equal(named.html, chosen.html)
  }
})

t.test('two directions of a photograph differ in their first screens', async t => {
  const pages = await Promise.all(directions.map(direction => build({ direction, style: { colors, ...measured({}) } })))
  const heroes = pages.map(({ html }) => /data-hero="(\w+)"/.exec(html)?.[1])
  t.equal(new Set(heroes).size, directions.length)
})

t.test('warns about input that the page cannot use', async t => {
  t.same((await build()).warnings, [])
  const odd = await build({ style: { colors: [] }, content: { ...empty, cta_url: 'javascript:hit=1' } })
  t.same(
    odd.warnings.map(({ code, pointer }) => [code, pointer]),
    [
      ['content_empty', '/content/headline'],
      ['content_empty', '/content/sub_headline'],
      ['content_empty', '/content/cta_button_text'],
      ['colors_empty', '/style_metadata/colors'],
      ['link_ignored', '/content/cta_url'],
    ],
  )
  await t.rejects(build({ style: { colors: ['red;}'] } }), { name: 'TypeError' })
})

t.test('a page of 1 KB of text has 16 KB in the median and at most 40 KB compressed, 12 KB without fonts', async t => {
  const samples = samplesOf(whole ? 720 : 24).filter(
    ({ input }) => Buffer.byteLength(Object.values(input.content).join('')) <= 1024,
  )
  const embedder = createFontEmbedder()
  const lengthsOf = async (pages: readonly ReturnType<typeof buildPage>[]) =>
    (await Promise.all(pages)).map(({ html }) => brotliCompressSync(html).length).toSorted((one, other) => one - other)
  const embedded = await lengthsOf(samples.map(({ input }) => buildPage(input, embedder)))
  const system = await lengthsOf(samples.map(({ input }) => buildPage(input)))
  const [median = 0, max = 0] = [embedded[embedded.length >> 1], embedded.at(-1)]
  t.ok(median <= 16 * 1024 && max <= 40 * 1024, `median ${median}, largest ${max}`)
  t.ok((system.at(-1) ?? 0) <= 12 * 1024, `without fonts: largest ${system.at(-1)}`)
  t.comment(`cases: ${embedded.length} pages, median ${median} bytes, ${system[system.length >> 1]} without fonts`)
})

t.test('gives the same bytes in another process, fonts included', async t => {
  const given = { ...input, style: { colors, placeholder: placeholders[0] }, content: completePage }
  const program = `
    const { buildPage } = await import('./src/sparkpage/build.ts')
    const { createFontEmbedder } = await import('./src/sparkpage/fonts.ts')
    process.stdout.write((await buildPage(${JSON.stringify(given)}, createFontEmbedder())).html)`
  const words = [...ownProcess.words, '--input-type=module', '--eval', program]
  const options = { cwd: join(import.meta.dirname, '..'), maxBuffer: 1e6 }
  const { stdout } = await run(ownProcess.command, words, options)
  const own = await buildPage(given, createFontEmbedder())
  t.equal(own.html, stdout)
  t.ok(own.fonts.length >= 2)
  t.match(stdout, '@font-face{')
})
