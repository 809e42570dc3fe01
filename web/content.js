// The content of the page: samples to begin with, edits, pictures.

/** @typedef {import('../schemas/page-content.ts').PageContent} PageContent */
/** @typedef {import('../schemas/page-content.ts').SectionInput} Section */
/** @typedef {import('../schemas/page-content.ts').ItemInput} Item */
/** @typedef {import('../schemas/page-content.ts').SectionType} Kind */
/** @typedef {import('../schemas/page-content.ts').PageImage} Image */
/** @typedef {import('../schemas/page-form.ts').PageForm} Form */
/** The texts of a page, which edits replace and never change. @typedef {Omit<PageContent, 'sections'> & { readonly sections: readonly Section[] }} Content */
/** A text and its place: a name of `pageTexts`, or `section.member` and `section.item.member`. @typedef {{ readonly path: string, readonly text: string }} PlacedText */
/** Every text of a page that can be edited in it. @typedef {{ readonly page: Readonly<Record<string, string>>, readonly sections: readonly (readonly PlacedText[])[] }} Places */

/** Every kind of section: its name, what a new one says, and what a new item says. @type {Readonly<Record<Kind, { readonly name: string, readonly section: Section, readonly item?: Item }>>} */
export const kinds = {
  features: {
    name: 'Features',
    section: { heading: 'What you offer' },
    item: { title: 'A feature', text: 'Say in one or two sentences what it is and what people get from it.' },
  },
  quote: {
    name: 'Quote',
    section: {},
    item: { text: 'Put the words of a customer here.', cite: 'Name, company' },
  },
  prices: {
    name: 'Prices',
    section: { heading: 'Prices' },
    item: { title: 'Name', price: '€00', period: 'per month', text: 'Say what is included.' },
  },
  menu: {
    name: 'Menu',
    section: { heading: 'Menu' },
    item: { title: 'A dish', price: '€00', text: 'What is in it' },
  },
  questions: {
    name: 'Questions',
    section: { heading: 'Questions' },
    item: { title: 'What do people ask you?', text: 'Answer in one or two sentences.' },
  },
  figures: {
    name: 'Figures',
    section: {},
    item: { value: '00', title: 'What you count' },
  },
  logos: {
    name: 'Logos',
    section: { heading: 'In good company' },
    item: { title: 'Company' },
  },
  gallery: {
    name: 'Gallery',
    section: { heading: 'Gallery' },
    item: { title: 'What the picture shows' },
  },
  steps: {
    name: 'Steps',
    section: { heading: 'How it works' },
    item: { title: 'A step', text: 'Say what happens in it.' },
  },
  team: {
    name: 'Team',
    section: { heading: 'Team' },
    item: { title: 'Name', role: 'What they do' },
  },
  text: {
    name: 'Text',
    section: { heading: 'About you', text: 'Tell who you are and why you do this.\n\nAdd a second paragraph.' },
  },
  hours: {
    name: 'Opening hours',
    section: { heading: 'Opening hours' },
    item: { title: 'Monday to Friday', value: '9:00–17:00' },
  },
  contact: {
    name: 'Contact',
    section: { heading: 'Contact' },
    item: { title: 'E-mail', cta_text: 'hello@example.com', url: 'mailto:hello@example.com' },
  },
}

/** Items of a new section. */
const itemCount = 3
/** As many as the service takes. */
const maxSections = 12
const maxItems = 24

/** @type {Content} */
export const example = {
  brand: { name: 'Your name' },
  headline: 'Say it in a few words',
  sub_headline: 'One sentence about what you offer, for whom it is, and why it matters to them.',
  cta_button_text: 'Text of the button',
  sections: [
    {
      type: 'features',
      heading: 'What you offer',
      items: ['first', 'second', 'third'].map(name => ({ ...kinds.features.item, title: `The ${name} thing` })),
    },
    {
      type: 'steps',
      heading: 'How it works',
      items: [
        { title: 'Begin', text: 'Say what people do first.' },
        { title: 'Go on', text: 'Say what happens then.' },
        { title: 'Arrive', text: 'Say what they have in the end.' },
      ],
    },
    { type: 'quote', items: [{ ...kinds.quote.item }] },
    {
      type: 'prices',
      heading: 'Prices',
      items: ['Small', 'Medium', 'Large'].map(title => ({ ...kinds.prices.item, title })),
    },
    {
      type: 'questions',
      heading: 'Questions',
      items: [
        { title: 'What do people ask you first?', text: 'Answer in one or two sentences.' },
        { title: 'What do they need to know before?', text: 'Answer in one or two sentences.' },
        { title: 'What happens afterwards?', text: 'Answer in one or two sentences.' },
      ],
    },
    {
      type: 'contact',
      heading: 'Contact',
      items: [
        { title: 'Address', text: '1 Example Street\n12345 Your Town' },
        { title: 'Hours', text: 'Monday to Friday, 9:00 to 17:00' },
        { ...kinds.contact.item },
      ],
    },
  ],
  footer: '© Your name',
}

