// Pages in a browser: valid, accessible, readable on pixels, without overflow, and safe with hostile strings.
import { text } from 'node:stream/consumers'
import axe from 'axe-core'
import t from 'tap'
import { problemCodes } from '../schemas/problems.ts'
import { frameworks, type ResponsiveType, responsiveTypes } from '../schemas/sparkpage.ts'
import { listAnalyses, listProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { sanitizeText } from '../src/sparkpage/content.ts'
import { schemes } from '../src/sparkpage/style.ts'
import { openBrowser } from './helpers/browser.ts'
import { hostileMarkup } from './helpers/hostile-texts.ts'
import { paintedFocus, paintedTexts, visibleShares } from './helpers/pixel-contrast.ts'
import { analysisReport, hostile, projectReport } from './helpers/reports.ts'
import { samplesOf, texts } from './helpers/samples.ts'
import { startService } from './helpers/service.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { checkHtml } from './helpers/web-pages.ts'
import { sample, whole } from './helpers/whole.ts'

const telephone: Size = [360, 740]
const desktop: Size = [1440, 900]
const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']
const input: PageInput = {
  style: { colors },
  content: texts.plain,
  framework: 'none',
  responsiveType: 'mobile-first',
}
const render = (changes: Partial<PageInput> = {}): string => buildPage({ ...input, ...changes }).html

t.test('the W3C checker finds no error and no warning in HTML and CSS', needs('java'), async t => {
  const warnings = ['framework "--><script>hit=1</script>" -- is not known', 'x--!>']
  const samples = samplesOf(whole ? 1800 : 12)
  const pages: Record<string, string> = {
    analyses: await text(renderPrintPage(listAnalyses(analysisReport(hostile.length)), 'a4')),
    projects: await text(renderPrintPage(listProjects(projectReport(hostile.length)), 'letter')),
    empty: await text(renderPrintPage(listProjects(projectReport(0)), 'a4')),
  }
  for (const [index, { input }] of samples.entries()) pages[`page-${index}`] = buildPage({ ...input, warnings }).html
  const service = await startService(t)
  for (const code of ['', ...sample(problemCodes, 5)])
    pages[`problem-${code}`] = (await service.get(`/problems/${code}`)).payload
  const docs = (await service.get('/docs/')).payload
  const bad = '<!doctype html><style>a{colour:red}</style><title></title>'
  // All in one run: the checker starts longer than it checks.
  const messagesOf = await checkHtml(t, { ...pages, docs, bad })
  t.ok(messagesOf('bad').length >= 2, 'it reads HTML and CSS')
  for (const file of Object.keys(pages))
    t.same(messagesOf(file), [], samples[Number(file.replace('page-', ''))]?.name ?? file)
  // The markup of /docs is that of @fastify/swagger-ui, with a trailing slash here and there: errors only.
  t.same(
    messagesOf('docs').filter(({ type }) => type === 'error'),
    [],
  )
  t.comment(`cases: ${samples.length} pages checked by the W3C checker`)
})

const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`
const overflow = 'document.documentElement.scrollWidth - innerWidth'
const shownText = 'document.querySelector("main").textContent'

interface Measured {
  /** How much wider the page is than its window, px. */
  readonly overflow: number
  /** Texts that are wider than their box. */
  readonly clipped: readonly string[]
  /** Width, height and lower edge, px; null without a button. */
  readonly button: readonly [width: number, height: number, bottom: number] | null
  /** Font size of the headline. */
  readonly titlePx: number
}

const measurements = `(() => {
  const [title, button] = ['.sp-title', '.sp-button'].map(selector => document.querySelector(selector))
  const { width, height, bottom } = button?.getBoundingClientRect() ?? {}
  return {
    overflow: ${overflow},
    clipped: [...document.querySelectorAll('.sp-title, .sp-lead, .sp-button')]
      .filter(element => element.scrollWidth > element.clientWidth + 1).map(({ className }) => className),
    button: button && [width, height, bottom],
    titlePx: title ? parseFloat(getComputedStyle(title).fontSize) : 0,
  }
})()`

/** Number of characters of the longest line of the headline or the sentence. */
const longestLine = `Math.max(0, ...[...document.querySelectorAll('.sp-title, .sp-lead')].map(({ firstChild }) => {
  const range = document.createRange(), lines = new Map()
  for (let at = 0; at < firstChild.length; at++) {
    range.setStart(firstChild, at), range.setEnd(firstChild, at + 1)
    const { bottom } = range.getBoundingClientRect()
    lines.set(bottom, (lines.get(bottom) ?? 0) + 1)
  }
  return Math.max(...lines.values())
}))`

/** All colour schemes; by default one, each page another. */
const schemesOf = (index: number) => (whole ? schemes : schemes.filter((_, scheme) => scheme === index % 2))

/** WCAG 2.2, 1.4.12: text spacing that users may set. */
const userSpacing = `(() => {
  const sheet = document.createElement('style')
  sheet.textContent = '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'
  document.head.append(sheet)
})()`

const focusStyle = `(({ className }, { outlineStyle, outlineWidth }) =>
  [/\\bsp-button\\b/.test(className), outlineStyle, outlineWidth])(document.activeElement, getComputedStyle(document.activeElement))`

const length = (text: string) => [...text].length
const singleSpaced = (text: string) => text.split(/\s+/).join(' ').trim()

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize, asked: requests, address, box } = await openTab(t)
  const measure = () => tab.evaluate<Measured>(measurements)
  const numberOf = async (expression: string) => Number(await tab.evaluate(expression))

  // The sample has every framework and every responsive type.
  const samples = sample(samplesOf(whole ? 360 : 15), 11)
  const widths = [320, 360, 768, 1440, 3840]
  let checks = 0
  for (const [index, { name, input }] of samples.entries()) {
    await t.test(`accessible, and in place at every width: ${name}`, async t => {
      const { headline, sub_headline, cta_button_text } = input.content
      await visit(render(input))
      t.same(requests, [address], 'sends no other request')
      const shown = singleSpaced(await tab.evaluate<string>(shownText))
      const given = [headline, sub_headline, cta_button_text].map(sanitizeText).join(' ')
      t.equal(shown, singleSpaced(given), 'shows its texts and no others')

      for (const colorScheme of schemesOf(index)) {
        await tab.evaluate(axe.source)
        await tab.emulateMedia({ colorScheme })
        t.same(await tab.evaluate(violations), [], `axe, ${colorScheme}`)
        checks += 1
      }

      const titles = new Map<number, number>()
      for (const width of whole ? widths : [320, 1440, 3840]) {
        await resize([width, 900])
        const { overflow, button, titlePx } = await measure()
        titles.set(width, titlePx)
        t.ok(overflow <= 0, `${overflow} px too wide at ${width}`)
        if (button) t.ok(button[0] >= 44 && button[1] >= 44, `the button is ${button} at ${width}`)
        const isShort = length(headline + sub_headline) <= 1200
        const line = width > 320 && isShort ? await numberOf(longestLine) : 0
        t.ok(line <= 85, `${line} characters per line at ${width}`)
      }
      const growth = (titles.get(3840) ?? 0) / (titles.get(1440) || 1)
      if (headline + sub_headline !== '' && input.responsiveType !== 'fixed') t.ok(growth >= 1.25, `${growth}`)

      if (cta_button_text !== '') {
        await resize(telephone)
        const [, , bottom = 0] = (await measure()).button ?? []
        if (length(headline) <= 80 && length(sub_headline) <= 160) t.ok(bottom <= 740, `above the fold: ${bottom}`)
        await tab.keyboard.press('Tab')
        t.same(await tab.evaluate(focusStyle), [true, 'solid', '3px'], 'the focus is visible')
      }

      await resize([320, 740])
      await tab.evaluate('document.documentElement.style.fontSize = "200%"')
      t.match(await measure(), { overflow: 0, clipped: [] }, 'text of 200 %')
      await tab.evaluate('document.documentElement.style.fontSize = ""')
      await tab.evaluate(userSpacing)
      t.match(await measure(), { overflow: 0, clipped: [] }, 'WCAG text spacing')
      await tab.evaluate('document.documentElement.style.fontSize = "200%"')
      t.equal(await numberOf(overflow), 0, 'both')
    })
  }
  t.comment(`cases: ${samples.length} pages in a browser, ${checks} checks with axe`)
  await tab.emulateMedia({ colorScheme: 'light' })

  await t.test('no layout of any framework scrolls horizontally with long words', async t => {
    const layouts = frameworks.flatMap(framework =>
      responsiveTypes.map(responsiveType => ({ framework, responsiveType })),
    )
    for (const layout of sample(layouts, 6)) {
      await visit(render({ ...layout, content: texts['very long'] }))
      for (const width of sample(widths, 3)) {
        await resize([width, 800])
        t.equal(await numberOf(overflow), 0, `${Object.values(layout)} ${width}`)
      }
    }
  })

  await t.test('the responsive types differ, respond as named, and are the same in every framework', async t => {
    const step = whole ? 120 : 320
    const steps = Array.from({ length: 1 + 3520 / step }, (_, index) => 320 + index * step).slice(0, -1)
    const layout = `(() => {
      const hero = document.querySelector('.sp-hero'), style = getComputedStyle(hero)
      return {
        inner: hero.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
        columns: style.gridTemplateColumns.split(' ').length,
        titlePx: parseFloat(getComputedStyle(document.querySelector('.sp-title')).fontSize),
        boxes: ['.sp-copy', '.sp-title', '.sp-lead', '.sp-button', '.sp-art', '.sp-more'].map(selector => {
          const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect()
          return [x, y, width, height].map(side => Math.round(side * 8) / 8)
        }),
      }
    })()`
    interface Layout {
      readonly inner: number
      readonly columns: number
      readonly titlePx: number
      readonly boxes: readonly (readonly number[])[]
    }
    const scan = async (
      framework: PageInput['framework'],
      responsiveType: ResponsiveType,
      widths: readonly number[],
    ) => {
      await visit(render({ framework, responsiveType }))
      const all: Layout[] = []
      for (const width of widths) {
        await resize([width, 900])
        all.push(await tab.evaluate<Layout>(layout))
      }
      return all
    }
    const pairs = (list: readonly number[]) => list.slice(1).map((value, index) => [list[index] ?? 0, value] as const)

    const plain: Record<ResponsiveType, readonly Layout[]> = {
      'mobile-first': await scan('none', 'mobile-first', steps),
      'desktop-first': await scan('none', 'desktop-first', steps),
      fluid: await scan('none', 'fluid', steps),
      adaptive: await scan('none', 'adaptive', steps),
      fixed: await scan('none', 'fixed', steps),
    }
    for (const [index, width] of steps.entries()) {
      const different = new Set(responsiveTypes.map(type => JSON.stringify(plain[type][index]?.boxes)))
      t.equal(different.size, responsiveTypes.length, `all types differ at ${width}`)
    }
    for (const framework of sample(frameworks.slice(1), 1)) {
      for (const type of responsiveTypes) {
        const indices = sample([...steps.keys()], 2)
        const found = await scan(framework, type, sample(steps, 2))
        t.same(
          found,
          indices.map(index => plain[type][index]),
          `${framework} ${type}`,
        )
      }
    }

    const growth = pairs(plain.fluid.map(({ inner }) => inner))
    t.ok(
      growth.every(([less, more]) => more > less && more - less <= step),
      'fluid grows with the window, without jumps',
    )
    const titles = pairs(plain.fluid.map(({ titlePx }) => titlePx))
    t.ok(
      titles.every(([less, more]) => more >= less && more - less < step / 15),
      'and so does its font size',
    )

    const from = (width: number) => plain.fixed.filter((_, index) => (steps[index] ?? 0) >= width)
    t.equal(new Set(from(960).map(({ inner }) => inner)).size, 1, 'fixed has one width')
    const sizes = from(1920).map(({ boxes }) => JSON.stringify(boxes.slice(0, 5).map(([, , ...size]) => size)))
    t.equal(new Set(sizes).size, 1, 'and its content has one size')
    t.ok(
      plain.fixed.every(({ columns }) => columns === 1),
      'and one column',
    )

    const adaptive = new Set(plain.adaptive.map(({ inner }) => inner)).size
    t.ok(adaptive >= 5 && adaptive <= 7, `adaptive has ${adaptive} widths`)

    for (const type of ['mobile-first', 'desktop-first'] as const) {
      const columns = plain[type].map(layout => layout.columns)
      const changes = pairs(columns).filter(([one, other]) => one !== other)
      t.same([columns[0], columns.at(-1), changes.length], [1, 2, 1], `${type} has one column, then two`)
    }
  })

  await t.test('a button without a link leads to the rest of the page', async t => {
    await visit(render())
    await tab.locator('.sp-button').click()
    t.equal(await tab.evaluate('document.activeElement.id'), 'sp-more')
  })

  await t.test('mood, typeface, corners, density and scheme each change the rendering', async t => {
    const colorsSeen = async (style: object) => {
      await visit(render({ style: { colors, ...style }, responsiveType: 'desktop-first' }), [960, 600])
      return tab.screenshot()
    }
    const plain = await colorsSeen({})
    const keywords = {
      mood: ['calm', 'bold', 'elegant', 'playful'],
      typography: ['serif', 'mono', 'slab', 'condensed'],
      corners: ['sharp', 'round'],
      density: ['compact', 'airy'],
      scheme: ['dark'],
    }
    for (const [member, values] of Object.entries(keywords)) {
      for (const value of sample(values, 1))
        t.not(Buffer.compare(await colorsSeen({ [member]: value }), plain), 0, value)
    }
  })

  await t.test('right-to-left texts start at the right, and stay in forced colours and in print', async t => {
    await visit(render({ content: texts.Arabic }))
    const [title, lead, art] = [await box('.sp-title'), await box('.sp-lead'), await box('.sp-art')]
    t.ok(title.x > art.x + art.width - 1)
    t.ok(Math.abs(title.x + title.width - lead.x - lead.width) < 2)
    await tab.emulateMedia({ forcedColors: 'active' })
    t.ok(await tab.locator('h1').isVisible())
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark', forcedColors: 'none' })
    t.ok(await tab.locator('h1').isVisible())
    await tab.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  const skeleton = `[...document.querySelectorAll('*')].map(element =>
    [element.localName, element.id, element.getAttribute('class'), ...element.getAttributeNames()].join())`
  /** Triggers handlers that wait for the user. */
  const triggerHandlers = `for (const element of document.querySelectorAll('body *')) {
    for (const type of ['focus', 'mouseover', 'mouseenter', 'pointerdown', 'toggle', 'error', 'load'])
      element.dispatchEvent(new Event(type, { bubbles: true }))
  }`

  await t.test(`${hostileMarkup.length} hostile strings neither run nor change the document`, async t => {
    const service = await startService(t)
    const some = sample(frameworks, 3)
    for (const [turn, framework] of some.entries()) {
      const build = (strings: readonly string[]) =>
        service.post('/api/v1/build-sparkpage', {
          style_metadata: hostileStyle(strings),
          content: hostileContent(strings),
          export_settings: { framework, responsive_type: 'fluid' },
        })
      const benign = (await build(['plain', 'plain', 'plain'])).json()
      await visit(benign.generated_html)
      const plain = await tab.evaluate(skeleton)
      for (const strings of whole ? hostileMarkup.map(text => [text, text, text]) : hostileThirds(turn, some.length)) {
        const name = `${framework} ${strings.join(' | ')}`
        const answer = await build(strings)
        t.equal(answer.statusCode, 200, name)
        const { generated_html, css_variables } = answer.json()
        await visit(generated_html)
        t.same(await tab.evaluate(skeleton), plain, name)
        t.equal(await tab.evaluate('document.querySelector("h1").textContent'), hostileHeadline(strings), name)
        await tab.evaluate(triggerHandlers)
        t.equal(await tab.evaluate('typeof hit'), 'undefined', name)
        t.same(requests, [address], name)
        t.same(Object.keys(css_variables), Object.keys(benign.css_variables), name)
        t.notMatch(Object.values(css_variables).join('\n'), /hit|leak|[<>{}@;]/, name)
      }
    }
    t.comment(`cases: ${hostileMarkup.length} hostile strings in ${some.length} frameworks`)
  })
})

/** Each hostile string in one of the texts of one page in one of the turns. */
function hostileThirds(turn: number, turns: number): readonly (readonly string[])[] {
  const groups = Array.from({ length: Math.ceil(hostileMarkup.length / 3) }, (_, at) => {
    const group = hostileMarkup.slice(3 * at, 3 * at + 3)
    return [...group, ...hostileMarkup].slice(0, 3)
  })
  return groups.filter((_, at) => at % turns === turn)
}

/** Strings in every member of a style: bare, in a list, in an object and in a list of objects. */
function hostileStyle(strings: readonly string[]) {
  const members = ['mood', 'typography', 'scheme', 'corners', 'density', 'complexity', 'harmony', 'palette', 'tokens']
  const text = strings[0] ?? ''
  const values = members.map((name, index) => {
    const value = strings[Math.floor(index / 3)] ?? text
    const forms = [value, [value], { words: [value], category: value, name: value }, [{ hex: value, share: value }]]
    return [name, forms[index % forms.length]]
  })
  const member = `x-${text.replace(/^(?:__proto__|constructor)$/, 'plain')}`
  return { colors, summary: text, [member]: text, ...Object.fromEntries(values) }
}

function hostileContent([first = '', second = '', third = '']: readonly string[]) {
  return { headline: `A ${first} b`, sub_headline: second.padEnd(3, '.'), cta_button_text: `Go ${third}` }
}

function hostileHeadline(strings: readonly string[]): string {
  return sanitizeText(hostileContent(strings).headline)
}

t.test('a hostile colour or link is rejected or harmless, a hostile option falls back', async t => {
  const service = await startService(t)
  const build = (changes: object) =>
    service.post(
      '/api/v1/build-sparkpage',
      { style_metadata: { colors }, content: texts.plain, ...changes },
      { accept: 'text/html' },
    )
  for (const text of hostileMarkup) {
    t.equal((await build({ style_metadata: { colors: [text] } })).statusCode, 400, text)
    const options = await build({ export_settings: { framework: text, responsive_type: text } })
    t.equal(options.statusCode, 200, text)
    t.notMatch(options.payload.replace(/<!--.*?-->/gs, ''), /hit=1|leak/, text)
    const link = await build({ content: { ...texts.plain, cta_url: text } })
    if (link.statusCode === 400) t.match(link.json().errors, [{ pointer: '/content/cta_url' }])
    else t.match(/<a [^>]*href="([^"]*)"/.exec(link.payload)?.[1], /^(?:#|https?:|mailto:|tel:)/, text)
  }
})

t.test('contrast on pixels', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  // At 3 device pixels per CSS pixel, strokes of small text have pixels without antialiasing.
  const tab = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 3 })
  const window = await browser.newPage({ reducedMotion: 'reduce' })
  const samples = samplesOf(whole ? 68 : 6, { plain: texts.plain })

  await t.test('is measured correctly', async t => {
    const open = (css: string) =>
      tab.setContent(`<style>${css}</style><body style="background:#fff"><a href="#">Some words</a>`)
    await open('a{color:#777777}')
    const [grey] = await paintedTexts(tab)
    t.match(grey, { text: '#777777', background: '#ffffff' })
    t.equal(grey?.ratio.toFixed(2), '4.48')
    await open('a{color:#fff}a:focus{outline:0}')
    t.match(await paintedTexts(tab), [{ ratio: 1 }])
    t.match(await paintedFocus(tab, 'a'), { ratio: 1 })
    await open(':focus{outline:3px solid #999999;outline-offset:3px}')
    t.match(await paintedFocus(tab, 'a'), { text: '#999999', background: '#ffffff' })
  })

  await t.test('is sufficient for every text and focus ring in both schemes', async t => {
    for (const [index, { name, input }] of samples.entries()) {
      await tab.setViewportSize({ width: index % 4 < 2 ? 360 : 768, height: 740 })
      await tab.setContent(render(input))
      for (const colorScheme of schemesOf(index)) {
        await tab.emulateMedia({ colorScheme })
        const painted = await paintedTexts(tab)
        t.equal(painted.length, 3, name)
        for (const { where, ratio, text, background } of painted) {
          const min = where.startsWith('a ') ? 4.5 : 7
          t.ok(ratio >= min, `${name} ${colorScheme}: ${where}: ${text} on ${background}: ${ratio}`)
        }
        const ring = await paintedFocus(tab, '.sp-button')
        t.ok(ring.ratio >= 3, `${name} ${colorScheme}: focus ${ring.text} on ${ring.background}: ${ring.ratio}`)
      }
    }
    t.comment(`cases: ${samples.length} pages in ${schemesOf(0).length} of ${schemes.length} schemes`)
  })

  await t.test('each of the first five colours covers at least 0.2 % of the window', async t => {
    for (const [index, { name, input }] of samples.entries()) {
      // A translucent colour appears mixed with the colours below it.
      const opaque = input.style.colors.slice(0, 5).filter(color => color.length === 4 || color.length === 7)
      const wanted = opaque.map(color => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color))
      await window.setContent(render(input))
      for (const [width, height] of whole ? [telephone, desktop] : [index % 2 === 0 ? telephone : desktop]) {
        await window.setViewportSize({ width, height })
        const shares = await visibleShares(window, wanted)
        for (const [at, share] of shares.entries())
          t.ok(share >= 0.002, `${name} ${width}: ${wanted[at]} covers ${share}`)
      }
    }
  })
})
