// Every element that a page can have in a framework, with its place.
import type { Framework } from '../../schemas/sparkpage.ts'
import { generateArt } from '../../src/sparkpage/art/art.ts'
import { renderDocument } from '../../src/sparkpage/document.ts'
import { frameworkAdapters } from '../../src/sparkpage/frameworks/adapters.ts'
import { readStyle } from '../../src/sparkpage/style.ts'
import { solveTheme } from '../../src/sparkpage/theme.ts'
import { type Element, elementsOf } from './element.ts'

const colors = ['#6D28D9', '#F59E0B']
const drawn = {
  css: '',
  art: generateArt(readStyle({ colors }), '#6D28D9'),
  shares: [0, 0],
  theme: solveTheme(colors, 'light'),
  comments: [],
}
/** Which of headline, sentence and button there are; a sentence alone becomes the headline. */
const full = { title: 'x', lead: 'x', action: 'x', lang: 'en', dir: 'ltr', href: '#sp-more' } as const
const kinds = [
  full,
  { ...full, lead: '' },
  { ...full, action: '' },
  { ...full, lead: '', action: '' },
  { ...full, title: '', lead: '' },
  { ...full, title: '', lead: '', action: '' },
  { ...full, lang: 'ar', dir: 'rtl' },
  ...['https://example.com/', 'mailto:a@example.com', 'tel:+1'].map(href => ({ ...full, href })),
] as const

/** @returns the elements of all kinds of pages: with and without each text, in both directions, with every kind of link. */
export const markupOf = (framework: Framework): readonly Element[] =>
  kinds.flatMap(kind => elementsOf(renderDocument({ ...drawn, ...kind, adapter: frameworkAdapters[framework] })))
