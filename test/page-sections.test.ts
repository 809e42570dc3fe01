// The sections of a page: their texts, pictures, links and rows, with the header, the closing and the footer around them.
import t from 'tap'
import { type PageContent, sectionTypes } from '../schemas/page-content.ts'
import { type Direction, directions, frameworks, layouts, responsiveTypes } from '../schemas/sparkpage.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { cellsPerRow } from '../src/sparkpage/section-frame.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { build, colors, input, measured } from './helpers/page.ts'
import { completePage, texts } from './helpers/samples.ts'

/** Colours for which every direction has its second and its third body; for `colors` it has its first one. */
const [secondColors, thirdColors] = [
  ['#6D28D7', ...colors.slice(1)],
  ['#6D28D8', ...colors.slice(1)],
]

t.test('the last action is shown in the way of the direction', async t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const closingOf = (direction: Direction, own: readonly string[], content = { ...texts.plain, sections }) => {
    const { html } = build({ style: { ...measured({}), colors: [...own] }, direction, content })
    const closing = html.slice(html.indexOf('<!-- The action once more -->'), html.indexOf('</main>'))
    const visual = /sp-closing-(picture|art)/.exec(closing)?.[1]
    return [closing.includes('"sp-closing sp-highlighted') && 'highlighted', visual].filter(Boolean).join(' ')
  }
  t.same(
    directions.map(direction => [
      direction,
      ...[colors, secondColors, thirdColors].map(own => closingOf(direction, own)),
    ]),
    [
      ['gallery', 'picture', 'highlighted picture', 'highlighted picture'],
      ['signal', 'highlighted picture', 'highlighted picture', 'highlighted picture'],
      ['journal', 'picture', 'highlighted picture', 'highlighted picture'],
      ['stage', 'picture', 'highlighted picture', 'picture'],
      ['mosaic', 'highlighted picture', 'highlighted picture', 'highlighted picture'],
      ['studio', 'highlighted picture', 'highlighted picture', 'picture'],
    ],
  )
  const without = build({ direction: 'stage', content: { ...texts.plain, sections } }).html
  t.match(without, 'class="sp-closing-art', 'without a picture it is beside art')
  t.notMatch(without, 'class="sp-closing-picture')
})

t.test('a header has a brand without an action, and a logo that says whose it is', async t => {
  const src = 'https://example.com/logo.svg'
  const url = 'https://example.com/'
  for (const framework of frameworks) {
    const headerOf = (content: Partial<PageContent>) =>
      /<header[\s\S]*<\/header>/.exec(build({ framework, content: { ...texts.plain, ...content } }).html)?.[0] ?? ''
    const brand = { name: 'Sea Hotel' }
    t.match(headerOf({ brand, cta_url: url }), /<a class="sp-button[^>]*>Start free</, framework)
    for (const content of [{ brand }, { brand, cta_url: url, cta_button_text: ' ' }]) {
      const withoutAction = headerOf(content)
      t.match(withoutAction, '>Sea Hotel<', framework)
      t.notMatch(withoutAction, /<a |<button/, `${framework}: an action that leads nowhere, and none`)
    }
    const nameOf = (name: string, alt: string) =>
      /<img [^>]*alt="([^"]*)"/.exec(headerOf({ brand: { name, url, logo: { src, alt } } }))?.[1]
    t.equal(nameOf('Sea Hotel', 'A wave'), 'Sea Hotel', framework)
    t.equal(nameOf('', 'A wave'), 'A wave', framework)
    t.equal(nameOf('', ''), url, `${framework}: a link needs a name`)
    t.match(headerOf({ brand: { name: '', logo: { src, alt: '' } } }), /<span [^>]*>\s*<img [^>]*alt=""/, framework)
  }
})

