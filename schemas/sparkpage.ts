// The build-sparkpage operation: a style and texts in, a landing page out.
import { type Static, Type } from '@sinclair/typebox'
import { ProjectId, SparkpageResponse } from './built-page.ts'
import { pageExamples } from './examples/pages.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { PageContent, sectionTypeEnum } from './page-content.ts'
import { formFieldTypeEnum } from './page-form.ts'
import { StyleInput } from './style-input.ts'
import { type AliasedEnum, aliasedModel, aliasedText, maxDocumentLength, ref, Token, writtenRef } from './types.ts'

export const frameworks = ['none', 'tailwind', 'bootstrap', 'bulma', 'pico', 'open-props'] as const
export const responsiveTypes = ['mobile-first', 'fixed'] as const
export type Framework = (typeof frameworks)[number]
const layouts = ['full-bleed', 'seam', 'split', 'centered', 'framed', 'poster'] as const
export const pageSchemes = ['auto', 'light', 'dark', 'both'] as const
export const directions = ['gallery', 'signal', 'journal', 'stage', 'mosaic', 'studio'] as const
const pageMotions = ['none', 'entrance'] as const
export type ResponsiveType = (typeof responsiveTypes)[number]
type Layout = (typeof layouts)[number]
export type PageScheme = (typeof pageSchemes)[number]
export type Direction = (typeof directions)[number]
export type PageMotion = (typeof pageMotions)[number]
export type FontSource = (typeof fontSources)[number]
type FrameworkCss = (typeof frameworkCssSources)[number]

const fontSources = ['embedded', 'system'] as const
const frameworkCssSources = ['inline', 'cdn'] as const

export const frameworkEnum: AliasedEnum<Framework> = {
  allowed: frameworks,
  fallback: 'none',
  isOpen: true,
  aliases: {
    vanilla: 'none',
    plain: 'none',
    css: 'none',
    html: 'none',
    'plain html': 'none',
    'vanilla html': 'none',
    'no framework': 'none',
    tw: 'tailwind',
    bs: 'bootstrap',
    twbs: 'bootstrap',
    'twitter bootstrap': 'bootstrap',
    'bulma.io': 'bulma',
    '@picocss/pico': 'pico',
    'open prop': 'open-props',
  },
}
export const responsiveTypeEnum: AliasedEnum<ResponsiveType> = {
  allowed: responsiveTypes,
  fallback: 'mobile-first',
  isOpen: true,
  aliases: {
    responsive: 'mobile-first',
    mobile: 'mobile-first',
    'desktop-first': 'mobile-first',
    desktop: 'mobile-first',
    adaptive: 'mobile-first',
    fluid: 'mobile-first',
    liquid: 'mobile-first',
    static: 'fixed',
  },
}

export const layoutEnum: AliasedEnum<Layout | 'auto'> = {
  allowed: ['auto', ...layouts],
  fallback: 'auto',
  aliases: {
    automatic: 'auto',
    hero: 'full-bleed',
    full: 'full-bleed',
    blend: 'seam',
    blended: 'seam',
    seamless: 'seam',
    'two columns': 'split',
    center: 'centered',
    frame: 'framed',
  },
}
/** The direction whose first screen a layout was the name of. */
export const directionOfLayout = {
  'full-bleed': 'signal',
  seam: 'stage',
  split: 'studio',
  centered: 'mosaic',
  framed: 'gallery',
  poster: 'journal',
} as const satisfies Readonly<Record<Layout, Direction>>
export const directionEnum: AliasedEnum<Direction | 'auto'> = {
  allowed: ['auto', ...directions],
  fallback: 'auto',
  aliases: { automatic: 'auto', galerie: 'gallery', magazine: 'journal', editorial: 'journal', theatre: 'stage' },
}
export const pageMotionEnum: AliasedEnum<PageMotion> = {
  allowed: pageMotions,
  fallback: 'none',
  aliases: {
    off: 'none',
    no: 'none',
    false: 'none',
    still: 'none',
    static: 'none',
    on: 'entrance',
    enter: 'entrance',
    entry: 'entrance',
    'fade in': 'entrance',
    reveal: 'entrance',
    animated: 'entrance',
  },
}
export const pageSchemeEnum: AliasedEnum<PageScheme> = {
  allowed: pageSchemes,
  fallback: 'auto',
  aliases: { automatic: 'auto', system: 'both', 'light dark': 'both' },
}
export const fontSourceEnum: AliasedEnum<FontSource> = {
  allowed: fontSources,
  fallback: 'embedded',
  aliases: { embed: 'embedded', inline: 'embedded', none: 'system', local: 'system' },
}
const frameworkCssEnum: AliasedEnum<FrameworkCss> = {
  allowed: frameworkCssSources,
  fallback: 'inline',
  aliases: { embedded: 'inline', link: 'cdn' },
}

