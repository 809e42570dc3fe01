// Landing pages: what they read from a request, their document, texts, warnings, size and width queries.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import {
  type Framework,
  frameworks,
  type Layout,
  layouts,
  type PageScheme,
  type ResponsiveType,
  responsiveTypes,
} from '../schemas/sparkpage.ts'
import { buildPage, fontRequest, type PageInput } from '../src/sparkpage/build.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { isLink, sanitizeText } from '../src/sparkpage/content.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { headlineSize } from '../src/sparkpage/headline.ts'
import { detectLanguage } from '../src/sparkpage/read/language.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { frameworkRules } from '../src/sparkpage/stylesheet.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { build, colors, input, measured, src } from './helpers/page.ts'
import { completePage, placeholders, samplesOf, texts } from './helpers/samples.ts'
import { ownProcess } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const run = promisify(execFile)
const empty = { headline: '', sub_headline: ' ', cta_button_text: '\u200b' }

t.test('the variables contain the roles of both schemes and the input colours unchanged', async t => {
  const { cssVariables } = build({ style: { colors: ['#fff', '#6d28D980', '#0F172A'] } })
  t.match(cssVariables, { '--sp-palette-1': '#fff', '--sp-palette-2': '#6d28D980', '--sp-palette-3': '#0F172A' })
  for (const [name, value] of Object.entries(cssVariables)) {
    t.match(name, /^--sp-[a-z0-9-]+$/)
    t.ok(value.length > 0 && value.length <= 512, name)
  }
  const { light, dark } = solveTheme(['#fff', '#6d28D980', '#0F172A'], 'light')
  for (const [role, color] of Object.entries(light)) t.equal(cssVariables[`--sp-${role}`], color)
  for (const [role, color] of Object.entries(dark)) t.equal(cssVariables[`--sp-dark-${role}`], color)
})

t.test('the font of headings contains the digits of opening hours', async t => {
  const sections = [{ heading: 'Opening hours', text: 'Tuesday to Friday: 17:00 to 23:00\nSaturday: 12:00 to 23:00' }]
  const content = { ...texts.plain, headline: 'Dinner', sections }
  const { title } = fontRequest(canonicalRequest({ content, style_metadata: { colors } }))
  t.match(title, '17:00 to 23:00')
})

t.test('an element has each class once', async t => {
  for (const framework of frameworks)
    for (const layout of layouts) {
      const { html } = build({ framework, layout, content: completePage })
      const repeated = [...html.matchAll(/class="([^"]*)"/g)].filter(([, list = '']) => {
        const names = list.split(' ')
        return names.includes('') || new Set(names).size < names.length
      })
      t.same(repeated, [], `${framework} ${layout}`)
    }
})

t.test('the style sheet takes the address of a picture as it is, and none that would end its rule', async t => {
  const sections = ['One', 'Two', 'Three'].map(heading => ({ heading, text: 'x' }))
  const pageOf = (address: string) =>
    build({ content: { ...texts.plain, sections, image: { src: address, alt: '' } } }).html
  const odd = "https://example.com/a'(1)&b,c;d.jpg"
  t.match(pageOf(odd), `.sp-closing-picture{background-image:url("${odd}")}`)
  for (const hostile of ['a.jpg")}</style><b>', 'a.jpg\\22)}', 'a.jpg"', 'a.jpg\n)}body{}'])
    t.notMatch(pageOf(`https://example.com/${hostile}`), 'example.com', hostile)
})

t.test('texts with our class names add no picture and no art', async t => {
  const content = { ...texts.plain, headline: 'sp-closing-picture', sub_headline: 'class="sp-art"' }
  const { html } = build({ style: { colors, ...measured({}) }, content })
  t.equal(html.split(src).length - 1, 1)
  t.notMatch(html, '.sp-art{background-image')
})

