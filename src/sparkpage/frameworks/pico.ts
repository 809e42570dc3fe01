// Pages in the idiom of Pico CSS 2: semantic elements, containers, grid, article, nav and details.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Arrangement, HeroClasses, Idiom } from '../idiom.ts'
import type { FirstScreen } from '../layout.ts'
import { readSheet, readSheetsByType } from '../sheets.ts'

function container(type: ResponsiveType): string {
  return type === 'fluid' ? 'container-fluid' : 'container'
}

const rules = readSheetsByType('pico')
const componentRules = readSheet('pico-components')

/** A row of equal columns; those of fixed pages have rules of their own. */
function columns(type: ResponsiveType): string {
  return type === 'fixed' ? '' : 'grid'
}

function hero(_arrangement: Arrangement, _screen: FirstScreen, type: ResponsiveType): HeroClasses {
  return { section: '', container: '', row: columns(type), copy: '', pane: '', visual: '' }
}

export const pico: Idiom = {
  page: '',
  main: '',
  container,
  section: '',
  head: '',
  columns,
  column: () => '',
  grid: columns,
  cell: () => '',
  hasRows: true,
  card: '',
  cardBody: '',
  title: () => '',
  lead: '',
  heading: '',
  subheading: '',
  paragraph: '',
  small: '',
  value: '',
  quote: '',
  list: '',
  question: '',
  summary: '',
  answer: '',
  image: '',
  actions: '',
  button: '',
  secondary: 'contrast',
  buttonAttributes: 'role="button"',
  header: '',
  headerInner: container,
  brand: 'contrast',
  nav: () => '',
  navLink: 'contrast',
  menu: () => '',
  footer: '',
  footerInner: 'grid',
  footerColumn: '',
  footerLink: 'contrast',
  hero,
  css: type => rules[type],
  components: () => componentRules,
}
