// Pages in a browser: valid, accessible, readable on pixels, without overflow, and safe with hostile strings.
import { readdir, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import axe from 'axe-core'
import t from 'tap'
import { problemCodes } from '../schemas/problems.ts'
import { directions, frameworks, layouts, type ResponsiveType, responsiveTypes } from '../schemas/sparkpage.ts'
import { colorSchemes } from '../schemas/style.ts'
import { reportAnalyses, reportProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { sanitizeText } from '../src/sparkpage/content.ts'
import { openBrowser } from './helpers/browser.ts'
import { hostileMarkup } from './helpers/hostile-texts.ts'
import { paintedFocus, paintedTexts, visibleShares } from './helpers/pixel-contrast.ts'
import { analysisReport, hostile, projectReport } from './helpers/reports.ts'
import { completePage, placeholders, samplesOf, schemesOf, texts } from './helpers/samples.ts'
import { startService } from './helpers/service.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { checkHtml } from './helpers/web-pages.ts'
import { sample, samplePairs, whole } from './helpers/whole.ts'

const telephone: Size = [360, 740]
/** Windows in which the button of a page with short texts is in the first screen. */
const lowWindows: readonly Size[] = [telephone, [412, 740], [768, 740]]
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
    analyses: await text(renderPrintPage(reportAnalyses(analysisReport(hostile.length)), 'a4')),
    projects: await text(renderPrintPage(reportProjects(projectReport(hostile.length)), 'letter')),
    empty: await text(renderPrintPage(reportProjects(projectReport(0)), 'a4')),
  }
  for (const [index, { input }] of samples.entries()) pages[`page-${index}`] = buildPage({ ...input, warnings }).html
  for (const [index, framework] of frameworks.entries()) {
    for (const layout of whole ? layouts : layouts.filter((_, at) => at === index % layouts.length)) {
      const responsiveType = responsiveTypes[index % responsiveTypes.length] ?? 'fluid'
      const direction = directions[index % directions.length] ?? 'studio'
      const content = completePage
      pages[`complete-${framework}-${layout}`] = render({ framework, direction, layout, responsiveType, content })
    }
  }
  // No sample of pages has every sheet.
  for (const sheet of await readdir('src/sparkpage/css')) {
    const css = await readFile(`src/sparkpage/css/${sheet}`, 'utf8')
    pages[sheet] = `<!doctype html><html lang="en"><title>${sheet}</title><style>${css}</style></html>`
  }
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

const square = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'
const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`
const overflow = 'document.documentElement.scrollWidth - innerWidth'
const shownText = 'document.querySelector("main").textContent'

/** Each of these first colors gives every direction another of its bodies. */
const firstColors = ['#D0794C', '#D0794D', '#D0794E']
const bodies = directions.flatMap(direction => firstColors.map(color => ({ direction, color })))

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
const longestLine = `Math.max(0, ...[...document.querySelectorAll('.sp-title, .sp-lead')].map(element => {
  const range = document.createRange(), lines = new Map()
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let at = 0; at < text.length; at++) {
      range.setStart(text, at), range.setEnd(text, at + 1)
      const { bottom } = range.getBoundingClientRect()
      lines.set(bottom, (lines.get(bottom) ?? 0) + 1)
    }
  }
  return Math.max(...lines.values())
}))`

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
        // Buttons of some frameworks change their colours slowly.
        await tab.evaluate('for (const animation of document.getAnimations()) animation.finish()')
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
        const isShort = length(headline) <= 80 && length(sub_headline) <= 160
        for (const size of isShort ? lowWindows : []) {
          await resize(size)
          const [, , bottom = 0] = (await measure()).button ?? []
          t.ok(bottom <= 740, `above the fold of ${size}: ${bottom}`)
        }
        await resize(telephone)
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

  await t.test('the picture leaves the first screen space for the button', async t => {
    const image = { src: `data:image/svg+xml,${encodeURIComponent(square)}`, alt: '' }
    const content = { ...completePage, ...texts['of the maximum promised length'], image }
    const bottom = `document.querySelector('.sp-hero .sp-button').getBoundingClientRect().bottom`
    for (const [layout, framework] of samplePairs(layouts, frameworks, 2)) {
      const responsiveType = responsiveTypes[layouts.indexOf(layout) % responsiveTypes.length] ?? 'fluid'
      await visit(render({ framework, layout, responsiveType, content }))
      for (const size of lowWindows) {
        await resize(size)
        const lower = await numberOf(bottom)
        t.ok(lower <= 740, `${framework} ${layout} ${responsiveType} ${size}: ${lower}`)
      }
    }
  })

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

  await t.test('the responsive types respond as named in every framework', async t => {
    const step = whole ? 120 : 320
    const steps = Array.from({ length: 1 + 3520 / step }, (_, index) => 320 + index * step)
    const arrangement = `(() => {
      const boxOf = selector => document.querySelector(selector).getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(document.querySelector('.sp-lead').parentElement)
      const paddings = parseFloat(paddingLeft) + parseFloat(paddingRight)
      const [visual, title, lead] = ['.sp-visual', '.sp-title', '.sp-lead'].map(boxOf)
      return {
        isBeside: visual.right <= title.left + 1 || title.right <= visual.left + 1,
        column: document.querySelector('.sp-lead').parentElement.getBoundingClientRect().width - paddings,
        titlePx: parseFloat(getComputedStyle(document.querySelector('.sp-title')).fontSize),
        texts: [title, lead, boxOf('.sp-button')].map(({ width, height }) => [width, height]),
      }
    })()`
    interface Arrangement {
      /** Whether the texts stand beside the art, not above or below it. */
      readonly isBeside: boolean
      /** Width of the column of the texts. */
      readonly column: number
      readonly titlePx: number
      readonly texts: readonly (readonly number[])[]
    }
    const pairs = <T>(list: readonly T[]) => list.slice(1).map((value, index) => [list[index] ?? value, value] as const)
    const scan = async (framework: PageInput['framework'], responsiveType: ResponsiveType) => {
      const style = { colors, placeholder: placeholders[0], composition: 'left' }
      await visit(render({ style, framework, responsiveType, layout: 'split' }))
      const all: Arrangement[] = []
      for (const width of steps) {
        await resize([width, 900])
        all.push(await tab.evaluate<Arrangement>(arrangement))
      }
      return all
    }
    for (const [type, framework] of samplePairs(
      ['mobile-first', 'desktop-first', 'adaptive', 'fluid'] as const,
      frameworks,
    )) {
      const all = await scan(framework, type)
      const beside = all.map(({ isBeside }) => isBeside)
      const changes = pairs(beside).filter(([one, other]) => one !== other)
      t.same([beside[0], beside.at(-1), changes.length], [false, true, 1], `${framework} ${type}: one column, then two`)
      const titles = pairs(all.map(({ titlePx }) => titlePx))
      t.ok(
        titles.every(([less, more]) => more >= less),
        `${framework} ${type}: letters never shrink in a wider window`,
      )
      if (type !== 'fluid') continue
      const growth = pairs(all.filter(({ isBeside }) => isBeside).map(({ column }) => column))
      t.ok(
        growth.every(([less, more]) => more > less && more - less <= step),
        `${framework} fluid grows with the window`,
      )
    }
    for (const framework of sample(frameworks, 2)) {
      const fixed = await scan(framework, 'fixed')
      t.ok(
        fixed.every(({ isBeside }) => !isBeside),
        `${framework} fixed has one column`,
      )
      const wide = fixed.filter((_, index) => (steps[index] ?? 0) >= 1920)
      t.equal(new Set(wide.map(({ texts }) => JSON.stringify(texts))).size, 1, `${framework} fixed has one size`)
      t.ok(
        wide.every(({ column }) => column <= 960),
        `${framework} fixed is at most 960 px wide`,
      )
    }
  })

  await t.test('the adaptive container has a few exact widths', async t => {
    await visit(render({ responsiveType: 'adaptive', layout: 'centered' }))
    const widths = new Set<number>()
    for (let width = 480; width <= 3840; width += whole ? 60 : 240) {
      await resize([width, 900])
      widths.add((await box('.sp-container')).width)
    }
    t.ok(widths.size >= 5 && widths.size <= 7, `${[...widths]}`)
  })

  await t.test('the sections of every direction are accessible in every framework', async t => {
    const sections = [
      { heading: 'What guests say', text: '“We came for a week and stayed for the people.” — Ida, Oslo' },
      { heading: 'Prices', text: 'Day: €90\n\nWeek: €900\n\nFortnight: €1,600' },
      { heading: 'In numbers', text: '12 years\n\n4,000 guests\n\n98 % come back' },
      { heading: 'Questions', text: 'Can I come alone? Yes, half of our guests do.\n\nIs there wifi? In the evening.' },
      { heading: 'Find us', text: 'hello@example.com\n\n+45 12 34 56 78\n\nHarbour Street 4, Aarhus' },
      ...(['features', 'prices', 'steps', 'logos', 'contact', 'quote', 'questions', 'figures', 'gallery'] as const).map(
        type => ({
          type,
          heading: `Links: ${type}`,
          items: [
            { title: 'First', url: 'https://example.com/' },
            { title: 'Second', text: 'More', cite: 'Ida', value: '12', url: 'https://example.com/' },
          ],
        }),
      ),
    ]
    const content = { ...completePage, sections }
    for (const [index, [{ direction, color }, framework]] of samplePairs(bodies, frameworks).entries()) {
      for (const scheme of schemesOf(index)) {
        const style = { colors: [color, '#5B433B', '#FAB164', '#F4E9E2'] }
        await visit(render({ framework, direction, scheme, style, content }), desktop)
        await tab.evaluate(axe.source)
        t.same(await tab.evaluate(violations), [], `${framework} ${direction} ${color} ${scheme}`)
      }
    }
  })

  await t.test('a quote has the colour of the texts of its band', async t => {
    const sections = [{ type: 'quote' as const, items: [{ text: 'It worked.', cite: 'Ida Holm' }] }]
    const content = { ...texts.plain, sections }
    const textColors = `['.sp-band', '.sp-quote'].map(name => getComputedStyle(document.querySelector(name)).color)`
    for (const [{ direction, color }, framework] of samplePairs(bodies, frameworks)) {
      const style = { colors: [color, '#5B433B', '#FAB164', '#F4E9E2'] }
      await visit(render({ framework, direction, scheme: 'light', style, content }), desktop)
      const [band, quote] = await tab.evaluate<string[]>(textColors)
      t.equal(quote, band, `${framework} ${direction} ${color}`)
    }
  })

  await t.test('the colour of a poster goes on in the bands and in the last action of its page', async t => {
    const style = { colors: ['#D0794C', '#5B433B', '#FAB164', '#3F6FB5'], scheme: 'dark' }
    const sections = ['Since 2009', 'Since 2010', 'Since 2011'].map(heading => ({
      heading,
      text: '12 years\n\n4,000 guests\n\n98 % come back',
    }))
    const content = { ...completePage, sections }
    const grounds = `['.sp-hero', '.sp-band', '.sp-closing'].map(name => getComputedStyle(document.querySelector(name)).backgroundColor)`
    for (const framework of frameworks) {
      await visit(render({ framework, direction: 'signal', layout: 'poster', style, content }), desktop)
      const [first, ...others] = await tab.evaluate<string[]>(grounds)
      t.same(others, [first, first], framework)
    }
  })

  await t.test('where the header has no space for its links, a menu has them', async t => {
    const links = `[...document.querySelectorAll('body > header nav a')].filter(link => link.checkVisibility())`
    const shownLinks = () => tab.evaluate<string[]>(`${links}.map(({ textContent }) => textContent)`)
    const headings = ['Suites', 'Breakfast', 'How to find us']
    for (const [responsiveType, framework] of samplePairs(responsiveTypes, frameworks)) {
      const page = `${framework} ${responsiveType}`
      await visit(render({ framework, responsiveType, content: completePage }), telephone)
      t.same(await shownLinks(), [], `${page}: closed`)
      await tab.locator('.sp-menu > summary').focus()
      await tab.keyboard.press('Enter')
      t.same(await shownLinks(), headings, `${page}: open`)
      t.ok((await numberOf(overflow)) <= 0, page)
      const heights = await tab.evaluate<number[]>(`${links}.map(link => link.getBoundingClientRect().height)`)
      t.ok(
        heights.every(height => height >= 44),
        `${page}: ${heights}`,
      )
      await tab.evaluate(axe.source)
      t.same(await tab.evaluate(violations), [], page)
      await tab.locator('.sp-menu a').last().click()
      t.ok((await numberOf('scrollY')) > 0, page)
      await tab.setViewportSize({ width: desktop[0], height: desktop[1] })
      t.notOk(await tab.locator('.sp-menu').isVisible(), `${page}: there is space`)
      t.same(await shownLinks(), headings, page)
    }
  })

  await t.test('every link of the header that is in sight is whole, at any width', async t => {
    const headings = ['Suites and rooms', 'Breakfast', 'Prices', 'How to find us']
    const sections = headings.map(heading => ({ heading, text: 'Some text.' }))
    const cut = `(() => {
      const inner = document.querySelector('body > header > div').getBoundingClientRect()
      const links = [...document.querySelectorAll('body > header > div > nav a')].filter(link => link.checkVisibility())
      return links.filter(link => {
        const { top, bottom, left, right } = link.getBoundingClientRect()
        const isInSight = top < inner.bottom && left < innerWidth
        return isInSight && (link.scrollWidth > link.clientWidth || bottom > inner.bottom || right > innerWidth)
      }).map(link => link.textContent)
    })()`
    for (const [framework, responsiveType] of samplePairs(frameworks, ['fluid', 'fixed'] as const)) {
      await visit(render({ framework, responsiveType, content: { ...completePage, sections } }))
      for (const size of [telephone, [640, 480], [768, 1024], [844, 390], [1024, 768], desktop] as const) {
        await resize(size)
        const where = `${framework} ${responsiveType} ${size}`
        t.same(await tab.evaluate(cut), [], where)
        t.equal(await numberOf(overflow), 0, where)
        t.ok((await box('.sp-brand')).x >= 16, `${where}: the brand is not at the edge of the window`)
      }
    }
  })

  await t.test('a button without a link leads to the sections, or stays where it is', async t => {
    for (const framework of frameworks) {
      const { cta_url: _, ...content } = completePage
      await visit(render({ framework, content }))
      await tab.locator('.sp-hero .sp-button').click()
      const left = await numberOf('document.documentElement.scrollHeight - innerHeight - scrollY')
      const { y } = await box('#section-1')
      t.ok(Math.abs(y) <= 2 || left <= 1, `${framework}: the first section is at ${y}, ${left} px are left to scroll`)
      t.ok((await numberOf('scrollY')) > 0, framework)
      await visit(render({ framework }))
      await tab.locator('.sp-hero .sp-button').click()
      t.equal(await numberOf('scrollY'), 0, framework)
    }
  })

  await t.test('mood, typeface, corners, density and scheme each change the rendering', async t => {
    const colorsSeen = async (style: object) => {
      await visit(render({ style: { colors, ...style }, responsiveType: 'desktop-first' }), [1200, 800])
      return tab.screenshot()
    }
    const plain = await colorsSeen({})
    const keywords = {
      mood: ['calm', 'bold', 'elegant', 'playful'],
      typography: ['serif', 'mono', 'slab', 'condensed'],
      corners: ['sharp', 'round'],
      density: ['compact', 'airy'],
      scheme: ['dark'],
      placeholder: [placeholders[0]],
      composition: ['right'],
    }
    for (const [member, values] of Object.entries(keywords)) {
      for (const value of sample(values, 1))
        t.not(Buffer.compare(await colorsSeen({ [member]: value }), plain), 0, value)
    }
  })

  await t.test(
    'texts stand on the clear side, right-to-left ones too, and stay in forced colours and in print',
    async t => {
      for (const framework of frameworks) {
        for (const [name, content] of Object.entries({ plain: texts.plain, Arabic: texts.Arabic })) {
          for (const side of ['left', 'right'] as const) {
            const style = { colors, placeholder: placeholders[0], composition: side }
            await visit(render({ style, framework, layout: 'split', content }))
            const [title, lead, visual] = [await box('.sp-title'), await box('.sp-lead'), await box('.sp-visual')]
            const isLeft = title.x + title.width <= visual.x + 1
            const isRight = title.x >= visual.x + visual.width - 1
            t.ok(side === 'left' ? isLeft : isRight, `${framework} ${name} ${side}`)
            const start = ({ x, width }: typeof title) => (name === 'plain' ? x : x + width)
            t.ok(Math.abs(start(title) - start(lead)) < 2, `${framework} ${name} ${side}: aligned`)
          }
        }
        await tab.emulateMedia({ forcedColors: 'active' })
        t.ok(await tab.locator('h1').isVisible())
        await tab.emulateMedia({ media: 'print', colorScheme: 'dark', forcedColors: 'none' })
        t.ok(await tab.locator('h1').isVisible())
        await tab.emulateMedia({ media: 'screen', colorScheme: 'light' })
      }
    },
  )

  const skeleton = `[...document.querySelectorAll('*')].map(element =>
    [element.localName, element.id, element.localName === 'h1' ? 'by length' : element.className.baseVal ?? element.className,
      ...element.getAttributeNames()].join())`
  /** Triggers handlers that wait for the user. */
  const triggerHandlers = `for (const element of document.querySelectorAll('body *')) {
    for (const type of ['focus', 'mouseover', 'mouseenter', 'pointerdown', 'toggle', 'error', 'load'])
      element.dispatchEvent(new Event(type, { bubbles: true }))
  }`

  await t.test(`${hostileMarkup.length} hostile strings neither run nor change the document`, async t => {
    const service = await startService(t)
    for (const [turn, framework] of frameworks.entries()) {
      const build = (strings: readonly string[]) =>
        service.post('/api/v1/build-sparkpage', {
          style_metadata: hostileStyle(strings),
          content: hostileContent(strings),
          export_settings: { framework, responsive_type: 'fluid', fonts: 'system' },
        })
      const benign = (await build(['plain'])).json()
      await visit(benign.generated_html)
      const plain = await tab.evaluate(skeleton)
      const groups = whole ? hostileMarkup.map(text => [text]) : hostileGroups(turn)
      for (const strings of groups) {
        const name = `${framework} ${strings.join(' | ')}`
        const answer = await build(strings)
        t.equal(answer.statusCode, 200, name)
        const { generated_html, css_variables } = answer.json()
        await visit(generated_html)
        t.same(await tab.evaluate(skeleton), plain, name)
        t.equal(await tab.evaluate('document.querySelector("h1").textContent'), hostileHeadline(strings), name)
        await tab.evaluate(triggerHandlers)
        t.equal(await tab.evaluate('typeof hit'), 'undefined', name)
        t.same([...new Set(requests)], [address, hostilePicture], name)
        t.same(Object.keys(css_variables), Object.keys(benign.css_variables), name)
        t.notMatch(Object.values(css_variables).join('\n'), /hit|leak|[<>{}@;]/, name)
      }
    }
    t.comment(`cases: ${hostileMarkup.length} hostile strings in ${frameworks.length} frameworks`)
  })
})

/** Texts of a page with every part. */
const textCount = 10

/** Each hostile string in one of the texts of one page; every framework has them in other texts. */
function hostileGroups(turn: number): readonly (readonly string[])[] {
  const texts = [...hostileMarkup.slice(turn), ...hostileMarkup.slice(0, turn)]
  const groups = Array.from({ length: Math.ceil(texts.length / textCount) }, (_, at) =>
    texts.slice(textCount * at, textCount * (at + 1)),
  )
  return groups
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

const hostilePicture = 'http://page.test/picture.png'.replace('http:', 'https:')

function hostileContent(strings: readonly string[]) {
  const text = (index: number) => `A ${strings[index % strings.length] ?? ''} b`
  return {
    headline: text(0),
    sub_headline: text(1),
    cta_button_text: text(2),
    secondary_cta: { text: text(3), url: '#a' },
    brand: { name: text(4) },
    image: { src: hostilePicture, alt: text(5) },
    sections: [
      { heading: text(6), text: text(7) },
      { heading: 'A', text: 'B', image: { src: hostilePicture, alt: text(8) } },
    ],
    footer: text(9),
  }
}

function hostileHeadline(strings: readonly string[]): string {
  return sanitizeText(hostileContent(strings).headline)
}

t.test('contrast on pixels', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  // At 3 device pixels per CSS pixel, strokes of small text have pixels without antialiasing.
  const tab = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 3 })
  const window = await browser.newPage({ reducedMotion: 'reduce' })
  const samples = samplesOf(whole ? 68 : 6, { plain: texts.plain }).map(({ name, input }, index) => {
    const layout = layouts[index % layouts.length] ?? 'split'
    return { name: `${layout} ${name}`, layout, input: { ...input, layout, scheme: 'both' as const } }
  })

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
    for (const [index, { name, layout, input }] of samples.entries()) {
      // Over the light of a picture a text has another ground at each pixel.
      const minRatio = layout === 'full-bleed' || layout === 'centered' ? 4.5 : 7
      await tab.setViewportSize({ width: index % 4 < 2 ? 360 : 768, height: 740 })
      await tab.setContent(render(input))
      for (const colorScheme of schemesOf(index)) {
        await tab.emulateMedia({ colorScheme })
        const painted = await paintedTexts(tab)
        t.equal(painted.length, 3, name)
        for (const { where, ratio, text, background } of painted) {
          const min = where.startsWith('a ') ? 4.5 : minRatio
          t.ok(ratio >= min, `${name} ${colorScheme}: ${where}: ${text} on ${background}: ${ratio}`)
        }
        const ring = await paintedFocus(tab, '.sp-button')
        t.ok(ring.ratio >= 3, `${name} ${colorScheme}: focus ${ring.text} on ${ring.background}: ${ring.ratio}`)
      }
    }
    t.comment(`cases: ${samples.length} pages in ${schemesOf(0).length} of ${colorSchemes.length} schemes`)
  })

  await t.test(
    'without a picture a colour near each of the first five covers at least 0.2 % of the window',
    async t => {
      const withArt = samples.filter(({ layout }) => layout === 'split' || layout === 'framed' || layout === 'poster')
      for (const [index, { name, input }] of withArt.entries()) {
        // A translucent colour appears mixed with the colours below it.
        const { colors = [] } = input.style
        const opaque = colors.slice(0, 5).filter(color => color.length === 4 || color.length === 7)
        const wanted = opaque.map(color => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color))
        await window.setContent(render({ ...input, style: { ...input.style, placeholder: '' }, scheme: 'light' }))
        for (const [width, height] of whole ? [telephone, desktop] : [index % 2 === 0 ? telephone : desktop]) {
          await window.setViewportSize({ width, height })
          const shares = await visibleShares(window, wanted)
          for (const [at, share] of shares.entries())
            t.ok(share >= 0.002, `${name} ${width}: ${wanted[at]} covers ${share}`)
        }
      }
    },
  )
})
