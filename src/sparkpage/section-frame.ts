// What surrounds the content of a section: its container, its heading, a ground of its own, and cells of equal width.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Rhythm } from './directions.ts'
import type { Idiom } from './idiom.ts'
import { block, classes, escapeText, image, paragraphs, sectionElement } from './markup.ts'
import type { PageLink, PageSection } from './page-parts.ts'

export interface SectionContext {
  readonly idiom: Idiom
  readonly type: ResponsiveType
  readonly rhythm: Rhythm
  /** That of the page, where it leads out of it, else to its contacts. */
  readonly action: PageLink | undefined
  /** Where actions without an address of their own lead. */
  readonly target: string | undefined
  /** Whether the section may have a ground of its own: no two bands touch. */
  readonly isBand?: boolean
}

/** A section with its heading above its content. */
export function frame(shown: PageSection, context: SectionContext, ...content: readonly string[]): string {
  const { idiom, type } = context
  return sectionElement(
    classes(idiom.section),
    block('div', classes(idiom.container(type)), headOf(shown, context), ...content),
  )
}

/** A section on a ground of its own. */
export function band({ idiom, type, isBand = false }: SectionContext, ...content: readonly string[]): string {
  return sectionElement(
    classes(isBand ? 'sp-band' : '', idiom.section),
    block('div', classes(idiom.container(type)), ...content),
  )
}

/** Heading and introduction of a section above its items, beside its picture; empty without any of them. */
export function headOf(shown: PageSection, context: SectionContext): string {
  const [texts, picture] = [headTexts(shown, context), renderSectionPicture(shown, context.idiom.image)]
  const content = picture === '' ? texts : besideTexts(texts, picture, context, 'sp-pictured')
  return block('div', classes('sp-head', context.idiom.head), content)
}

function headTexts(shown: PageSection, { idiom }: SectionContext): string {
  const texts = [heading(shown, idiom), paragraphs(shown.paragraphs, 'sp-text', idiom.paragraph)]
  return texts.filter(Boolean).join('\n')
}

/** Heading, introduction and picture of a section beside its items. */
export function besideHead(shown: PageSection, context: SectionContext, items: string): string {
  const [texts, picture] = [headTexts(shown, context), renderSectionPicture(shown, context.idiom.image)]
  if (items !== '') return besideTexts([texts, picture].filter(Boolean).join('\n'), items, context)
  return picture === '' ? texts : besideTexts(texts, picture, context, 'sp-pictured')
}

/** Without texts the content has the whole width. */
function besideTexts(texts: string, content: string, { idiom, type }: SectionContext, name = ''): string {
  const cell = (twelfths: number, inner: string) => block('div', classes(idiom.column(type, twelfths)), inner)
  const cells = texts === '' ? [cell(12, content)] : [cell(5, texts), cell(7, content)]
  return block('div', classes('sp-pair', name, idiom.columns(type)), ...cells)
}

/** The picture that the request gives a section; empty without one. */
export function renderSectionPicture({ image: shown }: PageSection, className = ''): string {
  return shown ? image(shown, `${classes('sp-section-picture', className)} loading="lazy"`) : ''
}

function heading({ id, heading: text }: PageSection, idiom: Idiom): string {
  return text && `<h2 id="${id}" ${classes('sp-heading', idiom.heading)}>${escapeText(text)}</h2>`
}

/** So many cells in a row of a wide window that no row has a hole: five are three and two, which are centred. */
export function cellsPerRow(count: number): number {
  if (count <= 4) return Math.max(1, count)
  return count % 4 === 0 || count === 7 ? 4 : 3
}

/** Cells of equal width. */
export function grid(cells: readonly string[], { idiom, type }: SectionContext, name = '', max = 4): string {
  const perRow = Math.min(max, cellsPerRow(cells.length))
  const className = idiom.cell(perRow)
  const inner = className === '' ? cells : cells.map(cell => block('div', classes(className), cell))
  const row = (content: readonly string[]) => block('div', classes(name, idiom.grid(type, perRow)), ...content)
  if (!idiom.hasRows) return row(inner)
  const starts = inner.map((_, index) => index).filter(index => index % perRow === 0)
  return starts.map(start => row(inner.slice(start, start + perRow))).join('\n')
}