t.test('a page has every given part, in every framework and layout, and nothing else', async t => {
  const parts = ['See the suites', 'Mornings by the sea', 'Eggs.', 'The coast road.', '© Sea Hotel']
  /** In the first screen or the header and at the end. */
  const repeated = ['Sea Hotel', 'Breakfast until noon.']
  /** As links of header, menu and footer and as a heading. */
  const linked = ['Suites', 'Breakfast', 'How to find us']
  const count = (html: string, text: string) => html.split(`>${text}<`).length - 1
  for (const framework of frameworks) {
    for (const layout of layouts) {
      const { html } = build({ framework, layout, content: completePage })
      for (const part of parts) t.equal(count(html, part), 1, `${framework} ${layout}: ${part}`)
      for (const part of repeated) t.equal(count(html, part), 2, `${framework} ${layout}: ${part}`)
      for (const part of linked) t.equal(count(html, part), 4, `${framework} ${layout}: ${part}`)
      t.equal(count(html, 'Book a suite'), 3, `${framework} ${layout}: the action`)
      t.equal(html.match(/<img /g)?.length, 2)
      t.equal(html.match(/class="sp-closing-picture"/g)?.length, 1, 'the picture ends the page, too')
      t.match(html, /<meta property="og:image" content="https:\/\/example.com\/sea.jpg">/)
      const plainPage = build({ framework, layout, content: texts.plain }).html
      for (const nothing of ['<header', '<footer', '<h2', '<nav', '<img', 'sp-secondary"', 'id="sections"'])
        t.notOk(
          plainPage.replace(/<style>[\s\S]*<\/style>/, '').includes(nothing),
          `${framework} ${layout}: no ${nothing}`,
        )
    }
  }
})

t.test('the closing repeats the lead; without one the headline', t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const closingOf = (sub_headline: string) => {
    const { html } = build({ content: { ...texts.plain, sub_headline, sections } })
    return /sp-heading([^"]*)"[^>]*>([^<]*)<\/p>/.exec(html.slice(html.indexOf('"sp-closing')))?.slice(1)
  }
  t.same(closingOf('By the sea'), [' sp-closing-lead', 'By the sea'])
  t.same(closingOf(`${'By the sea '.repeat(4)}.`), [' sp-closing-lead sp-long', `${'By the sea '.repeat(4)}.`])
  t.same(closingOf('京都の小さな神社をめぐる、二時間の早朝さんぽ。案内人は土地で育った三人。'), ['', 'Ship your story'])
  t.same(closingOf(''), ['', 'Ship your story'])
  t.end()
})

t.test('features beside a picture are a list in the direction studio, and cards where they have pictures', t => {
  const items = [{ title: 'Oak', text: 'From here.' }, { title: 'Ash' }]
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const partsOf = (changed: object) => {
    const sections = [
      { type: 'features' as const, heading: 'Wood', items: items.map(item => ({ ...item, ...changed })) },
    ]
    const content = { ...texts.plain, image, sections }
    const { html } = build({ style: { colors }, direction: 'studio', content })
    return [...html.matchAll(/<article class="([^"]*)"/g)].map(([, name]) => name)
  }
  t.same(partsOf({}), ['sp-line', 'sp-line'])
  t.notMatch(partsOf({ image }).join(), 'sp-line')
  t.end()
})

t.test('quotations have marks: their own, or those of the language', t => {
  const quoteOf = (text: string) => {
    const sections = [{ type: 'quote' as const, heading: 'Guests', items: [{ text }] }]
    return build({ content: { ...texts.plain, sections } }).html
  }
  t.match(quoteOf('It worked.'), '<blockquote class="sp-unquoted">')
  for (const text of ['“It worked.”', '„Gut.“', '»Gut.«', '「良い」']) t.match(quoteOf(text), '<blockquote>', text)
  t.end()
})

t.test('a long page ends with a footer: its own, or the links of the header', async t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const footerOf = (changes: object) => {
    const { html } = build({ content: { ...input.content, ...changes } })
    return /<footer[\s\S]*<\/footer>/.exec(html)?.[0]
  }
  const brand = { name: 'Harbour' }
  const footer = footerOf({ brand, sections })
  t.match(footer, 'Harbour')
  t.same(
    [...String(footer).matchAll(/<a [^>]*>(\w+)</g)].map(([, text]) => text),
    ['Rooms', 'Food', 'Prices'],
  )
  t.notMatch(footerOf({ brand, sections, nav: false }), '<a ')
  t.match(footerOf({ brand, sections, footer: 'Aarhus' }), '#section-3', 'also beside a text')
  const footer_columns = [{ links: [{ text: 'Imprint', url: '#imprint' }] }]
  t.notMatch(footerOf({ brand, sections, footer_columns }), '#section-3', 'its own')
  t.equal(footerOf({ brand, sections: sections.slice(1) }), undefined, 'not on a short page')
  t.equal(footerOf({ sections }), undefined, 'not without a brand')
})

