// How a framework writes the parts of a page: its classes beside our own names. A class may be empty.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { FirstScreen } from './layout.ts'
import type { Scheme } from './theme.ts'

/** The three ways in which texts and picture share the first screen. */
export type Arrangement = 'over' | 'beside' | 'above'

/** Of the first screen, beside those of containers and columns. */
export interface HeroClasses {
  /** Of the section; it fills the window. */
  readonly section: string
  readonly container: string
  /** Of the row of texts and picture, whole. */
  readonly row: string
  /** Of the box around the texts, and of the one around the picture. */
  readonly copy: string
  readonly pane: string
  /** Of the picture or the art itself. */
  readonly visual: string
}

export interface Idiom {
  /** Of the body, and of the main element. */
  readonly page: string
  readonly main: string
  readonly container: (type: ResponsiveType) => string
  readonly section: string
  /** Of heading and introduction above the content of a section. */
  readonly head: string
  /** A row of columns, and a column of this many twelfths in wide windows. */
  readonly columns: (type: ResponsiveType) => string
  readonly column: (type: ResponsiveType, twelfths: number) => string
  /** Equal cells, this many in a row of a wide window. Without a class of its own a cell is its content. */
  readonly grid: (type: ResponsiveType, perRow: number) => string
  readonly cell: (perRow: number) => string
  /** Whether each row of equal cells is an element of its own. */
  readonly hasRows: boolean
  readonly card: string
  readonly cardBody: string
  readonly title: (step: number) => string
  readonly lead: string
  readonly heading: string
  /** Of an item in a section. */
  readonly subheading: string
  readonly paragraph: string
  readonly small: string
  /** A price or another number. */
  readonly value: string
  readonly quote: string
  readonly list: string
  readonly question: string
  readonly summary: string
  readonly answer: string
  readonly image: string
  readonly actions: string
  readonly button: string
  readonly secondary: string
  /** Attributes by which a framework knows a link as a button. */
  readonly buttonAttributes: string
  readonly header: string
  readonly headerInner: (type: ResponsiveType) => string
  readonly brand: string
  readonly nav: (type: ResponsiveType) => string
  readonly navLink: string
  /** Of the menu with the same links, where a window has no space for them. */
  readonly menu: (type: ResponsiveType) => string
  readonly footer: string
  readonly footerInner: string
  readonly footerColumn: string
  readonly footerLink: string
  readonly hero: (arrangement: Arrangement, screen: FirstScreen, type: ResponsiveType) => HeroClasses
  /** The theme in the framework's own variables, and what it has no variable for. */
  readonly css: (type: ResponsiveType) => string
  /** The colours of components that developers add to a page with the official sheets; by default they follow the theme. */
  readonly components?: (colors: Scheme, dark: Scheme | undefined) => string
}
