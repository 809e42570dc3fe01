// How a framework writes the parts of a page: its classes beside our own names. A class may be empty.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { FirstScreen } from './layout.ts'
import type { Scheme } from './theme.ts'

/** The three ways in which texts and picture share the first screen. */
export type Arrangement = 'over' | 'beside' | 'above'

interface HeroClasses {
  /** Of the section; it fills the window. */
  readonly section: string
  /** Of the box around the picture. */
  readonly visual: string
  /** Of the box around the texts, beside that of the container. */
  readonly copy: string
}

export interface Idiom {
  /** Of the body, and of the main element. */
  readonly page: string
  readonly main: string
  readonly container: (type: ResponsiveType) => string
  readonly section: string
  /** A row of columns, and a column of so many twelfths in wide windows. */
  readonly columns: (type: ResponsiveType) => string
  readonly column: (type: ResponsiveType, twelfths: number) => string
  /** Equal cells, so many in a row of a wide window. Without a class of its own a cell is its content. */
  readonly grid: (type: ResponsiveType, perRow: number) => string
  readonly cell: string
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
  readonly nav: string
  readonly navLink: string
  readonly footer: string
  readonly footerLink: string
  readonly hero: (arrangement: Arrangement, screen: FirstScreen, type: ResponsiveType) => HeroClasses
  /** The theme in the framework's own variables, and what it has no variable for. */
  readonly css: (type: ResponsiveType, screen: FirstScreen) => string
  /** The colours of components that developers add to a page with the official sheets; by default they follow the theme. */
  readonly components?: (colors: Scheme, dark: Scheme | undefined) => string
}