t.test('plain sections are cards, rows or pictures beside texts, and no row of cards has a hole', async t => {
  const short = { heading: 'Suites', text: 'Twelve.' }
  const long = { heading: 'Breakfast', text: 'Bread and eggs. '.repeat(17) }
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  for (const framework of frameworks) {
    for (const responsiveType of responsiveTypes) {
      const articles = (sections: NonNullable<PageContent['sections']>, direction: Direction) =>
        build({ framework, responsiveType, direction, content: { ...texts.plain, sections } }).html.match(/<article /g)
          ?.length ?? 0
      const name = `${framework} ${responsiveType}`
      for (const count of [2, 3, 4, 5])
        t.equal(articles(Array(count).fill(short), 'signal'), count, `${name}: ${count}`)
      t.equal(articles([short, long], 'signal'), 0, `${name}: a long text`)
      t.equal(articles([short], 'signal'), 0, `${name}: one section`)
      t.equal(articles([short, short], 'journal'), 0, `${name}: a direction of rows`)
      t.equal(articles([short, { ...short, image }, short], 'signal'), 0, `${name}: a picture between`)
      t.equal(articles(Array(3).fill({ ...short, image }), 'journal'), 3, `${name}: three pictures`)
    }
  }
  const page = build({
    content: { ...texts.plain, sections: [short, short, { ...short, type: 'text' }, short, short] },
  })
  const places = [...page.html.matchAll(/<h2 id="section-\d" class="([^ "]+)/g)].map(([, name]) => name)
  const [card, row] = ['sp-subheading', 'sp-heading']
  t.same(places, [card, card, row, card, card], 'a text that the request names stands alone')
  t.match(
    page.html,
    /<div class="sp-pair sp-ruled[^"]*">\s*<div [^>]*>\s*<h2 id="section-3"/,
    'its heading is beside it',
  )
  for (let count = 1; count <= 24; count++) {
    const perRow = cellsPerRow(count)
    const last = count % perRow || perRow
    t.ok(last === perRow || last >= perRow - 2, `${count} in rows of ${perRow}`)
  }
})

t.test('a section of any kind shows every text, picture and link of its items, in every framework', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  const words = { title: 'Ttl', text: 'Txt', price: '7 EUR', period: 'a year', value: '42', cite: 'Cit', role: 'Rol' }
  const items = [{ ...words, image, url: 'https://example.com/go', cta_text: 'Act' }, { title: 'Other' }]
  for (const framework of frameworks) {
    for (const type of sectionTypes) {
      const { html } = build({ framework, content: { ...texts.plain, sections: [{ type, heading: 'Head', items }] } })
      const body = html.slice(html.indexOf('<main'))
      const missing = [...Object.values(words), 'Head', 'Other', 'Act'].filter(word => !body.includes(word))
      t.same(missing, [], `${framework} ${type}`)
      t.ok(body.includes('href="https://example.com/go"'), `${framework} ${type}: its link`)
      t.ok(body.includes('src="https://example.com/a.jpg"'), `${framework} ${type}: its picture`)
    }
  }
})

t.test('the title of an item is its link if the link has no text, else its picture', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const url = 'https://example.com/go'
  for (const type of ['features', 'gallery', 'logos', 'contact'] as const) {
    const of = (item: object) =>
      build({ content: { ...texts.plain, sections: [{ type, heading: 'Head', items: [{ url, ...item }] }] } }).html
    t.match(of({ title: 'Ttl', image }), /<a href="https:\/\/example.com\/go">(?:Ttl<|<img [^>]*alt="Ttl")/, type)
    t.match(of({ image }), /<a href="https:\/\/example.com\/go"><img [^>]*alt="https:\/\/example.com\/go"/, type)
    t.match(
      of({ image, cta_text: 'Act' }),
      /<img [^>]*alt="">[\s\S]*<a [^>]*href="https:\/\/example.com\/go">Act</,
      type,
    )
    t.match(of({ image, url: undefined }), /<img [^>]*alt="">/, type)
    const leftOut = of({ title: 'Ttl', cta_text: 'Act', url: 'javascript:1' })
    t.match(leftOut, /<span [^>]*>Act</, `${type}: without its target a link is a text`)
    t.notMatch(leftOut, '>Act</a>', type)
  }
})