/** Texts outside the sections: what finds them in a page, and what they are called where they are missing. */
const pageTexts = /** @type {const} */ ({
  headline: ['.sp-headline, .sp-closing > h2', 'Headline'],
  sub_headline: ['.sp-lead', 'Text below it'],
  cta_button_text: [':is(.sp-header, .sp-hero, .sp-closing) .sp-button', 'Button'],
  brand: ['.sp-brand, .sp-wordmark', 'Name of the brand'],
  footer: ['.sp-small-print', 'Last line'],
})
/** @typedef {keyof typeof pageTexts} PageText */
const pageTextNames = /** @type {const} */ (['headline', 'sub_headline', 'cta_button_text', 'brand', 'footer'])

/** Members of an item in the order in which pages show them. */
const itemMembers = /** @type {const} */ (['value', 'title', 'price', 'period', 'text', 'cite', 'role', 'cta_text'])

/** @param {Content} content @param {PageText} name */
function pageText(content, name) {
  return (name === 'brand' ? content.brand?.name : content[name]) ?? ''
}

/** What a page of this content says, and where. @param {Content} content @returns {Places} */
export function placesOf(content) {
  return {
    // Without a headline the text below it takes its place.
    page: Object.fromEntries(
      pageTextNames.map(name => [pageTexts[name][0], name === 'headline' && !content.headline ? 'sub_headline' : name]),
    ),
    sections: content.sections.map(({ heading, text, items = [] }, at) => [
      { path: `${at}.heading`, text: heading ?? '' },
      ...paragraphsOf(text).map((paragraph, index) => ({ path: `${at}.text#${index}`, text: paragraph })),
      ...items.flatMap((item, position) => placesOfItem(item, `${at}.${position}`)),
    ]),
  }
}

/** Every text but the headings of sections. @param {Content} content @returns {readonly PlacedText[]} */
export function everyText(content) {
  const ofPage = pageTextNames.map(name => ({ path: name, text: pageText(content, name) }))
  const ofSections = placesOf(content).sections.flat()
  return [...ofPage, ...ofSections].filter(({ path, text }) => text !== '' && !path.endsWith('.heading'))
}

/** @param {Item} item @param {string} path @returns {readonly PlacedText[]} */
function placesOfItem(item, path) {
  return itemMembers.flatMap(member =>
    member === 'text'
      ? paragraphsOf(item.text).map((text, index) => ({ path: `${path}.text#${index}`, text }))
      : [{ path: `${path}.${member}`, text: item[member] ?? '' }],
  )
}

/** As the service splits a text. @param {string | undefined} text */
function paragraphsOf(text = '') {
  return text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter(Boolean)
}

/** @param {string | undefined} text @param {number} index of a paragraph @param {string} paragraph */
function withParagraph(text, index, paragraph) {
  return paragraphsOf(text)
    .map((old, at) => (at === index ? paragraph : old))
    .filter(Boolean)
    .join('\n\n')
}

/** An edit that a page made. @typedef {PlacedText & { readonly before: string }} Edit */

/**
 * What has no text any more is removed: an item, or a section. An edit of a page that is out of date has no effect.
 * @param {Content} content @param {Edit} made @returns {Content}
 */
export function edit(content, { path, text, before }) {
  const name = pageTextNames.find(name => name === path)
  if (name) return withPageText(content, name, text)
  const known = placesOf(content).sections.flat()
  if (!known.some(place => place.path === path && place.text.trim() === before)) return content
  const [place = '', paragraph] = path.split('#')
  const [at = '', ...rest] = place.split('.')
  const section = content.sections[Number(at)]
  if (!section) return content
  const [member = '', position] = rest.toReversed()
  return withSection(content, Number(at), withMember(section, member, position, text, Number(paragraph)))
}

/** @param {Content} content @param {PageText} name @param {string} text @returns {Content} */
function withPageText(content, name, text) {
  if (name !== 'brand') return { ...content, [name]: text }
  const { brand, footer = '', ...others } = content
  // The last line usually names the brand.
  const line = brand?.name && text ? footer.replace(brand.name, text) : footer
  return { ...others, ...(line && { footer: line }), ...((text || brand?.logo) && { brand: { ...brand, name: text } }) }
}

