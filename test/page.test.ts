// Pages: what they read from a request, the document, and how a browser renders it.
import axe from 'axe-core'
import { type CssNode, generate, parse, walk } from 'css-tree'
import { converter } from 'culori'
import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import t from 'tap'
import { frameworks, responsiveTypes } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { detectLanguage, isLink, sanitizeText } from '../src/sparkpage/content.ts'
import { layOutPaletteStrip } from '../src/sparkpage/document.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { frameworkRules } from '../src/sparkpage/stylesheet.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { selectHeadlineSize } from '../src/sparkpage/variables.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

const content = {
  headline: 'Ship your story',
  sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
  cta_button_text: 'Start free',
}
const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']
const input: PageInput = { style: { colors }, content, framework: 'none', responsiveType: 'mobile-first' }
const build = (changes: Partial<PageInput> = {}) => buildPage({ ...input, ...changes })
const telephone: Size = [360, 740]
const desktop: Size = [1440, 900]
const cinema: Size = [3840, 2160]
const seed = { seed: 20261121 }

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
    { ...seed, numRuns: 60 },
  )
})

t.test('a link is an http, https, mailto or tel URL or a fragment, in characters that a URL allows', async t => {
  const good = [
    'https://example.com/a?b=c&d=%20#e',
    'HTTP://x',
    'http://[::1]:3000/',
    'mailto:a@b.example?subject=Hi',
    'tel:+49-30-1',
    '#top',
    'https://例え.jp/道',
  ]
  const bad = [
    '',
    '#a#b',
    'javascript:alert(1)',
    ' https://x',
    'https:// x',
    'java\nscript:1',
    'data:text/html,x',
    '//x',
    '/x',
    'x',
    'https://',
    'https://a b',
    'https://x/%zz',
    'https://x/"',
    'ftp://x',
    'mailto:',
    'tel:',
    'tel:<',
    'https://x/\u202e',
    'https://x/\ud800',
    'https://x/\u0000',
    'https://x:99999/',
    'vbscript:x',
    'https://x/[',
  ]
  for (const link of good) t.ok(isLink(link), link)
  for (const link of bad) t.notOk(isLink(link), JSON.stringify(link))
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
  const sizes = ['Short', 'w'.repeat(12), 'word '.repeat(20), 'word '.repeat(50), 'w'.repeat(300)].map(
    selectHeadlineSize,
  )
  t.equal(new Set(sizes).size, 5)
  t.equal(selectHeadlineSize('写真'.repeat(10)), selectHeadlineSize('w'.repeat(12)))
  t.equal(
    selectHeadlineSize('เริ่มต้นเรื่องราวของคุณ'),
    selectHeadlineSize('Short words of one long line'),
    'words without spaces between them',
  )
})

t.test('the palette strip follows the shares and always shows the first five colours', async t => {
  const shares = [0.7, 0.1, 0, 0, 0.0001, ...Array.from({ length: 59 }, () => 0.003)]
  for (const bands of [layOutPaletteStrip(shares), layOutPaletteStrip(shares.map(() => 0)), layOutPaletteStrip([0])]) {
    t.equal(
      bands.reduce((end, { x, width }) => (x === end ? x + width : -1), 0),
      1000,
    )
    t.ok(bands.slice(0, 5).every(({ width }) => width >= 125))
    t.ok(bands.every(({ width }) => width >= 3))
  }
  t.same(layOutPaletteStrip([]), [])
  t.ok((layOutPaletteStrip([0.9, 0.1])[0]?.width ?? 0) > 700)
})

const everyPage = frameworks.flatMap(framework =>
  responsiveTypes.map(responsiveType => ({ framework, responsiveType })),
)
const hostile = {
  headline: '<script>hit=1</script></title></style></h1>"\'`\u0000\u202e\ud800',
  sub_headline: '--><img src=x onerror=hit=1><!--\ufdd0 ]]> {{1}} &lt; &amp',
  cta_button_text: '</a></main><svg onload=hit=1> javascript:hit=1',
}
const warnings = ['framework "--><script>hit=1</script>" -- is not known', 'x--!>']
const long = {
  headline: 'unbreakable'.repeat(28).slice(0, 300),
  sub_headline: 'Long words for a long page. '.repeat(200).slice(0, 5000),
  cta_button_text: 'w'.repeat(300),
}
const empty = { headline: '', sub_headline: ' ', cta_button_text: '\u200b' }
const contents = {
  content,
  hostile,
  long,
  empty,
  'only a button': { ...empty, cta_button_text: 'Go' },
  'only a sentence': { ...empty, sub_headline: 'Hello' },
}

