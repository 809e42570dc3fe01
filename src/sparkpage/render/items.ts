// The parts that the items of all kinds of sections have in common: title, picture, link and what is left to say.
import type { Element } from 'domhandler'
import type { Kit } from '../kits/kit.ts'
import type { PageLink, Picture, SectionItem } from '../page-parts.ts'
import { type Content, element, textElement, wrapped } from './elements.ts'
import { icon } from './icons.ts'

/** A link without a target is a text. */
export function linkElement({ text, href }: PageLink, className: string, ...after: readonly Content[]): Element {
  if (href === undefined) return element('span', { class: className }, text)
  return element('a', { class: className, href }, text, ...after)
}

export function buttonElement({ text, href }: PageLink, { classes, buttonRole }: Kit, isSecondary = false): Element {
  const className = `sp-button ${isSecondary ? classes.secondaryButton : classes.button}`
  // A link without a target leads to the top of the page: an empty address would reload it.
  return element('a', { class: className, href: href ?? '#top', role: buttonRole }, text)
}

const itemTexts = ['value', 'price', 'period', 'cite', 'role', 'title'] as const
type ItemText = (typeof itemTexts)[number]
type ItemPart = ItemText | 'image' | 'paragraphs'

/** An item whose link is one of its parts, if it has no text of its own. */
export interface LinkedItem extends SectionItem {
  readonly linked: ItemPart | undefined
}

/** @param order parts of which the first that the item has is the link; after them come the last paragraph and the other texts */
export function placeLink(item: SectionItem, ...order: readonly ItemPart[]): LinkedItem {
  const isBare = item.link?.text === '' && item.link.href !== undefined
  const places = [...order, 'paragraphs', ...itemTexts] as const
  return { ...item, linked: isBare ? places.find(part => hasPart(item, part)) : undefined }
}

function hasPart(item: SectionItem, part: ItemPart): boolean {
  return part === 'image' ? item.image !== undefined : item[part].length > 0
}

function inLink(content: Element | string, { link }: LinkedItem): Element {
  return element('a', { href: link?.href }, content)
}

/** An element with a text of an item, which may be its link. */
export function linkedText(name: string, item: LinkedItem, part: ItemText, className = ''): Content {
  return item[part] === '' ? undefined : element(name, { class: className }, textOf(item, part))
}

/** A text of an item, which may be its link. */
export function textOf(item: LinkedItem, part: ItemText): Element | string {
  return item.linked === part ? inLink(item[part], item) : item[part]
}

/** Paragraphs of an item, of which the last may be its link. */
export function linkedParagraphs(item: LinkedItem): readonly Content[] {
  const last = item.linked === 'paragraphs' ? item.paragraphs.length - 1 : -1
  return item.paragraphs.map((text, index) => element('p', {}, index === last ? inLink(text, item) : text))
}

/** Texts of an item in a line, each in an element of its own: whoever goes on with the page may want to change one of them. */
export function linkedLine(
  name: string,
  item: LinkedItem,
  parts: readonly Exclude<ItemPart, 'image'>[],
  separator: string,
  className = '',
): Content {
  const [first, ...others] = parts.flatMap(part => item[part]).filter(Boolean)
  if (first === undefined) return undefined
  const spans = others.flatMap(text => [separator, element('span', {}, text)])
  const line = others.length === 0 ? first : element('span', {}, element('span', {}, first), ...spans)
  const isLink = parts.some(part => part === item.linked)
  return element(name, { class: className }, isLink ? inLink(line, item) : line)
}

/** @param level of headings in the section */
export function titleOf(item: LinkedItem, level: string, className = 'sp-title'): Content {
  return linkedText(level, item, 'title', className)
}

/** A picture that says what it leads to: a link needs a name. */
function alternativeOf({ alt }: Picture, { title, link }: SectionItem): string {
  return alt || title || link?.href || ''
}

/** An item whose picture has a name: a description, or the title. */
export function withNamedPicture(item: SectionItem): SectionItem {
  return { ...item, image: item.image && { ...item.image, alt: item.image.alt || item.title } }
}

/** How wide a picture is shown, for `sizes`: beside others of its section, or as a logo or a face. */
const shownWidths = { picture: '(width < 46rem) 90vw, 50vw', mark: '10rem' } as const

/** @returns an image that loads the files of a picture. */
export function withFiles({ attribs }: Element, { src, srcset }: Picture): Element {
  const sizes = shownWidths[attribs.class === 'sp-picture' ? 'picture' : 'mark']
  return element('img', { ...attribs, src, srcset, sizes })
}

export function image({ src, alt, width, height, focus }: Picture, className: string): Element {
  const style = focus && `object-position:${percent(focus.x)} ${percent(focus.y)}`
  return element('img', { class: className, src, alt, width, height, style, loading: 'lazy' })
}

function percent(part: number): string {
  return `${Math.round(1000 * part) / 10}%`
}

export function pictureOf(item: LinkedItem, className = 'sp-picture'): Content {
  if (item.image === undefined) return undefined
  if (item.linked !== 'image') return image(item.image, className)
  return inLink(image({ ...item.image, alt: alternativeOf(item.image, item) }, className), item)
}

/** What an item says beside the parts that its kind has places for, and its link: no word is lost. */
export function restOf(item: LinkedItem, shown: readonly ItemPart[]): readonly Content[] {
  const { link } = item
  return [
    ...(shown.includes('paragraphs') ? [] : linkedParagraphs(item)),
    ...itemTexts.filter(name => !shown.includes(name)).map(name => linkedText('p', item, name)),
    link !== undefined && link.text !== '' ? moreLink(link) : undefined,
  ]
}

function moreLink(link: PageLink): Element {
  return element(
    'p',
    { class: 'sp-more' },
    linkElement(link, 'sp-link', link.href === undefined ? undefined : icon('arrow')),
  )
}

/** Paragraphs of a section. */
export function paragraphsOf(texts: readonly string[], className = ''): readonly Content[] {
  return texts.map(text => textElement('p', text, className))
}

interface ListOptions {
  readonly name?: 'ul' | 'ol'
  readonly style?: string
  /** How many items take two columns: the first, or the first and the last. */
  readonly wide?: number
}

/** A list whose items are rendered one by one. */
export function itemList<Item>(
  items: readonly Item[],
  render: (item: Item) => readonly Content[],
  { name = 'ul', style, wide }: ListOptions = {},
): Element | undefined {
  const entries = items.map(item => wrapped('li', {}, ...render(item)))
  return wrapped(
    name,
    { class: 'sp-items', 'data-count': items.length, 'data-wide': wide || undefined, style },
    ...entries,
  )
}

/** An amount or a day that stays on one line, characters. */
const maxShortText = 12

export function shortClass(text: string): string {
  return text.length <= maxShortText ? 'sp-short' : ''
}
