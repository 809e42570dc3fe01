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

/** What a section is: each kind is shown in its own way. */
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
  'What the section is, which decides how it is shown; auto reads it from items or text.',
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
        'https address of a picture, which is linked and never fetched, or a data URI of any still picture that analyze-vibe reads. Such a picture is shown as WebP in sRGB without metadata, at most 2,560 px wide and high; files that browsers show and that hold nothing but pixels in sRGB stay as they are up to 400 KB. Drawings become pixels, animations their first frame. All pictures of a page take at most 3 MB.',
      examples: ['https://example.com/beach.jpg'],
    }),
    alt: PageText(
      'What the picture shows, for people who do not see it; empty for a decoration.',
      'A beach at sunrise',
    ),
    focus: Type.Optional(Point('What stays visible where the picture is cut. Default: its middle.')),
  },
  { $id: 'PageImage', description: 'A picture of the page.' },
)
export type PageImage = Static<typeof PageImage>

const SectionItemInput = Type.Object(
  {
    title: label('Name of a feature, tier, dish or person, a question, days, or the label of a number.', 'Double room'),
    text: Type.Optional(PageText('Text; an empty line begins a new paragraph.', 'With a view of the sea.')),
    price: label('Price with its currency, as shown.', '€120'),
    period: label('What the price is for.', 'per night'),
    value: label('Number with its unit, a year, or opening times, as shown.', '98 %'),
    cite: label('Who said the text.', 'Ida Holm'),
    role: label('What that person or a member of the team is.', 'Guest from Aarhus'),
    image: Type.Optional(ref(PageImage)),
    url: Type.Optional(LinkText('Link of the item:')),
    cta_text: label(
      'Text of the link; without it the title, the picture or another text of the item is the link. Without `url` that of a tier leads where the button of the page does.',
      'Book a room',
    ),
    highlighted: Type.Optional(
      Type.Boolean({ description: 'Whether the item stands out, such as a recommended tier.', examples: [true] }),
    ),
  },
  {
    title: 'SectionItem',
    description:
      'A part of a section; what is absent is not shown. Common other names of members, such as `question` and `answer`, are read with a warning.',
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
        { title: 'FooterLink', description: 'A link of the footer.', [otherNames]: contentNames.link },
      ),
      { minItems: 0, maxItems: 8, description: 'Links, one below the other.' },
    ),
  },
  { title: 'FooterColumn', description: 'A column of the footer.' },
)

export const PageContent = Type.Object(
  {
    headline: PageText('The h1 of the page.', 'Ship your story'),
    sub_headline: PageText('The text below the headline.', 'From one picture to a page people remember.'),
    cta_button_text: PageText('Label of the call-to-action button.', 'Start free'),
    language: Type.Optional(
      FormattedText('locale', 64, 'Language of the texts (BCP 47); default: the one that they are in.', 'de'),
    ),
    cta_url: Type.Optional(LinkText('Link of the button; default: the form, else the first of `sections`, if any.')),
    secondary_cta: Type.Optional(
      Type.Object(
        { text: PageText('Label of the link.', 'How it works'), url: LinkText('Its target:') },
        { title: 'SecondaryCta', description: 'A second action beside the button.', [otherNames]: contentNames.link },
      ),
    ),
    brand: Type.Optional(
      Type.Object(
        {
          name: PageText('Name of the brand.', 'Sea Hotel'),
          url: Type.Optional(LinkText('Its target:')),
          logo: Type.Optional(ref(PageImage, { description: 'Picture that is shown with the name.' })),
        },
        {
          title: 'Brand',
          description: 'The brand above the page, beside links to the sections.',
          [otherNames]: contentNames.brand,
        },
      ),
    ),
    image: Type.Optional(
      ref(PageImage, {
        description: 'The picture behind or beside the texts, cropped at the focal point of the style.',
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
          'Sections below the first screen; the headings have the ids section-1, section-2 and so on. Without `type` and `items` the kind is read from the text where it is certain: quotations; questions with answers; a name and a price on every line or in every paragraph, which are tiers if the prices have a period, else a menu; days with times; lines that begin with an ordinal, a year or a time of day; numbers with labels; an e-mail address or telephone number on a line of its own; short texts with longer ones behind or below them. From three sections on, a button with a link of its own is repeated at the end.',
      }),
    ),
    form: Type.Optional(ref(PageForm)),
    footer_columns: Type.Optional(
      Type.Array(FooterColumnInput, { minItems: 0, maxItems: 4, description: 'Columns of links above the last text.' }),
    ),
    footer: Type.Optional(PageText('The last text of the page.', '© Sea Hotel')),
  },
  {
    $id: 'PageContent',
    description:
      'The texts of the page. An empty text is omitted, with a warning; what is absent is not invented. Texts under other names are read as what they mean, with a warning: `question` as the title of an item, a text under an unknown name as a part of its text, a list or an object under an unknown name as a section.',
    [otherNames]: contentNames.content,
  },
)
export type PageContent = Static<typeof PageContent>
