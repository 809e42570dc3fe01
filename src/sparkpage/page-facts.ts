// What visitors look for first: opening hours, address, telephone and e-mail, taken from the sections.
import type { PageSection, SectionItem } from './page-parts.ts'
import type { Fact } from './page-plan.ts'
import { measureText } from './text-widths.ts'

const maxFacts = 4
/** Widths up to which a text is one line of a window of 320, 390 and 768 px; wider texts are no facts, em. */
const maxWidths = { short: 15.5, medium: 21.5, long: 38 } as const

/** @returns one of each kind, in their order. */
export function findFacts(sections: readonly PageSection[]): readonly Fact[] {
  const all = sections.flatMap(section =>
    section.kind === 'hours' ? (hoursOf(section) ?? []) : section.items.flatMap(item => factOf(section, item) ?? []),
  )
  const first = (['hours', 'place', 'telephone', 'mail'] as const).flatMap(
    kind => all.find(fact => fact.kind === kind) ?? [],
  )
  return first.slice(0, maxFacts)
}

/** All days in one line: hours of one day among others would read as all of them. */
function hoursOf({ items, id }: PageSection): Fact | undefined {
  const days = items.map(({ title, value }) => [title, value].filter(Boolean).join(' '))
  return factFrom('hours', days.join(' · '), `#${id}`)
}

function factOf({ kind, id }: PageSection, { title, link, paragraphs }: SectionItem): Fact | undefined {
  if (kind !== 'contact') return undefined
  const href = link?.href ?? ''
  const text = link?.text || paragraphs[0] || title
  if (href.startsWith('tel:')) return factFrom('telephone', text, href)
  if (href.startsWith('mailto:')) return factFrom('mail', text, href)
  return link === undefined ? findPlace(paragraphs[0] ?? title, id) : undefined
}

const timeOrRange = /\p{Nd}[:.h]\p{Nd}{2}|(?<!\p{Nd})\p{Nd}{1,2}\s*[–-]\s*\p{Nd}{1,2}(?!\p{Nd})/u

/** An address: lines with a house number or a post code, and no time of day. */
function findPlace(text: string, id: string): Fact | undefined {
  const isAddress = /\p{L}/u.test(text) && /\p{Nd}/u.test(text) && !timeOrRange.test(text)
  return isAddress ? factFrom('place', text.replace(/\s*\n\s*/g, ', '), `#${id}`) : undefined
}

function factFrom(kind: Fact['kind'], text: string, href: string): Fact | undefined {
  const width = measureText(text)
  const length = (['short', 'medium', 'long'] as const).find(name => width <= maxWidths[name])
  return text !== '' && length ? { kind, text, href, length } : undefined
}
