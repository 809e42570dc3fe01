// Fonts of whole pages: every text that a page sets in an embedded face is in a font of its weight.
import type { Page } from 'playwright-core'
import t from 'tap'
import type { PageContent } from '../schemas/page-content.ts'
import { directions, frameworks } from '../schemas/sparkpage.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { directionRows } from '../src/sparkpage/direction-rows.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { pairs } from '../src/sparkpage/typefaces.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { samplePairs } from './helpers/whole.ts'

const picture = { src: 'https://example.com/a.jpg', alt: '' }
const url = 'https://example.com/'

/** Every kind of section and text. Most have a sign that no other text has, and that is in the Latin file of every face. */
const everyText: PageContent = {
  headline: 'Mornings (by the sea)',
  sub_headline: 'Breakfast @ eleven ¶',
  cta_button_text: 'Book & go = £',
  cta_url: url,
  secondary_cta: { text: 'See more $', url: '#section-1' },
  brand: { name: 'Sea + Hotel ®', url },
  sections: [
    {
      type: 'features',
      heading: 'What # you get',
      text: 'Three things.',
      items: [
        { title: 'Suites *', text: 'Twelve.', value: '12 ×' },
        { title: 'Food %', text: 'Bread.', url, cta_text: 'Read <on>' },
        { title: 'Sea ~', text: 'Blue.', url },
      ],
    },
    { type: 'quote', heading: 'Said', items: [{ text: 'It is odd [here] §', cite: 'Ida {Holm}', role: 'Guest ^' }] },
    {
      type: 'quote',
      items: [
        { text: 'As it was ¥', cite: 'Bo' },
        { text: '»Quoted«', cite: 'Al', image: picture },
        { text: 'No name ©' },
      ],
    },
    {
      type: 'prices',
      heading: 'Prices',
      items: [
        { title: 'Small ª', price: '€120', period: 'per night |', text: 'One.', url, cta_text: 'Take § 1' },
        { title: 'Mid', price: '$240', period: 'a week', text: 'Two.', cta_text: 'Take © 2' },
        { title: 'Large', price: '¢300', url },
        { price: '90 = 5', url },
      ],
    },
    {
      type: 'questions',
      heading: 'Questions',
      items: [
        { title: 'May I bring a dog ¿', text: 'Yes ¡' },
        { title: 'Até já?', text: 'Now.' },
      ],
    },
    {
      type: 'figures',
      items: [
        { value: '98 °', title: 'of guests å' },
        { value: '4,800', title: 'nights' },
      ],
    },
    { type: 'logos', heading: 'Partners', items: [{ title: 'Acme ™' }, { title: 'Nord', image: picture }] },
    {
      type: 'gallery',
      items: [
        { title: 'A view æ', image: picture },
        { title: 'Beach', text: 'Sand •' },
      ],
    },
    {
      type: 'steps',
      heading: 'How',
      items: [{ title: 'Ask ·', text: 'By mail.' }, { title: 'Come', text: 'Soon.', value: 'II º' }, { text: 'Stay' }],
    },
    { heading: 'Story ; one', text: 'Once upon a time.' },
    {
      type: 'contact',
      heading: 'Contact',
      text: 'info@example.com\nPhone: +49 (30) 1234-567\nFax: 030/765 43\nHarbour Street 4\n12345 Älmhult\n\nOpening hours:\nTuesday – Friday: 17:00–23:00\nSaturday: 12:00 to 23:00',
    },
    {
      type: 'contact',
      heading: 'Write',
      items: [
        { title: 'E-mail', url: 'mailto:a_b@example.com', cta_text: 'a_b@example.com' },
        { title: 'Call', url: 'tel:+49', cta_text: '(030) 12·34' },
        { text: 'www.example.com/~us?x=1', url },
        { title: 'Hours', text: 'Mon–Fri 9:00–17:00', value: '24 h ‹', cite: 'Bo ›' },
      ],
    },
  ],
  footer_columns: [{ heading: 'More ÷', links: [{ text: 'Imprint ø', url }] }],
  footer: '© Sea Hotel …',
}

