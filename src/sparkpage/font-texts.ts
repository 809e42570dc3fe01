// Which texts of a page are in which of its fonts.
import type { FontTexts } from './fonts.ts'
import { closingText } from './page-frame.ts'
import type { PageSection, PageTexts } from './page-parts.ts'
import { textsOfItem } from './read/text-parts.ts'
import { textsOf } from './read-content.ts'

/** @returns the texts of each font, with the characters that style sheets add to them. */
export function fontTextsOf(texts: PageTexts): FontTexts {
  const all = textsOf(texts)
  const [lang = ''] = texts.language.lang.split('-')
  const closing = closingText(texts)
  const title = [
    texts.title,
    texts.brand?.text,
    ...texts.sections.flatMap(section => titlesOf(section, `“”${quotationMarks[lang] ?? ''}`)),
    ...texts.footerColumns.map(({ heading }) => heading),
    closing?.text,
  ]
  return { title: title.join(''), text: all.join('') }
}

/** Those that browsers put around a quote beside “” (CLDR), by language. */
const quotationMarks: Readonly<Record<string, string>> = {
  ...{ ru: '«»', uk: '«»', el: '«»', fr: '«»', it: '«»', es: '«»', no: '«»' },
  ...{ de: '„', cs: '„', pl: '„', ro: '„', hu: '„', nl: '‘’' },
}

/** What a section sets in the face of headings; steps without an ordinal of their own are numbered. */
function titlesOf({ kind, heading, items }: PageSection, marks: string): readonly string[] {
  const own = items.flatMap(({ title, price, value }) => [title, price, value])
  const quotes = kind === 'quote' ? [...items.flatMap(item => item.paragraphs), marks] : []
  const contacts = kind === 'contact' || kind === 'hours' ? items.flatMap(textsOfItem) : []
  const numbers = kind === 'steps' ? ['0123456789'] : []
  return [heading, ...own, ...quotes, ...contacts, ...numbers]
}
