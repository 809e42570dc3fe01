// Pages in the idiom of Bulma 1: hero, columns, title and subtitle, buttons, cards, navbar and footer.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { DrawnLayout, TextSide } from '../layout.ts'
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
import { bulmaComponents, bulmaCss } from './bulma-theme.ts'

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

/** A column of so many twelfths in wide windows. */
function columnOf(type: ResponsiveType, twelfths: number): string {
  if (type === 'fluid') return 'column'
  return type === 'fixed' ? 'column is-12' : `column is-${twelfths}`
}

const titleSizes = ['is-size-1', 'is-size-1', 'is-size-2', 'is-size-3', 'is-size-3', 'is-size-3'] as const

function title(hero: Hero): string {
  return heading(hero, `title ${titleSizes[hero.titleStep]} mb-5`)
}

function intro(hero: Hero): string {
  return lead(hero, 'subtitle is-5 mb-6')
}

function buttons(hero: Hero): string {
  const centered = hero.screen.layout === 'centered' ? ' is-centered' : ''
  return actions(hero, { ...actionClasses, group: `${actionClasses.group}${centered}` })
}

const actionClasses = {
  group: 'buttons are-medium',
  button: 'button is-primary',
  secondary: 'button is-ghost px-0',
} as const

function firstScreen(hero: Hero, name: string, ...content: readonly string[]): string {
  const full = hero.hasHeader ? 'is-fullheight-with-navbar' : 'is-fullheight'
  return block('section', classes('sp-hero hero', name, hero.isFollowed ? full : 'is-flex-grow-1'), ...content)
}

function body(hero: Hero, align: string, ...content: readonly string[]): string {
  const container = block('div', classes(containers[hero.responsiveType], 'is-flex-grow-1'), ...content)
  return block('div', classes('hero-body is-flex is-flex-grow-1', align), container)
}

function copy(hero: Hero): readonly string[] {
  return [title(hero), intro(hero), buttons(hero)]
}

/** Texts on the light. */
function over(hero: Hero, align: string, row: string, twelfths: number): string {
  const { responsiveType: type } = hero
  const box = block('div', classes(columnOf(type, twelfths)), block('div', 'class="box"', ...copy(hero)))
  return firstScreen(
    hero,
    'is-relative',
    lightBox(hero, 'is-overlay'),
    body(hero, `${align} is-relative`, block('div', classes(rows[type], row), box)),
  )
}

const fullBleedAlign: Readonly<Record<TextSide, string>> = {
  left: 'is-align-items-center',
  right: 'is-align-items-center',
  top: 'is-align-items-flex-start',
  bottom: 'is-align-items-flex-end',
}

function framed(hero: Hero): string {
  const { responsiveType: type } = hero
  const column = 'is-flex is-flex-direction-column'
  return firstScreen(
    hero,
    '',
    block(
      'div',
      `class="hero-body ${column} is-align-items-stretch is-flex-grow-1"`,
      block(
        'div',
        classes(containers[type], column, 'is-flex-grow-1'),
        block('figure', 'class="is-relative is-flex-grow-1 is-clipped p-6 mb-6"', lightBox(hero, 'is-overlay')),
        block(
          'div',
          classes(rows[type], 'is-flex-grow-0 is-vcentered'),
          block('div', classes(columnOf(type, 7)), title(hero)),
          block('div', classes(columnOf(type, 5)), intro(hero), buttons(hero)),
        ),
      ),
    ),
  )
}

/** Texts beside the light, in columns of so many twelfths. */
function beside(hero: Hero, textColumns: number, align: string): string {
  const { screen, responsiveType: type } = hero
  const figure = block('figure', 'class="image is-square is-clipped"', lightBox(hero, 'has-ratio'))
  const pane = block('div', classes(columnOf(type, 12 - textColumns)), figure)
  const texts = block('div', classes(columnOf(type, textColumns)), ...copy(hero))
  const columns = screen.isTextFirst ? [texts, pane] : [pane, texts]
  return firstScreen(
    hero,
    '',
    body(hero, 'is-align-items-center', block('div', classes(rows[type], 'is-6', align), ...columns)),
  )
}

