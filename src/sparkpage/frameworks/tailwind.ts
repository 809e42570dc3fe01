// Pages in Tailwind CSS 4: utilities for layout, spacing and type, and a theme whose colours and fonts are those of the page.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { DrawnLayout } from '../layout.ts'
import {
  actions,
  block,
  brandLink,
  cardsPerRow,
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
  sectionHeading,
  sectionLinks,
} from '../page-parts.ts'
import { containers, grids } from './tailwind-theme.ts'

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
    ...actionClasses,
    group: `mt-10 ${actionClasses.group} ${justify}`.trim(),
    button: `min-w-[min(13rem,100%)] ${actionClasses.button}`,
  })
}

const actionClasses = {
  group: 'flex flex-wrap items-center gap-x-8 gap-y-4',
  button:
    'inline-flex min-h-16 items-center justify-center rounded-button bg-accent px-8 py-4 text-center text-lg font-bold text-on-accent ring-2 ring-edge transition-shadow hover:ring-4',
  secondary: 'text-lg font-bold underline decoration-2 underline-offset-8 hover:decoration-4',
} as const

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

const heroes: Readonly<Record<DrawnLayout, (hero: Hero) => string>> = {
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

function card(section: PageSection): string {
  return block('section', 'class="rounded-card bg-surface p-8"', ...texts(section, 'text-2xl'))
}

function row(section: PageSection, type: ResponsiveType): string {
  const { row: columns, column } = grids[type]
  const [title = '', content = ''] = texts(section, 'text-2xl')
  return block(
    'section',
    classes(columns, 'items-baseline gap-x-12 gap-y-4 border-t border-line py-10'),
    block('div', classes(column[7]), title),
    block('div', classes(column[5]), content),
  )
}

function texts(section: PageSection, size: string): readonly string[] {
  const text = size === 'text-2xl' ? 'not-first:mt-4' : 'not-first:mt-6'
  return [
    sectionHeading(section, `font-title ${size} font-heading leading-tight text-balance wrap-anywhere`),
    paragraphs(section.paragraphs, `${text} text-lg leading-relaxed whitespace-pre-line text-muted wrap-anywhere`),
  ]
}

function cardRow(type: ResponsiveType, count: number): string {
  const isWide = cardsPerRow(count) === 3
  switch (type) {
    case 'mobile-first':
    case 'adaptive':
      return isWide ? 'grid md:grid-cols-2 lg:grid-cols-3' : 'grid md:grid-cols-2'
    case 'desktop-first':
      return `grid ${isWide ? 'grid-cols-3' : 'grid-cols-2'} max-lg:grid-cols-1`
    case 'fluid':
      return `flex flex-wrap *:flex-1 ${isWide ? '*:basis-72' : '*:basis-96'}`
    case 'fixed':
      return 'grid grid-cols-2'
  }
}

export const tailwind: PageTemplate = {
  page: 'flex min-h-svh flex-col bg-ground font-text text-base leading-relaxed font-medium text-ink antialiased',
  main: () => 'flex grow flex-col',
  header: ({ brand, links }, type) =>
    block(
      'header',
      'class="flex h-18 items-center"',
      block(
        'div',
        classes(containers[type], 'flex items-center gap-8'),
        brandLink(brand, 'font-title text-2xl font-heading wrap-anywhere'),
        block(
          'nav',
          'class="flex min-w-24 flex-1 gap-6 overflow-x-auto whitespace-nowrap *:first:ms-auto"',
          ...sectionLinks(links, 'max-w-56 shrink-0 truncate py-3 text-lg underline-offset-8 hover:underline'),
        ),
      ),
    ),
  hero: hero => heroes[hero.screen.layout](hero),
  feature: (feature, type) => {
    const { row: columns, column, last } = grids[type]
    const order = feature.isFlipped ? last : ''
    return block(
      'section',
      classes(containers[type], 'py-16'),
      block(
        'div',
        classes(columns, 'items-center gap-12'),
        image(feature.image, classes('aspect-4/3 w-full rounded-panel object-cover', column[6], order)),
        block('div', classes(column[6]), ...texts(feature, 'text-4xl')),
      ),
    )
  },
  cards: (sections, type) =>
    block(
      'div',
      classes(containers[type], 'py-16'),
      block('div', classes(cardRow(type, sections.length), 'gap-8'), ...sections.map(card)),
    ),
  rows: (sections, type) => block('div', classes(containers[type], 'py-16'), ...sections.map(one => row(one, type))),
  closing: (closing, type) =>
    block(
      'section',
      classes(containers[type], 'py-16'),
      block(
        'div',
        'class="sp-closing flex flex-wrap items-center justify-between gap-8 rounded-panel bg-surface p-12"',
        `<h2 class="max-w-2xl font-title text-4xl font-heading leading-tight text-balance wrap-anywhere">${escapeText(closing.title)}</h2>`,
        actions(closing, actionClasses),
      ),
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
  css: type => (type === 'fixed' ? '' : 'html{font-size:clamp(100%,.8333vw,200%)}'),
}
