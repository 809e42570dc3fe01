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

/** @param content a title or a picture, which is the link where the link has no text of its own */
function inLink(content: Element | string, link: PageLink | undefined): Element | string {
  if (link?.text !== '' || link.href === undefined) return content
  return element('a', { href: link.href }, content)
}

/** An element with a text, which is the link where the link has no text of its own. */
export function linkedText(name: string, text: string, link: PageLink | undefined, className = ''): Content {
  return text === '' ? undefined : element(name, { class: className }, inLink(text, link))
}

/** Texts in a line, each in an element of its own: whoever goes on with the page may want to change one of them. */
export function linkedLine(
  name: string,
  texts: readonly string[],
  separator: string,
  link: PageLink | undefined,
  className = '',
): Content {
  const [first = '', ...others] = texts.filter(Boolean)
  if (others.length === 0) return linkedText(name, first, link, className)
  const parts = others.flatMap(text => [separator, element('span', {}, text)])
  const line = element('span', {}, element('span', {}, first), ...parts)
  return element(name, { class: className }, inLink(line, link))
}

/** @param level of headings in the section */
export function titleOf({ title, link }: SectionItem, level: string, className = 'sp-title'): Content {
  return linkedText(level, title, link, className)
}

/** A picture that says what it leads to: a link needs a name. */
function alternativeOf({ alt }: Picture, { title, link }: SectionItem): string {
  return alt || title || (link?.text === '' ? link.href : undefined) || ''
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

/** @param isLink whether it is the link of its item: by default where there is no title */
export function pictureOf(item: SectionItem, className = 'sp-picture', isLink = item.title === ''): Content {
  if (item.image === undefined) return undefined
  if (!isLink) return image(item.image, className)
  return inLink(image({ ...item.image, alt: alternativeOf(item.image, item) }, className), item.link)
}

const itemTexts = ['value', 'title', 'price', 'period', 'cite', 'role'] as const
type ItemText = (typeof itemTexts)[number]

/**
 * What an item says beside the texts that its kind has places for, and its link: no word is lost.
 *
 * @param isLink whether the last of these texts is the link where the link has no text of its own
 */
export function restOf(
  item: SectionItem,
  shown: readonly ItemText[],
  isLink = item.title === '' && item.image === undefined,
): readonly Content[] {
  const others = itemTexts.filter(name => !shown.includes(name)).map(name => item[name])
  const texts = [...item.paragraphs, ...others].filter(Boolean)
  const { link } = item
  const isLast = isLink && link?.text === ''
  return [
    ...texts.map((text, index) => linkedText('p', text, isLast && index === texts.length - 1 ? link : undefined)),
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
