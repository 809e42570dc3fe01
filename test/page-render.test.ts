// Pages by their plan: complete, valid, accessible, readable and without overflow; the style sheet has nothing that a page does not use.
import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import { parse } from 'css-tree'
import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import sharp from 'sharp'
import t from 'tap'
import { type PageContent, sectionTypes } from '../schemas/page-content.ts'
import { directions, frameworks } from '../schemas/sparkpage.ts'
import type { StyleInput } from '../schemas/style-input.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { createPictureLinks } from '../src/sparkpage/linked-pictures.ts'
import { readContent, textsOf } from '../src/sparkpage/read-content.ts'
import { element, writeNode } from '../src/sparkpage/render/elements.ts'
import { readOpenTimes } from '../src/sparkpage/render/hours.ts'
import { parseSheet, reduceSheet } from '../src/sparkpage/render/matching-rules.ts'
import { createViews } from '../src/sparkpage/render/pictures.ts'
import { splitUnits, type TextPart } from '../src/sparkpage/render/units.ts'
import { everyField } from './helpers/page.ts'
import { texts } from './helpers/samples.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { checkHtml } from './helpers/web-pages.ts'
import { whole } from './helpers/whole.ts'

async function render(input: PageInput): Promise<string> {
  return (await buildPage(input)).html
}

const picture = { src: 'https://example.com/a.jpg', alt: 'A boat' }
/** An item with every member: none of them may be lost. */
const fullItem = {
  title: 'Title',
  text: 'First paragraph.\n\nSecond paragraph.',
  price: '€9',
  period: 'per month',
  value: '42',
  cite: 'Cite',
  role: 'Role',
  image: picture,
  url: 'https://example.com/more',
  cta_text: 'More',
  highlighted: true,
}
const sectionOfEachKind: PageContent = {
  headline: 'Everything that a page may say',
  sub_headline: 'One section of each kind, and items with all of their members.',
  cta_button_text: 'Begin here',
  secondary_cta: { text: 'Or there', url: '#section-2' },
  brand: { name: 'Everything' },
  sections: sectionTypes.map(type => ({
    type,
    heading: `Section of ${type}`,
    text: 'An introduction.',
    items: [fullItem, { title: 'Another', text: 'Text' }, { title: 'Linked', url: 'https://example.com/linked' }],
  })),
  form: everyField,
  footer: 'Small print',
  footer_columns: [{ heading: 'Column', links: [{ text: 'A link', url: 'https://example.com/' }] }],
}

async function createPreview() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#0E2A47"/><circle cx="850" cy="420" r="210" fill="#F2B134"/><path d="M650 700h420v60H650z" fill="#7A2E1D"/></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).webp().toBuffer({ resolveWithObject: true })
  return { src: `data:image/webp;base64,${data.toString('base64')}`, width: info.width, height: info.height }
}

const side = (extent: number) => ({ extent, color: '#0E2A47' })
const measured: StyleInput = {
  colors: ['#0E2A47', '#F2B134', '#7A2E1D'],
  palette: [
    { hex: '#0E2A47', share: 0.7 },
    { hex: '#F2B134', share: 0.2 },
    { hex: '#7A2E1D', share: 0.1 },
  ],
  focal_point: { x: 0.7, y: 0.5 },
  composition: {
    clear_side: 'left',
    quiet: { left: side(0.5), right: side(0.1), top: side(0.2), bottom: side(0.05) },
    subject: { x: 0.53, y: 0.26, width: 0.36, height: 0.7 },
    detail: Array.from({ length: 256 }, (_, index) => (index % 16 > 8 ? 0.7 : 0.05)),
  },
  media: { width: 1200, height: 800 },
}

/** Six directions have six first screens; schemes and frameworks in turn. */
const matrix: readonly (PageInput & { readonly name: string })[] = directions.flatMap((direction, index) =>
  (['light', 'dark'] as const).map((scheme, turn) => {
    const framework = frameworks[(index + 3 * turn) % frameworks.length] ?? 'none'
    return {
      name: `${direction}, ${scheme}, ${framework}`,
      style: measured,
      content: sectionOfEachKind,
      direction,
      scheme,
      framework,
    }
  }),
)

const withPicture = createPreview().then(preview =>
  matrix.map(input => ({ ...input, style: { ...input.style, preview } })),
)

function elementsOf(html: string): readonly Element[] {
  return elementsIn(parseDocument(html).children)
}

function elementsIn(nodes: readonly ChildNode[]): readonly Element[] {
  return nodes.filter(isTag).flatMap(node => [node, ...elementsIn(node.children)])
}

function textContent(node: ChildNode): string {
  if (isText(node)) return node.data
  return 'children' in node ? node.children.map(textContent).join('') : ''
}

