// The canonical form of a request for a page, which identifies the page.
import {
  type ItemInput,
  type PageContent,
  type PageImage,
  type SectionInput,
  sectionTypeEnum,
} from '../../schemas/page-content.ts'
import type { PageForm } from '../../schemas/page-form.ts'
import {
  type Direction,
  directionEnum,
  directionOfLayout,
  type FontSource,
  type Framework,
  fontSourceEnum,
  frameworkEnum,
  layoutEnum,
  type PageMotion,
  type PageScheme,
  pageMotionEnum,
  pageSchemeEnum,
  type ResponsiveType,
  responsiveTypeEnum,
  type SparkpageRequest,
} from '../../schemas/sparkpage.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import { resolveAlias } from '../values/aliased-enum.ts'
import { fieldTypeOf } from './read/form.ts'
import { canonicalStyle } from './style.ts'

/** A request without ignored members, with every enum in its canonical form. */
export interface CanonicalRequest {
  readonly style_metadata: StyleInput
  readonly content: PageContent
  readonly export_settings: {
    readonly framework: Framework
    readonly responsive_type: ResponsiveType
    readonly scheme: PageScheme
    readonly fonts: FontSource
    /** Absent: chosen for the picture. */
    readonly direction?: Direction
    /** Absent: none. */
    readonly motion?: PageMotion
  }
}

/**
 * Reduces a request that satisfies its schema to what decides the page: its id, record and cache key depend on nothing else. Members that
 * were added later are absent when they have their default value, so that requests without them keep their ids.
 */
export function canonicalRequest({
  style_metadata,
  content,
  export_settings = {},
}: SparkpageRequest): CanonicalRequest {
  const direction = directionOf(export_settings)
  const motion = resolveAlias(pageMotionEnum, export_settings.motion).value
  return {
    style_metadata: canonicalStyle(style_metadata),
    content: canonicalContent(content),
    export_settings: {
      framework: resolveAlias(frameworkEnum, export_settings.framework).value,
      responsive_type: resolveAlias(responsiveTypeEnum, export_settings.responsive_type).value,
      scheme: resolveAlias(pageSchemeEnum, export_settings.scheme).value,
      fonts: resolveAlias(fontSourceEnum, export_settings.fonts).value,
      ...(direction !== 'auto' && { direction }),
      ...(motion !== 'none' && { motion }),
    },
  }
}

function directionOf({ direction, layout }: NonNullable<SparkpageRequest['export_settings']>): Direction | 'auto' {
  const named = resolveAlias(directionEnum, direction).value
  const shown = resolveAlias(layoutEnum, layout).value
  return named === 'auto' && shown !== 'auto' ? directionOfLayout[shown] : named
}

function canonicalContent(content: PageContent): PageContent {
  const { headline, sub_headline, cta_button_text, cta_url, secondary_cta, brand, image, sections, footer } = content
  const { nav = true, footer_columns: columns = [], language, form } = content
  return {
    headline,
    sub_headline,
    cta_button_text,
    ...(language !== undefined && { language: new Intl.Locale(language).toString() }),
    ...(cta_url !== undefined && { cta_url }),
    ...(secondary_cta && { secondary_cta: { text: secondary_cta.text, url: secondary_cta.url } }),
    ...(brand && { brand: canonicalBrand(brand) }),
    ...(image && { image: canonicalImage(image) }),
    ...(!nav && { nav }),
    ...(sections && { sections: sections.map(canonicalSection) }),
    ...(form && { form: canonicalForm(form) }),
    ...(columns.length > 0 && {
      footer_columns: columns.map(({ heading, links }) => ({
        ...(heading !== undefined && { heading }),
        links: links.map(({ text, url }) => ({ text, url })),
      })),
    }),
    ...(footer !== undefined && { footer }),
  }
}

type BrandInput = NonNullable<PageContent['brand']>

function canonicalBrand({ name, url, logo }: BrandInput): BrandInput {
  return { name, ...(url !== undefined && { url }), ...(logo && { logo: canonicalImage(logo) }) }
}

function canonicalSection({ type, heading, text, items = [], image }: SectionInput): SectionInput {
  const kind = resolveAlias(sectionTypeEnum, type).value
  return {
    ...(kind !== 'auto' && { type: kind }),
    ...(heading !== undefined && { heading }),
    ...(text !== undefined && { text }),
    ...(items.length > 0 && { items: items.map(canonicalItem) }),
    ...(image && { image: canonicalImage(image) }),
  }
}

const itemTexts = ['title', 'text', 'price', 'period', 'value', 'cite', 'role', 'url', 'cta_text'] as const

function canonicalItem({ image, highlighted = false, ...item }: ItemInput): ItemInput {
  const given = itemTexts.filter(name => item[name] !== undefined)
  return {
    ...Object.fromEntries(given.map(name => [name, item[name]])),
    ...(image && { image: canonicalImage(image) }),
    ...(highlighted && { highlighted }),
  }
}

function canonicalForm({ action, fields, button, heading, text }: PageForm): PageForm {
  return {
    action,
    fields: fields.map(({ label, type, name, required = false, placeholder, options = [] }) => ({
      label,
      type: fieldTypeOf(type, options),
      ...(name !== undefined && { name }),
      ...(required && { required }),
      ...(placeholder !== undefined && { placeholder }),
      ...(options.length > 0 && { options }),
    })),
    ...(button !== undefined && { button }),
    ...(heading !== undefined && { heading }),
    ...(text !== undefined && { text }),
  }
}

function canonicalImage({ src, alt, focus }: PageImage): PageImage {
  return { src, alt, ...(focus && { focus: { x: focus.x, y: focus.y } }) }
}
