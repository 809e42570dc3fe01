// The layout of pages in a browser: texts are neither cut nor covered, people and objects are whole, the first screen shows the picture.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { PageContent } from '../schemas/page-content.ts'
import { directions } from '../schemas/sparkpage.ts'
import type { StyleInput } from '../schemas/style-input.ts'
import type { Region } from '../schemas/types.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { areaOf, sharedArea, surveyPicture } from '../src/sparkpage/picture-survey.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { readLayout } from './helpers/layout.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { samplePairs, whole } from './helpers/whole.ts'

const measured: Readonly<Record<string, StyleInput>> = JSON.parse(
  readFileSync(new URL('fixtures/measured-styles.json', import.meta.url), 'utf8'),
)

const content: PageContent = {
  headline: 'Baked by hand every morning',
  sub_headline: 'Sourdough from one oven in the old town, proved for a whole day and sold until noon.',
  cta_button_text: 'Order for tomorrow',
  secondary_cta: { text: 'What is in it', url: '#section-2' },
  brand: { name: 'Lindner & Daughters' },
  sections: [
    {
      heading: 'Today',
      text: 'Crust\nRye and wheat, with a dark crust.\n\nCroissant\nButter from the valley.\n\nBrioche\nOn Saturdays only.',
    },
    { heading: 'Boxes', text: 'Small – €12 per week\nLarge – €19 per week\nOffice – €48 per week' },
    { heading: 'A night', text: '22:00 – The dough is made\n3:00 – The oven is lit\n6:00 – The shop opens' },
    { heading: 'Voices', type: 'quote', items: [{ text: 'The only bread that we buy.', cite: 'Ruth Ainsley' }] },
    { heading: 'In figures', text: '1931 – first oven\n24 h – of rest\n7 – people' },
    { heading: 'Hours', text: 'Monday–Friday: 6–18\nSunday: 8–11' },
    { heading: 'Find us', text: '7 Alder Row, Leeds LS1 4QD\n\n+44 113 555 0162\n\nstay@alder.example' },
  ],
  footer: '© Lindner & Daughters',
}

/** Longest side of the picture that a page has. */
const previewSide = 1600

/** The style with an empty picture in the size of a preview: where things are is measured, not what they look like. */
async function withPicture(style: StyleInput): Promise<StyleInput> {
  const { size = { width: 1200, height: 800 } } = readStyle(style)
  const scale = Math.min(1, previewSide / Math.max(size.width, size.height))
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const picture = sharp({ create: { width, height, channels: 3, background: '#888' } })
  const src = `data:image/webp;base64,${(await picture.webp({ effort: 0 }).toBuffer()).toString('base64')}`
  return { ...style, preview: { src, width, height } }
}

/** Part of the first screen that its picture covers at least, for pictures of these shapes. */
const minPicture = { part: 0.35, from: 0.6, to: 2.4 } as const

const widths = [320, 390, 768, 1024, 1440, 2560, 3840]
const shots = whole ? widths : [320, 1440]

t.test('pages of measured pictures', needs('chromium'), async t => {
  const { tab } = await openTab(t)
  for (const [[name, input], direction] of samplePairs(Object.entries(measured), directions)) {
    const style = await withPicture(input)
    for (const scheme of whole ? (['light', 'dark'] as const) : (['light'] as const)) {
      const { html } = await buildPage({ style, content, direction, scheme })
      await tab.setContent(html)
      for (const width of shots) {
        const height = width < 600 ? 844 : Math.round((width * 9) / 16)
        await tab.setViewportSize({ width, height: width === 1440 ? 900 : height })
        await checkLayout(t, style, width, `${name} ${direction} ${scheme} ${width}`)
      }
    }
  }

  async function checkLayout(t: Test, style: StyleInput, width: number, name: string): Promise<void> {
    const { overflow, cut, covered, views, screen } = await readLayout(tab)
    t.ok(overflow <= 0, `${name}: wider than the window by ${overflow}`)
    t.same(cut, [], `${name}: cut`)
    t.same(covered, [], `${name}: covered`)
    const survey = surveyPicture(readStyle(style))
    for (const [index, view] of views.entries()) {
      const isCut = (one: Region) =>
        sharedArea(view, one) > areaOf(one) * 0.02 && sharedArea(view, one) < areaOf(one) * 0.98
      const subjects = survey?.object ? [survey.object] : readStyle(style).faces
      t.notOk(subjects.some(isCut), `${name}: view ${index} cuts`)
      const isRepeated = views
        .slice(0, index)
        .some(other => sharedArea(view, other) > 0.85 * Math.max(areaOf(view), areaOf(other)))
      t.notOk(isRepeated, `${name}: view ${index} is shown twice`)
    }
    if (width !== 1440) return
    t.same(screen.below, [], `${name}: below the first screen`)
    const { aspect = 0 } = survey ?? {}
    const isUsual = aspect >= minPicture.from && aspect <= minPicture.to && !survey?.isWhole
    t.ok(!isUsual || screen.picture >= minPicture.part, `${name}: the picture covers ${screen.picture}`)
  }
})

