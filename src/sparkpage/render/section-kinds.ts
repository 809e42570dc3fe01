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
  linkedLine,
  linkedText,
  paragraphsOf,
  pictureOf,
  restOf,
  shortClass,
  titleOf,
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
  return itemList(items, item => [pictureOf(item), titleOf(item, level), ...restOf(item, ['title'])])
}

/** One large quote, or several in a list. */
function renderQuotes({ items }: PageSection): Content {
  const [first, ...others] = items.map(renderQuote)
  if (others.length === 0) return first
  const quotes = [first, ...others].map(quote => element('li', {}, quote))
  return element('ul', { class: 'sp-items', 'data-count': items.length }, ...quotes)
}

function renderQuote(item: SectionItem): Element {
  const isUnnamed = item.cite === '' && item.role === ''
  const last = item.paragraphs.length - 1
  const words = item.paragraphs.map((text, index) =>
    linkedText('p', text, isUnnamed && index === last ? item.link : undefined),
  )
  const isBare = isUnnamed && words.length === 0
  return element(
    'figure',
    { class: 'sp-quote' },
    wrapped('blockquote', { class: isQuoted(item) ? 'sp-quoted' : '' }, ...words),
    pictureOf(item, 'sp-face', isBare),
    linkedLine('figcaption', [item.cite, item.role], ', ', item.link, 'sp-cite'),
    ...restOf({ ...item, paragraphs: [] }, ['cite', 'role'], isBare && item.image === undefined),
  )
}

