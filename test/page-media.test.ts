// Pages by their plan beyond the usual screen: on paper, in forced colours, with less motion, in many scripts, lengths and sizes.
import t from 'tap'
import { type PageContent, sectionTypes } from '../schemas/page-content.ts'
import { directions } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { readContent, textsOf } from '../src/sparkpage/read-content.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

async function render(input: PageInput): Promise<string> {
  return (await buildPage(input)).html
}

const colors = ['#0E2A47', '#F2B134', '#7A2E1D']

/** What each text of a page says, by language or length. */
const samples = {
  German: [
    'Donaudampfschifffahrtsgesellschaftskapitänsmütze',
    'Das Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz steht auf https://example.com/a/very/long/path/that/nobody/reads?with=parameters',
  ],
  Arabic: ['المهرجان السنوي للخيول العربية', 'نستقبلكم كل يوم من السابعة حتى منتصف الليل: ‎+968 2555 0143'],
  Hebrew: ['חדרים שקטים מעל השוק', 'אנחנו פותחים בשבע בבוקר, Check-in from 15:00, וסוגרים בחצות.'],
  Japanese: ['石臼で挽いた抹茶と季節の生菓子', '京都・西陣の路地奥、八席だけの夜の茶寮。予約は電話のみで承ります。'],
  'one letter': ['A', 'B'],
  'hundreds of words': [
    'All that a small workshop by the river has to tell. '.repeat(6),
    'Every word of it. '.repeat(120),
  ],
} as const

function contentOf([title, text]: readonly [string, string], itemCount: number): PageContent {
  const item = {
    title,
    text,
    price: '1.234.567,89 €',
    period: text.slice(0, 40),
    value: '1931',
    cite: title,
    role: title,
  }
  const link = { url: 'https://example.com/', cta_text: title.slice(0, 40), highlighted: true }
  return {
    headline: title,
    sub_headline: text,
    cta_button_text: title.slice(0, 60),
    secondary_cta: { text: title.slice(0, 60), url: '#section-2' },
    brand: { name: title.slice(0, 24) },
    sections: sectionTypes.map(type => ({
      type,
      heading: title,
      text,
      items: Array.from({ length: itemCount }, (_, index) => (index === 0 ? { ...item, ...link } : item)),
    })),
    footer: text.slice(0, 200),
    footer_columns: [{ heading: title, links: [{ text: title, url: 'https://example.com/' }] }],
  }
}

/** Texts outside the window or the box that clips them, and texts over texts. */
const misplacedTexts = `(() => {
  const found = new Set(), { clientWidth: width, scrollWidth } = document.documentElement, lines = []
  if (scrollWidth > width) found.add('the page is wider than the window: ' + scrollWidth)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || !element.checkVisibility() || element.closest('.sp-nav')) continue
    const where = element.localName + '.' + element.className + ' ' + node.data.trim().slice(0, 20)
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue
      if (line.left < -1 || line.right > width + 1) found.add('outside: ' + where)
      for (let box = element; box !== document.body; box = box.parentElement) {
        const { left, right, top, bottom } = box.getBoundingClientRect()
        const isOut = line.left < left - 1 || line.right > right + 1 || line.top < top - 3 || line.bottom > bottom + 3
        if (isOut && getComputedStyle(box).overflow !== 'visible') found.add('cut: ' + where)
      }
      for (const [other, node2, where2] of lines.slice(-40)) {
        const across = Math.min(line.right, other.right) - Math.max(line.left, other.left)
        const down = Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top)
        if (node2 !== node && across > 2 && down > 0.35 * Math.min(line.height, other.height)) found.add('over: ' + where + ', ' + where2)
      }
      lines.push([line, node, where])
    }
  }
  return [...found]
})()`

/** 720 px are 1440 px at 200 %. */
const widths = [320, 720, 1440] as const

t.test('every text keeps to its box', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  const cases = Object.entries(samples).flatMap(([name, sample], turn) =>
    directions
      .filter((_, index) => whole || (index + turn) % 3 === 0)
      .map(direction => ({ name, sample, direction, itemCount: 3 })),
  )
  const counts = [1, 24].map(itemCount => ({
    name: 'German',
    sample: samples.German,
    direction: 'studio' as const,
    itemCount,
  }))
  for (const { name, sample, direction, itemCount } of [...cases, ...counts]) {
    const content = contentOf(sample, itemCount)
    for (const responsiveType of ['mobile-first', 'fixed'] as const) {
      await visit(await render({ style: { colors }, content, direction, responsiveType }))
      for (const width of widths) {
        await resize([width, 900])
        t.same(
          await tab.evaluate(misplacedTexts),
          [],
          `${name}, ${itemCount}, ${direction}, ${responsiveType}, ${width}`,
        )
      }
    }
  }
})

/** Texts that are not dark on white, and what stays in its place when pages are turned. */
const unprintable = `(() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || !element.checkVisibility()) continue
    const channels = getComputedStyle(element).color.match(/[\\d.]+/g).slice(0, 3).map(Number)
    if (Math.max(...channels) > 90) found.push(getComputedStyle(element).color + ' ' + node.data.trim().slice(0, 20))
  }
  for (const one of document.querySelectorAll('body *'))
    if (['sticky', 'fixed'].includes(getComputedStyle(one).position)) found.push('stays: ' + one.className)
  return found
})()`

t.test('on paper everything is said in dark letters on white', needs('chromium'), async t => {
  const { tab, visit } = await openTab(t)
  const content = contentOf(['Short words', 'A text of a section'], 3)
  const said = textsOf(readContent(content))
  for (const direction of directions) {
    for (const scheme of ['auto', 'dark'] as const) {
      await tab.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await visit(await render({ style: { colors }, content, direction, scheme }), [720, 1000])
      t.same(await tab.evaluate(unprintable), [], `${direction}, ${scheme}`)
      const shown = await tab.evaluate<string>(`document.body.innerText.replace(/\\s+/g, ' ')`)
      t.same(
        said.filter(text => !shown.includes(text)),
        [],
        `${direction}, ${scheme}: nothing is left out`,
      )
    }
  }
})

t.test('in forced colours signs and edges stay visible', needs('chromium'), async t => {
  const { tab, visit } = await openTab(t)
  await tab.emulateMedia({ forcedColors: 'active' })
  await visit(await render({ style: { colors }, content: contentOf(['Title', 'Text'], 3) }), [390, 844])
  const edges = `selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility()).map(one => parseFloat(getComputedStyle(one).borderTopWidth))`
  for (const selector of ['.sp-button', '.sp-card']) {
    const widths = await tab.evaluate<readonly number[]>(`(${edges})('${selector}')`)
    t.ok(widths.length > 0 && widths.every(width => width >= 1), `${selector} has an edge`)
  }
  t.equal(
    await tab.evaluate(`getComputedStyle(document.querySelector('.sp-menu-button'), '::before').borderTopWidth`),
    '2px',
    'the sign of the menu is drawn with borders',
  )
})

t.test('nothing moves for visitors who prefer less motion', needs('chromium'), async t => {
  const { tab, visit } = await openTab(t)
  const html = await render({ style: { colors }, content: contentOf(['Title', 'Text'], 3), motion: 'entrance' })
  const moving = `document.getAnimations().length + [...document.querySelectorAll('*')].filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length`
  await visit(html)
  t.equal(await tab.evaluate(moving), 0)
  t.equal(await tab.evaluate('getComputedStyle(document.documentElement).scrollBehavior'), 'auto')
  await tab.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(html)
  t.ok(await tab.evaluate<number>(moving), 'other visitors see sections enter')
})
