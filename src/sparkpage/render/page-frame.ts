// What is around the sections: header, first screen, facts and the end of the page.
import type { Element } from 'domhandler'
import type { Kit } from '../kits/kit.ts'
import type { PageLink, PageTexts } from '../page-parts.ts'
import type { EndingLayout, PagePlan } from '../page-plan.ts'
import { type Content, element, textElement, wrapped } from './elements.ts'
import { icon } from './icons.ts'
import { buttonElement, image, linkElement } from './items.ts'
import type { ViewRenderer } from './pictures.ts'

export interface FrameContext {
  readonly plan: PagePlan
  readonly texts: PageTexts
  readonly kit: Kit
  /** Undefined: the page has neither a picture nor art. */
  readonly views: ViewRenderer | undefined
}

/** Links of a header to sections, of which the contact is always one; one alone is no navigation. */
const linkCounts = { min: 2, max: 5 } as const

function linksToSections({ sections, hasNavigation }: PageTexts): readonly PageLink[] {
  const targets = sections.filter(({ heading, kind }) => heading !== '' && kind !== 'quote' && kind !== 'logos')
  if (!hasNavigation || targets.length < linkCounts.min) return []
  const contact = targets.findLast(({ kind }) => kind === 'contact')
  const others = targets.filter(target => target !== contact).slice(0, linkCounts.max - (contact ? 1 : 0))
  const shown = targets.filter(target => target === contact || others.includes(target))
  return shown.map(({ id, heading }) => ({ text: heading, href: `#${id}` }))
}

function actionsOf({ texts, kit }: FrameContext, hasSecondary: boolean, name: 'p' | 'h1' = 'p'): Element | undefined {
  const { button, secondary } = texts
  return wrapped(
    name,
    { class: 'sp-actions' },
    button && buttonElement(button, kit),
    hasSecondary && secondary ? buttonElement(secondary, kit, true) : undefined,
  )
}

/** Brand, links to the sections and the button; undefined without a brand. */
export function renderHeader(context: FrameContext): Element | undefined {
  const { texts, kit } = context
  const { brand, button } = texts
  const links = linksToSections(texts)
  if (!brand) return undefined
  const logo = brand.logo && image({ ...brand.logo, alt: brand.text || brand.logo.alt }, 'sp-brand-logo')
  const name = `sp-brand ${kit.classes.brand}`
  return element(
    'header',
    { class: 'sp-header' },
    brand.href === undefined
      ? element('span', { class: name }, logo ?? brand.text)
      : element('a', { class: name, href: brand.href }, logo ?? brand.text),
    ...navigation(links, kit),
    button && buttonElement(button, kit),
  )
}

/** Links in a row; in narrow windows behind a button that is named after them. */
function navigation(links: readonly PageLink[], { classes }: Kit): readonly Content[] {
  if (links.length === 0) return []
  const name = links.map(({ text }) => text).join(', ')
  return [
    element('button', { class: 'sp-menu-button', type: 'button', popovertarget: 'sp-menu', 'aria-label': name }),
    element(
      'nav',
      { class: 'sp-nav', id: 'sp-menu', popover: true },
      ...links.map(link => linkElement(link, classes.navLink)),
    ),
  ]
}

/** The headline with its emphasised part. */
function accented(title: string, { range }: PagePlan['accent']): readonly Content[] {
  if (range === undefined) return [title]
  const [start, end] = range
  return [title.slice(0, start), element('em', {}, title.slice(start, end)), title.slice(end)]
}

export function renderFirstScreen(context: FrameContext): Element {
  const { plan, texts, views } = context
  const { title, lead } = texts
  const { hero } = plan
  const figure = views && element('figure', { class: 'sp-hero-picture' }, views.renderHero(hero))
  return element(
    'section',
    {
      class: 'sp-hero',
      'data-picture': figure === undefined ? 'none' : hero.isWhole ? 'whole' : 'view',
      'data-ground': figure !== undefined && hero.background !== undefined,
      'data-fade': figure !== undefined && hero.fades.length > 0 && hero.fades.join(' '),
      'data-cut-out': figure && hero.cutOut?.join(' '),
      'data-beside': figure !== undefined && hero.isBeside,
      'data-wide': figure !== undefined && hero.isWide,
    },
    element(
      'div',
      { class: 'sp-hero-text' },
      title === '' ? undefined : element('h1', { class: 'sp-headline' }, ...accented(title, plan.accent)),
      textElement('p', lead, 'sp-lead'),
      // Without a headline the button is what the page is about.
      actionsOf(context, true, title === '' ? 'h1' : 'p'),
    ),
    figure,
  )
}

/** What visitors look for first; one alone is in its section. */
export function renderFacts({ plan: { facts } }: FrameContext): Element | undefined {
  if (facts.items.length < 2) return undefined
  const items = facts.items.map(({ kind, text, href }) =>
    element('li', {}, element('a', { href }, icon(kind), element('span', {}, text))),
  )
  return element('div', { class: 'sp-facts', 'data-surface': facts.surface }, element('ul', {}, ...items))
}

/** The headline and the button once more, the brand as wide as the page, links and small print. */
export function renderFooter(context: FrameContext): Element | undefined {
  const { plan, texts, views } = context
  const { closing, wordmark } = plan
  const { brand, footer } = texts
  const backdrop = closing.backdrop && views?.render(closing.backdrop)
  const actions = actionsOf({ ...context, texts: { ...texts, secondary: undefined } }, false)
  const end = closing.isLarge && texts.title !== '' && actions !== undefined
  const parts = [
    backdrop && element('figure', { class: 'sp-backdrop' }, backdrop),
    end
      ? element(
          'div',
          { class: 'sp-closing', 'data-surface': closing.panel },
          element('h2', {}, ...accented(texts.title, plan.accent)),
          actions,
        )
      : undefined,
    wordmark > 0 && brand ? element('p', { class: 'sp-wordmark', 'aria-hidden': 'true' }, brand.text) : undefined,
    wrapped(
      'div',
      { class: 'sp-end' },
      columnsOf(texts, closing.isLarge),
      footer === '' ? undefined : element('p', { class: 'sp-small-print' }, footer),
    ),
  ]
  return wrapped(
    'footer',
    { class: 'sp-footer', 'data-surface': closing.surface, 'data-backdrop': backdrop && placeOf(closing.layout) },
    ...parts,
  )
}

/** Where the picture stands at the end. */
function placeOf(layout: EndingLayout): 'above' | 'panel' | 'end' {
  return layout === 'below' ? 'above' : layout === 'panels' ? 'panel' : 'end'
}

/** Links of the footer; without any of its own a long page has those of the header. */
function columnsOf(texts: PageTexts, isLong: boolean): Element | undefined {
  const own = texts.footerColumns.filter(({ links }) => links.length > 0)
  const columns = own.length > 0 || !isLong ? own : [{ heading: '', links: linksToSections(texts) }]
  const shown = columns
    .filter(({ links }) => links.length > 0)
    .map(({ heading, links }) =>
      element(
        'div',
        {},
        textElement('p', heading, 'sp-column-heading'),
        element('ul', {}, ...links.map(link => element('li', {}, linkElement(link, '')))),
      ),
    )
  return wrapped('div', { class: own.length > 0 ? 'sp-columns' : 'sp-links' }, ...shown)
}
