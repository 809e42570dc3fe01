// A style and three texts → a landing page.
import { type Static, Type } from '@sinclair/typebox'
import { answers } from './examples/answers.ts'
import { answer, operation, recordHeader, warningsHeader } from './operation.ts'
import { anyText, CssHexColor, Line, type OpenWords, openWord, ref, Success, Written } from './types.ts'

export const frameworks = ['none', 'tailwind', 'bootstrap', 'bulma', 'pico', 'open-props'] as const
export const responsiveTypes = ['mobile-first', 'desktop-first', 'fluid', 'adaptive', 'fixed'] as const
export type Framework = (typeof frameworks)[number]
export type ResponsiveType = (typeof responsiveTypes)[number]

export const frameworkWords: OpenWords<Framework> = {
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
export const responsiveWords: OpenWords<ResponsiveType> = {
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

const text = (description: string, example: string) =>
  Type.String({
    pattern: anyText,
    minLength: 0,
    maxLength: 5000,
    description: `${description} At most 5,000 code points.`,
    examples: [example],
  })

export const PageContent = Type.Object(
  {
    headline: text('The one h1 of the page.', 'Ship your story'),
    sub_headline: text('The sentence below it.', 'From one picture to a page people remember.'),
    cta_button_text: text('Words on the call-to-action.', 'Start free'),
    cta_url: Type.Optional(
      Type.String({
        format: 'uri-reference',
        maxLength: 8192,
        description:
          'Where the button leads: http, https, mailto, tel or #fragment. Without it: a section of the page.',
        examples: ['https://example.com/start'],
      }),
    ),
  },
  { $id: 'PageContent', description: 'The texts of the page. An empty text is left out of it, with a warning.' },
)
export type PageContent = Static<typeof PageContent>

/** A word, or an object that holds it: whatever else it is, is ignored. */
export const StyleHint = Type.Unknown({ $id: 'StyleHint', description: 'A word, or an object that holds it.' })

const hint = (description: string) => Type.Optional(ref(StyleHint, { description }))

/** What a page reads from a style; anything else in it is ignored, whatever its shape. */
export const StyleInput = Type.Object(
  {
    colors: Type.Array(CssHexColor, {
      minItems: 0,
      maxItems: 64,
      description: 'Colours of the style, most important first. Empty: the default accent, with a warning.',
    }),
    palette: hint('Colours with shares, as the analysis gives them.'),
    mood: hint('Mood as words or as an object with words.'),
    typography: hint('Category of the typeface as a word or as an object with category.'),
    scheme: hint('light or dark: the scheme the page prefers.'),
    corners: hint('sharp, soft or round.'),
    density: hint('compact, regular or airy.'),
    complexity: hint('simple, moderate or detailed: how rich the art is.'),
    harmony: hint('Colour harmony in words: neighbouring hues shade into each other, others alternate.'),
  },
  {
    $id: 'StyleInput',
    description: 'Style object as returned by the analysis; at most 32 levels deep. Other members are ignored.',
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
          'Identifier of the project: 1 to 128 letters, digits, dots, underscores or dashes. Default: made from the inputs.',
        examples: ['spring-launch'],
      }),
    ),
    style_metadata: ref(StyleInput),
    content: ref(PageContent),
    export_settings: Type.Optional(
      Type.Object(
        {
          responsive_type: Type.Optional(openWord(responsiveWords, 'How the layout answers to the width.')),
          framework: Type.Optional(openWord(frameworkWords, 'CSS framework of the page.')),
        },
        { description: 'How the page is built.' },
      ),
    ),
  },
  {
    $id: 'SparkpageRequest',
    description: 'A style and the texts of a page.',
  },
)
export type SparkpageRequest = Static<typeof SparkpageRequest>

export const CssVariables = Type.Record(
  Type.String({ pattern: '^--sp-[a-z0-9-]+$' }),
  Line(512, 'Value of the property.'),
  {
    $id: 'CssVariables',
    description: 'The custom properties of :root of the page.',
    examples: [{ '--sp-accent': '#6D28D9', '--sp-on-accent': '#FFFFFF' }],
  },
)

export const SparkpageResponse = Type.Object(
  {
    success: Success,
    generated_html: Written('The whole page: one self-contained HTML document.'),
    css_variables: ref(CssVariables),
  },
  { $id: 'SparkpageResponse', description: 'A page and its variables.' },
)

export const buildSparkpage = operation({
  method: 'POST',
  url: '/api/v1/build-sparkpage',
  problems: [],
  words: { '/export_settings/framework': frameworkWords, '/export_settings/responsive_type': responsiveWords },
  open: ['', '/style_metadata'],
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
      summary: 'A style as analyze-vibe tells it, in Bootstrap',
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
  answers: { 200: answers.buildSparkpage },
  schema: {
    operationId: 'buildSparkpage',
    tags: ['Sparkpage'],
    summary: 'Build a landing page from a style',
    description:
      'Returns one self-contained HTML page in light and dark whose colours keep WCAG AA contrast for any palette, and its CSS variables. The same request gives the same bytes. With `Accept: text/html` the answer is the page itself, with `Accept: text/css` its variables.',
    body: ref(SparkpageRequest),
    response: {
      200: answer(
        {
          'application/json': { schema: ref(SparkpageResponse) },
          'text/html': { schema: Written('The page alone.') },
          'text/css': { schema: Written('The variables alone.') },
        },
        'The page and its variables.',
        {
          ...recordHeader('x-project-id', 'project'),
          ...recordHeader('x-page-id', 'page'),
          ...warningsHeader,
        },
      ),
    },
  },
})
