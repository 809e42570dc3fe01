// Pages in the idiom of Bootstrap 5: container, row and columns, display headings, buttons, cards, navbar.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { DrawnLayout } from '../layout.ts'
import {
  actions,
  block,
  brandLink,
  cardsPerRow,
  classes,
  closingHeading,
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
import { bootstrapComponents, bootstrapCss } from './bootstrap-theme.ts'

const containers: Readonly<Record<ResponsiveType, string>> = {
  'mobile-first': 'container-xxl px-4',
  'desktop-first': 'container-xxl px-4',
  fluid: 'container-fluid',
  adaptive: 'container px-4',
  fixed: 'container px-4',
}

/** A column of so many twelfths in wide windows. */
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

/** Shows a column after the others in wide windows, although it stands first. */
function lastWhenWide(type: ResponsiveType): string {
  if (type === 'fixed') return ''
  return type === 'mobile-first' || type === 'adaptive' ? 'order-lg-last' : 'order-last'
}

/** Above the texts a light takes what they leave of the window. */
function growsWhenNarrow(type: ResponsiveType): string {
  return type === 'mobile-first' || type === 'adaptive' ? 'flex-grow-1 flex-lg-grow-0' : ''
}

function stacksWhenNarrow(type: ResponsiveType): string {
  return type === 'mobile-first' || type === 'adaptive' ? 'flex-column flex-lg-row' : ''
}

const displays = ['display-1', 'display-2', 'display-3', 'display-4', 'display-5', 'display-6'] as const

function copy(hero: Hero): readonly string[] {
  return [heading(hero, `${displays[hero.titleStep]} mb-4`), lead(hero, 'lead mb-4 pb-2'), buttons(hero)]
}

function buttons(hero: Hero): string {
  const justify = hero.screen.layout === 'centered' ? 'justify-content-center' : ''
  return actions(hero, { ...actionClasses, group: `${actionClasses.group} ${justify}`.trim() })
}

const actionClasses = {
  group: 'd-flex flex-wrap align-items-center column-gap-4 row-gap-2 mb-0',
  button: 'btn btn-primary btn-lg',
  secondary: 'btn btn-link btn-lg px-0',
} as const

const fill = 'position-absolute top-0 start-0 w-100 h-100'

function firstScreen(hero: Hero, align: string, ...content: readonly string[]): string {
  const height = hero.isFollowed ? 'min-vh-100' : 'flex-grow-1'
  return block('section', classes('sp-hero position-relative d-flex', align, height), ...content)
}

function fullBleed(hero: Hero): string {
  const { screen, responsiveType: type } = hero
  const head = block('div', classes(column(type, 7)), heading(hero, `${displays[hero.titleStep]} mb-0`))
  const rest = block('div', classes(column(type, 5)), lead(hero, 'lead mb-4'), buttons(hero))
  const card = block('div', 'class="card-body row align-items-end gx-5 gy-4 m-0 py-5"', head, rest)
  return firstScreen(
    hero,
    screen.textSide === 'top' ? 'align-items-start' : 'align-items-end',
    lightBox(hero, fill),
    block('div', classes(containers[type], 'position-relative py-4'), block('div', 'class="card"', card)),
  )
}

function centered(hero: Hero): string {
  const { screen, responsiveType: type } = hero
  const body = block('div', 'class="card-body p-4 py-5"', ...copy(hero))
  const panel = block('div', screen.scrim === 'panel' ? 'class="card"' : '', body)
  const row = block(
    'div',
    'class="row justify-content-center text-center"',
    block('div', classes(column(type, 9)), panel),
  )
  return firstScreen(
    hero,
    'align-items-center',
    lightBox(hero, fill),
    block('div', classes(containers[type], 'position-relative py-5'), row),
  )
}

function framed(hero: Hero): string {
  const { responsiveType: type, isFollowed } = hero
  return block(
    'section',
    classes('sp-hero d-flex flex-column', containers[type], 'py-4', isFollowed ? 'min-vh-100' : 'flex-grow-1'),
    block('div', 'class="position-relative flex-grow-1 p-5 rounded-5 overflow-hidden"', lightBox(hero, fill)),
    block(
      'div',
      'class="row align-items-end gx-5 gy-4 pt-5 pb-4"',
      block('div', classes(column(type, 7)), heading(hero, `${displays[hero.titleStep]} mb-0`)),
      block('div', classes(column(type, 5)), lead(hero, 'lead mb-4'), buttons(hero)),
    ),
  )
}

/** Texts beside the light, in columns of so many twelfths. */
function beside(hero: Hero, textColumns: number, align: string): string {
  const { screen, responsiveType: type } = hero
  const pane = block(
    'div',
    classes(column(type, 12 - textColumns), screen.isTextFirst ? lastWhenWide(type) : '', growsWhenNarrow(type)),
    block(
      'div',
      classes('ratio h-100 overflow-hidden rounded-5', type === 'fixed' ? 'ratio-21x9' : 'ratio-16x9'),
      lightBox(hero),
    ),
  )
  const texts = block('div', classes(column(type, textColumns), align), ...copy(hero))
  const row = block('div', classes('row flex-grow-1 g-5', stacksWhenNarrow(type)), pane, texts)
  return firstScreen(hero, '', block('div', classes(containers[type], 'd-flex py-5'), row))
}

const heroes: Readonly<Record<DrawnLayout, (hero: Hero) => string>> = {
  'full-bleed': fullBleed,
  centered,
  framed,
  split: hero => beside(hero, 6, 'align-self-center'),
  poster: hero => beside(hero, 8, 'align-self-end'),
}

function card(section: PageSection): string {
  return block(
    'div',
    'class="col"',
    block(
      'div',
      'class="sp-card card h-100"',
      block(
        'div',
        'class="card-body p-4"',
        sectionHeading(section, 'card-title h4'),
        paragraphs(section.paragraphs, 'card-text'),
      ),
    ),
  )
}

export const bootstrap: PageTemplate = {
  components: () => bootstrapComponents,
  page: 'd-flex flex-column min-vh-100',
  main: () => 'd-flex flex-column flex-grow-1',
  header: ({ brand, links }, type) =>
    block(
      'header',
      'class="navbar py-2"',
      block(
        'div',
        classes(containers[type], 'd-flex flex-nowrap'),
        brandLink(brand, 'navbar-brand fs-4'),
        block(
          'nav',
          'class="nav flex-nowrap overflow-x-auto"',
          ...sectionLinks(links, 'nav-link flex-shrink-0 text-truncate'),
        ),
      ),
    ),
  hero: hero => heroes[hero.screen.layout](hero),
  scrims: { 'full-bleed': 'panel', centered: 'even' },
  feature: (feature, type) =>
    section(
      type,
      block(
        'div',
        'class="row align-items-center g-5 py-4"',
        block(
          'div',
          classes(column(type, 6), feature.isFlipped ? lastWhenWide(type) : ''),
          image(feature.image, 'class="img-fluid rounded-4" loading="lazy"'),
        ),
        block(
          'div',
          classes(column(type, 6)),
          sectionHeading(feature, 'display-6 mb-3'),
          paragraphs(feature.paragraphs, 'fs-5'),
        ),
      ),
    ),
  cards: (sections, type) =>
    section(type, block('div', `class="row ${cardColumns(type, sections.length)} g-4 py-4"`, ...sections.map(card))),
  rows: (sections, type) => section(type, ...sections.map(one => row(one, type))),
  closing: (closing, type) =>
    section(
      type,
      block(
        'div',
        'class="sp-card sp-closing card"',
        block(
          'div',
          'class="card-body d-flex flex-wrap align-items-center justify-content-between gap-4 p-5"',
          closingHeading(closing, 'mb-0'),
          actions(closing, actionClasses),
        ),
      ),
    ),
  footer: (text, type) =>
    block(
      'footer',
      'class="py-4 mt-auto border-top"',
      block('div', classes(containers[type]), `<p class="mb-0 text-body-secondary">${escapeText(text)}</p>`),
    ),
  css: bootstrapCss,
}

function section(type: ResponsiveType, ...content: readonly string[]): string {
  return block('section', classes(containers[type], 'py-5'), ...content)
}

function row(section: PageSection, type: ResponsiveType): string {
  return block(
    'div',
    'class="row align-items-baseline gy-2 gx-5 py-4 border-top"',
    block('div', classes(column(type, 7)), sectionHeading(section, 'h3')),
    block('div', classes(column(type, 5)), paragraphs(section.paragraphs, 'fs-5')),
  )
}

function cardColumns(type: ResponsiveType, count: number): string {
  const perRow = cardsPerRow(count)
  if (type === 'fluid' || type === 'desktop-first') return `row-cols-${perRow}`
  return type === 'fixed' ? 'row-cols-2' : `row-cols-1 row-cols-md-2 row-cols-lg-${perRow}`
}
