// The texts, links and pictures of a page.
import { type Static, Type } from '@sinclair/typebox'
import { contentNames } from './content-names.ts'
import { PageForm } from './page-form.ts'
import {
  type AliasedEnum,
  aliasedModel,
  aliasedText,
  anyText,
  documentedType,
  FormattedText,
  maxDocumentLength,
  otherNames,
  PageText,
  Point,
  ref,
} from './types.ts'

/** Kinds of sections; each is shown in its own way. */
export const sectionTypes = [
  'features',
  'quote',
  'prices',
  'menu',
  'questions',
  'figures',
  'logos',
  'gallery',
  'steps',
  'team',
  'text',
  'hours',
  'contact',
] as const
export type SectionType = (typeof sectionTypes)[number]

/** @param words of each type, separated by commas. */
function kindsByAlias(
  words: Readonly<Partial<Record<SectionType | 'auto', string>>>,
): Record<string, SectionType | 'auto'> {
  const aliases: Record<string, SectionType | 'auto'> = {}
  for (const type of ['auto', ...sectionTypes] as const)
    for (const alias of words[type]?.split(', ') ?? []) aliases[alias] = type
  return aliases
}

export const sectionTypeEnum: AliasedEnum<SectionType | 'auto'> = {
  allowed: ['auto', ...sectionTypes],
  fallback: 'auto',
  aliases: kindsByAlias({
    auto: 'automatic',
    features: 'feature, benefits, advantages, highlights, services, cards',
    quote: 'quotes, blockquote, testimonial, testimonials, review, reviews',
    prices: 'price, pricing, pricing table, plans, tiers, packages, rates',
    menu: 'menus, dishes, food, drinks, food and drinks, price list, wine list',
    questions: 'question, faq, faqs, q&a, qa, frequently asked questions, accordion',
    figures: 'figure, key figures, stats, statistics, numbers, metrics, facts',
    logos: 'logo, logo cloud, clients, customers, partners, sponsors, trusted by',
    gallery: 'images, image gallery, photos, photo gallery, pictures, portfolio',
    steps: 'step, process, how it works, how to, instructions, timeline, history, schedule',
    team: 'people, staff, our team, meet the team, members',
    text: 'about, about us, story, paragraph, paragraphs, prose',
    hours: 'opening hours, opening times, business hours',
    contact: 'contacts, contact us, get in touch, address, location, visit, visit us',
  }),
}

export const SectionType = aliasedModel(
  'SectionType',
  sectionTypeEnum,
  'Kind of the section, which determines how it is shown. auto: detected from the items or the text.',
)

/** A text of one line. */
function label(description: string, example: string) {
  return Type.Optional(PageText(description, example, 200))
}

function LinkText(description: string) {
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
      [documentedType]: Type.String({
        format: 'image-source',
        pattern: anyText,
        minLength: 1,
        maxLength: maxDocumentLength,
      }),
      description:
        'https URL of a picture (the page links to it, and the service never fetches it), or a data URI of any still image that analyze-vibe reads. A picture in a data URI is shown as WebP in sRGB without metadata, at most 2,560 px wide and high; a file of up to 400 KB that browsers can show and that contains only pixels in sRGB is not changed. Drawings are converted to pixels, and animations to their first frame. All pictures of a page together take at most 3 MB.',
      examples: ['https://example.com/beach.jpg'],
    }),
    alt: PageText(
      'Description of the picture, for people who cannot see it; empty for a decoration.',
      'A beach at sunrise',
    ),
    focus: Type.Optional(
      Point('Point of the picture that stays visible when the picture is cropped. Default: the centre.'),
    ),
  },
  { $id: 'PageImage', description: 'A picture of the page.' },
)
export type PageImage = Static<typeof PageImage>

