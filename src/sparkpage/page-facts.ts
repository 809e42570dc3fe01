// What visitors look for first: opening hours, address, telephone and e-mail, taken from the sections.
import type { PageSection, SectionItem } from './page-parts.ts'
import type { Fact } from './page-plan.ts'
import { months } from './read/words.ts'
import { measureText } from './text-widths.ts'

/** A wider text is no fact: it is two lines of a window of 390 px, em. */
const maxWidth = 38
/** Widths of the icon beside a text, and between two of them, em. */
const iconWidth = 2.2
const gap = 2.5
/** Widths of the one row of wide windows: of 960, 1200, 1440 and 2400 px and more, rem. */
const rowWidths = [53, 66, 78, 100] as const

/** @returns those below the first screen. What has no place in a row is in its section; so is an e-mail address beside a telephone number. */
export function findFacts(sections: readonly PageSection[]): readonly Fact[] {
  const found = findAllFacts(sections)
  const shown = found.filter(({ kind }) => kind !== 'mail' || !found.some(fact => fact.kind === 'telephone'))
  const rows = rowWidths.map(width => ({ width, facts: fitRow(shown, width) }))
  return shown.map(fact => ({
    ...fact,
    rows: rows.filter(({ facts }) => facts.includes(fact)).map(({ width }) => width),
  }))
}

/** @returns one of each kind, in their order. */
export function findAllFacts(sections: readonly PageSection[]): readonly FoundFact[] {
  const all = sections.flatMap(section =>
    section.kind === 'hours' ? (hoursOf(section) ?? []) : section.items.flatMap(item => factOf(section, item) ?? []),
  )
  return (['hours', 'place', 'telephone', 'mail'] as const).flatMap(kind => all.find(fact => fact.kind === kind) ?? [])
}

type FoundFact = Omit<Fact, 'rows'>

/** @returns as many as a row has places for, the first ones where there is a choice. */
function fitRow(facts: readonly FoundFact[], width: number): readonly FoundFact[] {
  const fits = (row: readonly FoundFact[]) =>
    row.reduce((sum, { text }) => sum + gap + iconWidth + measureText(text), -gap) <= width
  for (let count = facts.length; count > 0; count--) {
    const row = choose(facts, count).find(fits)
    if (row) return row
  }
  return []
}

/** @returns all selections of so many facts, in their order. */
function choose(facts: readonly FoundFact[], count: number): readonly (readonly FoundFact[])[] {
  if (count === 0) return [[]]
  return facts.flatMap((fact, index) => choose(facts.slice(index + 1), count - 1).map(others => [fact, ...others]))
}

/** All days in one line: hours of one day among others would read as all of them. */
function hoursOf({ items, id }: PageSection): FoundFact | undefined {
  const days = items.filter(({ link }) => !link).map(({ title, value }) => [title, value].filter(Boolean).join(' '))
  return factFrom('hours', days.join(' · '), `#${id}`)
}

function factOf({ kind, id }: PageSection, { title, link, paragraphs }: SectionItem): FoundFact | undefined {
  if (kind !== 'contact') return undefined
  const href = link?.href ?? ''
  const text = link?.text || paragraphs[0] || title
  if (href.startsWith('tel:')) return factFrom('telephone', text, href)
  if (href.startsWith('mailto:')) return factFrom('mail', text, href)
  return link === undefined ? findPlace(paragraphs[0] ?? title, id) : undefined
}

const timeOrRange =
  /\p{Nd}[:.h]\p{Nd}{2}|(?<!\p{Nd})\p{Nd}{1,2}\s?(?:h|uhr|uur|[ap]\.?m)(?!\p{L})|(?<!\p{Nd})\p{Nd}{1,2}\s*[–-]\s*\p{Nd}{1,2}(?!\p{Nd})/iu

/** A month, and a year at the end. */
const datePattern = new RegExp(String.raw`(?<!\p{L})(?:${months})\P{L}.*(?<!\p{Nd})(?:19|20)\p{Nd}{2}$`, 'iu')

/** The number of a company or a tax payer: house numbers and post codes are shorter. */
const longNumber = /\p{Nd}{8}/u

/** An address: lines with a house number or a post code, and neither a time of day nor a date. */
function findPlace(text: string, id: string): FoundFact | undefined {
  const others = [timeOrRange, datePattern, longNumber]
  const isAddress = /\p{L}/u.test(text) && /\p{Nd}/u.test(text) && !others.some(other => other.test(text))
  return isAddress ? factFrom('place', text.replace(/\s*\n\s*/g, ', '), `#${id}`) : undefined
}

function factFrom(kind: Fact['kind'], text: string, href: string): FoundFact | undefined {
  return text !== '' && measureText(text) <= maxWidth ? { kind, text, href } : undefined
}