t.test('every framework shows all texts of a page, in every layout, type and on every side', t => {
  /** In the header and as headings. */
  const links = ['One', 'Two', 'Three', 'Four']
  /** In the header or the first screen, and at the end of the page; the action in three places, the headings in the menu, too. */
  const timesOf = (text: string) => {
    if (links.includes(text)) return 4
    if (text === 'Action') return 3
    return ['Lead', 'Brand'].includes(text) ? 2 : 1
  }
  const given = ['Headline', 'Lead', 'Action', 'Second', 'Brand', 'Footer', ...links]
  const picture = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  const content = {
    headline: 'Headline',
    sub_headline: 'Lead',
    cta_button_text: 'Action',
    ...{ secondary_cta: { text: 'Second', url: '#a' }, brand: { name: 'Brand' }, footer: 'Footer' },
    sections: [
      { heading: 'One', text: 'text', image: picture },
      { heading: 'Two', text: 'text' },
      { heading: 'Three', text: 'text', image: picture },
      { heading: 'Four', text: 'text', image: picture },
    ],
  }
  for (const framework of frameworks) {
    for (const [index, layout] of layouts.entries()) {
      for (const composition of ['left', 'right', 'top', 'bottom']) {
        for (const image of [undefined, picture]) {
          const responsiveType = responsiveTypes[(index + composition.length) % responsiveTypes.length]
          const changes = { framework, layout, ...(responsiveType && { responsiveType }) }
          const { html } = build({
            ...changes,
            style: { colors, composition },
            content: { ...content, ...(image && { image }) },
          })
          const body = html.slice(html.indexOf('<body'))
          const times = (text: string) => body.split(`>${text}<`).length - 1
          const wrong = given.filter(text => times(text) !== timesOf(text))
          t.same(wrong, [], `${framework} ${layout} ${composition}`)
        }
      }
    }
  }
  for (const framework of frameworks) {
    for (const layout of layouts) {
      const left = { ...content, brand: { name: ' ' }, secondary_cta: { text: ' ', url: '#a' } }
      const { html } = build({ framework, layout, content: left })
      t.notMatch(html, /<header|<nav|class="sp-secondary/, `${framework} ${layout} without a brand and a second action`)
    }
  }
  t.end()
})

t.test('frameworks with sizes of their own have a smaller title for a longer headline', async t => {
  const sizes: Readonly<Partial<Record<Framework, readonly string[]>>> = {
    bootstrap: ['display-1', 'display-2', 'display-3', 'display-4', 'display-5', 'display-6'],
    bulma: ['is-size-1', 'is-size-1', 'is-size-2', 'is-size-3', 'is-size-3', 'is-size-3'],
  }
  for (const framework of ['bootstrap', 'bulma'] as const) {
    const found = [18, 34, 60, 120, 300, 301].map(length => {
      const headline = 'Ship it. '.repeat(34).slice(0, length).padEnd(length, '!')
      const { html } = build({ framework, content: { ...texts.plain, headline } })
      return /<h1 class="sp-title [^"]*?((?:display|is-size)-\d+)/.exec(html)?.[1]
    })
    t.same(found, sizes[framework], framework)
  }
})

t.test('reads the roles of a palette if all six are colours', async t => {
  const roles = {
    background: '#ffffff',
    surface: '#eeeeee',
    text: '#111111',
    primary: '#6d28d9',
    secondary: '#f59e0b',
    accent: '#0f172a',
  }
  const read = (roles: unknown) => readStyle({ colors, roles }).roles
  t.match(read(roles), { background: '#FFFFFF', accent: '#0F172A' })
  for (const accent of [undefined, 7, 'violet', '#12345'])
    t.equal(read({ ...roles, accent }), undefined, String(accent))
  for (const none of [undefined, null, 'roles', 7]) t.equal(read(none), undefined)
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
  t.match(read({}), { mood: 'neutral', typeface: 'sans', corners: 'soft', density: 'regular', scheme: 'light' })
  t.match(read({ mood: 'Serene', typography: 'Sans-Serif', corners: 'rounded', density: 'spacious', scheme: 'DARK' }), {
    mood: 'calm',
    typeface: 'sans',
    corners: 'round',
    density: 'airy',
    scheme: 'dark',
  })
  t.match(read({ mood: ['purple', 7, 'energetic and loud'], typography: { category: 'monospace', words: 4 } }), {
    mood: 'bold',
    typeface: 'mono',
  })
  t.match(read({ mood: { words: ['refined'] }, corners: { value: 'sharp' }, density: { label: 'dense' } }), {
    mood: 'elegant',
    typeface: 'serif',
    corners: 'sharp',
    density: 'compact',
  })
  const palette = [
    { hex: '#6d28d9', share: 0.5 },
    { hex: '#F59E0B', share: -1 },
    { hex: 3, share: 1 },
    { hex: '#0F172A' },
    null,
    'x',
  ]
  t.same(read({ palette }).shares, [0.5, 0, 0, 0])
  t.same(read({ mood: 'x'.repeat(100_000) }).mood, 'neutral')
  t.same(read({ mood: { words: 7 }, corners: [[]] }).mood, 'neutral')
})

