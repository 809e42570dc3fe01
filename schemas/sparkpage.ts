// The build-sparkpage operation: a style and three texts in, a landing page out.
import { type Static, Type } from '@sinclair/typebox'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { type AliasedEnum, aliasedEnum, anyText, CssHexColor, DocumentText, ref, SingleLine, Success } from './types.ts'

export const frameworks = ['none', 'tailwind', 'bootstrap', 'bulma', 'pico', 'open-props'] as const
export const responsiveTypes = ['mobile-first', 'desktop-first', 'fluid', 'adaptive', 'fixed'] as const
export type Framework = (typeof frameworks)[number]
export const layouts = ['full-bleed', 'split', 'centered', 'framed', 'poster'] as const
export const pageSchemes = ['auto', 'light', 'dark', 'both'] as const
export type ResponsiveType = (typeof responsiveTypes)[number]
export type Layout = (typeof layouts)[number]
export type PageScheme = (typeof pageSchemes)[number]
export type FontSource = (typeof fontSources)[number]
export type FrameworkCss = (typeof frameworkCssSources)[number]

const fontSources = ['embedded', 'system'] as const
const frameworkCssSources = ['inline', 'cdn'] as const

export const frameworkEnum: AliasedEnum<Framework> = {
  allowed: frameworks,
  fallback: 'none',
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
  aliases: {
    responsive: 'mobile-first',
    mobile: 'mobile-first',
    desktop: 'desktop-first',
    liquid: 'fluid',
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
    'two columns': 'split',
    center: 'centered',
    frame: 'framed',
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
export const frameworkCssEnum: AliasedEnum<FrameworkCss> = {
  allowed: frameworkCssSources,
  fallback: 'inline',
  aliases: { embedded: 'inline', link: 'cdn' },
}

function pageText(description: string, example: string) {
  return Type.String({
    pattern: anyText,
    minLength: 0,
    maxLength: 5000,
    description: `${description} At most 5,000 code points.`,
    examples: [example],
  })
}

function linkTo(description: string) {
  return Type.String({
    format: 'link',
    maxLength: 8192,
    description: `${description} http, https, mailto, tel or #fragment.`,
    examples: ['https://example.com/start'],
  })
}

export const PageImage = Type.Object(
  {
    src: Type.String({
      format: 'image-source',
      description:
        'https address of a picture, or a Base64 data URI of a JPEG, PNG, WebP, AVIF, GIF or SVG. Not fetched by the service.',
      examples: ['https://example.com/beach.jpg'],
    }),
    alt: pageText(
      'What the picture shows, for people who do not see it; empty for a decoration.',
      'A beach at sunrise',
    ),
  },
  { $id: 'PageImage', description: 'A picture of the page.' },
)
export type PageImage = Static<typeof PageImage>

export const PageContent = Type.Object(
  {
    headline: pageText('The h1 of the page.', 'Ship your story'),
    sub_headline: pageText('The text below the headline.', 'From one picture to a page people remember.'),
    cta_button_text: pageText('Label of the call-to-action button.', 'Start free'),
    cta_url: Type.Optional(linkTo('Link of the button; default: the first of `sections`, if any.')),
    secondary_cta: Type.Optional(
      Type.Object(
        { text: pageText('Label of the link.', 'How it works'), url: linkTo('Its target:') },
        { description: 'A second action beside the button.' },
      ),
    ),
    brand: Type.Optional(
      Type.Object(
        { name: pageText('Name of the brand.', 'Sea Hotel'), url: Type.Optional(linkTo('Its target:')) },
        { description: 'The brand above the page.' },
      ),
    ),
    image: Type.Optional(
      ref(PageImage, {
        description: 'The picture behind or beside the texts, cropped at the focal point of the style.',
      }),
    ),
    sections: Type.Optional(
      Type.Array(
        Type.Object(
          {
            heading: pageText('Heading of the section.', 'Rooms'),
            text: pageText(
              'Text of the section; an empty line begins a new paragraph.',
              'Twelve rooms, all with a balcony.',
            ),
            image: Type.Optional(ref(PageImage)),
          },
          { description: 'A section.' },
        ),
        { maxItems: 12, description: 'Sections below the first screen.' },
      ),
    ),
    footer: Type.Optional(pageText('The last text of the page.', '© Sea Hotel')),
  },
  {
    $id: 'PageContent',
    description: 'The texts of the page. An empty text is omitted, with a warning; what is absent is not invented.',
  },
)
export type PageContent = Static<typeof PageContent>

/** Any value is accepted; what is not understood is ignored. */
export const StyleHint = Type.Unknown({ $id: 'StyleHint', description: 'A keyword, or an object that contains it.' })

function hint(description: string) {
  return Type.Optional(ref(StyleHint, { description }))
}

/** What a page reads from a style; other properties are ignored. */
export const StyleInput = Type.Object(
  {
    colors: Type.Array(CssHexColor, {
      minItems: 0,
      maxItems: 64,
      description: 'Colours of the style, most important first. Empty: the default accent, with a warning.',
    }),
    palette: hint('Colours with shares, as returned by the analysis.'),
    mood: hint('Mood: keywords, or an object with words.'),
    typography: hint('Typeface category: a keyword, or an object with category.'),
    scheme: hint('Preferred colour scheme: light or dark.'),
    corners: hint('Corner style: sharp, soft or round.'),
    density: hint('Spacing: compact, regular or airy.'),
    complexity: hint('Detail of the artwork: simple, moderate or detailed.'),
    harmony: hint('Colour harmony in keywords: neighbouring hues are blended, others alternate.'),
    roles: hint(
      'Roles of the colours, as returned by the analysis: background, surface, text, primary, secondary and accent.',
    ),
    placeholder: hint('BlurHash of the picture, whose light becomes the ground of the first screen.'),
    focal_point: hint('Centre of the subject: x and y from 0 to 1.'),
    composition: hint('The side that is clear for text: clear_side, or the keyword itself.'),
    media: hint('width and height of the picture.'),
  },
  {
    $id: 'StyleInput',
    description:
      'Style object as returned by the analysis, nested at most 32 levels deep. Other properties are ignored.',
  },
)
export type StyleInput = Static<typeof StyleInput>

export const SparkpageRequest = Type.Object(
  {
    project_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]{1,128}$',
        maxLength: 128,
        description:
          'Identifier of the project: 1 to 128 letters, digits, dots, underscores or hyphens. Default: derived from the request.',
        examples: ['spring-launch'],
      }),
    ),
    style_metadata: ref(StyleInput),
    content: ref(PageContent),
    export_settings: Type.Optional(
      Type.Object(
        {
          responsive_type: Type.Optional(
            aliasedEnum(responsiveTypeEnum, 'How the layout adapts to the width of the window.'),
          ),
          framework: Type.Optional(aliasedEnum(frameworkEnum, 'CSS framework of the page.')),
          framework_css: Type.Optional(
            aliasedEnum(
              frameworkCssEnum,
              'Where the style sheet of the framework comes from: inline contains the rules that the page needs, cdn links the whole official file.',
            ),
          ),
          layout: Type.Optional(aliasedEnum(layoutEnum, 'Arrangement of the first screen; auto follows the picture.')),
          scheme: Type.Optional(
            aliasedEnum(
              pageSchemeEnum,
              'Colour scheme. auto: a dark style gives a dark page, a light one follows the visitor; both: the visitor decides.',
            ),
          ),
          fonts: Type.Optional(
            aliasedEnum(fontSourceEnum, 'Fonts: embedded, subset to the texts of the page, or those of the system.'),
          ),
        },
        { description: 'Build options.' },
      ),
    ),
  },
  { $id: 'SparkpageRequest', description: 'A style, and the texts of a page.' },
)
export type SparkpageRequest = Static<typeof SparkpageRequest>

