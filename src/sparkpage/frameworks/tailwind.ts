// Pages in Tailwind CSS 4: utilities for layout, spacing and type, and a theme whose colours and fonts are those of the page.
import type { Layout, ResponsiveType } from '../../../schemas/sparkpage.ts'
import {
  actions,
  block,
  brandLink,
  classes,
  escapeText,
  type Hero,
  heading,
  image,
  lead,
  lightBox,
  type PageSection,
  type PageTemplate,
  paragraphs,
} from '../page-parts.ts'

/** The theme of the pages, as a developer would write it: `bg-accent`, `text-muted`, `font-title`, `rounded-button`. */
export const tailwindTheme = `@theme inline {
  --color-ground: var(--sp-bg);
  --color-surface: var(--sp-surface);
  --color-ink: var(--sp-text);
  --color-muted: var(--sp-muted);
  --color-accent: var(--sp-accent);
  --color-on-accent: var(--sp-on-accent);
  --color-edge: var(--sp-edge);
  --color-line: var(--sp-border);
  --font-title: var(--sp-font-title);
  --font-text: var(--sp-font-text);
  --font-weight-heading: var(--sp-weight-title);
  --tracking-title: var(--sp-tracking-title);
  --leading-title: var(--sp-leading-title);
  --text-fluid-1: clamp(2.75rem, 1.2rem + 5vw, 8rem);
  --text-fluid-2: clamp(2.25rem, 1.2rem + 3.6vw, 6rem);
  --text-fluid-3: clamp(2.25rem, 1.2rem + 2.2vw, 4rem);
  --radius-button: var(--sp-radius);
  --radius-panel: var(--sp-radius-large);
  --radius-card: min(var(--sp-radius-large), 1.5rem);
}`

const containers: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'mx-auto w-full max-w-7xl px-6 lg:px-8',
  'desktop-first': 'mx-auto w-full max-w-7xl px-8 max-lg:px-6',
  fluid: 'w-full px-[8vw]',
  adaptive: 'container mx-auto px-6',
  fixed: 'mx-auto w-full max-w-240 px-6',
}

interface Grid {
  readonly row: string
  /** In narrow windows the first of two takes what the second leaves. */
  readonly stack: string
  /** Columns of so many twelfths. */
  readonly column: Readonly<Record<4 | 5 | 6 | 7 | 8, string>>
  /** After the others, although it stands first. */
  readonly last: string
  /** The second half of the row. */
  readonly end: string
}

/** One column, from a width on twelve. */
const stepped: Grid = {
  row: 'grid lg:grid-cols-12',
  stack: 'grid-rows-[1fr_auto] lg:grid-rows-1',
  column: {
    4: 'lg:col-span-4',
    5: 'lg:col-span-5',
    6: 'lg:col-span-6',
    7: 'lg:col-span-7',
    8: 'lg:col-span-8',
  },
  last: 'lg:order-last',
  end: 'lg:col-start-6',
}

const grids: Readonly<Record<ResponsiveType, Grid>> = {
  'mobile-first': stepped,
  'desktop-first': {
    row: 'grid grid-cols-12 max-lg:flex max-lg:flex-col',
    stack: 'max-lg:*:first:grow',
    column: { 4: 'col-span-4', 5: 'col-span-5', 6: 'col-span-6', 7: 'col-span-7', 8: 'col-span-8' },
    last: 'order-last max-lg:order-none',
    end: 'col-start-6',
  },
  fluid: {
    row: 'flex flex-wrap',
    stack: '',
    column: {
      4: 'flex-1 basis-64',
      5: 'flex-1 basis-80',
      6: 'flex-1 basis-md',
      7: 'flex-1 basis-md max-w-4xl',
      8: 'flex-1 basis-xl',
    },
    last: 'order-last',
    end: 'ms-auto',
  },
  adaptive: stepped,
  fixed: {
    row: 'grid',
    stack: 'grid-rows-[1fr_auto]',
    column: { 4: '', 5: '', 6: '', 7: '', 8: '' },
    last: '',
    end: '',
  },
}

