// Sample texts, which should not be published: those that a content still has, and the content without them.
import { edit, everyText, example, kinds } from './content.js'

/** @typedef {import('./content.js').Content} Content */

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

/** @param {Content} content @returns {readonly import('./content.js').PlacedText[]} */
export function samplesIn(content) {
  return everyText(content).filter(({ text }) => sampleTexts.includes(text))
}

/** Items and sections that say nothing else are left out, too. @param {Content} content @returns {Content} */
export function withoutSamples(content) {
  const [first] = samplesIn(content)
  return first ? withoutSamples(edit(content, { ...first, text: '', before: first.text.trim() })) : content
}

/** The sections that `withoutSamples` leaves out. @param {Content} content @returns {readonly import('./content.js').Section[]} */
export function onlySamples(content) {
  return content.sections.filter(section => withoutSamples({ ...content, sections: [section] }).sections.length === 0)
}