export const CssVariables = Type.Record(
  Type.String({ pattern: '^--sp-[a-z0-9-]+$' }),
  SingleLine(512, 'Value of the property.'),
  {
    $id: 'CssVariables',
    description: 'The custom properties of the page, as defined on :root.',
    examples: [{ '--sp-accent': '#6D28D9', '--sp-on-accent': '#FFFFFF' }],
  },
)

export const SparkpageResponse = Type.Object(
  {
    success: Success,
    generated_html: DocumentText('The page: one self-contained HTML document.'),
    css_variables: ref(CssVariables),
  },
  { $id: 'SparkpageResponse', description: 'A page and its CSS variables.' },
)

export const buildSparkpage = operation({
  method: 'POST',
  url: '/api/v1/build-sparkpage',
  problems: [],
  aliasedEnums: {
    '/export_settings/framework': frameworkEnum,
    '/export_settings/responsive_type': responsiveTypeEnum,
    '/export_settings/framework_css': frameworkCssEnum,
    '/export_settings/layout': layoutEnum,
    '/export_settings/scheme': pageSchemeEnum,
    '/export_settings/fonts': fontSourceEnum,
  },
  openObjects: ['', '/style_metadata'],
  examples: {
    colors: {
      summary: 'Four colours and three texts',
      body: {
        project_id: 'spring-launch',
        style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
        content: {
          headline: 'Ship your story',
          sub_headline: 'From one picture to a page people remember.',
          cta_button_text: 'Start free',
        },
        export_settings: { responsive_type: 'mobile-first', framework: 'none' },
      },
    },
    style: {
      summary: 'A style from analyze-vibe, with Bootstrap',
      body: {
        style_metadata: {
          colors: ['#0B3C49', '#F4B942', '#E4572E', '#16697A', '#F7F3E3'],
          mood: { words: ['bold', 'warm'] },
          typography: { category: 'slab' },
          corners: 'round',
          density: 'airy',
          scheme: 'dark',
        },
        content: {
          headline: 'The mountains are calling',
          sub_headline: 'Small groups, good boots, no hurry.',
          cta_button_text: 'Find a tour',
          cta_url: 'https://example.com/tours',
        },
        export_settings: { responsive_type: 'fluid', framework: 'bootstrap' },
      },
    },
  },
  responseExamples: { 200: responseExamples.buildSparkpage },
  schema: {
    operationId: 'buildSparkpage',
    tags: ['Sparkpage'],
    summary: 'Build a landing page from a style',
    description:
      'Returns a self-contained HTML page with a light and a dark scheme, and its CSS variables. The colours meet WCAG AA contrast for any palette. The same request gives the same bytes. With `Accept: text/html` the response is the page, with `Accept: text/css` its variables.',
    body: ref(SparkpageRequest),
    response: {
      200: contentResponse(
        {
          'application/json': { schema: ref(SparkpageResponse) },
          'text/html': { schema: DocumentText('The page.') },
          'text/css': { schema: DocumentText('The CSS variables.') },
        },
        'The page and its CSS variables.',
        {
          ...recordHeader('x-project-id', 'project'),
          ...recordHeader('x-page-id', 'page'),
          ...locationHeader,
          ...warningsHeader,
        },
      ),
    },
  },
})