/** @param {Section} section @param {string} member @param {string | undefined} position of an item @param {string} text @param {number} paragraph @returns {Section} */
function withMember(section, member, position, text, paragraph) {
  const { items = [], ...others } = section
  if (position === undefined)
    return { ...section, [member]: member === 'text' ? withParagraph(section.text, paragraph, text) : text }
  const edited = items.map((item, at) => {
    if (at !== Number(position)) return item
    if (member === 'text') return { ...item, text: withParagraph(item.text, paragraph, text) }
    return member === 'cta_text' ? withLink(item, text) : { ...item, [member]: text }
  })
  return { ...others, items: edited.filter(isVisible) }
}

/** Links of contacts follow their texts. @param {Item} item @param {string} text @returns {Item} */
function withLink({ url: old = '', ...item }, text) {
  // The address of the sample leads nowhere.
  const url = addressOf(text) ?? (old === kinds.contact.item?.url ? '' : old)
  return { ...item, cta_text: text, ...(url && { url }) }
}

/** The link of an e-mail address, a telephone number or a website. @param {string} text */
function addressOf(text) {
  if (/^\S+@\S+\.\S+$/.test(text)) return `mailto:${text}`
  // Whoever calls from abroad leaves out the (0).
  if (/^\+?[\d\s()/.-]{6,}$/.test(text)) return `tel:${text.replace('(0)', '').replace(/[^\d+]/g, '')}`
  if (/^https?:\/\/\S+$/i.test(text)) return text
  if (/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?:\/\S*)?$/u.test(text)) return `https://${text}`
  return undefined
}

/** @param {Item} item */
function isVisible(item) {
  return item.image !== undefined || itemMembers.some(member => item[member])
}

/** A section without any text is removed. @param {Content} content @param {number} at @param {Section} section @returns {Content} */
function withSection(content, at, section) {
  const { heading, text, items = [] } = section
  // Items without which the service would read the text as items.
  const isGone =
    section.type === 'text' ? !heading && !text && !section.image && items.length === 0 : items.length === 0
  return { ...content, sections: content.sections.toSpliced(at, 1, ...(isGone ? [] : [section])) }
}

/** @param {Content} content @param {number} at @returns {Content} */
export function removeSection(content, at) {
  return { ...content, sections: content.sections.toSpliced(at, 1) }
}

/** @param {Content} content @param {number} at @param {number} to @returns {Content} */
export function moveSection(content, at, to) {
  const moved = content.sections.slice(at, at + 1)
  return { ...content, sections: content.sections.toSpliced(at, 1).toSpliced(to, 0, ...moved) }
}

/** Where a new section stands: contacts end a page. @param {Content} content @param {Kind} kind */
export function placeOfNew({ sections }, kind) {
  const isLastContact = kind !== 'contact' && sections.at(-1)?.type === 'contact'
  return sections.length - (isLastContact ? 1 : 0)
}

/** @param {Content} content @param {Kind} kind @param {number} at @returns {Content} */
export function addSection(content, kind, at) {
  const { section, item } = kinds[kind]
  const count = kind === 'quote' ? 1 : itemCount
  const items = item && Array.from({ length: count }, () => ({ ...item }))
  return {
    ...content,
    sections: content.sections.toSpliced(at, 0, { type: kind, ...section, ...(items && { items }) }),
  }
}

/** Adds an item to a section, or removes its last one. @param {Content} content @param {number} at @param {1 | -1} change @returns {Content} */
export function resizeSection(content, at, change) {
  const section = content.sections[at]
  const item = section && kinds[kindOf(section)].item
  if (!item) return content
  const { items = [] } = section
  return withSection(content, at, { ...section, items: change > 0 ? [...items, { ...item }] : items.slice(0, -1) })
}

/** @param {Section} section @returns {Kind} */
export function kindOf({ type }) {
  return kindNames.find(kind => kind === type) ?? 'text'
}

export const kindNames = Object.keys(kinds).filter(isKind)

/** @param {string} name @returns {name is Kind} */
function isKind(name) {
  return Object.hasOwn(kinds, name)
}

/** Texts outside the sections that the page lacks. @param {Content} content */
export function missingTexts(content) {
  return pageTextNames.filter(name => !pageText(content, name)).map(name => ({ name, label: pageTexts[name][1] }))
}

