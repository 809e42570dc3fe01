// What surrounds the content of a section: its container, its heading, a ground of its own, and cells of equal width.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Rhythm } from './directions.ts'
import type { Idiom } from './idiom.ts'
import { block, classes, escapeText, paragraphs, sectionElement } from './markup.ts'
import { type PlacedMiddle, renderPagePicture } from './middle-picture.ts'
import type { PageLink, PageSection } from './page-parts.ts'

export interface SectionContext {
  readonly idiom: Idiom
  readonly type: ResponsiveType
  readonly rhythm: Rhythm
  /** That of the page, where it leads out of it, else to its contacts. */
  readonly action: PageLink | undefined
  /** Whether the section may have a ground of its own: no two bands touch. */
  readonly isBand?: boolean
  /** Where the section shows the picture of the page; undefined: nowhere. */
  readonly middle?: PlacedMiddle['middle'] | undefined
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

/** Heading and introduction of a section above its items; empty without either. */
export function headOf(shown: PageSection, context: SectionContext): string {
  return block('div', classes('sp-head', context.idiom.head), ...headTexts(shown, context))
}

function headTexts(shown: PageSection, { idiom, middle }: SectionContext): readonly string[] {
  return [
    heading(shown, idiom),
    paragraphs(shown.paragraphs, 'sp-text', idiom.paragraph),
    middle === 'heading' ? renderPagePicture('sp-inset') : '',
  ]
}

/** Heading and introduction of a section beside its items; either alone has the whole width. */
export function besideHead(shown: PageSection, context: SectionContext, items: string): string {
  const { idiom, type } = context
  const cell = (twelfths: number, content: string) => block('div', classes(idiom.column(type, twelfths)), content)
  const head = headTexts(shown, context).filter(Boolean).join('\n')
  if (items === '') return head
  const cells = head === '' ? [cell(12, items)] : [cell(5, head), cell(7, items)]
  return block('div', classes(idiom.columns(type)), ...cells)
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
