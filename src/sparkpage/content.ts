// The user's texts, links and pictures: what of them may enter a document, and what is left out.
import { webPictureTypes } from '../../schemas/media.ts'
import type { PageContent, PageImage } from '../../schemas/page-content.ts'
import { parseUrl } from '../values/url.ts'
import type { PageLink, Picture } from './page-parts.ts'

/** Characters that HTML forbids in a document (WHATWG HTML, "control-character-in-input-stream" and the related parse errors). */
const forbiddenCharacters = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
const blankCharacters = /[\s\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** @returns the trimmed text with every forbidden character replaced by U+FFFD; empty when no character of it is visible. */
export function sanitizeText(text: string): string {
  if (text.replace(blankCharacters, '') === '') return ''
  return text.replace(/\r\n?/g, '\n').replace(forbiddenCharacters, '\uFFFD').trim()
}

/** Characters that RFC 3986 allows in a URI, and RFC 3987 beyond ASCII; a percent sign only before two hexadecimal digits. */
const linkCharacters = /^(?:%[0-9a-f]{2}|[^\s\p{Cc}\p{Cs}\p{Cf}\p{Noncharacter_Code_Point}<>"\\^`{|}%])+$/iu
const webLink = /^https?:\/\/[^/?#]+(?:[/?#][^[\]]*)?$/i
/** RFC 6068 (mailto) and RFC 3966 (tel), as leniently as browsers read them; a fragment contains no second #. */
const otherLink = /^(?:mailto:[^#[\]]+|tel:[0-9+*().;=a-z-]+|#[^#[\]]*)$/i

/** @returns whether the text is an http, https, mailto or tel URL or a #fragment, and safe in an href attribute. */
export function isLink(value: string): boolean {
  return linkCharacters.test(value) && (otherLink.test(value) || (webLink.test(value) && parseUrl(value) !== undefined))
}

/** Pictures that browsers show in an img element, in which an SVG runs no script. */
const imageData = new RegExp(
  `^data:(?:${[...webPictureTypes, 'image/svg\\+xml'].join('|')});base64,[a-z0-9+/]+={0,2}$`,
  'i',
)

/** @returns whether the text is the https address of a picture, or a Base64 data URI of one. */
export function isImageSource(value: string): boolean {
  return imageData.test(value) || (/^https:/i.test(value) && isLink(value))
}

/** @returns undefined without a text. */
export function readLink(text: string, url: string | undefined): PageLink | undefined {
  const name = sanitizeText(text)
  return name === '' ? undefined : { text: name, href: readTarget(url) }
}

/** @returns the address when a page may link to it. */
export function readTarget(url: string | undefined): string | undefined {
  return url !== undefined && isLink(url) ? url : undefined
}

export function readPicture(image: PageImage | undefined): Picture | undefined {
  if (image === undefined || !isImageSource(image.src)) return undefined
  const { src, alt, focus } = image
  return { src, alt: sanitizeText(alt), ...(focus && { focus }) }
}

/** Something in the input that the page could not use as it was. */
export interface PageWarning {
  readonly code: 'content_empty' | 'colors_empty' | 'link_ignored' | 'image_ignored' | 'field_replaced'
  /** JSON Pointer into the request. */
  readonly pointer: string
  readonly message: string
}

const textMembers = ['headline', 'sub_headline', 'cta_button_text'] as const

export function findEmptyTexts(content: PageContent): readonly PageWarning[] {
  return textMembers
    .filter(member => sanitizeText(content[member]) === '')
    .map(member => ({
      code: 'content_empty',
      pointer: `/content/${member}`,
      message: `content.${member} is empty and was left out of the page.`,
    }))
}

/** Addresses that a page does not take. */
export function findIgnored(content: PageContent): readonly PageWarning[] {
  const { links, images } = addressesOf(content)
  return [
    ...links
      .filter(({ address }) => !isLink(address))
      .map(({ path }) => ignored('link_ignored', path, 'is not an http, https, mailto or tel address or a #fragment')),
    ...images
      .filter(({ address }) => !isImageSource(address))
      .map(({ path }) => ignored('image_ignored', path, 'is neither an https address nor a data URI of a picture')),
  ]
}

function ignored(code: PageWarning['code'], path: string, reason: string): PageWarning {
  const member = `content.${path.replaceAll('/', '.')}`
  return { code, pointer: `/content/${path}`, message: `${member} ${reason} and was left out.` }
}

interface Address {
  /** JSON Pointer within the content, without the first slash. */
  readonly path: string
  readonly address: string
}

function addressesOf(content: PageContent): {
  readonly links: readonly Address[]
  readonly images: readonly Address[]
} {
  const { cta_url, secondary_cta, brand, image, sections = [], footer_columns: columns = [] } = content
  const links: Address[] = []
  const images: Address[] = []
  const add = (list: Address[], path: string, address: string | undefined) => {
    if (address !== undefined) list.push({ path, address })
  }
  add(links, 'cta_url', cta_url)
  add(links, 'secondary_cta/url', secondary_cta?.url)
  add(links, 'brand/url', brand?.url)
  add(images, 'image/src', image?.src)
  add(images, 'brand/logo/src', brand?.logo?.src)
  for (const [index, section] of sections.entries()) {
    add(images, `sections/${index}/image/src`, section.image?.src)
    for (const [position, item] of (section.items ?? []).entries()) {
      add(links, `sections/${index}/items/${position}/url`, item.url)
      add(images, `sections/${index}/items/${position}/image/src`, item.image?.src)
    }
  }
  for (const [index, column] of columns.entries())
    for (const [position, link] of column.links.entries())
      add(links, `footer_columns/${index}/links/${position}/url`, link.url)
  return { links, images }
}
