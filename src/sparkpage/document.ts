// The HTML document of a page. Every text goes through the template, which escapes it; only our own markup is inserted raw.
import { html } from 'ghtml'
import { type Art, side } from './art/canvas.ts'
import type { Language } from './content.ts'
import type { FrameworkAdapter } from './frameworks/adapters.ts'
import type { Scheme, Theme } from './theme.ts'

interface Document extends Language {
  /** The h1, the sentence below it and the text of the button; an empty one is left out. */
  readonly title: string
  readonly lead: string
  readonly action: string
  /** Target of the button. */
  readonly href: string
  readonly css: string
  readonly adapter: FrameworkAdapter
  readonly art: Art
  /** Share of the image that each colour covers, 0 if unknown. */
  readonly shares: readonly number[]
  readonly theme: Theme
  readonly comments: readonly string[]
}

/** Id of the section that the button leads to when it has no link of its own. */
export const sectionId = 'sp-more'

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

/** The policy allows our style and icon and nothing else; 'self' lets tools fetch the robots.txt of the site. */
function renderHead({ title, lead, action, theme, css }: Document): string {
  const description = html`
<meta name="description" content="${lead}">`
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title || action || defaultTitle}</title>!${lead && description}
<meta name="theme-color" content="${theme.light.bg}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${theme.dark.bg}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${buildFavicon(theme.light)}">
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
  const label = page.title || page.action ? ' role="group" aria-labelledby="sp-title"' : ''
  return html`!${renderPaletteStrip(page.shares)}
<main class="sp-main">
<section class="sp-hero">
<div class="sp-copy">
!${[renderHeading(page), page.action && renderButton(page)].filter(Boolean).join('\n')}
</div>
<div class="sp-art">!${renderArt(page.art)}</div>
</section>
<div class="sp-more" id="${sectionId}" tabindex="-1"!${label}>!${renderFrieze(page.art)}</div>
</main>
!${page.comments.map(renderComment)}`
}

function renderHeading({ title, lead, adapter }: Document): string {
  const lines = [
    title && html`<h1 id="sp-title" class="${joinClasses('sp-title', adapter.classes.title)}">${title}</h1>`,
    lead && html`<p class="${joinClasses('sp-lead', adapter.classes.lead)}">${lead}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
  return lead && adapter.heading
    ? html`<${adapter.heading} class="sp-heading">
!${lines}
</${adapter.heading}>`
    : lines
}

/** The button of a page without a headline is its h1: every page with a text has one. */
function renderButton({ title, action, href, adapter }: Document): string {
  const role = adapter.buttonRole === undefined ? '' : html` role="${adapter.buttonRole}"`
  const button = html`<a class="${joinClasses('sp-button', adapter.classes.button)}" href="${href}"!${role}>${action}</a>`
  return title === ''
    ? html`<h1 id="sp-title" class="sp-action">!${button}</h1>`
    : html`<p class="sp-action">!${button}</p>`
}

/** An HTML comment must not contain two hyphens in a row. */
function renderComment(comment: string): string {
  return html`<!-- ${comment.replace(/-{2,}/g, '–')} -->
`
}

/** Width of the palette strip in SVG units. */
const stripWidth = 1000
/** Minimum part of the strip: of each of the first colours, and of any other. */
const minStripPart = { leadingColors: 5, leading: 0.125, other: 0.004 } as const

interface StripSegment {
  readonly x: number
  readonly width: number
}

/** The colours of the style as a strip across the top of the page. */
function renderPaletteStrip(shares: readonly number[]): string {
  const rects = layOutPaletteStrip(shares).map(
    ({ x, width }, index) => html`<rect class="sp-base sp-band-${index + 1}" x="${x}" width="${width}" height="1"/>`,
  )
  return html`<svg class="sp-ribbon" viewBox="0 0 ${stripWidth} 1" preserveAspectRatio="none" aria-hidden="true">!${rects}</svg>`
}

/** @returns adjacent segments in whole units, one for each colour, as wide as its share; without shares they narrow from the first on. */
export function layOutPaletteStrip(shares: readonly number[]): readonly StripSegment[] {
  const isKnown = shares.some(share => share > 0)
  const minPart = (index: number) => (index < minStripPart.leadingColors ? minStripPart.leading : minStripPart.other)
  const free = 1 - shares.reduce((sum, _, index) => sum + minPart(index), 0)
  const weights = isKnown ? shares : shares.map((_, index) => 1 / (index + 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let end = 0
  return weights.map((weight, index) => {
    const x = Math.round(end * stripWidth)
    end += minPart(index) + (free * weight) / total
    return { x, width: Math.round(end * stripWidth) - x }
  })
}

/** The art beside the texts. */
function renderArt({ layers }: Art): string {
  const paths = layers.map(
    ({ color, path, crisp }) => html`<path class="${crisp ? 'sp-base ' : ''}sp-ink-${color + 1}" d="${path}"/>`,
  )
  return html`<svg class="sp-tiles" viewBox="0 0 ${side} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><svg id="sp-picture" width="${side}" height="${side}">!${paths}</svg></svg>`
}

/** Repetitions of the art in the frieze. */
const repetitions = [0, 1, 2, 3]

/** The foot of the page: the art repeated, rotated or mirrored, cropped to the middle. */
function renderFrieze({ canRotate }: Art): string {
  const uses = repetitions.map(index => {
    const transform = canRotate ? rotate(index) : mirror(index)
    return html`<use href="#sp-picture" x="${index * side}" transform="${transform}"/>`
  })
  return html`<svg class="sp-frieze" viewBox="0 0 ${side * repetitions.length} ${side}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">!${uses}</svg>`
}

function rotate(index: number): string {
  return `rotate(${index * 90} ${(index + 0.5) * side} ${side / 2})`
}

/** Every second repetition is mirrored, so that lines continue across the common edge. */
function mirror(index: number): string {
  return index % 2 === 0 ? 'translate(0)' : `translate(${(2 * index + 1) * side})scale(-1 1)`
}
