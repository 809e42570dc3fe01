// The document. Every text goes through the template, which escapes it; only our own markup is marked as raw.
import { html } from 'ghtml'
import type { Art } from './art/art.ts'
import { frieze, picture, ribbon } from './drawing.ts'
import type { Dress } from './frameworks/dress.ts'
import type { Language } from './language.ts'
import type { Band } from './ribbon.ts'

export interface Document extends Language {
  /** The h1, the sentence below it and the words of the button; an empty one is left out. */
  readonly title: string
  readonly lead: string
  readonly action: string
  /** Where the button leads. */
  readonly href: string
  readonly css: string
  readonly dress: Dress
  readonly art: Art
  readonly bands: readonly Band[]
  /** Address of the icon. */
  readonly favicon: string
  /** Colours of the browser's own bars, light and dark. */
  readonly themeColors: { readonly light: string; readonly dark: string }
  readonly comments: readonly string[]
}

/** Section that the button leads to when it has no address of its own. */
export const sectionId = 'sp-more'

/** Title of a page without a text: a document must have one. */
const untitled = 'Sparkpage'

const classes = (own: string, framework: string) => [own, framework].filter(Boolean).join(' ')

const description = (lead: string): string =>
  html`
<meta name="description" content="${lead}">`

const note = (comment: string): string =>
  html`<!-- ${comment.replace(/-{2,}/g, '–')} -->
`

/** Allows our style and icon and nothing else; 'self' lets tools read the robots.txt beside the page. */
const head = ({ title, lead, action, favicon, themeColors, css }: Document): string => html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title || action || untitled}</title>!${lead && description(lead)}
<meta name="theme-color" content="${themeColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${themeColors.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${favicon}">
<style>
!${css}
</style>`

/** A button alone is the heading of its page: a page has one h1. */
const call = ({ title, action, href, dress }: Document): string => {
  const role = dress.buttonRole === undefined ? '' : html` role="${dress.buttonRole}"`
  const button = html`<a class="${classes('sp-button', dress.classes.button)}" href="${href}"!${role}>${action}</a>`
  return title === ''
    ? html`<h1 id="sp-title" class="sp-action">!${button}</h1>`
    : html`<p class="sp-action">!${button}</p>`
}

const heading = ({ title, lead, dress }: Document): string => {
  const lines = [
    title && html`<h1 id="sp-title" class="${classes('sp-title', dress.classes.title)}">${title}</h1>`,
    lead && html`<p class="${classes('sp-lead', dress.classes.lead)}">${lead}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
  return lead && dress.heading
    ? html`<${dress.heading} class="sp-heading">
!${lines}
</${dress.heading}>`
    : lines
}

const copy = (page: Document): string => [heading(page), page.action && call(page)].filter(Boolean).join('\n')

const body = (page: Document): string => html`!${ribbon(page.bands)}
<main class="sp-main">
<section class="sp-hero">
<div class="sp-copy">
!${copy(page)}
</div>
<div class="sp-art">!${picture(page.art)}</div>
</section>
<div class="sp-more" id="${sectionId}" tabindex="-1"!${page.title || page.action ? ' role="group" aria-labelledby="sp-title"' : ''}>!${frieze(page.art)}</div>
</main>
!${page.comments.map(note)}`

/** @returns the HTML document: valid, without a script, with no text but the given ones. */
export const documentOf = (page: Document): string => html`<!doctype html>
<html lang="${page.lang}" dir="${page.dir}">
<head>
!${head(page)}
</head>
<body class="${classes('sp-page', page.dress.classes.page)}">
!${body(page)}</body>
</html>
`
