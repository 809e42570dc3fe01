// Builds a landing page from a style and three texts; also the canonical form of a request, which identifies its page.
import {
  type Framework,
  frameworkEnum,
  type PageContent,
  type ResponsiveType,
  responsiveTypeEnum,
  type SparkpageRequest,
  type StyleInput,
} from '../../schemas/sparkpage.ts'
import { resolveAlias } from '../aliased-enum.ts'
import { generateArt } from './art/art.ts'
import { detectLanguage, isLink, sanitizeText } from './content.ts'
import { renderDocument, sectionId } from './document.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { canonicalStyle, readStyle } from './style.ts'
import { buildStylesheet } from './stylesheet.ts'
import { defaultAccent, solveTheme } from './theme.ts'
import { buildVariables, type Variables } from './variables.ts'

/** A request without ignored members, with every enum in its canonical form. */
export interface CanonicalRequest {
  readonly style_metadata: StyleInput
  readonly content: PageContent
  readonly export_settings: { readonly framework: Framework; readonly responsive_type: ResponsiveType }
}

export interface PageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  /** Warnings about the request, which the page contains as comments. */
  readonly warnings?: readonly string[]
}

/** Something in the input that the page could not use. */
interface PageWarning {
  readonly code: 'content_empty' | 'colors_empty' | 'link_ignored'
  /** JSON Pointer into the request. */
  readonly pointer: string
  readonly message: string
}

export interface Page {
  /** The whole document. */
  readonly html: string
  /** The custom properties of its :root. */
  readonly cssVariables: Variables
  readonly warnings: readonly PageWarning[]
}

/** Reduces a request that satisfies its schema to what decides the page: its id, record and cache key depend on nothing else. */
export function canonicalRequest({
  style_metadata,
  content,
  export_settings = {},
}: SparkpageRequest): CanonicalRequest {
  const { headline, sub_headline, cta_button_text, cta_url } = content
  return {
    style_metadata: canonicalStyle(style_metadata),
    content: { headline, sub_headline, cta_button_text, ...(cta_url !== undefined && { cta_url }) },
    export_settings: {
      framework: resolveAlias(frameworkEnum, export_settings.framework).value,
      responsive_type: resolveAlias(responsiveTypeEnum, export_settings.responsive_type).value,
    },
  }
}

/**
 * Builds a landing page: a pure function, the same bytes for the same input.
 *
 * @throws TypeError when a colour is not hexadecimal.
 */
export function buildPage(input: PageInput): Page {
  const { content, framework, responsiveType, warnings: requestWarnings = [] } = input
  const style = readStyle(input.style)
  const texts = readTexts(content)
  const theme = solveTheme(style.colors, style.scheme)
  const cssVariables = buildVariables(style, theme, texts.title, responsiveType)
  const warnings = [...findEmptyTexts(content), ...findMissingColors(style.colors), ...findIgnoredLink(content)]
  const art = generateArt(style, theme.light.accent)
  const css = buildStylesheet({ variables: cssVariables, framework, responsiveType, style, artColors: art.colors })
  const html = renderDocument({
    ...texts,
    ...detectLanguage(Object.values(texts).join(' ')),
    href: resolveHref(content),
    css,
    adapter: frameworkAdapters[framework],
    art,
    shares: style.shares,
    theme,
    comments: [...requestWarnings, ...warnings.map(({ message }) => message)].map(sanitizeText),
  })
  return { html, cssVariables, warnings }
}

/** The texts of the document: its title is the first that is not empty. */
function readTexts(content: PageContent) {
  const headline = sanitizeText(content.headline)
  const subHeadline = sanitizeText(content.sub_headline)
  return {
    title: headline || subHeadline,
    lead: headline && subHeadline,
    action: sanitizeText(content.cta_button_text),
  }
}

const textMembers = ['headline', 'sub_headline', 'cta_button_text'] as const

function findEmptyTexts(content: PageContent): readonly PageWarning[] {
  return textMembers
    .filter(member => sanitizeText(content[member]) === '')
    .map(member => ({
      code: 'content_empty',
      pointer: `/content/${member}`,
      message: `content.${member} is empty and was left out of the page.`,
    }))
}

function findMissingColors(colors: readonly string[]): readonly PageWarning[] {
  if (colors.length > 0) return []
  const message = `style_metadata.colors is empty: the page uses the default accent ${defaultAccent}.`
  return [{ code: 'colors_empty', pointer: '/style_metadata/colors', message }]
}

function findIgnoredLink({ cta_url }: PageContent): readonly PageWarning[] {
  if (cta_url === undefined || isLink(cta_url)) return []
  const message = 'content.cta_url is not an http, https, mailto or tel address nor a #fragment and was left out.'
  return [{ code: 'link_ignored', pointer: '/content/cta_url', message }]
}

function resolveHref({ cta_url }: PageContent): string {
  return cta_url !== undefined && isLink(cta_url) ? cta_url : `#${sectionId}`
}