const heroes: Readonly<Record<DrawnLayout, (hero: Hero) => string>> = {
  'full-bleed': hero =>
    over(hero, fullBleedAlign[hero.screen.textSide], hero.screen.isTextFirst ? '' : 'is-justify-content-flex-end', 7),
  centered: hero => over(hero, 'is-align-items-center has-text-centered', 'is-centered', 9),
  framed,
  split: hero => beside(hero, 6, 'is-vcentered'),
  poster: hero => beside(hero, 7, 'is-align-items-flex-end'),
}

function card(section: PageSection): string {
  return block(
    'div',
    'class="cell"',
    block('section', 'class="sp-card card"', block('div', 'class="card-content"', ...texts(section, 'is-4', false))),
  )
}

export const bulma: PageTemplate = {
  components: bulmaComponents,
  page: 'is-flex is-flex-direction-column',
  main: () => 'is-flex is-flex-direction-column is-flex-grow-1',
  header: ({ brand, links }, type) =>
    block(
      'header',
      'class="navbar px-5"',
      block(
        'div',
        classes(containers[type], 'is-flex'),
        block('div', 'class="navbar-brand"', brandLink(brand, 'navbar-item px-0 title is-5 mb-0')),
        block('nav', 'class="navbar-end is-flex"', ...sectionLinks(links, 'navbar-item is-block is-flex-shrink-0')),
      ),
    ),
  hero: hero => heroes[hero.screen.layout](hero),
  scrims: { 'full-bleed': 'panel', centered: 'panel' },
  feature: (feature, type) => {
    const figure = block('figure', 'class="image is-4by3 is-clipped"', image(feature.image))
    const columns = [figure, block('div', '', ...texts(feature, 'is-3'))].map(content =>
      block('div', classes(columnOf(type, 6)), content),
    )
    return section(
      type,
      block('div', classes(rows[type], 'is-vcentered is-6'), ...(feature.isFlipped ? columns.toReversed() : columns)),
    )
  },
  cards: (sections, type) =>
    section(
      type,
      block(
        'div',
        `class="grid is-col-min-${cardsPerRow(sections.length) === 2 ? 16 : 12} is-gap-4"`,
        ...sections.map(card),
      ),
    ),
  rows: (sections, type) => section(type, sections.map(one => row(one, type)).join('\n<hr>\n')),
  closing: (closing, type) =>
    section(
      type,
      block(
        'div',
        'class="sp-card sp-closing card"',
        block(
          'div',
          'class="card-content is-flex is-flex-wrap-wrap is-align-items-center is-justify-content-space-between is-gap-4 p-6"',
          closingHeading(closing, 'title is-3 mb-0'),
          actions(closing, { ...actionClasses, group: `${actionClasses.group} is-flex-shrink-0 mb-0` }),
        ),
      ),
    ),
  footer: (text, type) =>
    block('footer', 'class="footer py-5"', block('div', classes(containers[type]), `<p>${escapeText(text)}</p>`)),
  css: bulmaCss,
}

function section(type: ResponsiveType, content: string): string {
  return block('div', 'class="section"', block('div', classes(containers[type]), content))
}

function texts(section: PageSection, size: string, isLarge = true): readonly string[] {
  return [
    sectionHeading(section, `title ${size}`),
    block('div', classes('content', isLarge ? 'is-medium' : ''), paragraphs(section.paragraphs)),
  ]
}

function row(section: PageSection, type: ResponsiveType): string {
  const [title = '', content = ''] = texts(section, 'is-4')
  return block(
    'section',
    classes(rows[type], 'is-6 is-align-items-baseline py-4'),
    block('div', classes(columnOf(type, 7)), title),
    block('div', classes(columnOf(type, 5)), content),
  )
}
