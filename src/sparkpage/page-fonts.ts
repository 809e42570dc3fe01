// The fonts of a page: its pair of typefaces, with the characters of its texts.
import type { FontEmbedder, PageFonts } from './fonts.ts'
import type { PageSection, PageTexts } from './page-parts.ts'
import type { PagePlan } from './page-plan.ts'
import { textsOfItem } from './read/text-parts.ts'
import { textsOf } from './read-content.ts'
import { type FontFace, pairs, withWeight } from './typefaces.ts'

export interface PairFonts extends PageFonts {
  readonly italic: FontFace | undefined
}

export const noPairFonts: PairFonts = {
  css: '',
  title: undefined,
  text: undefined,
  italic: undefined,
  data: [],
  packages: [],
}

/** Of emphasised running text. */
const boldWeight = 600

/** @returns the faces of a page with the characters of its texts. */
export async function embedPair(
  embedder: FontEmbedder,
  { typefaces, accent }: Pick<PagePlan, 'typefaces' | 'accent'>,
  texts: PageTexts,
): Promise<PairFonts> {
  const { title, text, italic } = pairs[typefaces]
  const emphasized = accent.range ? texts.title.slice(...accent.range) : ''
  const written = fontTextsOf(texts)
  const leads = texts.sections.flatMap(({ paragraphs }) => paragraphs.slice(0, 1))
  const { css, data, packages, used } = await embedder.embedFaces([
    { face: title, text: [written.title, ...leads].join('') },
    { face: text, text: written.text },
    { face: withWeight(text, boldWeight), text: written.text },
    ...(italic ? [{ face: italic, text: emphasized }] : []),
  ])
  const [usedTitle, usedText, , usedItalic] = used
  return { css, data, packages, title: usedTitle, text: usedText, italic: usedItalic }
}

interface FontTexts {
  /** In the face of headings. */
  readonly title: string
  /** In the face of everything else. */
  readonly text: string
}

/** @returns the texts of each font, with the characters that style sheets add to them. */
function fontTextsOf(texts: PageTexts): FontTexts {
  const [lang = ''] = texts.language.lang.split('-')
  const marks = texts.sections.some(({ kind }) => kind === 'quote') ? `“”${quotationMarks[lang] ?? ''}` : ''
  const title = [
    texts.title,
    texts.brand?.text,
    ...texts.sections.flatMap(section => titlesOf(section, marks)),
    ...texts.footerColumns.map(({ heading }) => heading),
  ]
  const placeholders = texts.sections.flatMap(({ form }) => form?.fields.map(({ placeholder }) => placeholder) ?? [])
  return { title: title.join(''), text: [...textsOf(texts), ...placeholders, marks].join('') }
}

/** Those that browsers put around a quote beside “” (CLDR), by language. */
const quotationMarks: Readonly<Record<string, string>> = {
  ...{ ru: '«»', uk: '«»', el: '«»', fr: '«»', it: '«»', es: '«»', no: '«»' },
  ...{ de: '„', cs: '„', pl: '„', ro: '„', hu: '„', nl: '‘’' },
}

/** Their items may have each text in the face of headings. */
const wholeKinds: readonly string[] = ['contact', 'hours', 'gallery']

/** What a section sets in the face of headings; steps without an ordinal of their own are numbered. */
function titlesOf({ kind, heading, items, form }: PageSection, marks: string): readonly string[] {
  const own = items.flatMap(({ title, price, value }) => [title, price, value])
  const quotes = kind === 'quote' ? [...items.flatMap(item => item.paragraphs), marks] : []
  const whole = wholeKinds.includes(kind) ? items.flatMap(textsOfItem) : []
  const numbers = kind === 'steps' ? ['0123456789'] : []
  return [heading, form?.heading ?? '', ...own, ...quotes, ...whole, ...numbers]
}
