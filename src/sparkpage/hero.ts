// The first screen: headline, lead and actions, with a picture or art.
import type { Layout, ResponsiveType } from '../../schemas/sparkpage.ts'
import { headlineStep } from './headline.ts'
import type { Arrangement, HeroClasses, Idiom } from './idiom.ts'
import type { FirstScreen } from './layout.ts'
import { block, classes, escapeText, image, phrases, textElement } from './markup.ts'
import type { PageLink, Picture } from './page-parts.ts'

export interface Hero {
  readonly screen: FirstScreen
  readonly responsiveType: ResponsiveType
  /** The h1; empty: the button is it, so that every page with a text has one. */
  readonly title: string
  readonly lead: string
  readonly button: PageLink | undefined
  readonly secondary: PageLink | undefined
  /** Undefined: art takes its place. */
  readonly image: Picture | undefined
}

const arrangements: Readonly<Record<Layout, Arrangement>> = {
  'full-bleed': 'over',
  seam: 'over',
  split: 'beside',
  poster: 'beside',
  framed: 'beside',
  centered: 'above',
}

/** Twelfths of a wide window that the texts have. */
const textColumns: Readonly<Record<Layout, number>> = {
  'full-bleed': 7,
  seam: 5,
  split: 6,
  poster: 7,
  framed: 5,
  centered: 9,
}

export function renderHero(hero: Hero, idiom: Idiom): string {
  const { screen, responsiveType: type } = hero
  const arrangement = arrangements[screen.layout]
  const names = idiom.hero(arrangement, screen, type)
  const own = [
    'sp-hero',
    `sp-${screen.layout}`,
    screen.opening === undefined ? '' : `sp-${screen.opening}`,
    screen.isTextFirst ? '' : 'sp-text-last',
    screen.isWhole ? 'sp-whole' : '',
    screen.isMatted ? 'sp-matted' : '',
    screen.isEdgeless ? 'sp-edgeless' : '',
    screen.isWholeNarrow ? 'sp-whole-narrow' : '',
    screen.placement === undefined || screen.placement === 'apart' ? '' : `sp-${screen.placement}`,
  ]
  const visual = renderVisual(hero, names.visual)
  const content = { over, beside, above }[arrangement](hero, idiom, visual, names)
  return block('section', classes(...own, screen.stage ? 'sp-staged' : '', names.section), ...content)
}

/** Texts at the bottom of the picture, or on its clear side. */
function over(hero: Hero, idiom: Idiom, visual: string, names: HeroClasses): readonly string[] {
  const { screen, responsiveType: type } = hero
  const cell = (twelfths: number, ...content: readonly string[]) =>
    block('div', classes(idiom.column(type, twelfths)), ...content)
  const span = textColumns[screen.layout]
  const [title, lead, actions] = texts(hero, idiom)
  const cells =
    screen.placement === 'apart'
      ? [cell(span, title), cell(12 - span, lead, actions)]
      : [cell(span, title, lead, actions)]
  const row = block('div', classes('sp-copy', names.row, names.copy), ...cells)
  return [visual, block('div', classes(idiom.container(type), names.container), row)]
}

function beside(hero: Hero, idiom: Idiom, visual: string, names: HeroClasses): readonly string[] {
  const { screen, responsiveType: type } = hero
  const span = screen.isWhole ? textColumns.framed : textColumns[screen.layout]
  const text = block('div', classes('sp-copy', idiom.column(type, span), names.copy), ...texts(hero, idiom))
  const pane = block('div', classes('sp-pane', idiom.column(type, 12 - span), names.pane), visual)
  const row = block('div', classes(names.row), text, pane)
  return [block('div', classes(idiom.container(type), names.container), row)]
}

function above(hero: Hero, idiom: Idiom, visual: string, names: HeroClasses): readonly string[] {
  const { responsiveType: type } = hero
  return [
    block(
      'div',
      classes(idiom.container(type), names.container),
      block('div', classes('sp-copy', names.copy), ...texts(hero, idiom)),
      visual,
    ),
  ]
}

function texts(hero: Hero, idiom: Idiom): readonly [title: string, lead: string, actions: string] {
  const { title, lead } = hero
  return [
    title && `<h1 ${classes('sp-title', idiom.title(headlineStep(title)))}>${phrases(title)}</h1>`,
    textElement('p', lead, 'sp-lead', idiom.lead),
    renderActions(hero, idiom, title === '' ? 'h1' : 'p'),
  ]
}

function renderVisual({ image: picture }: Hero, className: string): string {
  if (picture) return block('div', classes('sp-visual', className), image(picture))
  return `<div ${classes('sp-visual', 'sp-art', className)} aria-hidden="true"></div>`
}

/** Without a target a button stays where it is. */
export function renderActions(
  { button, secondary }: Pick<Hero, 'button'> & Partial<Pick<Hero, 'secondary'>>,
  idiom: Idiom,
  tag = 'p',
): string {
  return block(
    tag,
    classes('sp-actions', idiom.actions),
    button ? renderButton(button, idiom) : '',
    secondary ? action(secondary, `sp-secondary ${idiom.secondary}`, '') : '',
  )
}

export function renderButton(button: PageLink, idiom: Idiom): string {
  return action(button, `sp-button ${idiom.button}`, idiom.buttonAttributes)
}

/** A link without a target leads to the top of the page: an empty address would reload it. */
function action({ text, href }: PageLink, className: string, attributes: string): string {
  const all = [classes(className), attributes].filter(Boolean).join(' ')
  const target = href === undefined ? ' href="#top"' : ` href="${escapeText(href)}"`
  return `<a ${all}${target}>${escapeText(text)}</a>`
}
