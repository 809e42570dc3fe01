// Pages in Tailwind CSS 4: utilities for layout, spacing and type, and a theme whose colours and fonts are those of the page.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Arrangement, HeroClasses, Idiom } from '../idiom.ts'
import type { FirstScreen } from '../layout.ts'
import { readSheetsByType } from '../sheets.ts'
import { containers, grids, menus, navs } from './tailwind-theme.ts'

/** What utilities cannot say. */
const rules = readSheetsByType('root-size', 'tailwind')

function hero(arrangement: Arrangement, screen: FirstScreen, type: ResponsiveType): HeroClasses {
  const align = screen.layout === 'seam' ? 'items-center' : screen.placement === 'high' ? '' : 'items-end'
  const isWhole = screen.isWhole || screen.layout === 'framed'
  const { row, stack, first } = grids[type]
  const classes: Readonly<Record<Arrangement, HeroClasses>> = {
    over: {
      section: `relative isolate flex min-h-svh ${align}`,
      container: 'relative py-16',
      row: `${row} gap-x-12 gap-y-6 ${align === 'items-end' ? align : ''}`,
      copy: align === 'items-center' && !screen.isTextFirst ? 'justify-items-end' : '',
      pane: '',
      visual: 'absolute inset-0 -z-10',
    },
    beside: {
      section: 'flex min-h-svh',
      container: 'flex py-10',
      row: `${row} grow items-center gap-x-12 gap-y-4 ${stack}`,
      copy: '',
      pane: `${isWhole ? 'w-full' : 'relative min-h-72 self-stretch'} ${screen.isTextFirst ? first : 'order-first'}`,
      visual: isWhole ? 'rounded-card' : 'absolute inset-0 rounded-card',
    },
    above: {
      section: 'flex min-h-svh',
      container: 'flex flex-col gap-12 pt-16',
      row: '',
      copy: 'flex flex-col items-center text-center',
      pane: '',
      visual: screen.isWhole ? 'rounded-card' : 'relative min-h-72 grow rounded-t-card *:absolute',
    },
  }
  return classes[arrangement]
}

export const tailwind: Idiom = {
  page: 'flex min-h-svh flex-col bg-ground font-text text-base leading-relaxed font-medium text-ink antialiased',
  main: 'flex grow flex-col',
  container: type => containers[type],
  section: '',
  head: 'mb-10 grid gap-4',
  columns: type => `${grids[type].row} gap-x-12 gap-y-4`,
  column: (type, twelfths) => grids[type].column(twelfths),
  grid: (type, perRow) => grids[type].cells(perRow),
  cell: () => '',
  hasRows: false,
  card: 'flex flex-col rounded-card bg-surface p-8',
  cardBody: '',
  title: () => 'font-title text-headline font-heading leading-title tracking-title text-balance',
  lead: 'mt-6 max-w-prose text-xl leading-relaxed text-pretty',
  heading: 'font-title text-4xl font-heading leading-tight tracking-title text-balance',
  subheading: 'font-title text-xl font-heading leading-snug',
  paragraph: 'mt-2 max-w-prose text-muted',
  small: 'mt-4 text-sm text-muted',
  value: 'font-title text-5xl font-heading tracking-title',
  quote: 'max-w-4xl font-title text-5xl font-heading leading-tight tracking-title text-balance',
  list: 'flex flex-wrap items-center gap-x-10 gap-y-4',
  question: 'border-t border-line py-5',
  summary: 'cursor-pointer font-medium',
  answer: 'pt-3',
  image: 'aspect-4/3 w-full rounded-card object-cover',
  actions: 'mt-8 flex flex-wrap items-center gap-x-7 gap-y-3',
  button:
    'inline-flex min-h-13 items-center justify-center rounded-button bg-accent px-7 py-3 text-center font-medium text-on-accent',
  secondary: 'underline decoration-1 underline-offset-4 hover:decoration-2',
  buttonAttributes: '',
  header: 'flex min-h-18 items-center',
  headerInner: type => `${containers[type]} flex items-center gap-6`,
  brand: 'me-auto font-title text-xl font-heading',
  nav: type => navs[type],
  navLink: 'hover:underline underline-offset-8',
  menu: type => menus[type],
  footer: 'mt-auto border-t border-line py-10',
  footerInner: 'flex flex-wrap justify-between gap-x-16 gap-y-8 text-sm',
  footerColumn: '',
  footerLink: 'hover:underline',
  hero,
  css: type => rules[type],
}
