// The HTML document of a page. Every text goes through a template that escapes it; only our own markup is inserted raw.
import { html } from 'ghtml'
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { TextParts } from '../shared-text.ts'
import type { BodyDesign } from './directions.ts'
import { renderHero } from './hero.ts'
import type { Idiom } from './idiom.ts'
import type { FirstScreen } from './layout.ts'
import { block, classes, escapeText, indent } from './markup.ts'
import { renderClosing, renderFooter, renderHeader } from './page-frame.ts'
import type { PageSection, PageTexts } from './page-parts.ts'
import { renderSections } from './section-markup.ts'
import type { Scheme } from './theme.ts'

interface Body extends PageTexts {
  readonly idiom: Idiom
  readonly design: BodyDesign
  readonly screen: FirstScreen
  readonly responsiveType: ResponsiveType
  readonly comments: readonly string[]
}

interface DocumentInput extends PageTexts {
  readonly css: TextParts
  /** What `renderBody` gives. */
  readonly body: string
  readonly idiom: Idiom
  /** Links to the official style sheets of the framework; none where its rules are in the page. */
  readonly frameworkLinks: readonly string[]
  /** Where style sheets may come from, beside the page itself. */
  readonly styleSource: string
  /** The scheme of the icon and of the browser's own colours. */
  readonly colors: Scheme
  /** Background in dark mode; undefined when the page has one scheme. */
  readonly darkBackground: string | undefined
  /** Address of an embedded picture. */
  readonly pictureUrl: string | undefined
}

/** Title of a page without texts: HTML requires one. */
const defaultTitle = 'Sparkpage'

/** @returns a valid document without scripts, whose only texts are the given ones. */
export function renderDocument(page: DocumentInput): TextParts {
  const start = html`<!doctype html>
<html lang="${page.language.lang}" dir="${page.language.dir}">
<head>
!${indent(renderHead(page))}
  <style>
`
  const end = html`
  </style>
</head>
<body!${page.idiom.page && html` class="${page.idiom.page}"`}>
!${indent(page.body)}
</body>
</html>
`
  return [start, ...page.css, end]
}

function contentPolicy(styleSource: string): string {
  const styles = ["'unsafe-inline'", styleSource].filter(Boolean).join(' ')
  return `default-src 'none'; style-src ${styles}; img-src 'self' data: https:; font-src data:; connect-src 'self'`
}

function renderHead(page: DocumentInput): string {
  const { title, lead, button, brand, colors, darkBackground, image, frameworkLinks } = page
  const name = [title || button?.text, brand?.text].filter(Boolean).join(' · ') || defaultTitle
  const address = image?.src.startsWith('https:') ? image.src : (page.pictureUrl ?? '')
  const icon = buildFavicon(colors)
  return [
    '<meta charset="utf-8">',
    html`<meta http-equiv="Content-Security-Policy" content="!${contentPolicy(page.styleSource)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeText(name)}</title>`,
    lead && html`<meta name="description" content="!${escapeText(lead)}">`,
    ...(darkBackground === undefined
      ? [html`<meta name="theme-color" content="${colors.bg}">`]
      : [
          html`<meta name="theme-color" content="${colors.bg}" media="(prefers-color-scheme: light)">`,
          html`<meta name="theme-color" content="${darkBackground}" media="(prefers-color-scheme: dark)">`,
        ]),
    html`<meta property="og:type" content="website">`,
    html`<meta property="og:title" content="!${escapeText(title || name)}">`,
    lead && html`<meta property="og:description" content="!${escapeText(lead)}">`,
    address && html`<meta property="og:image" content="${address}">`,
    html`<meta name="twitter:card" content="${address ? 'summary_large_image' : 'summary'}">`,
    html`<link rel="icon" href="${icon}">`,
    ...frameworkLinks,
  ]
    .filter(Boolean)
    .join('\n')
}

/** @returns a data URI of an SVG in the colours of the button. */
function buildFavicon(scheme: Scheme): string {
  const paths = `<path fill="${scheme.accent}" d="M0 0h8v8h-8z"/><path fill="${scheme['on-accent']}" d="M2 2h4a4 4 0 0 1-4 4z"/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${paths}</svg>`)}`
}

/** Where prices lead: out of the page with its button, else to the contacts. */
function targetOfPrices(target: string | undefined, sections: readonly PageSection[]): string | undefined {
  if (target !== undefined && !target.startsWith('#')) return target
  const contact = sections.find(({ kind, heading }) => kind === 'contact' && heading !== '')
  return contact && `#${contact.id}`
}

export function renderBody(page: Body): string {
  const { idiom, responsiveType: type, sections, button, image, design } = page
  const rhythm = design.rhythm[image ? 'picture' : 'art']
  const href = targetOfPrices(page.target, sections)
  const action = button && href !== undefined ? { ...button, href } : undefined
  const target = href ?? page.target
  const context = { idiom, type, rhythm, action, target, isStaged: page.screen.stage !== undefined }
  const rendered = renderSections(sections, context)
  const header = renderHeader(page, context)
  const closing = renderClosing(page, design.closing, context)
  const end = renderFooter(page, context)
  return [
    header && comment('Header'),
    header,
    block(
      'main',
      classes(idiom.main),
      comment('First screen'),
      renderHero(page, idiom),
      rendered.length > 0 ? comment('Sections') : '',
      ...rendered,
      ...(closing ? [comment('The action once more'), closing] : []),
    ),
    end && comment('Footer'),
    end,
    ...page.comments.map(comment),
  ]
    .filter(Boolean)
    .join('\n')
}

/** An HTML comment must not contain two hyphens in a row. */
function comment(text: string): string {
  return html`<!-- ${text.replace(/-{2,}/g, '–').replaceAll('\n', ' ')} -->`
}
