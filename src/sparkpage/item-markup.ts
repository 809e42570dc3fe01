// The parts that the items of all kinds of sections have in common: title, picture, link and what is left to say.
import type { Idiom } from './idiom.ts'
import { classes, escapeText, image, link, paragraphs, textElement } from './markup.ts'
import type { PageLink, Picture, SectionItem } from './page-parts.ts'

/** @param markup a title or a picture, which is the link where the link has no text of its own */
export function wrapInLink(markup: string, own: PageLink | undefined): string {
  return own?.text === '' && own.href !== undefined ? `<a href="${escapeText(own.href)}">${markup}</a>` : markup
}

export function titleOf(item: SectionItem, idiom: Idiom): string {
  const attributes = classes('sp-subheading', idiom.subheading)
  return item.title && `<h3 ${attributes}>${wrapInLink(escapeText(item.title), item.link)}</h3>`
}

/** Attributes of a picture in a section. */
export function picture(idiom: Idiom): string {
  return `${classes('sp-picture', idiom.image)} loading="lazy"`
}

/** @param isLink whether it is the link of its item: by default where there is no title. @returns nothing without a picture */
export function linkedImage(item: SectionItem, idiom: Idiom, isLink = item.title === ''): string {
  if (!item.image) return ''
  return isLink
    ? wrapInLink(image(withAlternative(item.image, item), picture(idiom)), item.link)
    : image(item.image, picture(idiom))
}

/** A picture that says what it leads to: a link needs a name. */
export function withAlternative(shown: Picture, { title, link: own }: Pick<SectionItem, 'title' | 'link'>): Picture {
  return { ...shown, alt: shown.alt || title || (own?.text === '' ? own.href : undefined) || '' }
}

const itemTexts = ['value', 'title', 'price', 'period', 'cite', 'role'] as const

/** What an item says beside the texts that its kind has places for, and its link: no word is lost. */
export function remainingTexts(item: SectionItem, shown: readonly (typeof itemTexts)[number][], idiom: Idiom): string {
  const others = itemTexts.filter(name => !shown.includes(name)).map(name => item[name])
  const texts = [...item.paragraphs, ...others].filter(Boolean)
  const own = item.link?.text ? `<p ${classes('sp-text', idiom.paragraph)}>${link(item.link, 'sp-link')}</p>` : ''
  return [paragraphs(texts, 'sp-text', idiom.paragraph), own].filter(Boolean).join('\n')
}

/** Who said a quote. */
export function citation({ cite, role }: SectionItem, idiom: Idiom): string {
  const text = [cite, role].filter(Boolean).join(', ')
  return textElement('figcaption', text, 'sp-cite', idiom.small)
}