t.test('does not throw for any shape of a style member', async t => {
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: true, withMap: true, withSet: true, withDate: true })
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('palette', 'mood', 'typography', 'scheme', 'corners', 'density'), anything),
      style => {
        const page = build({ style: { ...style, colors } })
        if (Object.keys(page.cssVariables).length !== Object.keys(build().cssVariables).length) t.fail()
      },
    ),
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
  const linkOf = (content: PageInput['content']) =>
    /class="sp-button[^>]* href="([^"]*)"/.exec(build({ content }).html)?.[1]
  t.equal(linkOf({ ...texts.plain, cta_url: link }), link)
  t.equal(linkOf({ ...texts.plain, sections: [{ heading: 'Suites', text: 'Twelve.' }] }), '#section-1')
  for (const content of [texts.plain, { ...texts.plain, cta_url: 'https://example.com/"' }])
    t.equal(linkOf(content), '#top')
})

t.test('a headline of short phrases breaks between them', t => {
  const titleOf = (headline: string) =>
    /<h1[^>]*>(.*)<\/h1>/.exec(build({ content: { ...texts.plain, headline } }).html)?.[1]
  const phrase = (text: string) => `<span class="sp-phrase">${text}</span>`
  t.equal(titleOf('A cabin, a lake, no signal'), ['A cabin,', 'a lake,', 'no signal'].map(phrase).join(' '))
  for (const whole of ['Work from anywhere, invoice from one place', 'One phrase', 'a, <b>', 'A, b & c'])
    t.notMatch(titleOf(whole), 'sp-phrase', whole)
  t.end()
})

t.test(
  'components beside linked sheets have the colours of the scheme, and those of both where the page follows the visitor',
  async t => {
    const blocks = (scheme: PageScheme, framework: Framework) => {
      const { html } = build({ framework, frameworkCss: 'cdn', scheme, content: texts.plain })
      return html.split('--bulma-primary-h:').length - 1
    }
    t.same([blocks('light', 'bulma'), blocks('dark', 'bulma'), blocks('both', 'bulma')], [1, 1, 2])
    t.equal(blocks('both', 'open-props'), 0)
  },
)

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
    const { html } = build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.ok(html.replaceAll('&#61;', '=').includes(`<img src="${src}"`), src)
  }
  for (const src of invalid) {
    const { html, warnings } = build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.notMatch(html, '<img ')
    t.match(warnings, [{ code: 'image_ignored', pointer: '/content/image/src' }])
  }
})

