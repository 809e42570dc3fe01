// The texts of a page, from the content of its request.
import type { PageContent } from '../../schemas/page-content.ts'
import { readLink, readPicture, readTarget, sanitizeText } from './content.ts'
import { type Brand, type FooterColumn, formId, type PageLink, type PageSection, type PageTexts } from './page-parts.ts'
import { placeForm, readForm, textsOfForm, withSendWord } from './read/form.ts'
import { detectLanguage, languageOf } from './read/language.ts'
import { readSections } from './read/sections.ts'
import { textsOfItem } from './read/text-parts.ts'

/** @returns the texts of the page, sanitized; a link or a picture that a page cannot have is left out. */
export function readContent(content: PageContent): PageTexts {
  const headline = sanitizeText(content.headline)
  const subHeadline = sanitizeText(content.sub_headline)
  const buttonText = sanitizeText(content.cta_button_text)
  const form = readForm(content.form)
  const sections = placeForm(readSections(content.sections ?? []), form)
  const target = readTarget(content.cta_url) ?? (form && `#${formId}`) ?? firstTarget(sections)
  const texts = {
    title: headline || subHeadline,
    lead: headline && subHeadline,
    button: buttonText === '' ? undefined : { text: buttonText, href: target },
    target,
    secondary: content.secondary_cta && withTarget(readLink(content.secondary_cta.text, content.secondary_cta.url)),
    brand: content.brand && readBrand(content.brand),
    hasNavigation: content.nav ?? true,
    image: readPicture(content.image),
    sections,
    footerColumns: (content.footer_columns ?? []).map(readColumn).filter(({ links }) => links.length > 0),
    footer: sanitizeText(content.footer ?? ''),
  }
  const { language: given } = content
  const language = given ? languageOf(given) : detectLanguage(textsOf(texts).join(' '))
  return { ...texts, language, sections: withSendWord(sections, language.lang) }
}

function firstTarget(sections: readonly PageSection[]): string | undefined {
  const first = sections.find(({ heading }) => heading !== '')
  return first && `#${first.id}`
}

/** A second action, or a link of the footer, would be none without a target. */
function withTarget(link: PageLink | undefined): PageLink | undefined {
  return link?.href === undefined ? undefined : link
}

/** A logo may be a brand without a name. */
function readBrand({ name, url, logo: image }: NonNullable<PageContent['brand']>): Brand | undefined {
  const logo = readPicture(image)
  const text = sanitizeText(name)
  return text === '' && !logo ? undefined : { text, href: readTarget(url), logo }
}

type ColumnInput = NonNullable<PageContent['footer_columns']>[number]

function readColumn({ heading = '', links }: ColumnInput): FooterColumn {
  const shown = links.map(({ text, url }) => withTarget(readLink(text, url)))
  return { heading: sanitizeText(heading), links: shown.filter(link => link !== undefined) }
}

/** @returns every text of a page, in its order. */
export function textsOf(texts: Omit<PageTexts, 'language'>): readonly string[] {
  const { title, lead, button, secondary, brand, sections, footerColumns, footer } = texts
  const links = [brand, button, secondary].map(link => link?.text ?? '')
  return [
    ...links,
    title,
    lead,
    ...sections.flatMap(({ heading, paragraphs, items, form }) => [
      ...[heading, ...paragraphs],
      ...items.flatMap(textsOfItem),
      ...textsOfForm(form),
    ]),
    ...footerColumns.flatMap(column => [column.heading, ...column.links.map(({ text }) => text)]),
    footer,
  ]
}