function shownText(html: string): string {
  const body = elementsOf(html).find(({ name }) => name === 'body')
  return body ? singleSpaced(textContent(body)) : ''
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

t.test('a page says everything that its content says, in a sound structure', async t => {
  for (const { name, ...input } of await withPicture) {
    const html = await render(input)
    const shown = shownText(html)
    for (const text of textsOf(readContent(input.content)))
      t.ok(shown.includes(singleSpaced(text)), `${name}: says ${text}`)
    const elements = elementsOf(html)
    const headings = elements.filter(one => /^h[1-6]$/.test(one.name)).map(one => Number(one.name.slice(1)))
    t.equal(headings.filter(level => level === 1).length, 1, `${name}: has one h1`)
    t.ok(
      headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1),
      `${name}: skips no level of headings`,
    )
    const ids = elements.flatMap(({ attribs }) => attribs.id ?? [])
    t.same(ids, [...new Set(ids)], `${name}: ids are unique`)
    t.equal(elements.filter(one => one.name === 'main').length, 1)
    t.equal(elements.filter(one => one.name === 'script').length, 0)
    t.equal(
      elements.filter(
        one => one.name === 'section' && !elementsIn(one.children).filter(child => /^h[1-6]$/.test(child.name)).length,
      ).length,
      0,
    )
  }
})

t.test('texts of all kinds and lengths are shown', async t => {
  for (const [name, content] of Object.entries(texts)) {
    const html = await render({ style: { colors: ['#336699'] }, content })
    const shown = shownText(html)
    for (const text of textsOf(readContent(content))) t.ok(shown.includes(singleSpaced(text)), name)
    t.notOk(/<script|onerror=hit=1>/.test(html.replace(/&lt;/g, '')), `${name}: no markup of a text`)
  }
})

t.test('only what was asked for is highlighted, and only links of items are buttons of prices', async t => {
  const sections = [
    {
      type: 'prices' as const,
      heading: 'Prices',
      items: [
        { title: 'A', price: '€1' },
        { title: 'B', price: '€2' },
        { title: 'C', price: '€3' },
      ],
    },
  ]
  const html = await render({ style: { colors: ['#336699'] }, content: { ...sectionOfEachKind, sections } })
  const elements = elementsOf(html)
  t.equal(elements.filter(({ attribs }) => 'data-highlighted' in attribs).length, 0)
  const tiers = elements.filter(({ attribs }) => attribs['data-kind'] === 'prices')
  t.equal(elementsIn(tiers).filter(one => (one.attribs.class ?? '').includes('sp-button')).length, 0)
})

t.test('steps that name their year or week have no other number', async t => {
  const steps = (titles: readonly string[]) =>
    render({
      style: { colors: ['#0E7490'] },
      content: {
        ...sectionOfEachKind,
        sections: [{ type: 'steps', heading: 'How', items: titles.map(title => ({ title, text: 'Opened.' })) }],
      },
    })
  t.match(await steps(['1908', '2016']), />1908</)
  t.equal((await steps(['Week 1', 'Week 3'])).match(/class="[^"]*sp-value/g)?.length, 2)
  t.notMatch(await steps(['Call', 'Week 3']), /class="[^"]*sp-value/)
})

t.test('the hero is an img, and the other views refer to one image', async t => {
  for (const { name, ...input } of await withPicture) {
    const elements = elementsOf(await render(input))
    const hero = elements.find(({ attribs }) => attribs.class === 'sp-hero-picture')
    t.ok(hero && elementsIn(hero.children).filter(one => one.name === 'img').length === 1, name)
    const uses = elements.filter(one => one.name === 'use').map(({ attribs }) => attribs.href)
    t.ok(uses.every(href => href === '#sp-picture'))
    t.equal(elements.filter(one => one.name === 'image').length, Math.min(1, uses.length))
  }
})

t.test('a picture keeps its focus in view where it is cut', async t => {
  const image = { ...picture, focus: { x: 0.25, y: 0.8 } }
  const sections = [
    { type: 'gallery' as const, heading: 'Gallery', items: [{ image }, { image: picture }] },
    { heading: 'Story', text: 'Since 1987.', image },
  ]
  const content = { ...texts.plain, image, sections }
  const elements = elementsOf(await render({ style: { colors: ['#336699'] }, content }))
  const styles = elements.filter(({ name }) => name === 'img').map(({ attribs }) => attribs.style)
  t.same(styles.slice(1), ['object-position:25% 80%', undefined, 'object-position:25% 80%'])
})