/** Sizes of the headline by its length: small windows, large ones, and all. */
const titleSizes = [
  ['text-5xl', 'text-8xl', 'text-fluid-1'],
  ['text-5xl', 'text-8xl', 'text-fluid-1'],
  ['text-4xl', 'text-7xl', 'text-fluid-2'],
  ['text-4xl', 'text-6xl', 'text-fluid-2'],
  ['text-3xl', 'text-5xl', 'text-fluid-3'],
  ['text-3xl', 'text-4xl', 'text-fluid-3'],
] as const

function title(hero: Hero, steps = 0): string {
  const [small, large, fluid] = titleSizes.slice(0, hero.titleStep + steps + 1).reduce((_, size) => size)
  const sizes: Readonly<Partial<Record<ResponsiveType, string>>> = {
    'desktop-first': `${large} max-lg:${small}`,
    fluid,
    fixed: small,
  }
  const size = sizes[hero.responsiveType] ?? `${small} lg:${large}`
  return heading(hero, `font-title ${size} font-heading leading-title tracking-title text-balance wrap-anywhere`)
}

function copy(hero: Hero): readonly string[] {
  return [title(hero), intro(hero), buttons(hero)]
}

function intro(hero: Hero): string {
  const center = hero.screen.layout === 'centered' ? 'mx-auto ' : ''
  return lead(hero, `${center}mt-6 max-w-prose text-xl leading-relaxed text-pretty wrap-anywhere`)
}

function buttons(hero: Hero): string {
  const justify = hero.screen.layout === 'centered' ? 'justify-center' : ''
  return actions(hero, {
    group: `mt-10 flex flex-wrap items-center gap-x-8 gap-y-4 ${justify}`.trim(),
    button:
      'inline-flex min-h-16 min-w-[min(13rem,70vw)] items-center justify-center rounded-button bg-accent px-8 py-4 text-center text-lg font-bold text-on-accent ring-2 ring-edge transition-shadow hover:ring-4',
    secondary: 'text-lg font-bold underline decoration-2 underline-offset-8 hover:decoration-4',
  })
}

const fill = 'absolute inset-0'

function height({ isFollowed, hasHeader }: Hero): string {
  if (!isFollowed) return 'grow'
  return hasHeader ? 'min-h-[calc(100svh-4.5rem)]' : 'min-h-svh'
}

/** Texts on the light. */
function over(hero: Hero, align: string, content: string): string {
  return block(
    'section',
    classes('sp-hero relative isolate flex', align, height(hero)),
    lightBox(hero, fill),
    block('div', classes(containers[hero.responsiveType], 'relative py-24'), content),
  )
}

function panel({ screen }: Hero): string {
  return screen.scrim === 'panel' ? 'rounded-panel bg-ground p-8 shadow-2xl' : ''
}

function fullBleed(hero: Hero): string {
  const { screen, responsiveType: type } = hero
  const grid = grids[type]
  const texts = block('div', classes(grid.column[7], screen.isTextFirst ? '' : grid.end, panel(hero)), ...copy(hero))
  return over(hero, screen.textSide === 'top' ? 'items-start' : 'items-end', block('div', classes(grid.row), texts))
}

function centered(hero: Hero): string {
  return over(hero, 'items-center', block('div', classes('mx-auto max-w-5xl text-center', panel(hero)), ...copy(hero)))
}

function framed(hero: Hero): string {
  const { responsiveType: type } = hero
  const grid = grids[type]
  return block(
    'section',
    classes('sp-hero flex flex-col py-6', containers[type], height(hero)),
    block('div', 'class="relative min-h-56 grow overflow-hidden rounded-panel"', lightBox(hero, fill)),
    block(
      'div',
      classes(grid.row, 'items-end gap-x-16 py-10'),
      block('div', classes(grid.column[7]), title(hero, 1)),
      block('div', classes(grid.column[5]), intro(hero), buttons(hero)),
    ),
  )
}

interface Beside {
  readonly text: 6 | 8
  readonly light: 4 | 6
  readonly pane: string
  readonly align: string
}

