// What a page says: sanitized texts, links and pictures.
import type { SectionType } from '../../schemas/page-content.ts'
import type { FormFieldType } from '../../schemas/page-form.ts'
import type { Size } from '../../schemas/types.ts'
import type { Language } from './read/language.ts'

export interface PageLink {
  readonly text: string
  /** Undefined: the link has no target, and is a text where it need not be a button. */
  readonly href: string | undefined
}

export interface Picture {
  readonly src: string
  readonly alt: string
  /** px; undefined for pictures of other hosts. */
  readonly width?: number
  readonly height?: number
  /** What stays visible where it is cut, 0 to 1 from the upper left; undefined: its middle. */
  readonly focus?: { readonly x: number; readonly y: number }
  /** Of the record that the service has of it; undefined for others. */
  readonly id?: string
  /** Its files with their widths, for `srcset`; undefined where there is one only. */
  readonly srcset?: string
}

/** `plain`: a heading and its text, without a kind of its own; those in a row are shown together. */
export type SectionKind = SectionType | 'plain'

/**
 * One of the parts of a section: a feature, a price, a question … An empty text is left out. A dish has a title and a price; hours have
 * days as title and times as value; people have a name as title, and a role. On a menu and among hours an item with nothing but a title is
 * the heading of those below it.
 */
export interface SectionItem {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** As it is written, with its currency. */
  readonly price: string
  /** What the price is for: "per month". */
  readonly period: string
  /** A number with its unit; the ordinal, year or time of a step; the times of hours: as it is written. */
  readonly value: string
  /** Who said it, and what that person or a member of the team is. */
  readonly cite: string
  readonly role: string
  readonly image: Picture | undefined
  /** Without a text the title or the picture is the link. */
  readonly link: PageLink | undefined
  readonly isHighlighted: boolean
}

/** A field of a form; only a select has options. */
export interface FormField {
  readonly label: string
  readonly type: FormFieldType
  readonly name: string
  readonly isRequired: boolean
  readonly placeholder: string
  readonly options: readonly string[]
}

/** Of the form in a page: the target of its button. */
export const formId = 'form'

/** What visitors send to an address of the page's owner. */
export interface SectionForm {
  readonly action: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly fields: readonly FormField[]
  readonly button: string
}

export interface PageSection {
  /** Of its heading: target of links to the section. */
  readonly id: string
  readonly kind: SectionKind
  readonly heading: string
  /** Text that is not part of an item. */
  readonly paragraphs: readonly string[]
  readonly image: Picture | undefined
  /** None for `plain` and `text`. */
  readonly items: readonly SectionItem[]
  /** One section of a page may have it, below its items. */
  readonly form?: SectionForm | undefined
}

/** With a logo the name may be empty. */
export interface Brand extends PageLink {
  readonly logo: Picture | undefined
}

export interface FooterColumn {
  readonly heading: string
  readonly links: readonly PageLink[]
}

/** What a page says: sanitized texts and links; an empty text is left out. */
export interface PageTexts {
  /** The one of the request, or the one that the texts are in. */
  readonly language: Language
  readonly title: string
  readonly lead: string
  readonly button: PageLink | undefined
  /** Where the button leads, or would if it had a text: without an address of its own to the first section. */
  readonly target: string | undefined
  readonly secondary: PageLink | undefined
  readonly brand: Brand | undefined
  /** Whether the header links to the sections. */
  readonly hasNavigation: boolean
  readonly image: Picture | undefined
  readonly sections: readonly PageSection[]
  readonly footerColumns: readonly FooterColumn[]
  readonly footer: string
}

/** What the service knows of a picture that a page embeds. */
export interface PictureFacts extends Size {
  /** Of its record. */
  readonly id: string
  /** Where everybody can read it; undefined without PUBLIC_URL. */
  readonly url?: string | undefined
}

/** Adds the ids and sizes of embedded pictures, so that a page keeps their places while they are decoded. */
export function withFacts(texts: PageTexts, pictures: ReadonlyMap<string, PictureFacts>): PageTexts {
  const known = (picture: Picture | undefined): Picture | undefined => {
    const facts = picture && pictures.get(picture.src)
    return picture && facts ? { ...picture, width: facts.width, height: facts.height, id: facts.id } : picture
  }
  return {
    ...texts,
    image: known(texts.image),
    brand: texts.brand && { ...texts.brand, logo: known(texts.brand.logo) },
    sections: texts.sections.map(section => ({
      ...section,
      image: known(section.image),
      items: section.items.map(item => ({ ...item, image: known(item.image) })),
    })),
  }
}

/** @returns the pictures of a page in its order. */
export function listPictures({ image, brand, sections }: PageTexts): readonly Picture[] {
  const own = sections.flatMap(section => [section.image, ...section.items.map(item => item.image)])
  return [brand?.logo, image, ...own].filter(picture => picture !== undefined)
}