t.test('the tier that the request names is highlighted, else the second of three or more', async t => {
  const highlighted = (count: number, chosen?: number) => {
    const items = Array.from({ length: count }, (_, index) => ({
      title: 'Ttl',
      price: '9 €',
      highlighted: index === chosen,
    }))
    const { html } = build({ content: { ...texts.plain, sections: [{ type: 'prices', heading: 'Head', items }] } })
    return [...html.matchAll(/<article class="([^"]*)"/g)].map(([, names]) => /sp-highlighted/.test(String(names)))
  }
  t.same(highlighted(3), [false, true, false])
  t.same(highlighted(3, 0), [true, false, false])
  t.same(highlighted(2), [false, false])
})

t.test(
  'tiers have actions of their own, or that of the page where it leads out of it, else one to the contacts',
  async t => {
    const actions = (own: object, action: object, ...others: readonly object[]) => {
      const items = ['One', 'Two'].map(title => ({ title, price: '9 €', ...own }))
      const content = {
        ...texts.plain,
        cta_button_text: 'Action',
        ...action,
        sections: [{ type: 'prices', heading: 'Head', items }, ...others],
      }
      const [, tiers = ''] = /<article([\s\S]*?)<\/section>/.exec(build({ content }).html) ?? []
      return [...tiers.matchAll(/<a class="sp-button[^>]*href="([^"]*)">([^<]*)/g)].map(
        ([, href, text]) => `${text} ${href}`,
      )
    }
    const out = { cta_url: 'https://example.com/start' }
    const action = 'Action https://example.com/start'
    t.same(actions({}, out), [action, action])
    t.same(actions({}, { cta_url: '#head' }), [], 'none leads back to its own section')
    t.same(actions({}, {}), [])
    const contact = { type: 'contact', heading: 'Find us', text: 'hello@example.com' }
    t.same(actions({}, {}, contact), ['Action #section-2', 'Action #section-2'])
    t.same(actions({}, out, contact), [action, action])
    t.same(actions({}, {}, { ...contact, heading: '' }), [], 'nothing to lead to')
    const own = 'Own https://example.com/own'
    t.same(actions({ url: 'https://example.com/own', cta_text: 'Own' }, out), [own, own])
    const mixed = [{ title: 'One', price: '9 €', cta_text: 'Own', url: 'https://example.com/own' }, { title: 'Two' }]
    const shown = build({
      content: { ...texts.plain, cta_button_text: 'Action', ...out, sections: [{ type: 'prices', items: mixed }] },
    })
    t.match(shown.html, />Own<[\s\S]*<article[\s\S]*>Action<[\s\S]*<\/article>/, 'one of them')
    t.same(actions({ url: 'https://example.com/own' }, out), [], 'the title is the link')
    const named = (action: object, ...others: readonly object[]) => actions({ cta_text: 'Own' }, action, ...others)[0]
    t.equal(
      named(out),
      'Own https://example.com/start',
      'an action without an address leads where that of the page does',
    )
    t.equal(named({ ...out, cta_button_text: '' }), 'Own https://example.com/start', 'also where the page shows none')
    t.equal(named({}, contact), 'Own #section-2')
    t.equal(named({ cta_url: '#head' }), 'Own #head')
    t.equal(named({}), 'Own #top', 'the first section is its own')
    const prices = { type: 'prices', heading: 'Head', items: [{ price: '9 €', cta_text: 'Own' }] }
    const sections = [{ heading: 'Suites', text: 'Twelve.' }, prices]
    t.match(build({ content: { ...texts.plain, sections } }).html, 'href="#section-1">Own<')
  },
)

t.test('the action of the page stands once more: in every tier, else after questions or steps', async t => {
  const items = [{ title: 'One', text: 'Words.' }, { title: 'Two' }, { title: 'Three' }]
  const tiers = items.map(item => ({ ...item, price: '9 €' }))
  const placesOf = (...types: readonly string[]) => {
    const sections = types.map(type => ({ type, heading: 'Head', items: type === 'prices' ? tiers : items }))
    const content = { ...texts.plain, cta_url: 'https://example.com/start', sections }
    const [, shown = ''] = build({ content }).html.split('<!-- Sections -->')
    const [own = ''] = shown.split('<!-- The action once more -->')
    return own.split('<section').flatMap((section, index) => {
      const buttons = section.match(/<a class="sp-button/g) ?? []
      return buttons.length === 0 ? [] : [`${types[index - 1]} ${buttons.length}`]
    })
  }
  t.same(placesOf('steps', 'questions', 'prices'), ['prices 3'])
  t.same(placesOf('steps', 'questions', 'features'), ['questions 1'])
  t.same(placesOf('steps', 'features'), ['steps 1'])
  t.same(placesOf('features', 'steps'), [], 'in the last section it would be next to the action that ends the page')
})

t.test('of a contact that says more than its telephone number, that alone is the link', async t => {
  const shown = (text: string, own: object = {}) => {
    const items = [{ title: 'Phone', text, url: 'tel:+17045550121', ...own }]
    const { html } = build({ content: { ...texts.plain, sections: [{ type: 'contact', heading: 'Call', items }] } })
    return /<div class="sp-entry">[\s\S]*?(<p[\s\S]*?<\/p>)/.exec(html)?.[1]?.replace(/ class="[^"]*"/g, '')
  }
  const link = (text: string) => `<a href="tel:+17045550121">${text}</a>`
  t.equal(shown('(704) 555-0121, weekdays 9 to 4'), `<p>${link('(704) 555-0121')}, weekdays 9 to 4</p>`)
  t.equal(shown('Ring +1 704 555 0121'), `<p>Ring ${link('+1 704 555 0121')}</p>`)
  t.equal(shown('+1 704 555 0121'), `<p>${link('+1 704 555 0121')}</p>`)
  t.equal(shown('Call the office'), `<p>${link('Call the office')}</p>`, 'words')
  t.match(shown('Weekdays', { cta_text: '704 555 0121 (office)' }), /Weekdays/, 'of several texts none is lost')
  t.match(shown('704 555 0121, weekdays', { value: 'Day and night' }), /Day and night/, 'nor one of another member')
})

t.test('the address of an item is a link with a name, whatever the item says', async t => {
  const url = 'https://example.com/go'
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const items = [
    { title: 'Why?', text: 'So.\n\nAnd so.' },
    { title: 'Why?' },
    { title: 'Why?', image },
    { text: 'So.\n\nAnd so.', image },
    { text: 'So.\n\nAnd so.' },
    { text: 'It worked.', cite: 'Ida Holm' },
    { title: 'Guests', text: 'It worked.', role: 'Guest' },
    { role: 'Guest' },
    { value: '12', title: 'suites' },
    { value: '12' },
    { value: '12', image },
    { price: '9 €' },
    { price: '9 €', title: 'Day' },
    { price: '9 €', period: 'per day' },
    { period: 'per day' },
    { period: 'per day', image },
    { image },
  ]
  for (const type of sectionTypes) {
    for (const item of items) {
      const sections = [{ type, heading: 'Head', items: [{ ...item, url }, { title: 'Other' }] }]
      const { html } = build({ content: { ...texts.plain, sections } })
      const links = [...html.matchAll(/<a [^>]*href="https:\/\/example\.com\/go">([\s\S]*?)<\/a>/g)].map(
        ([, name]) => name,
      )
      const where = `${type} ${JSON.stringify(item)}: ${JSON.stringify(links)}`
      t.equal(links.length, 1, where)
      t.match(links[0], /alt="[^"]|>[^<>]+<|^[^<>]+$/, where)
    }
  }
})

t.test('the link of a quote is its author, that of a figure its label, that of a question in its answer', async t => {
  const bodyOf = (type: (typeof sectionTypes)[number], item: object) => {
    const sections = [{ type, heading: 'Head', items: [{ ...item, url: '#go' }] }]
    const { html } = build({ content: { ...texts.plain, sections } })
    return html.slice(html.indexOf('<main'))
  }
  t.match(
    bodyOf('quote', { text: 'It worked.', cite: 'Ida', role: 'Guest' }),
    /<figcaption [^>]*><a href="#go">Ida, Guest</,
  )
  t.match(bodyOf('quote', { text: 'It worked.\n\nTwice.' }), /<p class="sp-quote"><a href="#go">Twice.</)
  t.match(bodyOf('figures', { value: '12', title: 'suites' }), /<p class="sp-text"><a href="#go">suites</)
  t.match(bodyOf('figures', { value: '12' }), /<p class="sp-value"><a href="#go">12</)
  t.match(bodyOf('prices', { price: '9 €', period: 'a day' }), /<p class="sp-price">\s*<strong><a href="#go">9 €</)
  t.match(
    bodyOf('questions', { title: 'Why?', text: 'So.\n\nSee here.' }),
    /<p class="sp-text">So.<\/p>\s*<p class="sp-text"><a class="sp-link" href="#go">See here.</,
  )
  t.match(
    bodyOf('questions', { title: 'Why?' }),
    /<div class="sp-answer">\s*<p class="sp-text"><a class="sp-link" href="#go">Why\?</,
  )
  t.match(bodyOf('gallery', { title: 'Garden', text: 'In May' }), /<figcaption [^>]*><a href="#go">Garden · In May</)
})

t.test('the label of the button of a highlighted price is read on any page', async t => {
  for (const palette of [colors, ['#D8D8D8', '#F4F4F4'], ['#3A3A3A', '#101010'], ['#FFE600', '#FFFFFF'], ['#C7C3AF']])
    for (const scheme of ['light', 'dark']) {
      const { cssVariables: variables } = build({ style: { colors: palette, scheme } })
      const [ink = '', label = ''] = ['on-highlight', 'label'].map(name => variables[`--sp-${name}`])
      t.ok(wcagContrast(label, ink) >= 7, `${label} on ${ink}`)
    }
})

t.test('no two grounds of sections touch', async t => {
  const bands = (...types: readonly string[]) => {
    const sections = types.map(type => ({ type, heading: type, items: [{ title: 'Ttl', text: 'Txt' }] }))
    const { html } = build({ content: { ...texts.plain, sections } })
    return [...html.matchAll(/<section class="(sp-band)?[^"]*">(?=[\s\S]{0,200}<h2 id="section-)/g)].map(
      ([, band]) => !!band,
    )
  }
  t.same(bands('quote', 'figures', 'contact'), [true, false, true])
  t.same(bands('figures', 'features', 'quote', 'quote'), [true, false, true, false])
})

