// Pages in the idiom of Bulma 1: hero, columns, title and subtitle, buttons, cards, navbar and footer.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Arrangement, HeroClasses, Idiom } from '../idiom.ts'
import type { FirstScreen } from '../layout.ts'
import { readSheetsByType } from '../sheets.ts'
import { bulmaComponents } from './bulma-theme.ts'

const rules = readSheetsByType('root-size', 'bulma')

const containers: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'container is-max-widescreen',
  'desktop-first': 'container is-max-widescreen',
  fluid: 'container is-fluid',
  adaptive: 'container px-5',
  fixed: 'container is-max-desktop',
}

const rows: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'columns is-desktop',
  'desktop-first': 'columns is-mobile',
  fluid: 'columns is-mobile is-multiline',
  adaptive: 'columns is-desktop',
  fixed: 'columns is-mobile is-multiline',
}

function column(type: ResponsiveType, twelfths: number): string {
  if (type === 'fluid') return 'column'
  return type === 'fixed' ? 'column is-12' : `column is-${twelfths}`
}

function hero(arrangement: Arrangement, screen: FirstScreen, type: ResponsiveType): HeroClasses {
  const align = screen.layout === 'seam' || screen.placement === 'high' ? '' : 'is-align-items-flex-end'
  const isWhole = screen.isWhole || screen.layout === 'framed'
  const pane = isWhole ? '' : 'is-relative is-align-self-stretch'
  const classes: Readonly<Record<Arrangement, HeroClasses>> = {
    over: {
      section: 'hero is-fullheight is-relative',
      container: `hero-body is-relative ${align}`,
      row: `${rows[type]} is-6 is-flex-grow-1 ${align} ${screen.isTextFirst ? '' : 'is-justify-content-flex-end'}`,
      copy: '',
      pane: '',
      visual: 'is-overlay',
    },
    beside: {
      section: 'hero is-fullheight',
      container: 'hero-body',
      row: `${rows[type]} is-6 is-vcentered is-flex-grow-1 is-align-self-stretch ${screen.isTextFirst ? '' : 'is-flex-direction-row-reverse'}`,
      copy: '',
      pane,
      visual: isWhole ? '' : 'is-overlay',
    },
    above: {
      section: 'hero is-fullheight',
      container: 'hero-body is-flex-direction-column is-gap-8',
      row: '',
      copy: 'has-text-centered is-flex is-flex-direction-column is-align-items-center',
      pane: '',
      visual: isWhole ? '' : 'is-relative is-flex-grow-1',
    },
  }
  return classes[arrangement]
}

export const bulma: Idiom = {
  page: 'is-flex is-flex-direction-column',
  main: 'is-flex is-flex-direction-column is-flex-grow-1',
  container: type => containers[type],
  section: 'section',
  head: 'mb-6',
  columns: type => `${rows[type]} is-6`,
  column,
  grid: type => `${rows[type]} is-multiline is-centered`,
  cell: perRow => `column is-${12 / perRow}`,
  hasRows: false,
  card: 'card',
  cardBody: 'card-content',
  // From is-size-4 on, the title would be smaller than the headings.
  title: step => `title is-size-${Math.min(3, Math.max(1, step))} mb-5`,
  lead: 'subtitle is-5 mb-5',
  heading: 'title is-3 mb-4',
  subheading: 'title is-5 mb-2',
  paragraph: 'mb-2',
  small: 'is-size-7 mt-3',
  value: 'title is-2 mb-2',
  quote: 'title is-3 mb-4',
  list: 'is-flex is-flex-wrap-wrap is-align-items-center is-gap-4',
  question: 'panel-block is-block',
  summary: 'has-text-weight-medium',
  answer: 'pt-3',
  image: 'mb-4',
  actions: 'buttons are-medium',
  button: 'button is-primary',
  secondary: 'button is-ghost px-0',
  buttonAttributes: '',
  header: 'navbar px-5',
  headerInner: type => `${containers[type]} is-flex is-align-items-center is-gap-4`,
  brand: 'navbar-item px-0 title is-5 mb-0',
  nav: () => 'navbar-end is-hidden-touch',
  navLink: 'navbar-item',
  menu: () => 'is-hidden-desktop',
  footer: 'footer py-6',
  footerInner: 'is-flex is-flex-wrap-wrap is-justify-content-space-between is-gap-6',
  footerColumn: '',
  footerLink: '',
  hero,
  css: type => rules[type],
  components: bulmaComponents,
}
