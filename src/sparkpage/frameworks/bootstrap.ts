// Pages in the idiom of Bootstrap 5: container, row and columns, display headings, buttons, cards, navbar.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Arrangement, HeroClasses, Idiom } from '../idiom.ts'
import type { FirstScreen } from '../layout.ts'
import { readSheet, readSheetsByType } from '../sheets.ts'

const rules = readSheetsByType('root-size', 'bootstrap')
const componentRules = readSheet('bootstrap-components')

const containers: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'container-xxl px-4',
  'desktop-first': 'container-xxl px-4',
  fluid: 'container-fluid',
  adaptive: 'container px-4',
  fixed: 'container px-4',
}

const stepped: readonly ResponsiveType[] = ['mobile-first', 'adaptive']

function column(type: ResponsiveType, twelfths: number): string {
  const names: Readonly<Record<ResponsiveType, string>> = {
    'mobile-first': `col-lg-${twelfths}`,
    'desktop-first': `col-${twelfths}`,
    fluid: 'col',
    adaptive: `col-lg-${twelfths}`,
    fixed: 'col-12',
  }
  return names[type]
}

function grid(type: ResponsiveType, perRow: number): string {
  const columns: Readonly<Record<ResponsiveType, string>> = {
    'mobile-first': `row-cols-1 row-cols-md-2 row-cols-lg-${perRow}`,
    'desktop-first': `row-cols-${perRow}`,
    fluid: '',
    adaptive: `row-cols-1 row-cols-md-2 row-cols-lg-${perRow}`,
    fixed: 'row-cols-2',
  }
  return `row g-4 justify-content-center ${columns[type]}`
}

/** Where the picture stands in narrow windows: above the texts. */
function firstWhenNarrow(type: ResponsiveType, { isTextFirst }: FirstScreen): string {
  if (!isTextFirst) return 'order-first'
  return stepped.includes(type) ? 'order-first order-lg-last' : ''
}

function hero(arrangement: Arrangement, screen: FirstScreen, type: ResponsiveType): HeroClasses {
  const align = screen.layout === 'seam' ? 'align-items-center' : screen.placement === 'high' ? '' : 'align-items-end'
  const isWhole = screen.isWhole || screen.layout === 'framed'
  const isStepped = stepped.includes(type)
  const stacks = isStepped ? 'flex-column flex-lg-row' : ''
  const classes: Readonly<Record<Arrangement, HeroClasses>> = {
    over: {
      section: `position-relative d-flex min-vh-100 ${align}`,
      container: 'position-relative py-5',
      row: `row gx-5 gy-4 ${align === 'align-items-end' ? align : ''} ${screen.isTextFirst ? '' : 'justify-content-end'}`,
      copy: '',
      pane: '',
      visual: 'position-absolute top-0 start-0 w-100 h-100',
    },
    beside: {
      section: 'd-flex min-vh-100',
      container: 'd-flex py-5',
      row: `row flex-grow-1 g-5 align-items-center ${stacks}`,
      copy: '',
      pane: `${isWhole ? '' : `position-relative align-self-stretch flex-grow-1${isStepped ? ' flex-lg-grow-0' : ''}`} ${firstWhenNarrow(type, screen)}`,
      visual: isWhole ? 'rounded-4' : 'position-absolute top-0 start-0 w-100 h-100 rounded-4',
    },
    above: {
      section: 'd-flex min-vh-100',
      container: 'd-flex flex-column gap-5 pt-5',
      row: '',
      copy: 'd-flex flex-column align-items-center text-center',
      pane: '',
      visual: `${screen.isWhole ? '' : 'position-relative flex-grow-1'} rounded-4`,
    },
  }
  return classes[arrangement]
}

export const bootstrap: Idiom = {
  page: 'd-flex flex-column min-vh-100',
  main: 'd-flex flex-column flex-grow-1',
  container: type => containers[type],
  section: '',
  head: 'mb-5',
  columns: () => 'row gx-5 gy-3',
  column,
  grid,
  cell: () => 'col',
  hasRows: false,
  card: 'card h-100',
  cardBody: 'card-body d-flex flex-column p-4',
  title: step => `display-${step + 1} mb-4`,
  lead: 'lead mb-4',
  heading: 'display-6 mb-3',
  subheading: 'h5 mb-2',
  paragraph: 'mb-2',
  small: 'small mt-3',
  value: 'display-5 mt-auto mb-2',
  quote: 'display-6 mb-3',
  list: 'list-unstyled d-flex flex-wrap align-items-center gap-4 mb-0',
  question: 'border-top py-3',
  summary: 'fw-medium',
  answer: 'pt-3',
  image: 'img-fluid rounded-4 mb-3',
  actions: 'd-flex flex-wrap align-items-center column-gap-4 row-gap-2 mb-0',
  button: 'btn btn-primary btn-lg',
  secondary: 'btn btn-link btn-lg px-0',
  buttonAttributes: '',
  header: 'navbar py-0',
  headerInner: type => `${containers[type]} d-flex flex-nowrap gap-4`,
  brand: 'navbar-brand fs-4 me-auto',
  nav: () => 'nav flex-nowrap d-none d-lg-flex',
  navLink: 'nav-link',
  menu: () => 'd-lg-none',
  footer: 'py-5 mt-auto border-top',
  footerInner: 'd-flex flex-wrap justify-content-between gap-5',
  footerColumn: '',
  footerLink: 'text-reset',
  hero,
  css: type => rules[type],
  components: () => componentRules,
}
