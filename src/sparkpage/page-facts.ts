// What visitors look for first: opening hours, address, telephone and e-mail, taken from the sections.
import type { PageSection, SectionItem } from './page-parts.ts'
import type { Fact } from './page-plan.ts'
import { months } from './read/words.ts'
import { measureText } from './text-widths.ts'

/** A wider text is no fact: it is two lines of a window of 390 px, em. */
const maxWidth = 38
/** @returns those below the first screen. An e-mail address beside a telephone number is in its section. */
export function findFacts(sections: readonly PageSection[]): readonly Fact[] {
  const found = findAllFacts(sections)
  return found.filter(({ kind }) => kind !== 'mail' || !found.some(fact => fact.kind === 'telephone'))
}

/** @returns one of each kind, in their order. */
export function findAllFacts(sections: readonly PageSection[]): readonly Fact[] {
  const all = sections.flatMap(section =>
    section.kind === 'hours' ? (hoursOf(section) ?? []) : section.items.flatMap(item => factOf(section, item) ?? []),
  )
  return (['hours', 'place', 'telephone', 'mail'] as const).flatMap(kind => all.find(fact => fact.kind === kind) ?? [])
}

/** All days in one line: hours of one day among others would read as all of them. A timetable says what happens at each time. */
function hoursOf({ items, id }: PageSection): Fact | undefined {
  if (items.length > 1 && items.every(({ paragraphs }) => paragraphs.length > 0)) return undefined
  const days = items.filter(({ link }) => !link).map(({ title, value }) => [title, value].filter(Boolean).join(' '))
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

const timeOrRange =
  /\p{Nd}[:.h]\p{Nd}{2}|(?<!\p{Nd})\p{Nd}{1,2}\s?(?:h|uhr|uur|[ap]\.?m)(?!\p{L})|(?<!\p{Nd})\p{Nd}{1,2}\s*[–-]\s*\p{Nd}{1,2}(?!\p{Nd})/iu

/** A month, and a year at the end. */
const datePattern = new RegExp(String.raw`(?<!\p{L})(?:${months})\P{L}.*(?<!\p{Nd})(?:19|20)\p{Nd}{2}$`, 'iu')

/** The number of a company or a tax payer: house numbers and post codes are shorter. */
const longNumber = /\p{Nd}{8}/u

/** A street, a town or a country: "after 7 in the evening" names none. */
const properName =
  /\p{Lu}\p{L}{2}|\p{Script=Han}|\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Hangul}/u

/** An address: lines with a house number or a post code, and neither a time of day nor a date. */
function findPlace(text: string, id: string): Fact | undefined {
  const others = [timeOrRange, datePattern, longNumber]
  const isAddress = properName.test(text) && /\p{Nd}/u.test(text) && !others.some(other => other.test(text))
  return isAddress ? factFrom('place', text.replace(/\s*\n\s*/g, ', '), `#${id}`) : undefined
}

function factFrom(kind: Fact['kind'], text: string, href: string): Fact | undefined {
  return text !== '' && measureText(text) <= maxWidth ? { kind, text, href } : undefined
}