t.test('quotes beside a picture have half of the page', needs('chromium'), async t => {
  const { tab } = await openTab(t)
  const items = ['Ruth Ainsley', 'Max Weber'].map(cite => ({ text: 'The only bread that we buy.', cite }))
  const text = 'Rye and wheat.'
  const sections = [
    { heading: 'Today', text },
    { type: 'quote' as const, items },
    { heading: 'Boxes', text },
  ]
  const style = await withPicture(measured.bakery ?? {})
  await tab.setViewportSize({ width: 1440, height: 900 })
  for (const direction of ['studio', 'journal', 'stage'] as const) {
    const { html } = await buildPage({ style, content: { ...content, sections }, direction })
    await tab.setContent(html)
    const width = await tab
      .locator('[data-backdrop] .sp-quote')
      .first()
      .evaluate(quote => quote.clientWidth)
    t.ok(width > 450, `${direction}: ${width}`)
  }
})

t.test(
  'times, prices and numbers are whole on one line, and wide windows have one row of facts',
  needs('chromium'),
  async t => {
    const { tab } = await openTab(t)
    const sections = [
      { heading: 'Hours', text: 'Tuesday–Friday: 12–22\nSaturday: 10–23\nSunday and Monday: closed' },
      {
        heading: 'Menu',
        text: 'Flour of the old mill – 12,90 €\nSourdough starter in a jar – from 6,50 €\nA day with us – 1 250 €',
      },
      {
        heading: 'Find us',
        text: '88 Old Harbour Road, Leeds LS1 4QD\n\n+44 113 555 0162\n\nhello@corner-lane.example',
      },
    ]
    for (const direction of directions) {
      const { html } = await buildPage({ style: { colors: ['#0AF'] }, content: { ...content, sections }, direction })
      await tab.setContent(html)
      for (const [width, most] of [
        [320, 3],
        [390, 2],
        [768, 1],
        [1024, 2],
        [1440, 1],
        [2560, 1],
      ] as const) {
        await tab.setViewportSize({ width, height: 900 })
        const lines = await tab.evaluate<readonly number[]>(linesOf('.sp-facts a > span'))
        t.equal(lines.length, 3, `${direction} ${width}`)
        t.ok(Math.max(...lines) <= most, `${direction} ${width}: ${lines} lines`)
        const units = await tab.evaluate<readonly number[]>(linesOf('.sp-section :is(.sp-unit, .sp-wide-unit)'))
        t.ok(units.length > 5 && units.every(count => count === 1), `${direction} ${width}: ${units} lines of units`)
        const rows = await tab.evaluate(
          'new Set([...document.querySelectorAll(".sp-facts li")].filter(one => one.checkVisibility()).map(one => one.offsetTop)).size',
        )
        t.ok(width < 960 || rows === 1, `${direction} ${width}: ${rows} rows`)
      }
    }
  },
)

t.test('phones show menus without leaders, and short numbers in pairs', needs('chromium'), async t => {
  const { tab } = await openTab(t)
  const sections = [
    { heading: 'Menu', text: 'Sourdough – 6,50 €\nA day in the bakery, with breakfast and lunch – 125 €' },
    { heading: 'In figures', text: '48 seats\n1,250 loaves a week\n98 % come back' },
  ]
  const { html } = await buildPage({
    style: { colors: ['#0AF'] },
    content: { ...content, sections },
    direction: 'studio',
  })
  await tab.setContent(html)
  for (const [width, leaders, columns] of [
    [320, 'none', 1],
    [390, 'none', 2],
    [1440, '""', 3],
  ] as const) {
    await tab.setViewportSize({ width, height: 900 })
    t.equal(await tab.evaluate('getComputedStyle(document.querySelector(".sp-line"), "::before").content'), leaders)
    const lefts = '[...document.querySelectorAll("[data-kind=figures] li")].map(one => one.offsetLeft)'
    t.equal(await tab.evaluate(`new Set(${lefts}).size`), columns, `${width}`)
  }
})

t.test(
  'a number or a sign stays one space away from its text in questions, buttons and links',
  needs('chromium'),
  async t => {
    const { tab } = await openTab(t)
    const sections = [
      { text: 'Livrez-vous en hiver ?\nOui.\n\nAvez-vous un chat ?\nDeux.' },
      { items: [{ title: 'A', text: 'b', cta_text: 'Plus de 12 € ici', url: 'https://example.com/' }] },
    ]
    const { html } = await buildPage({
      style: { colors: ['#0AF'] },
      content: { ...content, cta_button_text: 'Pour 12 € ici', sections },
    })
    await tab.setContent(html)
    const gaps = await tab.evaluate<readonly number[]>(
      `[...document.querySelectorAll('summary > .sp-unit, .sp-button > .sp-unit, .sp-link > .sp-unit')].filter(one => one.checkVisibility()).map(unit => {
      const range = document.createRange()
      const text = unit.previousSibling
      range.setStart(text, 0)
      range.setEnd(text, text.data.trimEnd().length)
      return unit.getBoundingClientRect().left - range.getBoundingClientRect().right
    })`,
    )
    t.ok(gaps.length >= 4 && gaps.every(gap => gap > 1 && gap < 12), `${gaps}`)
  },
)

/** @returns a script that counts the lines of the elements that are visible. */
function linesOf(selector: string): string {
  return `[...document.querySelectorAll('${selector}')].filter(one => one.checkVisibility()).map(one => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const boxes = [...range.getClientRects()]
    return boxes.filter((box, index) => index === 0 || (box.top + box.bottom) / 2 > boxes[index - 1].bottom).length
  })`
}
