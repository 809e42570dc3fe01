// The HTML document of a page. Every text goes through the template, which escapes it; only our own markup is inserted raw.
import { html } from 'ghtml'
import type { PageImage } from '../../schemas/sparkpage.ts'
import { type Art, side } from './art/canvas.ts'
import type { Language } from './content.ts'
import type { FrameworkAdapter } from './frameworks/adapters.ts'
import type { FirstScreen } from './layout.ts'
import type { Scheme } from './theme.ts'

interface Document extends Language {
  /** The h1, the sentence below it and the text of the button; an empty one is left out. */
  readonly title: string
  readonly lead: string
  readonly action: string
  /** Target of the button. */
  readonly href: string
  readonly css: string
  readonly adapter: FrameworkAdapter
  readonly screen: FirstScreen
  readonly image: PageImage | undefined
  readonly art: Art | undefined
  /** The scheme of the icon and of the browser's own colours. */
  readonly colors: Scheme
  /** Background in dark mode; undefined when the page has one scheme. */
  readonly darkBackground: string | undefined
  readonly comments: readonly string[]
}

/** Title of a page without texts: HTML requires one. */
const defaultTitle = 'Sparkpage'

/** @returns a valid document without scripts, whose only texts are the given ones. */
export function renderDocument(page: Document): string {
  return html`<!doctype html>
<html lang="${page.lang}" dir="${page.dir}">
<head>
!${renderHead(page)}
</head>
<body class="${joinClasses('sp-page', page.adapter.classes.page)}">
!${renderBody(page)}</body>
</html>
`
}

function joinClasses(own: string, framework: string): string {
  return [own, framework].filter(Boolean).join(' ')
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'"

function renderHead({ title, lead, action, colors, darkBackground, css }: Document): string {
  const description = html`
<meta name="description" content="${lead}">`
  const themeColors =
    darkBackground === undefined
      ? html`<meta name="theme-color" content="${colors.bg}">`
      : html`<meta name="theme-color" content="${colors.bg}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${darkBackground}" media="(prefers-color-scheme: dark)">`
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title || action || defaultTitle}</title>!${lead && description}
!${themeColors}
<link rel="icon" href="${buildFavicon(colors)}">
<style>
!${css}
</style>`
}

/** @returns a data URI of an SVG in the colours of the button. */
function buildFavicon(scheme: Scheme): string {
  const paths = `<path fill="${scheme.accent}" d="M0 0h8v8h-8z"/><path fill="${scheme['on-accent']}" d="M2 2h4a4 4 0 0 1-4 4z"/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${paths}</svg>`)}`
}

function renderBody(page: Document): string {
  return html`<main class="sp-main">
  <section class="sp-hero sp-${page.screen.layout}">
    !${renderGround(page)}
    <div class="sp-container">
      <div class="sp-copy">
        !${[renderHeading(page), page.action && renderButton(page)].filter(Boolean).join('\n        ')}
      </div>
    </div>
  </section>
</main>
!${page.comments.map(renderComment)}`
}

/** The picture of the user, else art, else the light, which the style sheet draws. */
function renderGround({ image, art }: Document): string {
  if (image) return html`<div class="sp-light"><img src="${image.src}" alt="${image.alt}"></div>`
  return html`<div class="sp-light" aria-hidden="true">!${art ? renderArt(art) : ''}</div>`
}

function renderHeading({ title, lead, adapter }: Document): string {
  return [
    title && html`<h1 id="sp-title" class="${joinClasses('sp-title', adapter.classes.title)}">${title}</h1>`,
    lead && html`<p class="${joinClasses('sp-lead', adapter.classes.lead)}">${lead}</p>`,
  ]
    .filter(Boolean)
    .join('\n        ')
}

/** The button of a page without a headline is its h1: every page with a text has one. */
function renderButton({ title, action, href, adapter }: Document): string {
  const role = adapter.buttonRole === undefined ? '' : html` role="${adapter.buttonRole}"`
  const button = html`<a class="${joinClasses('sp-button', adapter.classes.button)}" href="${href}"!${role}>${action}</a>`
  return title === ''
    ? html`<h1 id="sp-title" class="sp-actions">!${button}</h1>`
    : html`<p class="sp-actions">!${button}</p>`
}

/** An HTML comment must not contain two hyphens in a row. */
function renderComment(comment: string): string {
  return html`<!-- ${comment.replace(/-{2,}/g, '–')} -->
`
}

/** The art in place of the light. */
function renderArt({ layers }: Art): string {
  const paths = layers.map(
    ({ color, path, crisp }) => html`<path class="${crisp ? 'sp-base ' : ''}sp-ink-${color + 1}" d="${path}"/>`,
  )
  return html`<svg viewBox="0 0 ${side} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">!${paths}</svg>`
}
