// What each kind of section consists of. An item may have any member: what its kind has no place for follows its texts.
import type { Element } from 'domhandler'
import type { Kit } from '../kits/kit.ts'
import type { PageSection, SectionItem, SectionKind } from '../page-parts.ts'
import { measureText } from '../text-widths.ts'
import { type Content, element, textElement, wrapped } from './elements.ts'
import { type OpenTime, readOpenTimes } from './hours.ts'
import { icon } from './icons.ts'
import {
  buttonElement,
  image,
  itemList,
  type LinkedItem,
  linkedLine,
  linkedParagraphs,
  linkedText,
  paragraphsOf,
  pictureOf,
  placeLink,
  restOf,
  shortClass,
  textOf,
  titleOf,
  withNamedPicture,
} from './items.ts'
import { longestUnit } from './units.ts'

export interface KindContext {
  readonly kit: Kit
  /** Element of the titles of items: below the heading of the section. */
  readonly level: 'h2' | 'h3'
}

type RenderKind = (section: PageSection, context: KindContext) => Content

/** @returns what a section shows below its heading and its text. */
export function renderKind(section: PageSection, context: KindContext): Content {
  return section.items.length > 0 ? kinds[section.kind](section, context) : undefined
}

const kinds: Readonly<Record<SectionKind, RenderKind>> = {
  features: renderFeatures,
  quote: renderQuotes,
  prices: renderTiers,
  menu: renderMenu,
  figures: renderFigures,
  steps: renderSteps,
  questions: renderQuestions,
  gallery: renderGallery,
  logos: renderLogos,
  team: renderTeam,
  hours: renderHours,
  contact: renderContact,
  text: renderFeatures,
  plain: renderFeatures,
}

function renderFeatures({ items }: PageSection, { level }: KindContext): Content {
  return itemList(withLinks(items), item => [pictureOf(item), titleOf(item, level), ...restOf(item, ['title'])])
}

/** Items whose titles are their links, or their pictures where there is no title. */
function withLinks(items: readonly SectionItem[]): readonly LinkedItem[] {
  return items.map(item => placeLink(item, 'title', 'image'))
}

/** One large quote, or several in a list. */
function renderQuotes({ items }: PageSection): Content {
  const [first, ...others] = items.map(renderQuote)
  if (others.length === 0) return first
  const quotes = [first, ...others].map(quote => element('li', {}, quote))
  return element('ul', { class: 'sp-items', 'data-count': items.length }, ...quotes)
}

function renderQuote(quote: SectionItem): Element {
  const item = placeLink(quote, 'cite', 'role', 'paragraphs', 'image')
  return element(
    'figure',
    { class: 'sp-quote' },
    wrapped('blockquote', { class: isQuoted(item) ? 'sp-quoted' : '' }, ...linkedParagraphs(item)),
    pictureOf(item, 'sp-face'),
    linkedLine('figcaption', item, ['cite', 'role'], ', ', 'sp-cite'),
    ...restOf(item, ['paragraphs', 'cite', 'role']),
  )
}