t.test('every page is valid HTML', async t => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      'doctype-style': ['error', { style: 'lowercase' }],
      'long-title': 'off',
      // Pico documents a link with the role of a button; a real button cannot link without a script.
      'prefer-native-element': ['error', { exclude: ['button'] }],
    },
  })
  for (const options of everyPage) {
    for (const [name, texts] of Object.entries(contents)) {
      const report = validator.validateStringSync(build({ ...options, content: texts, warnings }).html)
      t.same(
        report.results.flatMap(result => result.messages),
        [],
        `${options.framework} ${options.responsiveType} ${name}`,
      )
    }
  }
})

t.test('every document has its policy, its warnings, one main, one h1 and no script', async t => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"
  const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0
  for (const [name, texts] of Object.entries(contents)) {
    const { html } = build({ content: texts, warnings })
    t.equal(count(html, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g), 1, name)
    t.ok(html.includes(policy), name)
    t.equal(count(html, /<main[ >]/g), 1, name)
    t.equal(count(html, /<h1[ >]/g), texts === empty ? 0 : 1, name)
    t.equal(count(html, /<script|<img|\son\w+=/g), 0, name)
    t.ok(count(html, /<!-- [\s\S]*? -->/g) >= warnings.length, name)
    t.ok(html.includes('is not known'), name)
  }
  t.match(build({ content: { ...empty, headline: 'שלום עולם, כאן free' } }).html, '<html lang="he" dir="rtl">')
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

t.test('a page with 1 KB of text is below 8 KB with Brotli', async t => {
  const { brotliCompressSync } = await import('node:zlib')
  const texts = {
    headline: 'Word for word. '.repeat(6),
    sub_headline: Array.from({ length: 130 }, (_, i) => `word${i * 7919}`)
      .join(' ')
      .slice(0, 850),
    cta_button_text: 'Go',
  }
  const many = Array.from({ length: 64 }, (_, i) => `#${((i * 2654435761) % 0xffffff).toString(16).padStart(6, '0')}`)
  for (const framework of frameworks) {
    t.ok(brotliCompressSync(build({ framework, content: texts }).html).length < 4500)
    t.ok(brotliCompressSync(build({ framework, content: texts, style: { colors: many } }).html).length < 8192)
  }
})

/** The width queries of a page, without those of its framework's own rules. */
const queries = ({ framework, responsiveType }: Pick<PageInput, 'framework' | 'responsiveType'>): readonly string[] => {
  const found: string[] = []
  const css = /<style>([\s\S]*)<\/style>/.exec(build({ framework, responsiveType }).html)?.[1] ?? ''
  walk(parse(css.replace(frameworkRules.get(framework) ?? '', '')), (node: CssNode) => {
    if (node.type === 'Atrule' && node.name === 'media' && node.prelude !== null) found.push(generate(node.prelude))
  })
  return found.filter(query => query.includes('width'))
}

t.test('each responsive type has its own kind of width queries in every framework', async t => {
  for (const framework of frameworks) {
    const of = (responsiveType: PageInput['responsiveType']) => queries({ framework, responsiveType })
    for (const type of ['mobile-first', 'adaptive'] as const) {
      t.ok(of(type).length > 0 && of(type).every(query => query.startsWith('(min-width:')), `${framework} ${type}`)
    }
    t.ok(of('desktop-first').length > 0 && of('desktop-first').every(query => query.startsWith('(max-width:')))
    t.same([of('fluid'), of('fixed')], [[], []], framework)
  }
})

t.test('in a browser', needs('chromium'), async t => {
  const { tab, address, asked, resize, visit, box } = await openTab(t)
  const titleSizeNow = async () =>
    Number(await tab.evaluate('parseFloat(getComputedStyle(document.querySelector("h1")).fontSize)'))

  await t.test('a page sends no request, breaks no rule of axe and shows its texts and no others', async t => {
    for (const [index, responsiveType] of responsiveTypes.entries()) {
      const framework = index % 2 === 0 ? 'none' : 'tailwind'
      await visit(build({ framework, responsiveType }).html)
      t.same(asked, [address])
      const texts = 'document.querySelector("main").innerText.split(/\\n+/).filter(line => line !== "")'
      t.same(await tab.evaluate(texts), Object.values(content))
      await tab.evaluate(axe.source)
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme })
        const violations = 'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + nodes[0].html))'
        t.same(await tab.evaluate(violations), [], `${framework} ${responsiveType} ${colorScheme}`)
      }
    }
    await tab.emulateMedia({ colorScheme: 'light' })
  })

  await t.test('hostile texts do not run and do not change the structure', async t => {
    const skeleton =
      '[...document.querySelectorAll("*")].map(e => [e.localName, e.id, e.getAttribute("class"), ...e.getAttributeNames()].join())'
    for (const framework of sample(frameworks, 2)) {
      await visit(build({ framework }).html)
      const plain = await tab.evaluate(skeleton)
      await visit(build({ framework, content: hostile, warnings }).html)
      t.same(await tab.evaluate(skeleton), plain)
      t.equal(await tab.evaluate('typeof hit'), 'undefined')
      t.same(asked, [address])
      t.equal(await tab.evaluate('document.querySelector("h1").textContent'), sanitizeText(hostile.headline))
      t.equal(
        await tab.evaluate('document.querySelector(".sp-button").textContent'),
        sanitizeText(hostile.cta_button_text),
      )
    }
  })

  await t.test('the variables are those of :root, and the dark scheme replaces the colours', async t => {
    const roots = `[...document.styleSheets[0].cssRules].filter(rule => rule.selectorText === ':root').map(({ style }) =>
      Object.fromEntries([...style].map(name => [name, style.getPropertyValue(name).trim()])))`
    const ours = (all: readonly Readonly<Record<string, string>>[]) =>
      Object.fromEntries(all.flatMap(Object.entries).filter(([name]) => name.startsWith('--sp-')))
    const painted = `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('h1')).color]`
    const rgb = converter('rgb')
    const css = (color = '') => {
      const { r = 0, g = 0, b = 0 } = rgb(color) ?? {}
      return `rgb(${[r, g, b].map(channel => Math.round(channel * 255)).join(', ')})`
    }
    for (const framework of sample(frameworks, 3)) {
      const { html, cssVariables } = build({ framework })
      await visit(html)
      const all: readonly Readonly<Record<string, string>>[] = await tab.evaluate(roots)
      t.same(all[0], cssVariables)
      t.same(ours(all), cssVariables)
      t.same(await tab.evaluate(painted), [css(cssVariables['--sp-bg']), css(cssVariables['--sp-text'])])
      await tab.emulateMedia({ colorScheme: 'dark' })
      t.same(await tab.evaluate(painted), [css(cssVariables['--sp-dark-bg']), css(cssVariables['--sp-dark-text'])])
      await tab.emulateMedia({ colorScheme: 'light' })
    }
  })

  await t.test('no page scrolls horizontally at any width, in any layout, with any text', async t => {
    for (const options of sample(everyPage, 8)) {
      for (const texts of options.framework === 'none' ? [content, long] : [long]) {
        await visit(build({ ...options, content: texts }).html)
        for (const width of [320, 360, 768, 1024, 1440, 3840]) {
          await resize([width, 800])
          const over = Number(await tab.evaluate('document.documentElement.scrollWidth - innerWidth'))
          t.ok(over <= 0, `${options.framework} ${options.responsiveType} ${width}: ${over}`)
        }
      }
    }
  })

  const measured = ['.sp-copy', '.sp-title', '.sp-lead', '.sp-button', '.sp-art', '.sp-more'] as const
  const boxes = `${JSON.stringify(measured)}.map(selector => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect()
    return [x, y, width, height].map(side => Math.round(side * 8) / 8)
  })`
  const eightWidths = [320, 480, 768, 1024, 1280, 1440, 1920, 3840]

  await t.test('the five layouts differ at eight widths, and are the same in every framework', async t => {
    const plain = new Map<string, unknown>()
    for (const framework of sample(frameworks, 3)) {
      const seen = new Map<number, Set<string>>(eightWidths.map(width => [width, new Set()]))
      for (const responsiveType of responsiveTypes) {
        await visit(build({ framework, responsiveType }).html)
        for (const width of eightWidths) {
          await resize([width, 900])
          const found = await tab.evaluate(boxes)
          seen.get(width)?.add(JSON.stringify(found))
          const key = `${responsiveType} ${width}`
          if (framework === 'none') plain.set(key, found)
          else t.same(found, plain.get(key), `${framework} ${key}`)
        }
      }
      for (const [width, { size }] of seen) t.equal(size, responsiveTypes.length, `${framework} ${width}`)
    }
  })

  await t.test('each layout responds to the width as its name says, in every framework', async t => {
    const steps = Array.from({ length: 30 }, (_, index) => 320 + index * 120)
    const grid = `(() => {
      const hero = document.querySelector('.sp-hero'), style = getComputedStyle(hero)
      const inner = hero.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      const size = parseFloat(getComputedStyle(document.querySelector('.sp-title')).fontSize)
      return [inner, style.gridTemplateColumns.split(' ').length, size]
    })()`
    type Grid = readonly [inner: number, columns: number, size: number]
    for (const framework of sample(frameworks, 2)) {
      const scan = async (responsiveType: PageInput['responsiveType']): Promise<readonly Grid[]> => {
        await visit(build({ framework, responsiveType }).html)
        const all: Grid[] = []
        for (const width of steps) {
          await resize([width, 700])
          all.push(await tab.evaluate<Grid>(grid))
        }
        return all
      }
      const pairs = (list: readonly number[]) => list.slice(1).map((value, index) => [list[index] ?? 0, value] as const)

      const fluid = await scan('fluid')
      t.ok(
        pairs(fluid.map(([inner]) => inner)).every(([less, more]) => more > less && more - less <= 120),
        `${framework}: fluid grows with every step, without jumps`,
      )
      const sizes = pairs(fluid.map(([, , size]) => size))
      t.ok(
        sizes.every(([less, more]) => more >= less && more - less < 8),
        `${framework}: so does its font size`,
      )

      const fixed = await scan('fixed')
      const wide = fixed.filter((_, index) => (steps[index] ?? 0) >= 960)
      t.equal(new Set(wide.map(([inner]) => inner)).size, 1, `${framework}: fixed has one width`)
      t.ok(fixed.every(([, columns]) => columns === 1))
      const outlines: unknown[] = []
      for (const width of [1920, 3840]) {
        await resize([width, 700])
        outlines.push(await tab.evaluate(`${boxes}.slice(0, 5).map(([, , width, height]) => [width, height])`))
      }
      t.same(outlines[0], outlines[1], `${framework}: and so has its content`)

      const adaptive = await scan('adaptive')
      const stairs = new Set(adaptive.map(([inner]) => inner)).size
      t.ok(stairs >= 5 && stairs <= 7, `${framework}: adaptive has ${stairs} widths`)

      for (const type of ['mobile-first', 'desktop-first'] as const) {
        const columns = (await scan(type)).map(([, count]) => count)
        const turns = pairs(columns).filter(([one, other]) => one !== other)
        t.same([columns[0], columns.at(-1), turns.length], [1, 2, 1], `${framework}: ${type}`)
      }
    }
  })

  await t.test('the button is above the fold of a phone, large enough, and has the right target', async t => {
    for (const options of sample(everyPage, 8)) {
      await visit(build(options).html, telephone)
      const { y, height, width } = await box('.sp-button')
      t.ok(y + height <= 740 && height >= 44 && width >= 44, `${options.framework} ${options.responsiveType}`)
      await tab.locator('.sp-button').click()
      t.equal(await tab.evaluate('document.activeElement.id'), 'sp-more')
    }
    const links = {
      '#sp-more': 'https://example.com/"',
      "https://example.com/?a=1&b='": "https://example.com/?a=1&b='",
    }
    for (const [href, cta_url] of Object.entries(links)) {
      await visit(build({ content: { ...content, cta_url } }).html)
      t.equal(await tab.locator('.sp-button').getAttribute('href'), href)
    }
  })

  await t.test('a wider screen has a larger headline, and no line exceeds 85 characters', async t => {
    const longest = `(() => {
      const text = document.querySelector('.sp-lead').firstChild, range = document.createRange(), lines = new Map()
      for (let i = 0; i < text.length; i++) {
        range.setStart(text, i), range.setEnd(text, i + 1)
        const { top } = range.getBoundingClientRect()
        lines.set(top, (lines.get(top) ?? 0) + 1)
      }
      return Math.max(...lines.values())
    })()`
    const sub_headline =
      'A sentence of quite ordinary words, little ones in it, that is long enough to fill some lines. '.repeat(4)
    for (const typography of ['sans', 'serif']) {
      for (const responsiveType of responsiveTypes) {
        await visit(
          build({ responsiveType, style: { colors, typography }, content: { ...content, sub_headline } }).html,
        )
        const medium = await titleSizeNow()
        t.ok(Number(await tab.evaluate(longest)) <= 85)
        await resize(cinema)
        const grown = (await titleSizeNow()) / medium
        t.ok(responsiveType === 'fixed' ? grown === 1 : grown >= 1.25, `${responsiveType}: ${grown}`)
        const widest = Number(await tab.evaluate(longest))
        t.ok(widest <= 85, `${typography} ${responsiveType}: ${widest}`)
      }
    }
  })

  const picture = async () =>
    sharp(await tab.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  const shares = async () => {
    const { data, info } = await picture()
    const counts = new Map<number, number>()
    for (let at = 0; at < data.length; at += 3) {
      const key = data.readUIntBE(at, 3)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return (color = '') => (counts.get(Number.parseInt(color.slice(1), 16)) ?? 0) / (info.width * info.height)
  }

  await t.test('each of the first five colours and every main role is visible', async t => {
    const five = ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25', '#123456']
    for (const responsiveType of responsiveTypes) {
      const { html, cssVariables } = build({ responsiveType, style: { colors: five } })
      for (const size of responsiveType === 'fluid' ? [telephone, desktop, cinema] : [telephone, desktop]) {
        await visit(html, size)
        const share = await shares()
        for (const color of five.slice(0, 5))
          t.ok(share(color) >= 0.002, `${color} ${responsiveType} ${size}: ${share(color)}`)
        t.ok(share(cssVariables['--sp-bg']) >= 0.1, `${responsiveType} ${size}`)
        t.ok(share(cssVariables['--sp-text']) >= 0.002, `${responsiveType} ${size}`)
      }
    }
  })

  await t.test('mood, typeface, corners, density and scheme each change the rendering', async t => {
    const seen = async (style: object) => {
      await visit(build({ style: { colors, ...style }, responsiveType: 'desktop-first' }).html, [960, 600])
      return (await picture()).data
    }
    const plain = await seen({})
    const words = {
      mood: ['calm', 'bold', 'elegant', 'playful'],
      typography: ['serif', 'mono', 'slab', 'condensed'],
      corners: ['sharp', 'round'],
      density: ['compact', 'airy'],
      scheme: ['dark'],
    }
    for (const [member, values] of Object.entries(words)) {
      for (const value of values) {
        const other = await seen({ [member]: value })
        const changed = plain.reduce((sum, byte, at) => sum + (byte === other[at] ? 0 : 1), 0) / plain.length
        t.ok(changed > 0.002, `${member} ${value}: ${changed}`)
      }
    }
  })

  await t.test('right-to-left texts start at the right, and stay in forced colours and in print', async t => {
    await visit(
      build({ content: { headline: 'ابدأ قصتك اليوم', sub_headline: 'Hello.', cta_button_text: 'ابدأ' } }).html,
    )
    const [title, lead, art] = [await box('.sp-title'), await box('.sp-lead'), await box('.sp-art')]
    t.ok(title.x > art.x + art.width - 1)
    t.ok(Math.abs(title.x + title.width - lead.x - lead.width) < 2)
    await tab.emulateMedia({ forcedColors: 'active' })
    t.ok(await tab.locator('h1').isVisible())
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark', forcedColors: 'none' })
    t.equal(await tab.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(248, 250, 252)')
  })
})