t.test('bands stand out from a light page, and do not dazzle on a dark one', async t => {
  for (const scheme of ['light', 'dark'] as const) {
    const { light, dark } = solveTheme(colors, scheme)
    const { cssVariables } = build({ style: { colors, scheme } })
    t.match(cssVariables, { '--sp-dark-foot': dark.surface, '--sp-dark-on-foot': dark.text })
    t.equal(cssVariables['--sp-foot'], scheme === 'light' ? light.text : dark.surface)
  }
})

t.test('contacts leave no hole: beside their heading, three of them below it', async t => {
  const columns = (count: number, heading: string, own: object = {}) => {
    const items = Array.from({ length: count }, (_, index) => ({ title: `${index}`, text: 'Txt' }))
    const { html } = build({ content: { ...texts.plain, sections: [{ type: 'contact', heading, items, ...own }] } })
    return Number(/sp-entries sp-grid sp-grid-(\d)/.exec(html)?.[1])
  }
  t.same(
    [1, 2, 3, 4].map(count => columns(count, 'Find us')),
    [1, 2, 3, 2],
  )
  t.equal(columns(3, ''), 3)
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  t.same(
    [1, 2, 3, 4].map(count => columns(count, '', { image })),
    [1, 2, 3, 2],
    'beside a picture, too',
  )
})

