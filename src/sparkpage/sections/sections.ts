// Sections: which kind each is, and its items, as given or as its text tells.
import { type ItemInput, type SectionInput, type SectionType, sectionTypeEnum } from '../../../schemas/page-content.ts'
import { resolveAlias } from '../../aliased-enum.ts'
import { readPicture, readTarget, sanitizeText } from '../content.ts'
import type { PageSection, SectionItem, SectionKind } from '../page-parts.ts'
import { readContacts, readKnownContacts } from './contacts.ts'
import {
  isQuestion,
  readFeatures,
  readFigures,
  readKnownFeatures,
  readKnownFigures,
  readKnownQuestions,
  readKnownSteps,
  readQuestions,
  readSteps,
} from './lists.ts'
import { readKnownPrices, readPrices } from './prices.ts'
import { readKnownQuotes, readQuotes } from './quotes.ts'
import { isTitle, itemOf, type Reading, splitLines, splitParagraphs, textsOfItem } from './reading.ts'

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
    const kind = requested === 'auto' || requested === 'text' ? kindOfItems(given) : requested
    return { ...section, kind, ...arrangeItems(kind, given, paragraphs) }
  }
  if (requested === 'auto') return { ...section, ...readText(paragraphs) }
  return { ...section, kind: requested, ...readKnownText[requested](paragraphs) }
}

/** The words of a single quote may be the text of its section; what a contact says is the text of its link. */
function arrangeItems(kind: SectionKind, items: readonly SectionItem[], paragraphs: readonly string[]): Reading {
  const [first, ...others] = items
  if (kind === 'quote' && first?.paragraphs.length === 0 && others.length === 0)
    return { items: [{ ...first, paragraphs }], paragraphs: [] }
  return { items: kind === 'contact' ? items.map(withLinkedText) : items, paragraphs }
}

function withLinkedText(item: SectionItem): SectionItem {
  const [text, ...others] = item.paragraphs
  if (text === undefined || item.link?.text !== '') return item
  return { ...item, paragraphs: others, link: { ...item.link, text } }
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
function kindOfItems(items: readonly SectionItem[]): SectionKind {
  if (items.some(({ price }) => price !== '')) return 'prices'
  if (items.some(({ value }) => value !== '')) return 'figures'
  if (items.some(({ cite }) => cite !== '')) return 'quote'
  if (items.every(item => item.image && textsOfItem(item).length === 0)) return 'gallery'
  const areQuestions = items.every(({ title, paragraphs }) => isQuestion(title) && paragraphs.length > 0)
  return areQuestions ? 'questions' : 'features'
}

type TextReading = Reading & Pick<PageSection, 'kind'>

/** Reads the kind from a text; `plain` unless it is certain. */
function readText(paragraphs: readonly string[]): TextReading {
  const quotes = readQuotes(paragraphs)
  if (quotes) return { kind: 'quote', ...quotes }
  // Most prose has neither, and is read in a fraction of the time.
  const isNumeric = paragraphs.some(text => /[\p{Nd}@]/u.test(text))
  for (const { kind, read } of isNumeric ? [...wordReaders, ...numberReaders] : wordReaders) {
    const items = read(paragraphs)
    if (items) return { kind, items, paragraphs: [] }
  }
  const contacts = isNumeric ? readContacts(paragraphs) : undefined
  return contacts ? { kind: 'contact', ...contacts } : { kind: 'plain', items: [], paragraphs }
}

/** In the order in which a text is tried: a numbered question is a question, a price is no figure. */
const wordReaders = [
  { kind: 'questions', read: readQuestions },
  { kind: 'steps', read: readSteps },
  { kind: 'features', read: readFeatures },
] as const
const numberReaders = [
  { kind: 'prices', read: readPrices },
  { kind: 'figures', read: readFigures },
] as const

/** Reads a text whose kind the request names. */
const readKnownText: Readonly<Record<SectionType, (paragraphs: readonly string[]) => Reading>> = {
  features: readKnownFeatures,
  quote: readKnownQuotes,
  prices: readKnownPrices,
  questions: readKnownQuestions,
  figures: readKnownFigures,
  logos: readNames,
  gallery: readNone,
  steps: readKnownSteps,
  text: readNone,
  contact: readKnownContacts,
}

function readNone(paragraphs: readonly string[]): Reading {
  return { items: [], paragraphs }
}

/** Names on lines of their own, or in one line with commas or dots between them; other lines are no names. */
function readNames(paragraphs: readonly string[]): Reading {
  const lines = paragraphs.flatMap(splitLines)
  const parts = lines.length === 1 ? lines.flatMap(line => line.split(/\s*[,،、·•|]\s*/u)).filter(Boolean) : []
  const names = parts.length > 1 && parts.every(isTitle) ? parts : lines.filter(isTitle)
  const others = names === parts ? [] : lines.filter(line => !isTitle(line))
  return { items: names.map(title => itemOf({ title })), paragraphs: others }
}