/** @param {Content} content @param {string} name of `missingTexts` @returns {Content} */
export function addText(content, name) {
  const found = pageTextNames.find(known => known === name)
  return found ? withPageText(content, found, pageText(example, found)) : content
}

/** The part of a content that a link to the playground needs. @param {Content} content @returns {Readonly<Record<string, string>>} */
export function contentFields(content) {
  const text = JSON.stringify(content)
  return text === JSON.stringify(example) ? {} : { content: text }
}

const imageShape = { src: '', alt: '', focus: { x: 0, y: 0 } }
const linkShape = { text: '', url: '' }
const itemShape = {
  ...{ value: '', title: '', price: '', period: '', text: '', cite: '', role: '', cta_text: '', url: '' },
  ...{ image: imageShape, highlighted: true },
}
/** Every member that a content may have. @type {import('../schemas/page-content.ts').ContentShape} */
const contentShape = {
  ...{ headline: '', sub_headline: '', cta_button_text: '', language: '', cta_url: '', secondary_cta: linkShape },
  ...{ brand: { name: '', url: '', logo: imageShape }, image: imageShape, nav: true, footer: '' },
  sections: [{ type: '', heading: '', text: '', image: imageShape, items: [itemShape] }],
  form: {
    ...{ action: '', heading: '', text: '', button: '' },
    fields: [{ label: '', type: '', name: '', required: true, placeholder: '', options: [''] }],
  },
  footer_columns: [{ heading: '', links: [linkShape] }],
}

/** The part of a value that has a shape. @param {unknown} value @param {unknown} shape @returns {unknown} */
function fitted(value, shape) {
  if (typeof value !== typeof shape || value === null || Array.isArray(value) !== Array.isArray(shape)) return undefined
  if (typeof shape !== 'object') return value
  if (Array.isArray(value)) return value.map(one => fitted(one, Object(shape)[0])).filter(one => one !== undefined)
  const members = Object.entries(Object(shape)).map(([name, known]) => [name, fitted(Object(value)[name], known)])
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}

/** @param {unknown} value of an answer, or of a link, which may have been edited @returns {Content} */
export function parseContent(value) {
  const { sections = [], brand, ...texts } = Object(fitted(value, contentShape))
  return {
    ...{ headline: '', sub_headline: '', cta_button_text: '' },
    ...texts,
    ...(brand && (brand.name || brand.logo) && { brand: { name: '', ...brand } }),
    sections: sections.slice(0, maxSections).map((/** @type {Section} */ { items = [], ...section }) => ({
      ...section,
      items: items.slice(0, maxItems).filter(isVisible),
    })),
  }
}

/** @param {Readonly<Record<string, string>>} fields of a link, which may have been edited @returns {Content} */
export function contentOf({ content = '', ...fields }) {
  const given = Object.fromEntries(pageTextNames.filter(name => fields[name]).map(name => [name, fields[name]]))
  try {
    return { ...parseContent(JSON.parse(content)), ...given }
  } catch {
    return { ...example, ...given }
  }
}

/** Kinds whose items have pictures; those of the others belong to their section. @type {readonly Kind[]} */
const picturedKinds = ['features', 'quote', 'prices', 'menu', 'logos', 'gallery', 'steps', 'team']
/** Kinds that consist of pictures. @type {readonly Kind[]} */
const galleryKinds = ['gallery', 'logos']

/** A place for a picture: `brand`, a section or `section.item`. @typedef {{ readonly path: string, readonly label: string, readonly image: Image | undefined }} PicturePlace */

/** @param {Content} content @param {string} of a path; of an item those of its section @returns {readonly PicturePlace[]} */
export function picturePlaces(content, of) {
  if (of === 'brand') return [{ path: of, label: 'Logo', image: content.brand?.logo }]
  const at = Number.parseInt(of, 10)
  const section = content.sections[at]
  if (!section) return []
  const own = { path: `${at}`, label: 'Section', image: section.image }
  const items = (section.items ?? []).map((item, index) => ({
    path: `${at}.${index}`,
    label: item.title || item.cite || item.price || `Number ${index + 1}`,
    image: item.image,
  }))
  const kind = kindOf(section)
  if (galleryKinds.includes(kind)) return items
  return picturedKinds.includes(kind) ? [own, ...items] : [own]
}

