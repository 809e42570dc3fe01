// The head of a page: policy, title, description, colours of the browser, pictures for social networks.
import { type ChildNode, type Element, Text } from 'domhandler'
import { originOf } from '../../values/url.ts'
import { cardSize } from '../card.ts'
import { listPictures, type PageTexts, type SectionForm } from '../page-parts.ts'
import type { PagePlan } from '../page-plan.ts'
import { element, writeNode } from './elements.ts'
import type { Preload } from './pictures.ts'
import { renderStructuredData } from './structured-data.ts'

interface HeadInput {
  readonly texts: PageTexts
  readonly plan: PagePlan
  /** Where style sheets may come from, beside the page itself; empty for nowhere. */
  readonly styleSource: string
}

/** Title of a page without texts: HTML requires one. */
const defaultTitle = 'Sparkpage'

/**
 * @param input.pictureUrl address of an embedded picture.
 * @returns the elements of the head before the style sheet.
 */
export function renderHead({
  texts,
  plan,
  styleSource,
  pictureUrl,
}: HeadInput & { readonly pictureUrl: string | undefined }): readonly Element[] {
  const address = texts.image?.src.startsWith('https:') ? texts.image.src : pictureUrl
  return [
    ...renderMetadata({ texts, plan, styleSource }, { images: "'self' data: https:", fonts: 'data:' }),
    address === undefined ? undefined : property('og:image', address),
    element('meta', { name: 'twitter:card', content: address === undefined ? 'summary' : 'summary_large_image' }),
    iconLink(buildFavicon(plan)),
  ].filter(part => part !== undefined)
}

/** Placeholder of the elements that contain addresses: they are known when the page is answered. */
export const addressesMark = '\0addresses\0'

/** @returns the head of a page that links its pictures, with a mark where its addresses belong. */
export function renderLinkedHead({
  texts,
  plan,
  styleSource,
  preloads,
}: HeadInput & { readonly preloads: readonly Preload[] }): readonly ChildNode[] {
  const others = listPictures(texts).filter(({ src }) => src.startsWith('https:'))
  const hosts = new Set(others.map(({ src }) => new URL(src).origin))
  return [
    ...renderMetadata(
      { texts, plan, styleSource },
      { images: ["'self' data:", ...hosts].join(' '), fonts: "'self' data:" },
    ),
    ...preloads.map(({ srcset, sizes, media }) =>
      element('link', {
        ...{ rel: 'preload', as: 'image', imagesrcset: srcset, imagesizes: sizes, media, fetchpriority: 'high' },
      }),
    ),
    new Text(addressesMark),
    element('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    ...renderStructuredData(texts),
  ]
}

export interface HeadAddresses {
  /** Undefined where it is unknown. */
  readonly page: string | undefined
  readonly card: string
  readonly icon: string
}

/** @returns what takes the place of the mark. @param title of the page, which the card shows. */
export function renderAddresses({ page, card, icon }: HeadAddresses, title: string): string {
  const elements = [
    page === undefined ? undefined : element('link', { rel: 'canonical', href: page }),
    page === undefined ? undefined : property('og:url', page),
    property('og:image', card),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', `${cardSize.width}`),
    property('og:image:height', `${cardSize.height}`),
    property('og:image:alt', title),
    iconLink(icon),
  ]
  return elements.flatMap(part => (part === undefined ? [] : writeNode(part))).join('\n  ')
}

function iconLink(href: string): Element {
  return element('link', { rel: 'icon', href })
}

/** Where the pictures and the fonts of a page may come from. */
interface FileSources {
  readonly images: string
  readonly fonts: string
}

/** What every page says about itself. */
function renderMetadata({ texts, plan, styleSource }: HeadInput, sources: FileSources): readonly Element[] {
  const { title, lead } = texts
  const name = [title || texts.button?.text, texts.brand?.text].filter(Boolean).join(' · ') || defaultTitle
  return [
    element('meta', { charset: 'utf-8' }),
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: contentPolicy(styleSource, sources, formOf(texts)?.action),
    }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
    element('title', {}, name),
    lead === '' ? undefined : element('meta', { name: 'description', content: lead }),
    ...themeColors(plan),
    property('og:type', 'website'),
    property('og:title', title || name),
    lead === '' ? undefined : property('og:description', lead),
  ].filter(part => part !== undefined)
}

function formOf({ sections }: PageTexts): SectionForm | undefined {
  return sections.flatMap(({ form }) => form ?? [])[0]
}

function property(name: string, content: string): Element {
  return element('meta', { property: name, content })
}

function contentPolicy(styleSource: string, { images, fonts }: FileSources, action: string | undefined): string {
  const styles = ["'unsafe-inline'", styleSource].filter(Boolean).join(' ')
  const forms = action === undefined ? '' : `; form-action ${originOf(action)}`
  return `default-src 'none'; style-src ${styles}; img-src ${images}; font-src ${fonts}; connect-src 'self'${forms}`
}

function themeColors({ colors, scheme, isAdaptive }: PagePlan): readonly Element[] {
  const { paper } = colors.tokens
  if (!isAdaptive) return [element('meta', { name: 'theme-color', content: paper[scheme] })]
  return (['light', 'dark'] as const).map(one =>
    element('meta', { name: 'theme-color', content: paper[one], media: `(prefers-color-scheme: ${one})` }),
  )
}

/** @returns a data URI of an SVG in the colours of the button. */
function buildFavicon(plan: PagePlan): string {
  return `data:image/svg+xml,${encodeURIComponent(drawFavicon(plan))}`
}

export function drawFavicon({ colors: { tokens }, scheme }: PagePlan): string {
  const paths = `<path fill="${tokens.fill[scheme]}" d="M0 0h8v8h-8z"/><path fill="${tokens['on-fill'][scheme]}" d="M2 2h4a4 4 0 0 1-4 4z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${paths}</svg>`
}