t.test('a section of any kind shows its own picture once', async t => {
  const own = { image: { src: 'https://example.com/own.jpg', alt: 'Own' } }
  const items = [{ title: 'Why?', text: 'So.', value: '1', cite: 'Ida' }, { title: 'When?' }]
  const shapes = {
    'with two items': { heading: 'Head', text: 'Txt', items },
    'with one item': { heading: 'Head', text: 'Txt', items: items.slice(0, 1) },
    'without a heading': { heading: '', text: '', items },
    'without items': { heading: 'Head', text: '' },
    alone: { heading: '', text: '' },
  }
  for (const [index, framework] of frameworks.entries()) {
    const direction = directions[index] ?? 'studio'
    for (const type of sectionTypes) {
      for (const [shape, section] of Object.entries(shapes)) {
        const sections = [{ type, ...own, ...section }]
        const { html } = build({ framework, direction, content: { ...texts.plain, sections } })
        const shown = html.match(/<img [^>]*src="https:\/\/example\.com\/own\.jpg" alt="Own"/g)?.length
        t.equal(shown, 1, `${framework} ${direction}: ${type} ${shape}`)
      }
    }
  }
})

t.test('a single quote is beside the picture of its section, several are below it', async t => {
  const image = { src: 'https://example.com/own.jpg', alt: 'Own' }
  const rowOf = (count: number) => {
    const items = Array.from({ length: count }, () => ({ text: 'It worked.', cite: 'Ida' }))
    const sections = [{ type: 'quote', heading: 'Head', image, items }]
    const { html } = build({ content: { ...texts.plain, sections } })
    return /<div class="(sp-(?:quote-row|head))[^>]*>(?:(?!<figure)[\s\S])*own\.jpg/.exec(html)?.[1]
  }
  t.equal(rowOf(1), 'sp-quote-row')
  t.equal(rowOf(2), 'sp-head')
})