/** @param {Content} content @param {string} path @param {Image} [image] without one the picture is removed @returns {Content} */
export function withImage(content, path, image) {
  if (path === 'brand') {
    const { logo: _, ...brand } = content.brand ?? { name: '' }
    const { brand: __, ...others } = content
    return image || brand.name ? { ...others, brand: { ...brand, ...(image && { logo: image }) } } : others
  }
  const [at = 0, position] = path.split('.').map(Number)
  const section = content.sections[at]
  if (!section) return content
  if (position === undefined) return withSection(content, at, withOwnImage(section, image))
  const items = (section.items ?? []).map((item, index) => (index === position ? withOwnImage(item, image) : item))
  return withSection(content, at, { ...section, items: items.filter(isVisible) })
}

/** @template {{ readonly image?: Image }} T @param {T} part @param {Image | undefined} image @returns {T} */
function withOwnImage(part, image) {
  const { image: _, ...others } = part
  return Object({ ...others, ...(image && { image }) })
}

/** One picture is that of its section or place; more fill the items of the section, or a new gallery below it. @param {Content} content @param {string} path `gallery`: a new one @param {readonly Image[]} images @returns {Content} */
export function addImages(content, path, images) {
  const at = path === 'gallery' ? placeOfNew(content, 'gallery') - 1 : Number.parseInt(path, 10)
  const section = content.sections[at]
  const [first, ...others] = images
  if (!first) return content
  if (path === 'gallery') return { ...content, sections: content.sections.toSpliced(at + 1, 0, galleryOf(images)) }
  if (!section || (others.length === 0 && (path.includes('.') || !galleryKinds.includes(kindOf(section)))))
    return withImage(content, path, first)
  if (!picturedKinds.includes(kindOf(section)))
    return { ...content, sections: content.sections.toSpliced(at + 1, 0, galleryOf(images)) }
  return withSection(content, at, { ...section, items: fill(section, images) })
}

/** @param {readonly Image[]} images @returns {Section} */
function galleryOf(images) {
  return { type: 'gallery', heading: '', items: images.slice(0, maxItems).map(image => ({ image })) }
}

/** Items without a picture get one in turn; the others are new items. A gallery loses its sample items. @param {Section} section @param {readonly Image[]} images */
function fill(section, images) {
  const { items = [] } = section
  const kind = kindOf(section)
  const left = [...images]
  const isSample = (/** @type {Item} */ { title, image }) => !image && title === kinds[kind].item?.title
  const isGallery = galleryKinds.includes(kind)
  const own = isGallery ? items.filter(item => !isSample(item)) : items
  const filled = own.map(item => {
    const image = item.image ?? left.shift()
    return image ? { ...item, image } : item
  })
  return [...filled, ...left.map(image => ({ image }))].slice(0, maxItems)
}

/** A content with other pictures. @param {Content} content @param {(image: Image) => Image | undefined} change @returns {Content} */
export function mapImages(content, change) {
  /** @param {unknown} value @returns {unknown} */
  const visit = value => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    if ('src' in value) return change(Object(value))
    const members = Object.entries(value).map(([name, member]) => [name, visit(member)])
    return Object.fromEntries(members.filter(([, member]) => member !== undefined))
  }
  return Object(visit(content))
}

/** @type {Form} */
export const sampleForm = {
  action: 'https://formspree.io/f/your-form',
  heading: 'Write to us',
  fields: [
    { label: 'Name', required: true },
    { label: 'E-mail', type: 'email', required: true },
    { label: 'Message', type: 'textarea', required: true },
  ],
  button: 'Send',
}

/** @param {Content} content @param {Form} [form] without one it is removed @returns {Content} */
export function withForm({ form: _, ...content }, form) {
  return { ...content, ...(form && { form }) }
}

/** One section of each kind as it is added. */
const added = Object.entries(kinds).map(([kind, { section, item }]) => ({
  type: kind,
  ...section,
  ...(item && { items: [item] }),
}))

/** Headings such as Prices are none. @type {readonly string[]} */
export const sampleTexts = [
  ...new Set([example, { ...example, sections: added }].flatMap(everyText).map(({ text }) => text)),
]

/** @param {Content} content @returns {readonly PlacedText[]} */
export function samplesIn(content) {
  return everyText(content).filter(({ text }) => sampleTexts.includes(text))
}

/** Items and sections that say nothing else are left out, too. @param {Content} content @returns {Content} */
export function withoutSamples(content) {
  const [first] = samplesIn(content)
  return first ? withoutSamples(edit(content, { ...first, text: '', before: first.text.trim() })) : content
}

/** The sections that `withoutSamples` leaves out. @param {Content} content @returns {readonly Section[]} */
export function onlySamples(content) {
  return content.sections.filter(section => withoutSamples({ ...content, sections: [section] }).sections.length === 0)
}
