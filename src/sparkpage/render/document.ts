// The HTML document of a page from its plan: markup, and the rules that the markup uses.
import type { ChildNode, Element } from 'domhandler'
import type { Framework } from '../../../schemas/sparkpage.ts'
import { kits } from '../kits/kits.ts'
import type { PageTexts, Picture } from '../page-parts.ts'
import type { PagePlan } from '../page-plan.ts'
import type { Variables } from '../theme-variables.ts'
import { comment, element, writeNode } from './elements.ts'
import { renderHead, renderLinkedHead } from './head.ts'
import { renderFacts, renderFirstScreen, renderFooter, renderHeader } from './page-frame.ts'
import { renderSections } from './sections.ts'
import { buildStylesheet } from './stylesheet.ts'
import { createViews, type ViewRenderer, type ViewSource } from './views.ts'

export interface RenderInput {
  readonly plan: PagePlan
  readonly texts: PageTexts
  /** A data URI of art for pages without a picture; undefined: such a page has texts only. */
  readonly art: string | undefined
  readonly source: ViewSource
  readonly framework: Framework
  readonly responsiveType: 'mobile-first' | 'fixed'
  readonly hasEntrance: boolean
  readonly cssVariables: Variables
  /** The @font-face rules; empty for the fonts of the system. */
  readonly fontFaces: string
  /** Address of an embedded picture. */
  readonly pictureUrl: string | undefined
}

/** @returns a valid document without scripts, whose only texts are the given ones. */
export function renderPage(input: RenderInput): string {
  const { plan, texts, framework, source } = input
  const kit = kits[framework]
  const picture = pictureOf(input)
  const views = picture && createViews(picture, texts.image ? source : { kind: 'embedded' })
  const body = renderBody(input, views)
  const page = element('html', rootAttributes(input), body)
  // People who go on in a framework may link its whole style sheet.
  const styleSource = framework === 'none' ? '' : 'https://cdn.jsdelivr.net'
  const head: readonly ChildNode[] =
    source.kind === 'linked'
      ? renderLinkedHead({ texts, plan, styleSource, preloads: views?.preloads() ?? [] })
      : renderHead({ texts, plan, styleSource, pictureUrl: input.pictureUrl })
  return [
    `<!doctype html>\n${writeNode(element('html', rootAttributes(input))).replace('</html>', '')}\n<head>\n`,
    ...head.map(node => `  ${writeNode(node)}\n`),
    `  <style>\n`,
    buildStylesheet({ plan, framework, kit, cssVariables: input.cssVariables, fontFaces: input.fontFaces, page }),
    `\n  </style>\n</head>\n`,
    writeNode(body),
    '\n</html>\n',
  ].join('')
}

function renderBody({ plan, texts, framework }: RenderInput, views: ViewRenderer | undefined): Element {
  const context = { plan, texts, kit: kits[framework], views }
  const main = element(
    'main',
    { class: 'sp-main' },
    comment('First screen'),
    renderFirstScreen(context),
    renderFacts(context),
    ...(plan.sections.length > 0 ? [comment('Sections')] : []),
    ...renderSections(context),
  )
  const [header, footer] = [renderHeader(context), renderFooter(context)]
  return element(
    'body',
    {},
    definitions(views?.definition()),
    ...(header ? [comment('Header'), header] : []),
    main,
    ...(footer ? [comment('Footer'), footer] : []),
  )
}

/** Size of every drawing. */
const artSize = { width: 1600, height: 1000 } as const

function pictureOf({ texts, art }: RenderInput): Picture | undefined {
  return texts.image ?? (art === undefined ? undefined : { src: art, alt: '', ...artSize })
}

function rootAttributes({ plan, texts: { language }, framework, responsiveType, hasEntrance }: RenderInput) {
  const { schemeAttribute } = kits[framework]
  const { hero, corners, accent } = plan
  return {
    lang: language.lang,
    dir: language.dir,
    'data-hero': hero.layout,
    'data-side': hero.side,
    'data-clear': hero.clearArea?.edge ?? 'none',
    'data-clear-tone': hero.clearArea?.tone,
    'data-corners': corners,
    'data-accent': accent.style,
    'data-width': responsiveType === 'fixed' ? 'fixed' : undefined,
    'data-motion': hasEntrance ? 'entrance' : undefined,
    ...(schemeAttribute !== undefined && !plan.isAdaptive && { [schemeAttribute]: plan.scheme }),
  }
}

/** What views of the page refer to. */
function definitions(picture: Element | undefined): Element | undefined {
  return picture && element('svg', { class: 'sp-definitions', 'aria-hidden': 'true' }, element('defs', {}, picture))
}