t.test('a heading and its items are side by side, and either alone has the whole width', async t => {
  const items = [{ title: 'Why?', text: 'So.' }]
  const text = 'We are glad to hear from you, whenever you come.'
  for (const type of ['questions', 'contact'] as const) {
    const columnsOf = (section: object) => {
      const content = { ...texts.plain, sections: [{ type, ...section }] }
      const { html } = build({ framework: 'bootstrap', content })
      const sections = html.slice(html.indexOf('<!-- Sections'), html.indexOf('</main>'))
      return [...sections.matchAll(/"col-lg-(\d+)"/g)].map(([, twelfths]) => Number(twelfths))
    }
    t.same(columnsOf({ heading: 'Head', items }), [5, 7], type)
    t.same(columnsOf({ heading: '', text, items }), [5, 7], `${type} with a text alone`)
    t.same(columnsOf({ heading: '', items }), [12], `${type} without a heading`)
    t.same(columnsOf({ heading: 'Head', text }), [], `${type} without items`)
    const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
    t.same(columnsOf({ heading: '', items, image }), [5, 7], `${type} with a picture alone`)
    t.same(columnsOf({ heading: 'Head', image }), [5, 7], `${type} with a picture instead of items`)
    t.same(columnsOf({ heading: '', image }), [12], `${type}: a picture and nothing else`)
  }
})

t.test('figures are as large as the longest of them has space for', async t => {
  const sizeOf = (...values: readonly string[]) => {
    const items = values.map(value => ({ value, title: 'suites' }))
    const content = { ...texts.plain, sections: [{ type: 'figures' as const, heading: 'Numbers', items }] }
    return Number.parseFloat(build({ content }).cssVariables['--sp-figure']?.slice('min('.length) ?? '')
  }
  t.ok(sizeOf('4', '19') > sizeOf('4', '12,000 km'))
  t.ok(sizeOf('120,000', '12') > sizeOf('120,000', '12', '9', '8'), 'more of them have smaller cells')
  t.ok(sizeOf('9') <= 8.5)
  t.ok(sizeOf('a value of many words', '1', '2', '3') >= 3)
  t.equal(build().cssVariables['--sp-figure'], undefined)
})

t.test('a mail address breaks before its host only', async t => {
  const contact = { type: 'contact', heading: 'Find us', text: 'workshop@composing-stick.example' }
  const { html } = build({ content: { ...texts.plain, sections: [contact] } })
  t.match(html, 'href="mailto:workshop@composing-stick.example">workshop@<wbr>composing-stick.example<')
})