const contents: Readonly<Record<string, PageContent>> = {
  'every text': everyText,
  'mail and telephone only': {
    headline: 'Write to us',
    sub_headline: '',
    cta_button_text: '',
    sections: [{ heading: 'Contact', text: 'info@example.com\nTel. +49 (30) 1234567' }],
  },
  'a quote in Russian': {
    headline: 'Утро у моря, завтрак',
    sub_headline: '',
    cta_button_text: '',
    sections: [{ type: 'quote', items: [{ text: 'Было хорошо, правда', cite: 'Анна' }] }],
  },
  'a button as the heading': {
    ...{ headline: '', sub_headline: '', cta_button_text: 'Go' },
    secondary_cta: { text: 'See more', url },
  },
}

/** @returns the texts that the page shows, also those that its style sheet generates, by the first family and the weight. */
async function readTexts(tab: Page) {
  return tab.evaluate<{ element: string; text: string; family: string; weight: number; numeric: string }[]>(`(() => {
    const marks = /^(ru|el)/.test(document.documentElement.lang) ? '«»' : '“”'
    const found = []
    const add = (element, text, { fontFamily, fontWeight, fontVariantNumeric }) => {
      const [family] = fontFamily.replaceAll('"', '').split(',')
      if (text.trim()) found.push({ element, text, family, weight: Number(fontWeight), numeric: fontVariantNumeric })
    }
    for (const element of document.body.querySelectorAll('*')) {
      const name = [element.localName, ...element.classList].join('.')
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) add(name, node.data, getComputedStyle(element))
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        const quote = { 'open-quote': marks[0], 'close-quote': marks[1] }[style.content]
        add(name + pseudo, quote ?? /^"(.*)"$/.exec(style.content)?.[1] ?? '', style)
      }
    }
    return found
  })()`)
}

/** @returns the characters that the embedded fonts of a family and weight lack: beside two other fonts they have two widths. */
async function findMissing(tab: Page, family: string, weight: number, text: string): Promise<string> {
  return tab.evaluate<string>(`(async () => {
    const [font, text] = ${JSON.stringify([`${weight} 40px "${family}"`, text])}
    await document.fonts.load(font, text)
    const context = document.createElement('canvas').getContext('2d')
    const widthOf = (letter, other) => {
      context.font = font + ', ' + other
      return context.measureText(letter).width
    }
    const letters = [...new Set(text.replace(/\\s/g, ''))]
    return letters.filter(letter => widthOf(letter, 'monospace') !== widthOf(letter, 'serif')).join('')
  })()`)
}

const embedder = createFontEmbedder()

t.test('every text is in an embedded font of its weight', needs('chromium'), async t => {
  const { tab, visit } = await openTab(t)
  const style = { colors: ['#6D28D9', '#F59E0B'] }
  for (const [direction, framework] of samplePairs(directions, frameworks)) {
    const { title, text } = pairs[directionRows[direction].typefaces]
    for (const [name, content] of Object.entries(contents)) {
      const { html } = await buildPage({ style, content, framework, direction }, embedder)
      await visit(html)
      const shown = await readTexts(tab)
      const label = `${name}, ${framework} ${direction}`
      // Browsers embolden a font below 600 where 600 or more is asked for.
      const bold = shown.filter(({ family, weight }) => family === text.family && weight > 600)
      t.same([...new Set(bold.map(({ element, weight }) => `${element} ${weight}`))], [], label)
      const textOf = (texts: typeof shown) => texts.map(one => one.text).join('')
      for (const { family, weight } of [title, text])
        t.equal(
          await findMissing(
            tab,
            family,
            weight,
            textOf(shown.filter(one => one.family === family && one.weight < 600)),
          ),
          '',
          `${label}: ${family}`,
        )
    }
  }
})