/** Whether a text has quotation marks of its own; others get those of its language. */
function isQuoted({ paragraphs }: SectionItem): boolean {
  return /^[\p{Pi}\p{Pf}„"'「『《]/u.test(paragraphs.join(''))
}

/** Prices with their terms, each with its own link as a button. */
function renderTiers({ items }: PageSection, { kit, level }: KindContext): Content {
  return itemList(items, item => {
    const { link, price, period, isHighlighted } = item
    const own = item.title === '' && item.image === undefined ? link : undefined
    const content = [
      pictureOf(item),
      titleOf(item, level),
      wrapped(
        'p',
        { class: 'sp-price', style: widthOf(price) },
        linkedText('strong', price, own),
        spaced(price, linkedText('small', period, price === '' ? own : undefined)),
      ),
      ...restOf(
        link?.text ? { ...item, link: undefined } : item,
        ['title', 'price', 'period'],
        own !== undefined && price === '' && period === '',
      ),
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
  const amountOf = ({ price, period, value }: SectionItem) => [price || value, period].filter(Boolean)
  // "from 180 € a metre" takes as much of a column as its title.
  const hasWide = items.some(item => shortClass(amountOf(item).join(' ')) === '')
  const render = (item: SectionItem) => {
    if (isGroupTitle(item)) return [titleOf(item, level, 'sp-group')]
    const { price, title, link } = item
    const amount = amountOf(item)
    const own = title === '' && item.image === undefined ? link : undefined
    const className = `sp-amount ${shortClass(amount.join(' '))}`
    return [
      pictureOf(item),
      wrapped('div', { class: 'sp-line' }, titleOf(item, level), linkedLine('p', amount, ' ', own, className)),
      ...restOf(
        item,
        price ? ['title', 'price', 'period'] : ['title', 'value', 'period'],
        own !== undefined && amount.length === 0,
      ),
    ]
  }
  return itemList(items, render, hasWide ? { style: '--sp-wide-dish:100%' } : {})
}

function renderFigures({ items }: PageSection): Content {
  // The numbers of a row have one size.
  const style = widthOf(...items.map(({ value }) => value))
  return itemList(items, item => {
    const own = item.title === '' && item.image === undefined ? item.link : undefined
    return [
      pictureOf(item),
      wrapped('p', { class: 'sp-value', style }, linkedText('span', item.value, own)),
      linkedText('p', item.title, item.link, 'sp-label'),
      ...restOf(item, ['value', 'title'], own !== undefined && item.value === ''),
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
    const isOrdinal = item.title === '' && item.image === undefined && item.paragraphs.length === 0
    return [
      linkedText('p', item.value, isOrdinal ? item.link : undefined, 'sp-value'),
      pictureOf(item),
      titleOf(item, level),
      ...restOf(item, ['value', 'title'], item.title === '' && item.image === undefined && !isOrdinal),
    ]
  }
  return itemList(stepsOf(withOneForm(items)), render, { name: 'ol' })
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
type Step = readonly [item: SectionItem, ...times: readonly SectionItem[]]

function stepsOf(items: readonly SectionItem[]): readonly Step[] {
  const steps: [SectionItem, ...SectionItem[]][] = []
  for (const item of items) {
    const day = steps.at(-1)
    if (day && item.value !== '' && isGroupTitle(day[0])) day.push(item)
    else steps.push([item])
  }
  return steps
}

function renderTime(item: SectionItem): readonly Content[] {
  return [
    element('dt', {}, item.value),
    element('dd', {}, pictureOf(item), textElement('span', item.title), ...restOf(item, ['value', 'title'])),
  ]
}

/** The first answer is open. */
function renderQuestions({ items }: PageSection): Content {
  const questions = items.map((item, index) =>
    element(
      'details',
      { class: 'sp-question', open: index === 0 },
      element('summary', {}, item.title),
      wrapped(
        'div',
        { class: 'sp-answer' },
        pictureOf(item, 'sp-picture', true),
        ...restOf(item, ['title'], item.image === undefined),
      ),
    ),
  )
  return element('div', { class: 'sp-questions' }, ...questions)
}

function renderGallery({ items }: PageSection): Content {
  const { columns, wide } = galleryColumns(items.length)
  const renderShot = (item: PageSection['items'][number]): readonly Content[] => {
    const caption = [item.title, ...item.paragraphs].filter(Boolean)
    const isPictured = item.image !== undefined
    return [
      element(
        'figure',
        { class: 'sp-shot' },
        pictureOf(item, 'sp-picture', true),
        linkedLine('figcaption', caption, ' · ', isPictured ? undefined : item.link),
      ),
      ...restOf({ ...item, paragraphs: [] }, ['title'], !isPictured && caption.length === 0),
    ]
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
  return itemList(items, item => {
    const { title, image: logo, link } = item
    const named = logo && { ...item, title: '', image: { ...logo, alt: title || logo.alt } }
    return [
      named ? pictureOf(named, 'sp-logo') : linkedText('span', title, link, 'sp-name'),
      ...restOf(item, ['title']),
    ]
  })
}

function renderTeam({ items }: PageSection, { level }: KindContext): Content {
  return itemList(items, item => [
    pictureOf(item),
    wrapped('div', { class: 'sp-person' }, titleOf(item, level), textElement('p', item.role, 'sp-role')),
    ...restOf(item, ['title', 'role']),
  ])
}

/** A table of days and times, with a bar of the day for each where the times of all are known. */
function renderHours({ items }: PageSection, { kit: { classes } }: KindContext): Content {
  const days = items.filter(item => !isGroupTitle(item) && !item.link?.text).map(item => readOpenTimes(timesOf(item)))
  const hasBars = days.every(times => times !== undefined)
  const rows = items.map(item => {
    if (isGroupTitle(item)) {
      const title = linkedText('span', item.title, item.link)
      const heading = element('th', { class: 'sp-group', colspan: hasBars ? 3 : 2, scope: 'rowgroup' }, title)
      return element('tr', {}, heading)
    }
    const rest = restOf(item.value ? item : { ...item, paragraphs: item.paragraphs.slice(1) }, ['title', 'value'])
    return element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: shortClass(item.title) },
        pictureOf(item),
        linkedText('span', item.title, item.link),
      ),
      hasBars ? barOf(readOpenTimes(timesOf(item))) : undefined,
      element('td', { class: shortClass(timesOf(item)) }, timesOf(item), ...rest),
    )
  })
  return element('table', { class: `sp-table ${classes.table}` }, element('tbody', {}, ...rows))
}

function timesOf({ value, paragraphs }: SectionItem): string {
  return value || (paragraphs[0] ?? '')
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
    const { link, title, paragraphs } = item
    const isNamed = link?.text !== undefined && link.text !== ''
    const [first, ...others] = isNamed || paragraphs.length === 0 ? ['', ...paragraphs] : paragraphs
    const text = isNamed ? link.text : first || item.value
    const shown = text === '' ? undefined : element('p', { class: 'sp-entry' }, ...entryOf(text, link?.href))
    const used = { ...item, link: undefined, paragraphs: text === '' ? paragraphs : others }
    return [
      pictureOf({ ...item, link: text === '' ? link : undefined }),
      text === '' ? titleOf(item, level) : textElement(level, title, 'sp-title'),
      shown,
      ...restOf(used, isNamed || first !== '' ? ['title'] : ['title', 'value']),
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