t.test('linked views are images with their own sources', async t => {
  const view = { region: { x: 0.2, y: 0, width: 0.5, height: 1 }, focus: { x: 0.5, y: 0 } }
  const { link, linked } = createPictureLinks()
  const picture = { id: 'pic_a', src: 'data:', alt: 'A', width: 1600, height: 1000 }
  const views = createViews(picture, link)
  const write = (one: Element) => writeNode(views.linked.get(one) ?? one)
  t.match(write(views.render(view)), 'srcset="\0files\0/0-400.webp 400w, \0files\0/0-800.webp 800w"')
  t.strictSame(linked, [{ pictureId: 'pic_a', region: view.region, width: 800, height: 1000 }])
  const hero = {
    layout: 'beside',
    side: 'end',
    wide: view,
    tall: view,
    isWhole: false,
    isBeside: false,
    isWide: false,
    cutOut: undefined,
    fades: [],
    background: undefined,
  } as const
  t.match(write(views.renderHero(hero)), '<source media="(width &lt; 40rem)" srcset="\0files\0/0-400')
  const definition = views.renderDefinition()
  t.ok(definition && views.linked.has(definition) && views.linked.get(definition) === undefined)
})

t.test('a sheet is reduced to the rules that match in some state', t => {
  const css = `@layer a{.x:hover,.y{color:red}.z{color:red}@media print{p::before{content:""}b{top:0}}@keyframes k{to{top:0}}@keyframes l{to{top:0}}p{animation:k 1s}}`
  const root = element('html', {}, element('p', { class: 'x' }, 'text'))
  t.equal(
    reduceSheet(parseSheet(css), [root]),
    '@layer a{\n.x:hover{color:red}\n@media print{\np::before{content:""}\n}\n@keyframes k{to{top:0}}\np{animation:k 1s}\n}',
  )
  t.end()
})

t.test('what a reader takes in as one is a unit that lines do not divide', t => {
  const textOf = (part: TextPart): string =>
    part.kind === 'break' ? '|' : part.kind === 'wide' ? part.parts.map(textOf).join('') : part.text
  for (const [text, ...units] of [
    ['Fri 20:00–00:00, Sat 9 am – 5 pm', '20:00–00:00,', '9 am – 5 pm'],
    ['Mon–Fri by appointment', 'Mon–Fri'],
    ['Rua do Poço 88, 1200-342 Lisboa', 'Poço 88,', '1200-342 Lisboa'],
    ['77 Wharf Lane, Portland, ME 04101', '77 Wharf', 'ME 04101'],
    ['A loaf is 13,50 € or $12.50, two CHF 20', '13,50 €', 'CHF 20'],
    ['Call +351 210 555 0123 or (540) 555-0171.', '+351 210 555 0123', '(540) 555-0171.'],
    ['2,5 kg of flour in 40 minutes at 220 °C', '2,5 kg', '220 °C'],
    ['From 17. bis 19. Juli, 12. September 2026', '17. bis 19. Juli,', '12. September 2026'],
    ['Halm GmbH · Impressum · Datenschutz', 'GmbH ·', 'Impressum ·'],
    ['営業は10:00–18:00、2,500円です', '10:00–18:00、', '2,500円'],
    ['moin@halm.example', 'moin@|halm|.example'],
    ['Write to bonjour@maison-brique.example.', 'bonjour@|maison-brique|.example.'],
    ['A day in 1999 with well made words'],
  ] as const) {
    const parts = splitUnits(text)
    t.same(parts.filter(({ kind }) => kind !== 'text').map(textOf), units, text)
    t.equal(parts.map(textOf).join('').replaceAll('|', ''), text, 'nothing is lost')
  }
  const heading = 'Second-hand T-shirt printers, and lighthouse-keepers of old'
  t.same(splitUnits(heading), [{ kind: 'text', text: heading }])
  const units = splitUnits(heading, true).filter(({ kind }) => kind === 'unit')
  t.same(units.map(textOf), ['Second-hand', 'T-shirt'])
  t.end()
})

t.test('times of day are parts of the day', t => {
  const cases: readonly (readonly [string, readonly (readonly [number, number])[] | undefined])[] = [
    ['6–18 Uhr', [[0.25, 0.75]]],
    [
      '9–12, 14:00–18:00',
      [
        [0.375, 0.5],
        [0.583, 0.75],
      ],
    ],
    ['6 am – 6 pm', [[0.25, 0.75]]],
    [
      '18:00–2:00',
      [
        [0, 0.083],
        [0.75, 1],
      ],
    ],
    ['17:00〜23:00', [[0.708, 0.958]]],
    ['4 pm–midnight', [[0.667, 1]]],
    ['noon–8 pm', [[0.5, 0.833]]],
    ['closed', []],
    ['by appointment', undefined],
  ]
  for (const [text, expected] of cases)
    t.same(
      readOpenTimes(text)?.map(({ from, to }) => [from, to]),
      expected,
      text,
    )
  t.end()
})

