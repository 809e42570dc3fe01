// Pages without a framework, and with Open Props, whose custom properties our own rules take: our own grid.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Idiom } from '../idiom.ts'
import { readSheet } from '../sheets.ts'

const common = readSheet('plain')
const narrow = readSheet('narrow')
const wide = readSheet('wide')
const fluid = readSheet('fluid')

/** Width from which on a page has several columns, in rem, so that it follows the reader's font size. */
const breakpoint = 64

/** A few exact widths, and sizes that grow with the widest. */
const adaptiveSteps = [
  '.sp-container,.sp-header-inner{width:320px;max-width:100%;margin-inline:auto}',
  ...[
    [30, 448, 100],
    [48, 704, 100],
    [64, 960, 100],
    [84, 1216, 100],
    [120, 1728, 133],
    [200, 2816, 213],
  ].map(
    ([from, width, size]) =>
      `@media (min-width:${from}rem){.sp-container,.sp-header-inner{width:${width}px}html{font-size:${size}%}}`,
  ),
].join('\n')

/** One unit: beyond 1440 px a page is enlarged with its window. */
const rootSize = 'html{font-size:max(100%,1.1111vw)}'

function arrange(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
      return `${rootSize}\n${narrow}\n@media (min-width:${breakpoint}rem){\n${wide}\n}`
    case 'desktop-first':
      return `${rootSize}\n${narrow}\n@media not all and (max-width:${breakpoint - 0.0625}rem){\n${wide}\n}`
    case 'adaptive':
      return `${narrow}\n${adaptiveSteps}\n@media (min-width:${breakpoint}rem){\n${wide}\n}`
    case 'fixed':
      return `${narrow}\n.sp-container,.sp-header-inner{width:min(960px,100%);margin-inline:auto}\n.sp-nav{display:flex}`
    case 'fluid':
      return `${rootSize}\n${narrow}\n${fluid}`
  }
}

export const plain: Idiom = {
  page: 'sp-page',
  main: 'sp-main',
  container: () => '',
  section: '',
  columns: () => '',
  column: () => '',
  grid: () => '',
  cell: '',
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
  secondary: '',
  buttonAttributes: '',
  header: '',
  headerInner: () => '',
  brand: '',
  nav: '',
  navLink: '',
  footer: '',
  footerLink: '',
  hero: arrangement => ({ section: `sp-${arrangement}`, visual: '', copy: '' }),
  css: type => `${common}\n${arrange(type)}`,
}

export const openProps: Idiom = { ...plain, button: 'btn' }