/** Texts beside the light, which reaches the edge of the window. */
function beside(hero: Hero, { text, light, pane, align }: Beside): string {
  const { screen, responsiveType: type } = hero
  const grid = grids[type]
  const last = screen.isTextFirst ? grid.last : ''
  return block(
    'section',
    classes('sp-hero', grid.row, grid.stack, height(hero)),
    block('div', classes('relative overflow-hidden', pane, grid.column[light], last), lightBox(hero, fill)),
    block('div', classes('flex flex-col px-6 py-16', align, grid.column[text], edge(type)), ...copy(hero)),
  )
}

const heroes: Readonly<Record<Layout, (hero: Hero) => string>> = {
  'full-bleed': fullBleed,
  centered,
  framed,
  split: hero => beside(hero, { text: 6, light: 6, pane: 'min-h-56', align: 'justify-center' }),
  poster: hero => beside(hero, { text: 8, light: 4, pane: 'min-h-56 rounded-b-panel', align: 'justify-end' }),
}

/** The distance of texts from the edge of a wide window. */
function edge(type: ResponsiveType): string {
  if (type === 'mobile-first' || type === 'adaptive') return 'lg:px-[8vw]'
  return type === 'fixed' ? 'mx-auto w-full max-w-240' : 'px-[8vw]'
}

function card({ heading: text, paragraphs: texts }: PageSection): string {
  return block(
    'section',
    'class="rounded-card bg-surface p-8"',
    text && `<h2 class="font-title text-2xl font-heading leading-tight wrap-anywhere">${escapeText(text)}</h2>`,
    paragraphs(texts, 'mt-4 leading-relaxed whitespace-pre-line text-muted wrap-anywhere'),
  )
}

const cardRows: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'grid md:grid-cols-2 lg:grid-cols-3',
  'desktop-first': 'grid grid-cols-3 max-lg:grid-cols-1',
  fluid: 'flex flex-wrap *:flex-1 *:basis-72',
  adaptive: 'grid md:grid-cols-2 lg:grid-cols-3',
  fixed: 'grid grid-cols-2',
}

export const tailwind: PageTemplate = {
  page: 'flex min-h-svh flex-col bg-ground font-text text-base leading-relaxed font-medium text-ink antialiased',
  main: () => 'flex grow flex-col',
  header: (brand, type) =>
    block(
      'header',
      'class="py-5"',
      block('div', classes(containers[type]), brandLink(brand, 'font-title text-2xl font-heading wrap-anywhere')),
    ),
  hero: hero => heroes[hero.screen.layout](hero),
  group: (group, type) =>
    block(
      'div',
      classes(containers[type], 'py-16'),
      group.kind === 'feature'
        ? block(
            'section',
            classes(grids[type].row, 'items-center gap-12'),
            image(
              group.image,
              classes(
                'aspect-4/3 w-full rounded-panel object-cover',
                grids[type].column[6],
                group.isFlipped ? grids[type].last : '',
              ),
            ),
            block(
              'div',
              classes(grids[type].column[6]),
              group.section.heading &&
                `<h2 class="font-title text-4xl font-heading leading-title text-balance wrap-anywhere">${escapeText(group.section.heading)}</h2>`,
              paragraphs(
                group.section.paragraphs,
                'mt-6 text-lg leading-relaxed whitespace-pre-line text-muted wrap-anywhere',
              ),
            ),
          )
        : block('div', classes(cardRows[type], 'gap-8'), ...group.sections.map(card)),
    ),
  footer: (text, type) =>
    block(
      'footer',
      'class="mt-auto border-t border-line py-8"',
      block(
        'div',
        classes(containers[type]),
        `<p class="whitespace-pre-line text-muted wrap-anywhere">${escapeText(text)}</p>`,
      ),
    ),
  scrims: { 'full-bleed': 'below', centered: 'below' },
  // The utilities of the page; its root size grows beyond 1920 px.
  css: (_screen, type) => (type === 'fixed' ? '' : 'html{font-size:clamp(100%,.8333vw,200%)}'),
}
