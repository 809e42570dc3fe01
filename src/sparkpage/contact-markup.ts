// A section of contacts: addresses, opening hours and links.
import type { Idiom } from './idiom.ts'
import { linkedImage, remainingTexts, titleOf } from './item-markup.ts'
import { block, classes, escapeText, link, textElement } from './markup.ts'
import type { PageSection, SectionItem } from './page-parts.ts'
import { readHours, splitPhone } from './read/contacts.ts'
import { splitTimeRanges } from './read/times.ts'
import { band, besideHead, grid, headOf, type SectionContext } from './section-frame.ts'

/** Addresses, hours and links, each with its label. */
export function renderContact(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const entries = section.items.map(item =>
    block('div', classes('sp-entry'), linkedImage(item, idiom), titleOf(item, idiom), renderContactTexts(item, idiom)),
  )
  if (entries.length === 3) return band(context, headOf(section, context), grid(entries, context, 'sp-entries'))
  // Beside a heading or a picture an odd number in two columns would leave a hole.
  const isBeside = section.heading !== '' || section.paragraphs.length > 0 || section.image !== undefined
  const perRow = isBeside ? 2 - (entries.length % 2) : 3
  return band(context, besideHead(section, context, grid(entries, context, 'sp-entries', perRow)))
}

/** Opening hours as the timetable of a contact. */
export function renderHours(section: PageSection, context: SectionContext): string {
  const { idiom } = context
  const hasMore = section.items.some(({ image, link, price, cite, role }) => image || link || price || cite || role)
  if (hasMore) return renderContact(section, context)
  const cells = section.items.flatMap(({ title, value, paragraphs }) => [
    `<span>${escapeText(title)}</span>`,
    `<span>${keepTogether(splitTimeRanges([value, ...paragraphs].filter(Boolean).join(', ')))}</span>`,
  ])
  const entry = block('div', classes('sp-entry'), block('p', classes('sp-text sp-hours', idiom.paragraph), ...cells))
  const content = section.items.length > 0 ? grid([entry], context, 'sp-entries', 1) : ''
  return band(context, besideHead(section, context, content))
}

/** Opening hours are a timetable, and a range of times stays on one line. */
function renderContactTexts(item: SectionItem, idiom: Idiom): string {
  const [text = '', ...others] = item.paragraphs
  const phone = item.paragraphs.length === 0 ? renderPhone(item, idiom) : ''
  if (phone !== '')
    return [remainingTexts({ ...item, link: undefined }, ['title'], idiom), phone].filter(Boolean).join('\n')
  const ranges = splitTimeRanges(text)
  const hours = readHours(text)
  const isLink = item.link?.text === ''
  if (!hours && (isLink || ranges.length === 1)) return remainingTexts(item, ['title'], idiom)
  const cells = hours?.flatMap(({ days, times }) => [
    textElement('span', days),
    `<span>${keepTogether(splitTimeRanges(times))}</span>`,
  ])
  const shown = cells
    ? block('p', classes('sp-text sp-hours', idiom.paragraph), ...cells)
    : `<p ${classes('sp-text', idiom.paragraph)}>${keepTogether(ranges)}</p>`
  return [shown, remainingTexts({ ...item, paragraphs: others }, ['title'], idiom)].filter(Boolean).join('\n')
}

/** Of a text that says more than a telephone number, that alone is the link; empty for other texts. */
function renderPhone({ link: own }: SectionItem, idiom: Idiom): string {
  if (!own?.href?.startsWith('tel:')) return ''
  const [before = '', number, after = ''] = splitPhone(own.text)
  if (number === undefined) return ''
  const shown = link({ text: number, href: own.href }, 'sp-link')
  return `<p ${classes('sp-text', idiom.paragraph)}>${escapeText(before)}${shown}${escapeText(after)}</p>`
}

/** @param parts of a text; the odd ones stay on one line where they have space. */
function keepTogether(parts: readonly string[]): string {
  return parts
    .map((part, index) => (index % 2 === 1 ? `<span class="sp-phrase">${escapeText(part)}</span>` : escapeText(part)))
    .join('')
}