const SectionItemInput = Type.Object(
  {
    title: label(
      'By the kind of the section: the name of a feature, tier, dish or person, a question, days of the week, or the label of a number.',
      'Double room',
    ),
    text: Type.Optional(PageText('Text of the item; an empty line begins a new paragraph.', 'With a view of the sea.')),
    price: label('Price with its currency, exactly as shown on the page.', '€120'),
    period: label('Unit of the price.', 'per night'),
    value: label('Number with its unit, a year, or opening times, exactly as shown on the page.', '98 %'),
    cite: label('Author of the text.', 'Ida Holm'),
    role: label('Role of the author or team member.', 'Guest from Aarhus'),
    image: Type.Optional(ref(PageImage)),
    url: Type.Optional(LinkText('Link of the item:')),
    cta_text: label(
      'Text of the link. If it is absent, the title, the picture or another text of the item becomes the link. In a tier without `url`, it has the same target as the button of the page.',
      'Book a room',
    ),
    highlighted: Type.Optional(
      Type.Boolean({
        description: 'Whether to highlight the item, for example as the recommended tier.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'SectionItem',
    description:
      'A part of a section; absent properties are not shown. Other common names of properties, such as `question` and `answer`, are accepted with a warning.',
    [otherNames]: contentNames.item,
  },
)
export type ItemInput = Static<typeof SectionItemInput>

const sectionMembers = {
  type: Type.Optional(aliasedText(SectionType)),
  heading: Type.Optional(PageText('Heading of the section.', 'Suites')),
  text: Type.Optional(
    PageText(
      'Text of the section; an empty line begins a new paragraph. Required without `items`.',
      'Twelve suites, all with a balcony.',
    ),
  ),
  items: Type.Optional(
    Type.Array(SectionItemInput, {
      minItems: 0,
      maxItems: 24,
      description:
        'Features, quotes, tiers, dishes, questions, figures, logos, pictures, steps, people, hours or contacts.',
    }),
  ),
  image: Type.Optional(ref(PageImage)),
}
const sectionInfo = { title: 'PageSection', description: 'A section.', [otherNames]: contentNames.section }

/** Documents show `text` as optional: client generators do not know `if`. */
const PageSectionInput = Type.Object(sectionMembers, {
  ...sectionInfo,
  if: { required: ['items'] },
  else: { required: ['text'] },
  [documentedType]: Type.Object(sectionMembers, sectionInfo),
})
export type SectionInput = Static<typeof PageSectionInput>

const FooterColumnInput = Type.Object(
  {
    heading: label('Heading of the column.', 'Hotel'),
    links: Type.Array(
      Type.Object(
        { text: PageText('Text of the link.', 'Imprint', 200), url: LinkText('Its target:') },
        { title: 'FooterLink', description: 'A link in the footer.', [otherNames]: contentNames.link },
      ),
      { minItems: 0, maxItems: 8, description: 'Links, one below the other.' },
    ),
  },
  { title: 'FooterColumn', description: 'A column of the footer.' },
)

export const PageContent = Type.Object(
  {
    headline: PageText('The h1 of the page.', 'Ship your story'),
    sub_headline: PageText('Text below the headline.', 'From one picture to a page people remember.'),
    cta_button_text: PageText('Label of the call-to-action button.', 'Start free'),
    language: Type.Optional(
      FormattedText('locale', 64, 'Language of the texts, as a BCP 47 tag. Default: detected from the texts.', 'de'),
    ),
    cta_url: Type.Optional(LinkText('Link of the button. Default: the form, otherwise the first section, if any.')),
    secondary_cta: Type.Optional(
      Type.Object(
        { text: PageText('Label of the link.', 'How it works'), url: LinkText('Its target:') },
        { title: 'SecondaryCta', description: 'A second action next to the button.', [otherNames]: contentNames.link },
      ),
    ),
    brand: Type.Optional(
      Type.Object(
        {
          name: PageText('Name of the brand.', 'Sea Hotel'),
          url: Type.Optional(LinkText('Its target:')),
          logo: Type.Optional(ref(PageImage, { description: 'Picture to show with the name.' })),
        },
        {
          title: 'Brand',
          description: 'The brand at the top of the page, next to links to the sections.',
          [otherNames]: contentNames.brand,
        },
      ),
    ),
    image: Type.Optional(
      ref(PageImage, {
        description: 'The picture behind or next to the texts, cropped around the focal point of the style.',
      }),
    ),
    nav: Type.Optional(
      Type.Boolean({
        description: 'Whether the header links to the sections. Default: true.',
        examples: [false],
      }),
    ),
    sections: Type.Optional(
      Type.Array(PageSectionInput, {
        minItems: 0,
        maxItems: 12,
        description:
          'Sections below the first screen; the headings have the ids section-1, section-2 and so on. Without `type` or `items`, the kind is detected from the text if it is certain: quotations; questions with answers; a name and a price on every line or in every paragraph, which are tiers if the prices have a period, otherwise a menu; days with times; lines that begin with an ordinal, a year or a time of day; numbers with labels; an e-mail address or telephone number on a line of its own; short texts followed by longer ones. If there are at least three sections, a button with a link of its own is repeated at the end.',
      }),
    ),
    form: Type.Optional(ref(PageForm)),
    footer_columns: Type.Optional(
      Type.Array(FooterColumnInput, {
        minItems: 0,
        maxItems: 4,
        description: 'Columns of links above the text of the footer.',
      }),
    ),
    footer: Type.Optional(PageText('The last text of the page.', '© Sea Hotel')),
  },
  {
    $id: 'PageContent',
    description:
      'The texts of the page. An empty text is omitted, with a warning; absent texts are not invented. Texts under other names are accepted with a warning: `question` is the title of an item, a text under an unknown name becomes part of the text of the item, and a list or an object under an unknown name becomes a section.',
    [otherNames]: contentNames.content,
  },
)
export type PageContent = Static<typeof PageContent>

/** A value with every member that values of this type may have. */
type Shape<T> = T extends readonly (infer Item)[]
  ? readonly Shape<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]-?: Shape<NonNullable<T[Name]>> }
    : T extends string
      ? string
      : T

export type ContentShape = Shape<PageContent>
