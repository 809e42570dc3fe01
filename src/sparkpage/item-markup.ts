// The parts that the items of all kinds of sections have in common: title, picture, link and what is left to say.
import type { Idiom } from './idiom.ts'
import { classes, escapeText, image, link, paragraphs } from './markup.ts'
import type { PageLink, Picture, SectionItem } from './page-parts.ts'

/** @param markup a title or a picture, which is the link where the link has no text of its own */
export function wrapInLink(markup: string, own: PageLink | undefined): string {
  if (markup === '' || own?.text !== '' || own.href === undefined) return markup
  return `<a href="${escapeText(own.href)}">${markup}</a>`
}

/** An element with a text, which is the link where the link has no text of its own; nothing without a text. */
export function linkedText(tag: string, text: string, own: PageLink | undefined, ...names: readonly string[]): string {
  const attribute = classes(...names)
  return text && `<${tag}${attribute && ` ${attribute}`}>${wrapInLink(escapeText(text), own)}</${tag}>`
}

export function titleOf({ title, link: own }: SectionItem, idiom: Idiom): string {
  return linkedText('h3', title, own, 'sp-subheading', idiom.subheading)
}

/** Whether neither a title nor a picture of the item can be its link. */
export function isUntitled({ title, image: shown }: SectionItem): boolean {
  return title === '' && shown === undefined
}

/** Attributes of a picture in a section. */
export function picture(idiom: Idiom): string {
  return `${classes('sp-picture', idiom.image)} loading="lazy"`
}

/** @param isLink whether it is the link of its item: by default where there is no title. @returns nothing without a picture */
export function linkedImage(
  item: SectionItem,
  idiom: Idiom,
  isLink = item.title === '',
  attributes = picture(idiom),
): string {
  if (!item.image) return ''
  return isLink
    ? wrapInLink(image(withAlternative(item.image, item), attributes), item.link)
    : image(item.image, attributes)
}

/** A picture that says what it leads to: a link needs a name. */
export function withAlternative(shown: Picture, { title, link: own }: Pick<SectionItem, 'title' | 'link'>): Picture {
  return { ...shown, alt: shown.alt || title || (own?.text === '' ? own.href : undefined) || '' }
}

const itemTexts = ['value', 'title', 'price', 'period', 'cite', 'role'] as const

/**
 * What an item says beside the texts that its kind has places for, and its link: no word is lost.
 *
 * @param isLink whether the last of these texts, or else the title, is the link where the link has no text of its own.
 */
export function remainingTexts(
  item: SectionItem,
  shown: readonly (typeof itemTexts)[number][],
  idiom: Idiom,
  isLink = isUntitled(item),
): string {
  const others = itemTexts.filter(name => !shown.includes(name)).map(name => item[name])
  const texts = [...item.paragraphs, ...others].filter(Boolean)
  const isLast = isLink && item.link?.text === ''
  const text = isLast ? (texts.at(-1) ?? item.title) : item.link?.text
  const own = item.link && text ? link({ ...item.link, text }, 'sp-link') : ''
  return [
    paragraphs(isLast ? texts.slice(0, -1) : texts, 'sp-text', idiom.paragraph),
    own && `<p ${classes('sp-text', idiom.paragraph)}>${own}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Who said a quote; empty without a name. */
export function citation({ cite, role, link: own }: SectionItem, idiom: Idiom): string {
  const text = [cite, role].filter(Boolean).join(', ')
  return linkedText('figcaption', text, own, 'sp-cite', idiom.small)
}