export const Framework = aliasedModel('Framework', frameworkEnum, 'CSS framework of the page.')
export const ResponsiveType = aliasedModel(
  'ResponsiveType',
  responsiveTypeEnum,
  'How the page adapts to the width of the window. fixed: the page is at most 75rem wide.',
)
export const FrameworkCss = aliasedModel(
  'FrameworkCss',
  frameworkCssEnum,
  'Deprecated, without effect: the page always contains only the framework rules it uses.',
)
export const Layout = aliasedModel(
  'Layout',
  layoutEnum,
  `Deprecated: use direction. Earlier names for the layout of the first screen. If direction is not set, this value selects one: ${Object.entries(
    directionOfLayout,
  )
    .map(([layout, direction]) => `${layout} → ${direction}`)
    .join(', ')}.`,
)
export const Direction = aliasedModel(
  'Direction',
  directionEnum,
  'A complete design: first screen, background, typefaces and order of surfaces. auto: the design that suits the picture best.',
)
export const PageMotion = aliasedModel(
  'PageMotion',
  pageMotionEnum,
  'Whether the first screen is animated when it appears. The animation uses only CSS, and does not run for visitors who prefer reduced motion.',
)
export const PageScheme = aliasedModel(
  'PageScheme',
  pageSchemeEnum,
  'Colour scheme. auto: a dark style gives a dark page, and a light style gives a page that follows the preference of the visitor; both: the page always follows it.',
)
export const FontSource = aliasedModel(
  'FontSource',
  fontSourceEnum,
  'Fonts: embedded (only the characters that the page uses) or system fonts.',
)

export const SparkpageRequest = Type.Object(
  {
    project_id: Type.Optional(
      ProjectId(
        'Identifier of the project: 1 to 128 letters, digits, dots, underscores or hyphens. Default: derived from the request.',
      ),
    ),
    style_metadata: ref(StyleInput),
    content: ref(PageContent),
    export_settings: Type.Optional(
      Type.Object(
        {
          responsive_type: Type.Optional(aliasedText(ResponsiveType)),
          framework: Type.Optional(aliasedText(Framework)),
          framework_css: Type.Optional(aliasedText(FrameworkCss)),
          direction: Type.Optional(aliasedText(Direction)),
          layout: Type.Optional(aliasedText(Layout)),
          scheme: Type.Optional(aliasedText(PageScheme)),
          fonts: Type.Optional(aliasedText(FontSource)),
          motion: Type.Optional(aliasedText(PageMotion)),
        },
        { title: 'ExportSettings', description: 'Build options.' },
      ),
    ),
  },
  { $id: 'SparkpageRequest', description: 'A style and the texts for a page.' },
)
export type SparkpageRequest = Static<typeof SparkpageRequest>

/** In JSON bodies its place has a data URI. */
const PicturePart = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  minLength: 0,
  maxLength: maxDocumentLength,
  description:
    'The bytes of the picture of the page. Send other pictures in parts named after their position in the content: brand.logo, sections.0.image, sections.0.items.0.image. Properties of a picture in the content, such as its alt, still apply.',
})

const { style_metadata, content, export_settings, project_id } = SparkpageRequest.properties
export const SparkpageForm = Type.Object(
  { style_metadata, content, export_settings, project_id, image: Type.Optional(PicturePart) },
  {
    $id: 'SparkpageForm',
    description: 'A style and the texts of a page as JSON, and the pictures of the page as files.',
  },
)

export const buildSparkpage = operation({
  method: 'POST',
  url: '/api/v1/build-sparkpage',
  problems: [
    'record_not_found',
    'storage_full',
    'invalid_form',
    'source_invalid',
    'source_timeout',
    'source_too_large',
    'source_too_many_pixels',
    'picture_too_large',
    'source_not_picture',
    'source_unsupported',
  ],
  aliasedEnums: {
    '/export_settings/framework': frameworkEnum,
    '/export_settings/responsive_type': responsiveTypeEnum,
    '/export_settings/framework_css': frameworkCssEnum,
    '/export_settings/direction': directionEnum,
    '/export_settings/layout': layoutEnum,
    '/export_settings/scheme': pageSchemeEnum,
    '/export_settings/fonts': fontSourceEnum,
    '/export_settings/motion': pageMotionEnum,
    '/content/sections/*/type': sectionTypeEnum,
    '/content/form/fields/*/type': formFieldTypeEnum,
  },
  openObjects: ['/style_metadata'],
  ignoredMembers: ['success', 'timestamp'],
  specifiedMembers: ['/project_id', '/style_metadata', '/style_metadata/colors', '/content', '/export_settings'],
  answerMembers: ['style_metadata'],
  examples: pageExamples,
  fileBodies: {
    'multipart/form-data': {
      schema: ref(SparkpageForm),
      examples: {
        picture: {
          summary: 'Two colours, three texts and a picture',
          value: {
            style_metadata: { colors: ['#0E7490', '#F97316'] },
            content: {
              headline: 'Mornings by the sea',
              sub_headline: 'Twelve suites with a balcony.',
              cta_button_text: 'Book a suite',
            },
            image: 'beach.jpg',
          },
        },
      },
    },
  },
  responseExamples: { 200: responseExamples.buildSparkpage },
  schema: {
    operationId: 'buildSparkpage',
    tags: ['Sparkpage'],
    summary: 'Build a landing page from a style',
    description:
      'Returns a self-contained HTML page with light and dark colour schemes and WCAG AA contrast, and its CSS variables. It shows content.image, otherwise the preview of the style. style_metadata may be just {"analysis": {"id": …}}. `Accept` selects the page (`text/html`) or the variables (`text/css`).',
    body: ref(SparkpageRequest),
    response: {
      200: contentResponse(
        { 'application/json': { schema: writtenRef(SparkpageResponse) } },
        'The page and its CSS variables.',
        {
          ...recordHeader('x-project-id', 'project'),
          ...recordHeader('x-page-id', 'page'),
          'x-direction': Token(
            32,
            'Design of the page: export_settings.direction, or the design chosen if it is auto.',
          ),
          ...locationHeader,
          ...warningsHeader,
        },
      ),
    },
  },
})