t.test('the W3C checker finds no error in the HTML, and css-tree none in the CSS', needs('java'), async t => {
  const pages: Record<string, string> = {}
  for (const { name, ...input } of await withPicture) pages[name] = await render({ ...input })
  pages['without a picture'] = await render({ style: measured, content: sectionOfEachKind })
  pages['only a button'] = await render({ style: {}, content: texts['only a button'] })
  pages.Arabic = await render({ style: measured, content: texts.Arabic })
  for (const [name, html] of Object.entries(pages)) {
    const errors: string[] = []
    const sheet = elementsOf(html).find(one => one.name === 'style')
    parse(sheet ? textContent(sheet) : '', { onParseError: ({ message }) => errors.push(message) })
    t.same(errors, [], name)
  }
  t.notMatch(await readFile('src/sparkpage/page.css', 'utf8'), '!important')
  const messagesOf = await checkHtml(t, pages)
  // Its checker of style sheets does not know cascade layers, container units and light-dark().
  for (const name of Object.keys(pages))
    t.same(
      messagesOf(name).filter(({ message }) => !message.startsWith('CSS:')),
      [],
      name,
    )
})

const violations = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html.slice(0, 160))))`

/** Rules that no element matches in any state, and the number of all rules; those for media count as well. */
const unusedRules = `(() => {
  const rules = list => [...list].flatMap(rule => rule instanceof CSSStyleRule ? [rule.selectorText] : rule.cssRules && !(rule instanceof CSSKeyframesRule) ? rules(rule.cssRules) : [])
  const all = [...document.styleSheets].flatMap(sheet => rules(sheet.cssRules))
  const lasting = text => text.replace(/:(?:where|is|not)\\((?=[^()]*:(?:hover|active|focus))[^()]*(?:\\([^()]*\\))*[^()]*\\)/g, '').replace(/::?(?:before|after|-webkit-[a-z-]+|-moz-[a-z-]+|details-content|selection|hover|focus-visible|focus|active|popover-open|visited|host)(?:\\([^)]*\\))?/g, ':is(*)')
  const isUnused = text => { try { return document.querySelector(lasting(text)) === null } catch { return false } }
  return { count: all.length, unused: all.filter(isUnused) }
})()`

/** Texts whose colour holds less than WCAG asks for against the nearest opaque background. */
const faintTexts = `(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const pixel = color => { context.clearRect(0, 0, 1, 1); context.fillStyle = color; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data] }
  const light = value => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) => 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
  const groundOf = element => {
    for (let one = element; one; one = one.parentElement) {
      const color = pixel(getComputedStyle(one).backgroundColor)
      if (color[3] > 220) return color
    }
    return [255, 255, 255, 255]
  }
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || !element.checkVisibility() || element.closest('svg')) continue
    const style = getComputedStyle(element), size = parseFloat(style.fontSize)
    const [one, other] = [luminance(pixel(style.color)), luminance(groundOf(element))]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (ratio < (size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5)) found.push(ratio.toFixed(2) + ' ' + element.className + ' ' + element.tagName + ': ' + node.data.trim().slice(0, 30))
  }
  return found
})()`

const overflow = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)'

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  for (const { name, ...input } of whole
    ? await withPicture
    : (await withPicture).filter((_, index) => index % 2 === 0 || index > 8)) {
    await t.test(name, async t => {
      const html = await render(input)
      await visit(html)
      await tab.evaluate(axe.source)
      t.same(await tab.evaluate(violations), [], 'axe finds nothing')
      t.same(await tab.evaluate(faintTexts), [], 'every text holds its contrast')
      const { count, unused } = await tab.evaluate<{ count: number; unused: readonly string[] }>(unusedRules)
      t.ok(unused.length <= count * 0.02, `of ${count} rules at most 2 % match nothing: ${unused.join(' | ')}`)
      for (const width of [320, 390, 768, 1440, 3840]) {
        await resize([width, 900])
        t.equal(await tab.evaluate(overflow), 0, `no overflow at ${width} px`)
      }
      await resize([390, 844])
      t.same(await tab.evaluate(faintTexts), [], 'every text holds its contrast on a telephone')
    })
  }
  await t.test('texts of extreme length stay in their boxes', async t => {
    for (const name of ['very long', 'a long headline', 'Arabic', 'Thai'] as const) {
      for (const direction of directions) {
        const style = (await withPicture)[0]?.style ?? measured
        await visit(await render({ style, content: { ...sectionOfEachKind, ...texts[name] }, direction }))
        for (const width of [320, 1440]) {
          await resize([width, 900])
          t.equal(await tab.evaluate(overflow), 0, `${name}, ${direction}, ${width} px`)
        }
      }
    }
  })
})
