// Sections: which kind each is, and its items, as given or as its text tells.
import { type ItemInput, type SectionInput, sectionTypeEnum } from '../../../schemas/page-content.ts'
import { resolveAlias } from '../../values/aliased-enum.ts'
import { readPicture, readTarget, sanitizeText } from '../content.ts'
import type { PageSection, SectionItem, SectionKind } from '../page-parts.ts'
import { readLinkLine } from './contacts.ts'
import { namesKind } from './features.ts'
import { kindOfOffers, readKnown, readSectionText } from './grammar.ts'
import { isQuestion, type Reading, readQuestion, splitParagraphs, textsOfItem } from './text-parts.ts'

/** @returns the sections that show something. */
export function readSections(sections: readonly SectionInput[]): readonly PageSection[] {
  return sections
    .map(readSection)
    .filter(
      ({ heading, paragraphs, items, image }) =>
        heading !== '' || paragraphs.length > 0 || items.length > 0 || image !== undefined,
    )
    .map((section, index) => ({ id: `section-${index + 1}`, ...section }))
}

function readSection({ type, heading = '', text = '', image, items = [] }: SectionInput): Omit<PageSection, 'id'> {
  const requested = resolveAlias(sectionTypeEnum, type).value
  const given = items.map(readItem).filter(isVisible)
  const paragraphs = splitParagraphs(sanitizeText(text))
  const section = { heading: sanitizeText(heading), image: readPicture(image) }
  if (given.length > 0) {
    const kind = requested === 'auto' || requested === 'text' ? kindOfItems(given, section.heading) : requested
    return { ...section, kind, ...arrangeItems(kind, given, paragraphs) }
  }
  if (requested === 'auto')
    return { ...section, ...readSectionText(section.heading, paragraphs), ...readAsked(section.heading, paragraphs) }
  return { ...section, kind: requested, ...readKnown(requested, paragraphs) }
}

/** A heading that asks, above an answer and further questions, is the first of them. */
function readAsked(heading: string, [answer = '', ...others]: readonly string[]): Partial<PageSection> {
  if (!isQuestion(heading) || !others.some(text => readQuestion(text))) return {}
  return { heading: '', ...readSectionText(heading, [`${heading}\n${answer}`, ...others]) }
}

/** The words of a single quote may be the text of its section; what a contact says is the text of its link. */
function arrangeItems(kind: SectionKind, items: readonly SectionItem[], paragraphs: readonly string[]): Reading {
  const [first, ...others] = items
  if (kind === 'quote' && first?.paragraphs.length === 0 && others.length === 0)
    return { items: [{ ...first, paragraphs }], paragraphs: [] }
  return { items: kind === 'contact' ? items.map(withContactLink) : items, paragraphs }
}

function withContactLink(item: SectionItem): SectionItem {
  const [text, ...others] = item.paragraphs
  if (text !== undefined && item.link?.text === '') return { ...item, paragraphs: others, link: { ...item.link, text } }
  const read = item.link || item.value === '' ? undefined : readLinkLine(`${item.title}: ${item.value}`)
  return read ? { ...item, value: '', title: read.title, link: read.link } : item
}

function readItem(item: ItemInput): SectionItem {
  const text = (value = '') => sanitizeText(value)
  const [action, href] = [text(item.cta_text), readTarget(item.url)]
  return {
    title: text(item.title),
    paragraphs: splitParagraphs(text(item.text)),
    price: text(item.price),
    period: text(item.period),
    value: text(item.value),
    cite: text(item.cite),
    role: text(item.role),
    image: readPicture(item.image),
    link: action !== '' || href !== undefined ? { text: action, href } : undefined,
    isHighlighted: item.highlighted ?? false,
  }
}

/** A link without a text shows nothing of its own. */
function isVisible(item: SectionItem): boolean {
  return textsOfItem(item).length > 0 || item.image !== undefined
}

/** The kind that has the members of these items. */
function kindOfItems(items: readonly SectionItem[], heading: string): SectionKind {
  if (items.some(({ price }) => price !== '')) return kindOfOffers(items, heading)
  if (items.some(({ cite }) => cite !== '')) return 'quote'
  if (items.some(({ role }) => role !== '')) return 'team'
  if (items.some(({ value }) => value !== '')) return kindOfValues(items, heading)
  if (items.every(item => item.image && textsOfItem(item).length === 0)) return 'gallery'
  if (namesKind(heading, 'team') && items.every(({ title }) => title !== '')) return 'team'
  const areQuestions = items.every(({ title, paragraphs }) => isQuestion(title) && paragraphs.length > 0)
  return areQuestions ? 'questions' : 'features'
}

/** Values that a text would have for days and times, for years and ordinals, or for contacts. */
function kindOfValues(items: readonly SectionItem[], heading: string): SectionKind {
  const lines = items.map(({ title, value }) => `${title}: ${value}`)
  const marked = items.map(({ title, value }) => `${value}: ${title || 'x'}`)
  const kinds = [lines, marked].map(text => readSectionText(heading, [text.join('\n')]).kind)
  return kinds.find(kind => kind === 'hours' || kind === 'steps' || kind === 'contact') ?? 'figures'
}