/** Whether a text has quotation marks of its own; others get those of its language. */
function isQuoted({ paragraphs }: SectionItem): boolean {
  return /^[\p{Pi}\p{Pf}„"'「『《]/u.test(paragraphs.join(''))
}

/** Prices with their terms, each with its own link as a button. */
function renderTiers({ items }: PageSection, { kit, level }: KindContext): Content {
  return itemList(items, tier => {
    const { link, price, isHighlighted } = tier
    const item = placeLink(tier, 'title', 'image', 'price', 'period')
    const content = [
      pictureOf(item),
      titleOf(item, level),
      wrapped(
        'p',
        { class: 'sp-price', style: widthOf(price) },
        linkedText('strong', item, 'price'),
        spaced(price, linkedText('small', item, 'period')),
      ),
      ...restOf(link?.text ? { ...item, link: undefined } : item, ['title', 'price', 'period']),
      link?.text ? element('p', { class: 'sp-actions' }, buttonElement(link, kit, !isHighlighted)) : undefined,
    ]
    return [element('div', { class: `sp-card ${kit.classes.card}`, 'data-highlighted': isHighlighted }, ...content)]
  })
}

/** Letters of a number that fit in its box at the largest size. */
const maxLargeLetters = 6
/** Letters of a number with its unit that stays on one line: "30 years". */
const maxLineLetters = 10

/** Longer numbers are set smaller, so that no line ends within one. */
function widthOf(...numbers: readonly string[]): string | undefined {
  const letters = Math.max(...numbers.map(text => (text.length > maxLineLetters ? longestUnit(text) : text.length)))
  return letters > maxLargeLetters ? `--sp-letters:${letters}` : undefined
}

/** A period stands apart from its price where a reader copies both. */
function spaced(price: string, period: Content): Content {
  return price === '' || period === undefined || typeof period === 'string' ? period : element('span', {}, ' ', period)
}

/** An item with nothing but a title is the heading of those below it. */
function isGroupTitle(item: SectionItem): boolean {
  const { title, value, price, period, cite, role, image: shown, paragraphs } = item
  const others = [value, price, period, cite, role, ...paragraphs]
  return title !== '' && shown === undefined && others.every(text => text === '') && !item.link?.text
}

/** A list of dishes or services: a line of leader dots between title and price. */
function renderMenu({ items }: PageSection, { level }: KindContext): Content {
  const amountClass = ({ price, period, value }: SectionItem) =>
    shortClass([price || value, period].filter(Boolean).join(' '))
  // "from 180 € a metre" takes as much of a column as its title.
  const hasWide = items.some(item => amountClass(item) === '')
  const render = (dish: SectionItem) => {
    const item = placeLink(dish, 'title', 'image', 'price', 'value', 'period')
    if (isGroupTitle(item)) return [titleOf(item, level, 'sp-group')]
    const amount = [item.price ? 'price' : 'value', 'period'] as const
    const shown = linkedLine('p', item, amount, ' ', `sp-amount ${amountClass(item)}`)
    return [
      pictureOf(item),
      wrapped('div', { class: 'sp-line' }, titleOf(item, level), shown),
      ...restOf(item, ['title', ...amount]),
    ]
  }
  return itemList(items, render, hasWide ? { style: '--sp-wide-dish:100%' } : {})
}

function renderFigures({ items }: PageSection): Content {
  // The numbers of a row have one size.
  const style = widthOf(...items.map(({ value }) => value))
  return itemList(items, figure => {
    const item = placeLink(figure, 'title', 'image', 'value')
    return [
      pictureOf(item),
      wrapped('p', { class: 'sp-value', style }, linkedText('span', item, 'value')),
      linkedText('p', item, 'title', 'sp-label'),
      ...restOf(item, ['value', 'title']),
    ]
  })
}

/** Each with its time, year or number as the marker. */
function renderSteps({ items }: PageSection, { level }: KindContext): Content {
  const areNumbered = areMarkers(items)
  const render = ([item, ...times]: Step) => {
    if (areNumbered) return [titleOf(item, level, 'sp-value'), pictureOf(item), ...restOf(item, ['title'])]
    if (times.length > 0)
      return [titleOf(item, level, 'sp-value'), element('dl', { class: 'sp-times' }, ...times.flatMap(renderTime))]
    return [
      linkedText('p', item, 'value', 'sp-value'),
      pictureOf(item),
      titleOf(item, level),
      ...restOf(item, ['value', 'title']),
    ]
  }
  return itemList(stepsOf(withLinks(withOneForm(items))), render, { name: 'ol' })
}

/** Letters of a year, "Week 3" or "30 September". */
const maxMarker = 14

/** Whether titles say when their steps are: they need no other number. */
function areMarkers(items: readonly SectionItem[]): boolean {
  const isShort = items.every(({ value, title }) => value === '' && title !== '' && title.length <= maxMarker)
  return isShort && items.filter(({ title }) => /\p{Nd}/u.test(title)).length > items.length / 2
}

/** The texts of times and years are all set as titles, or none: the longest one decides. */
function withOneForm(items: readonly SectionItem[]): readonly SectionItem[] {
  const areTexts = items.some(({ title, paragraphs }) => title === '' && paragraphs.length > 0)
  const isEither = items.every(
    ({ value, title, paragraphs }) => value !== '' && (title === '' || paragraphs.length === 0),
  )
  if (!areTexts || !isEither) return items
  return items.map(item => (item.title === '' ? item : { ...item, title: '', paragraphs: [item.title] }))
}

/** An item, or a day and the items of its times. */
type Step = readonly [item: LinkedItem, ...times: readonly LinkedItem[]]

function stepsOf(items: readonly LinkedItem[]): readonly Step[] {
  const steps: [LinkedItem, ...LinkedItem[]][] = []
  for (const item of items) {
    const day = steps.at(-1)
    if (day && item.value !== '' && isGroupTitle(day[0])) day.push(item)
    else steps.push([item])
  }
  return steps
}

function renderTime(item: LinkedItem): readonly Content[] {
  return [
    element('dt', {}, item.value),
    element('dd', {}, pictureOf(item), linkedText('span', item, 'title'), ...restOf(item, ['value', 'title'])),
  ]
}

/** The first answer is open. */
function renderQuestions({ items }: PageSection): Content {
  const questions = items.map((question, index) => {
    const item = placeLink(withNamedPicture(question), 'image')
    const answer = wrapped('div', { class: 'sp-answer' }, pictureOf(item), ...restOf(item, ['title']))
    return element('details', { class: 'sp-question', open: index === 0 }, element('summary', {}, item.title), answer)
  })
  return element('div', { class: 'sp-questions' }, ...questions)
}

function renderGallery({ items }: PageSection): Content {
  const { columns, wide } = galleryColumns(items.length)
  const renderShot = (shot: SectionItem): readonly Content[] => {
    const item = placeLink(withNamedPicture(shot), 'image', 'title')
    const caption = linkedLine('figcaption', item, ['title', 'paragraphs'], ' · ')
    return [element('figure', { class: 'sp-shot' }, pictureOf(item), caption), ...restOf(item, ['title', 'paragraphs'])]
  }
  return itemList(items, renderShot, { style: `--sp-columns:${columns}`, wide })
}

/** Three or four columns whose rows are full: at most two pictures take two of them. */
function galleryColumns(count: number): { readonly columns: number; readonly wide: number } {
  if (count < 3) return { columns: count, wide: 0 }
  const [three = 0, four = 0] = [3, 4].map(columns => (columns - (count % columns)) % columns)
  return three < four || (three === four && count < 8) ? { columns: 3, wide: three } : { columns: 4, wide: four }
}

/** Pictures of brands, or their names. */
function renderLogos({ items }: PageSection): Content {
  return itemList(items, brand => {
    const { title, image: logo } = brand
    const item = placeLink(brand, 'image', 'title')
    const named = logo && { ...item, image: { ...logo, alt: title || logo.alt } }
    return [
      named ? pictureOf(named, 'sp-logo') : linkedText('span', item, 'title', 'sp-name'),
      ...restOf(item, ['title']),
    ]
  })
}

function renderTeam({ items }: PageSection, { level }: KindContext): Content {
  return itemList(withLinks(items), item => [
    pictureOf(item),
    wrapped('div', { class: 'sp-person' }, titleOf(item, level), textElement('p', item.role, 'sp-role')),
    ...restOf(item, ['title', 'role']),
  ])
}

/** A table of days and times, with a bar of the day for each where the times of all are known. */
function renderHours({ items }: PageSection, { kit: { classes } }: KindContext): Content {
  const rows = withLinks(items.map(withTimes))
  const days = rows.filter(item => !isGroupTitle(item) && !item.link?.text).map(({ value }) => readOpenTimes(value))
  const hasBars = days.every(times => times !== undefined)
  const lines = rows.map(item => {
    if (isGroupTitle(item)) {
      const title = linkedText('span', item, 'title')
      const heading = element('th', { class: 'sp-group', colspan: hasBars ? 3 : 2, scope: 'rowgroup' }, title)
      return element('tr', {}, heading)
    }
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: shortClass(item.title) },
        pictureOf(item),
        linkedText('span', item, 'title'),
      ),
      hasBars ? barOf(readOpenTimes(item.value)) : undefined,
      element('td', { class: shortClass(item.value) }, textOf(item, 'value'), ...restOf(item, ['title', 'value'])),
    )
  })
  return element('table', { class: `sp-table ${classes.table}` }, element('tbody', {}, ...lines))
}