t.test('cdn links the pinned official sheets with their hashes, and allows no other address', async t => {
  for (const framework of frameworks) {
    const { html } = build({ framework, frameworkCss: 'cdn' })
    const links = [
      ...html.matchAll(/<link rel="stylesheet" href="([^"]*)" integrity="([^"]*)" crossorigin="anonymous">/g),
    ]
    const isPublished = framework !== 'none' && framework !== 'tailwind'
    t.equal(links.length > 0, isPublished, framework)
    t.equal(html.includes("style-src 'unsafe-inline' https://cdn.jsdelivr.net;"), isPublished)
    for (const [, address = '', integrity = ''] of links) {
      const [, name = '', version = '', file = ''] = /npm\/(@?[^@]+)@([^/]+)\/(.*)$/.exec(address) ?? []
      const folder = new URL(`../node_modules/${name}/`, import.meta.url)
      t.equal(JSON.parse(await readFile(new URL('package.json', folder), 'utf8')).version, version, address)
      const hash = createHash('sha384')
        .update(await readFile(new URL(file, folder)))
        .digest('base64')
      t.equal(integrity, `sha384-${hash}`, address)
    }
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

t.test('sets a longer headline in a smaller size', async t => {
  const size = (headline: string) => Number.parseFloat(headlineSize(headline, 'centered').slice('min('.length))
  const lengths = [1, 5, 10, 20, 50, 100]
  const sizes = lengths.map(count => size('word '.repeat(count)))
  t.same(
    sizes,
    sizes.toSorted((one, other) => other - one),
  )
  t.equal(new Set(sizes).size, lengths.length)
  t.ok(size('w'.repeat(30)) < size('www '.repeat(7)), 'a long word')
  const sizeIn = (layout: Layout | 'masthead', headline: string) =>
    Number.parseFloat(headlineSize(headline, layout).slice('min('.length))
  t.ok(sizeIn('framed', 'Formwerk') < sizeIn('framed', 'Fontfest'), 'broad letters take more space')
  t.ok(sizeIn('masthead', 'Open again') > sizeIn('split', 'Open again'), 'as wide as the page')
  for (const word of ['Roasted', 'hammer', 'Verantwortung']) {
    const rem = Number.parseFloat(headlineSize(`${word} today`, 'poster', true).slice('min('.length))
    t.ok(rem * 0.6 * word.length <= 28, `${word} fits beside a whole picture: ${rem}rem`)
  }
  const wholePoster = (headline: string) => Number.parseFloat(headlineSize(headline, 'poster', true, true).slice(4))
  t.ok(wholePoster('Four nights of music on the water') < 6, 'a headline of many lines leaves space for the button')
  t.ok(wholePoster('Four nights') > 7, 'one of two lines is large')
  t.ok(wholePoster('word '.repeat(59)) >= 1.75, 'the smallest size')
  const framed = Number.parseFloat(headlineSize('灯りがついたら、もう始まっています', 'framed').slice('min('.length))
  t.ok(framed * 7 <= 28 && framed * 7 >= 22, `a Japanese phrase of seven letters fills a column: ${framed} rem`)
  const ofNarrowFace = headlineSize('灯りがついたら、もう始まっています', 'framed', false, true)
  t.ok(Number.parseFloat(ofNarrowFace.slice('min('.length)) * 7 <= 28, `of a narrow face, too: ${ofNarrowFace}`)
  const narrow = headlineSize('Ship your story', 'poster', false, true)
  t.not(narrow, headlineSize('Ship your story', 'poster'), 'narrow letters are larger')
  t.same(size('写真'.repeat(10)), size('word '.repeat(8)), 'wide letters count twice')
  t.same(size('เริ่มต้นเรื่องราวของคุณ'), size('Short words of one long line'), 'words without spaces between them')
})

t.test('every document has its policy, its warnings, one main, at most one h1, and no script', async t => {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'"
  const warnings = ['framework "--><script>hit=1</script>" -- is not known', 'x--!>']
  const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0
  for (const [name, content] of Object.entries({ ...texts, empty })) {
    const { html } = build({ content, warnings })
    t.equal(count(html, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g), 1, name)
    t.ok(html.includes(policy), name)
    t.equal(count(html, /<main[ >]/g), 1, name)
    t.equal(count(html, /<h1[ >]/g), content === empty ? 0 : 1, name)
    t.equal(count(html, /<script|<img|\son\w+=/g), 0, name)
    t.ok(count(html, /<!-- [\s\S]*? -->/g) >= warnings.length, name)
    t.ok(html.includes('is not known'), name)
  }
  t.match(build({ content: texts.Hebrew }).html, '<html lang="he" dir="rtl">')
  t.match(build().html, '<html lang="en" dir="ltr">')
})

t.test('gives the same bytes for the same input, and others for another style', async t => {
  t.same(build(), build())
  t.not(build().html, build({ style: { colors: ['#6D28D8'] } }).html)
})

t.test('warns about input that the page cannot use', async t => {
  t.same(build().warnings, [])
  t.same(
    build({ style: { colors: [] }, content: { ...empty, cta_url: 'javascript:hit=1' } }).warnings.map(
      ({ code, pointer }) => [code, pointer],
    ),
    [
      ['content_empty', '/content/headline'],
      ['content_empty', '/content/sub_headline'],
      ['content_empty', '/content/cta_button_text'],
      ['colors_empty', '/style_metadata/colors'],
      ['link_ignored', '/content/cta_url'],
    ],
  )
  t.equal(build({ style: { colors: [] } }).cssVariables['--sp-accent'], '#6D28D9')
  t.throws(() => build({ style: { colors: ['red;}'] } }), { name: 'TypeError' })
})

t.test('a page of 1 KB of text has 16 KB in the median and at most 40 KB compressed, 12 KB without fonts', async t => {
  const samples = samplesOf(whole ? 720 : 24).filter(
    ({ input }) => Buffer.byteLength(Object.values(input.content).join('')) <= 1024,
  )
  const fonts = createFontEmbedder()
  const pages = await Promise.all(
    samples.map(async ({ input }) => {
      const { typeface, ...texts } = fontRequest(
        canonicalRequest({ style_metadata: input.style, content: input.content }),
      )
      return buildPage({ ...input, fonts: await fonts.embed(typeface, texts) }).html
    }),
  )
  const lengthsOf = (pages: readonly string[]) =>
    pages.map(html => brotliCompressSync(html).length).toSorted((one, other) => one - other)
  const [embedded, system] = [lengthsOf(pages), lengthsOf(samples.map(({ input }) => buildPage(input).html))]
  const [median = 0, max = 0] = [embedded[embedded.length >> 1], embedded.at(-1)]
  t.ok(median <= 16 * 1024 && max <= 40 * 1024, `median ${median}, largest ${max}`)
  t.ok((system.at(-1) ?? 0) <= 12 * 1024, `without fonts: largest ${system.at(-1)}`)
  t.comment(`cases: ${pages.length} pages, median ${median} bytes, ${system[system.length >> 1]} without fonts`)
})

t.test('gives the same bytes in another process, fonts included', async t => {
  const program = `
    const { buildPage } = await import('./src/sparkpage/build.ts')
    const { createFontEmbedder } = await import('./src/sparkpage/fonts.ts')
    const fonts = createFontEmbedder()
    const input = ${JSON.stringify({ ...input, style: { colors, placeholder: placeholders[0] }, content: completePage })}
    process.stdout.write(buildPage({ ...input, fonts: await fonts.embed('serif', { title: 'Ship', text: 'From Привет' }) }).html)`
  const words = [...ownProcess.words, '--input-type=module', '--eval', program]
  const options = { cwd: join(import.meta.dirname, '..'), maxBuffer: 1e6 }
  const { stdout } = await run(ownProcess.command, words, options)
  const fonts = createFontEmbedder()
  const embedded = await fonts.embed('serif', { title: 'Ship', text: 'From Привет' })
  const own = build({ style: { colors, placeholder: placeholders[0] }, content: completePage, fonts: embedded })
  t.equal(own.html, stdout)
  t.match(stdout, /@font-face\{[^}]*Fraunces[^}]*\}\n@font-face\{[^}]*Instrument Sans/)
})

/** The width queries of a page, without those of its framework's own rules; and its classes. */
function widthQueries(framework: Framework, responsiveType: ResponsiveType) {
  const { html } = build({ framework, responsiveType, content: completePage })
  const css = html.replace(frameworkRules.get(framework) ?? '', '')
  return {
    queries: [...css.matchAll(/@media([^{]*width[^{]*)\{/g)].map(([, query = '']) => query.trim()),
    classes: [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' ')),
  }
}

/** Classes by which Bootstrap and Tailwind arrange wide windows, and narrow ones. */
const fromWidth = /^(?:sm|md|lg|xl):|^(?:col|order|row-cols)-(?:sm|md|lg|xl)-/
const upToWidth = /^max-(?:sm|md|lg|xl):/

t.test('each responsive type has width queries of one kind in every framework', async t => {
  for (const framework of frameworks) {
    for (const type of responsiveTypes) {
      const { queries, classes } = widthQueries(framework, type)
      const has = (kind: RegExp) => classes.some(name => kind.test(name))
      const hasGrid = framework === 'tailwind' || framework === 'bootstrap'
      const name = `${framework} ${type}: ${queries}`
      const isFirst = type === 'mobile-first' || type === 'adaptive'
      const kind = isFirst ? /^\(min-width:[^)]*\)$/ : /^(?:not all and )?\(max-width:[^)]*\)$/
      const isWithout = type === 'fluid' || type === 'fixed'
      if (isWithout) t.same(queries, [], name)
      else
        t.ok(
          queries.every(query => kind.test(query)),
          name,
        )
      if (!isWithout && (framework === 'none' || framework === 'open-props')) t.ok(queries.length > 0, name)
      t.equal(has(fromWidth), hasGrid && isFirst, `${name}: classes for wide windows`)
      t.equal(
        has(upToWidth),
        framework === 'tailwind' && type === 'desktop-first',
        `${name}: classes for narrow windows`,
      )
    }
  }
})
