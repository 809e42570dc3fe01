// The texts, links and pictures of a page.
import { type Static, Type } from '@sinclair/typebox'
import { anyText, FormattedText, ref } from './types.ts'

/** What a section is: each kind is shown in its own way. */
export const sectionTypes = [
  'features',
  'quote',
  'prices',
  'questions',
  'figures',
  'logos',
  'gallery',
  'steps',
  'text',
  'contact',
] as const
export type SectionType = (typeof sectionTypes)[number]

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
  return FormattedText(
    'link',
    8192,
    `${description} http, https, mailto, tel or #fragment.`,
    'https://example.com/start',
  )
}

export const PageImage = Type.Object(
  {
    src: Type.String({
      format: 'image-source',
      description:
        'https address of a picture, which is linked and never fetched, or a Base64 data URI of any still picture that analyze-vibe reads. Such a picture is shown as WebP in sRGB without metadata, at most 2,560 px wide and high; files that browsers show and that hold nothing but pixels in sRGB stay as they are up to 400 KB. Drawings become pixels, animations their first frame. All pictures of a page take at most 3 MB.',
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
        { title: 'SecondaryCta', description: 'A second action beside the button.' },
      ),
    ),
    brand: Type.Optional(
      Type.Object(
        { name: pageText('Name of the brand.', 'Sea Hotel'), url: Type.Optional(linkTo('Its target:')) },
        { title: 'Brand', description: 'The brand above the page, beside links to the sections.' },
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
            heading: pageText('Heading of the section.', 'Suites'),
            text: pageText(
              'Text of the section; an empty line begins a new paragraph.',
              'Twelve suites, all with a balcony.',
            ),
            image: Type.Optional(ref(PageImage)),
          },
          { title: 'PageSection', description: 'A section.' },
        ),
        {
          minItems: 0,
          maxItems: 12,
          description:
            'Sections below the first screen; the headings have the ids section-1, section-2 and so on. Those with a picture alternate sides, the others are cards, or rows where a text is long. From three sections on, a button with a link of its own is repeated at the end.',
        },
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