/** Without a value, the first paragraph has the times. */
function withTimes(item: SectionItem): SectionItem {
  const [first = '', ...others] = item.paragraphs
  return item.value === '' && !isGroupTitle(item) ? { ...item, value: first, paragraphs: others } : item
}

function barOf(times: readonly OpenTime[] = []): Element {
  const spans = times.map(({ from, to }) =>
    element('span', { class: 'sp-open', style: `--sp-from:${from};--sp-to:${to}` }),
  )
  return element('td', { class: 'sp-day', 'aria-hidden': 'true' }, element('span', { class: 'sp-bar' }, ...spans))
}

/** Addresses, telephone numbers and links as display type, each with its label; the widest link has a line that is wide enough. */
function renderContact({ items }: PageSection, { level }: KindContext): Content {
  const widest = Math.max(0, ...items.map(({ link }) => measureText(link?.text ?? '')))
  const render = (item: SectionItem) => {
    const { link, paragraphs } = item
    const isNamed = link?.text !== undefined && link.text !== ''
    const [first, ...others] = isNamed || paragraphs.length === 0 ? ['', ...paragraphs] : paragraphs
    const text = isNamed ? link.text : first || item.value
    const shown = text === '' ? undefined : element('p', { class: 'sp-entry' }, ...entryOf(text, link?.href))
    const used = { ...item, link: text === '' ? link : undefined, paragraphs: text === '' ? paragraphs : others }
    const placed = placeLink(used, 'title', 'image')
    return [
      pictureOf(placed),
      titleOf(placed, level),
      shown,
      ...restOf(placed, isNamed || first !== '' ? ['title'] : ['title', 'value']),
    ]
  }
  return itemList(items, render, { style: `--sp-width:${Math.ceil(widest)}` })
}

function entryOf(text: string, href: string | undefined): readonly Content[] {
  const words = element('bdi', {}, text)
  return href === undefined ? [words] : [element('a', { href }, words, icon('arrow'))]
}

/** The picture of a section, and its texts where they are not an introduction. */
export function sectionTexts({ paragraphs }: PageSection): Content {
  return wrapped('div', { class: 'sp-prose' }, ...paragraphsOf(paragraphs))
}

export function sectionImage({ image: shown }: PageSection): Element | undefined {
  return shown && image(shown, 'sp-picture')
}
