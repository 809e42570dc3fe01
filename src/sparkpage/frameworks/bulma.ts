// Pages in the idiom of Bulma 1: hero, columns, title and subtitle, buttons, cards, navbar and footer.
import type { Layout, ResponsiveType } from '../../../schemas/sparkpage.ts'
import { toHsl } from '../../color/srgb.ts'
import type { FirstScreen, TextSide } from '../layout.ts'
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
import type { Scheme } from '../theme.ts'

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
  const box = block('div', classes(columnOf(type, twelfths)), block('div', 'class="box p-6"', ...copy(hero)))
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

const heroes: Readonly<Record<Layout, (hero: Hero) => string>> = {
  'full-bleed': hero =>
    over(hero, fullBleedAlign[hero.screen.textSide], hero.screen.isTextFirst ? '' : 'is-justify-content-flex-end', 7),
  centered: hero => over(hero, 'is-align-items-center has-text-centered', 'is-centered', 9),
  framed,
  split: hero => beside(hero, 6, 'is-vcentered'),
  poster: hero => beside(hero, 8, 'is-align-items-flex-end'),
}

function card(section: PageSection): string {
  return block(
    'div',
    'class="cell"',
    block('section', 'class="sp-card card"', block('div', 'class="card-content"', ...texts(section, 'is-4', false))),
  )
}

/** Pages fit 4K windows: the root size grows beyond 1920 px, and with it the containers. */
const rootSize = 'html{font-size:clamp(100%,.8333vw,200%)}'

/** Beside texts a picture is taller than above them. */
const tallImage = '.sp-hero .image{padding-top:min(125%,62vh)}'

function typeRules(type: ResponsiveType): string {
  switch (type) {
    case 'mobile-first':
      return `${rootSize}\n.is-max-widescreen{max-width:72rem!important}\n@media (min-width:1024px){${tallImage}}`
    case 'desktop-first':
      return `${rootSize}\n.is-max-widescreen{max-width:72rem!important}\n${tallImage}\n@media (max-width:1023px){main .columns.is-mobile{display:block}.sp-hero .image{aspect-ratio:auto;padding-top:min(100%,34vh)}}`
    case 'fluid':
      return `${rootSize}\n.container.is-fluid{padding-inline:max(0rem,6.4vw)!important}\nmain .columns.is-multiline>.column{flex:1 1 min(100%,24rem)}`
    case 'adaptive':
      return `${rootSize}\n@media (min-width:1024px){${tallImage}}\n@media (min-width:121rem){.container{max-width:84rem!important}}`
    case 'fixed':
      return '.sp-hero .image{padding-top:34vh}'
  }
}

function css(_screen: FirstScreen, type: ResponsiveType): string {
  return `html:root{--bulma-primary:var(--sp-accent);--bulma-link-text:var(--sp-link);--bulma-text:var(--sp-text);--bulma-text-strong:var(--sp-text);--bulma-title-color:inherit;--bulma-subtitle-color:inherit;--bulma-background:var(--sp-surface);--bulma-scheme-main:var(--sp-bg);--bulma-scheme-main-bis:var(--sp-surface);--bulma-border:var(--sp-border);--bulma-border-weak:var(--sp-border);--bulma-body-background-color:var(--sp-bg);--bulma-body-color:var(--sp-text);--bulma-body-family:var(--sp-font-text);--bulma-family-secondary:var(--sp-font-title);--bulma-body-overflow-x:visible;--bulma-body-overflow-y:visible;--bulma-footer-background-color:var(--sp-surface);--bulma-focus-shadow-alpha:0}
body{min-height:100vh;min-height:100svh}
.hero,.navbar,.navbar-item,.card,.footer{color:inherit}
.sp-hero .box{--bulma-box-background-color:var(--sp-bg);--bulma-box-radius:var(--sp-radius-large);--bulma-box-shadow:none;color:inherit}
.sp-card{--bulma-card-background-color:var(--sp-surface);--bulma-card-shadow:none;--bulma-card-radius:min(var(--sp-radius-large),1.5rem)}
.sp-title,.sp-heading,.sp-brand{font-family:var(--sp-font-title);--bulma-title-weight:var(--sp-weight-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-title{--bulma-title-line-height:var(--sp-leading-title)}
.sp-title.is-size-1{font-size:clamp(2.75rem,1.4rem + 4.2vw,5.5rem)!important}
.sp-title.is-size-2{font-size:clamp(2.5rem,1.4rem + 3vw,4rem)!important}
.sp-title.is-size-3{font-size:clamp(2.25rem,1.4rem + 2vw,3rem)!important}
.sp-actions{gap:.75rem 1.5rem}
.sp-actions>.button{--bulma-button-weight:700;--bulma-control-radius:var(--sp-radius);min-height:3.75rem;padding-inline:2rem;white-space:normal}
.navbar>*>nav>*{max-width:14em;padding-block:.85em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.navbar>*>nav>:first-child{margin-inline-start:auto}
.navbar>*>nav{flex:1 1 0;min-width:6rem;overflow-x:auto}
.navbar>.container .navbar-brand{margin-inline-start:0}
.button.is-primary{background-color:var(--sp-accent);border-color:transparent;color:var(--sp-on-accent)}
.sp-hero .is-primary{min-width:min(12rem,100%)}
.sp-actions>.is-primary{box-shadow:0 0 0 .125rem var(--sp-edge)}
.sp-actions>.is-primary:hover{box-shadow:0 0 0 .3rem var(--sp-edge)}
.sp-actions>.is-ghost{--bulma-button-ghost-hover-color:inherit;color:inherit;text-decoration:underline .12em;text-underline-offset:.35em}
.sp-hero .image{aspect-ratio:auto;padding-top:min(100%,34vh)}
figure.is-clipped{border-radius:var(--sp-radius-large)}
${typeRules(type)}`
}

/** Bulma derives the colours of its components from hue, saturation and lightness. */
function components(colors: Scheme, dark: Scheme | undefined): string {
  const rule = (scheme: Scheme) => `html:root:root:root{${componentColors(scheme)}}`
  return dark ? `${rule(colors)}\n@media screen and (prefers-color-scheme:dark){${rule(dark)}}` : rule(colors)
}

function componentColors(colors: Scheme): string {
  const [accent, ground] = [toHsl(colors.accent), toHsl(colors.bg)]
  const lightness = {
    'primary-invert': colors['on-accent'],
    'link-invert': colors['on-accent'],
    'scheme-main': colors.bg,
    'scheme-main-bis': colors.surface,
    background: colors.surface,
    border: colors.border,
    text: colors.text,
    'text-strong': colors.text,
    'text-weak': colors.muted,
  }
  return [
    ...['primary', 'link'].map(
      name =>
        `--bulma-${name}-h:${accent.hue}deg;--bulma-${name}-s:${accent.saturation}%;--bulma-${name}-l:${accent.lightness}%`,
    ),
    `--bulma-scheme-h:${ground.hue};--bulma-scheme-s:${ground.saturation}%`,
    ...Object.entries(lightness).map(([name, color]) => `--bulma-${name}-l:${toHsl(color).lightness}%`),
  ].join(';')
}

export const bulma: PageTemplate = {
  components,
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
        'class="sp-card card"',
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
  css,
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
    classes(rows[type], 'is-6 py-4'),
    block('div', classes(columnOf(type, 5)), title),
    block('div', classes(columnOf(type, 7)), content),
  )
}
