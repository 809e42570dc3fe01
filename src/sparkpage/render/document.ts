// The HTML document of a page from its plan: markup, and the rules that the markup uses.
import type { ChildNode, Element } from 'domhandler'
import type { Framework } from '../../../schemas/sparkpage.ts'
import { kits } from '../kits/kits.ts'
import type { PictureLinks } from '../linked-pictures.ts'
import { listPictures, type PageTexts, type Picture } from '../page-parts.ts'
import type { PagePlan } from '../page-plan.ts'
import { wholeRegion } from '../picture-views.ts'
import type { Variables } from '../theme-variables.ts'
import { comment, element, type Replace, writeNode } from './elements.ts'
import { renderHead, renderLinkedHead } from './head.ts'
import { withFiles } from './items.ts'
import { renderFacts, renderFirstScreen, renderFooter, renderHeader } from './page-frame.ts'
import { createViews, type ViewRenderer } from './pictures.ts'
import { renderSections } from './sections.ts'
import { prepareStylesheet } from './stylesheet.ts'

export interface RenderInput {
  readonly plan: PagePlan
  readonly texts: PageTexts
  /** A data URI of art for pages without a picture; undefined: such a page has texts only. */
  readonly art: string | undefined
  readonly link: PictureLinks['link']
  readonly framework: Framework
  readonly responsiveType: 'mobile-first' | 'fixed'
  readonly hasEntrance: boolean
  readonly cssVariables: Variables
  /** The @font-face rules; empty for the fonts of the system. Those of the linked page have addresses. */
  readonly fontFaces: string
  readonly linkedFontFaces: string
  /** Address of an embedded picture. */
  readonly pictureUrl: string | undefined
}

export interface Documents {
  /** The page in one file. */
  readonly html: string
  /** The page that links its pictures and fonts. */
  readonly linkedHtml: string
}

/** @returns a valid document without scripts, whose only texts are the given ones, with its files embedded and with links to them. */
export function renderPage(input: RenderInput): Documents {
  const { plan, texts, framework, cssVariables, pictureUrl, fontFaces, linkedFontFaces, link } = input
  const kit = kits[framework]
  const picture = pictureOf(input)
  const views = picture && createViews(picture, link)
  const linked = views?.linked ?? new Map<Element, Element>()
  const linkImages = createImageLinks(input)
  const body = renderBody(input, views)
  const root = element('html', rootAttributes(input), body)
  const writeSheet = prepareStylesheet({ plan, framework, kit, cssVariables, page: root })
  // People who go on in a framework may link its whole style sheet.
  const styleSource = framework === 'none' ? '' : 'https://cdn.jsdelivr.net'
  const head = { texts, plan, styleSource }
  const write = ({ heads, fonts, shown, replace }: DocumentParts) =>
    [
      `<!doctype html>\n${writeNode(element('html', rootAttributes(input))).replace('</html>', '')}\n<head>\n`,
      ...heads.map(node => `  ${writeNode(node)}\n`),
      `  <style>\n`,
      writeSheet({ fontFaces: fonts, views: shown }),
      `\n  </style>\n</head>\n`,
      writeNode(body, replace),
      '\n</html>\n',
    ].join('')
  return {
    html: write({
      heads: renderHead({ ...head, pictureUrl }),
      fonts: fontFaces,
      shown: [...linked.keys()],
      replace: one => one,
    }),
    linkedHtml: write({
      heads: renderLinkedHead({ ...head, preloads: views?.preloads() ?? [] }),
      fonts: linkedFontFaces,
      shown: [...linked.values()].filter(one => one !== undefined),
      replace: one => (linked.has(one) ? linked.get(one) : linkImages(one)),
    }),
  }
}

/** What differs between the two documents. */
interface DocumentParts {
  readonly heads: readonly ChildNode[]
  readonly fonts: string
  readonly shown: readonly Element[]
  readonly replace: Replace
}

/** Pictures of sections and logos are linked whole. */
function createImageLinks({ texts, link }: RenderInput): Replace {
  const own = listPictures(texts).filter(({ id }) => id !== undefined)
  const files = new Map(own.filter(one => one !== texts.image).map(one => [one.src, link(one, wholeRegion)]))
  return one => {
    const file = one.name === 'img' ? files.get(one.attribs.src ?? '') : undefined
    return file ? withFiles(one, file) : one
  }
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
    views?.renderDefinition(),
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
  const { hero, corners, accent, division, closing } = plan
  return {
    lang: language.lang,
    dir: language.dir,
    'data-hero': hero.layout,
    'data-side': hero.side,
    'data-corners': corners,
    'data-division': division,
    'data-ending': closing.isLarge && closing.layout,
    'data-accent': accent.style,
    'data-width': responsiveType === 'fixed' ? 'fixed' : undefined,
    'data-motion': hasEntrance ? 'entrance' : undefined,
    ...(schemeAttribute !== undefined && !plan.isAdaptive && { [schemeAttribute]: plan.scheme }),
  }
}
