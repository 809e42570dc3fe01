// The HTML document of a page. Every text goes through a template that escapes it; only our own markup is inserted raw.
import { html } from 'ghtml'
import type { ResponsiveType } from '../../schemas/sparkpage.ts'
import type { Language } from './content.ts'
import type { Contours } from './contours.ts'
import type { FirstScreen } from './layout.ts'
import {
  block,
  classes,
  escapeText,
  type Feature,
  type Hero,
  indent,
  type PageSection,
  type PageTemplate,
  type PageTexts,
  type Picture,
} from './page-parts.ts'
import type { Scheme } from './theme.ts'

interface Document extends PageTexts, Language {
  readonly css: string
  readonly template: PageTemplate
  /** Links to the official style sheets of the framework; none where its rules are in the page. */
  readonly frameworkLinks: readonly string[]
  /** Where style sheets may come from, beside the page itself. */
  readonly styleSource: string
  readonly screen: FirstScreen
  readonly responsiveType: ResponsiveType
  readonly titleStep: number
  /** Shown without a picture. */
  readonly contours: Contours
  /** The scheme of the icon and of the browser's own colours. */
  readonly colors: Scheme
  /** Background in dark mode; undefined when the page has one scheme. */
  readonly darkBackground: string | undefined
  /** Address of an embedded picture. */
  readonly pictureUrl: string | undefined
  readonly comments: readonly string[]
}

/** Title of a page without texts: HTML requires one. */
const defaultTitle = 'Sparkpage'

/** @returns a valid document without scripts, whose only texts are the given ones. */
export function renderDocument(page: Document): string {
  return html`<!doctype html>
<html lang="${page.lang}" dir="${page.dir}">
<head>
!${indent(renderHead(page))}
  <style>
!${page.css}
  </style>
</head>
<body!${page.template.page && html` class="${page.template.page}"`}>
!${indent(renderBody(page))}
</body>
</html>
`
}

function contentPolicy(styleSource: string): string {
  const styles = ["'unsafe-inline'", styleSource].filter(Boolean).join(' ')
  return `default-src 'none'; style-src ${styles}; img-src 'self' data: https:; font-src data:; connect-src 'self'`
}

function renderHead(page: Document): string {
  const { title, lead, button, brand, colors, darkBackground, image, frameworkLinks } = page
  const name = [title || button?.text, brand?.text].filter(Boolean).join(' · ') || defaultTitle
  const address = image?.src.startsWith('https:') ? image.src : (page.pictureUrl ?? '')
  const icon = buildFavicon(colors)
  return [
    '<meta charset="utf-8">',
    html`<meta http-equiv="Content-Security-Policy" content="!${contentPolicy(page.styleSource)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
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

/** Target of the button when it has none of its own. */
const sectionsId = 'sections'

function renderBody(page: Document): string {
  const { template, responsiveType: type, sections, footer, brand } = page
  const groups = groupSections(page)
  const hero: Hero = {
    ...page,
    button: page.button && { ...page.button, href: page.button.href ?? (groups.length > 0 ? `#${sectionsId}` : '#') },
    light: page.image ? renderPicture(page.image) : renderContours(page.contours),
    hasHeader: brand !== undefined,
    isFollowed: groups.length > 0,
  }
  const marked = groups.map((group, index) => (index === 0 ? group.replace(/^<\w+/, `$& id="${sectionsId}"`) : group))
  return [
    brand && comment('Header'),
    brand && template.header({ brand, links: selectLinks(sections) }, type),
    block(
      'main',
      classes(template.main(type)),
      comment('First screen'),
      template.hero(hero),
      marked.length > 0 ? comment('Sections') : '',
      ...marked,
      ...(hasClosing(page) ? [comment('The action once more'), template.closing(page, type)] : []),
    ),
    footer && comment('Footer'),
    footer && template.footer(footer, type),
    ...page.comments.map(comment),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Links of a header to sections; one alone is no navigation. */
const linkCounts = { min: 2, max: 6 } as const
/** Characters of a text that is too long for a card. */
const minLongText = 260
/** From this number of sections on, the action of the first screen is far away at the end of the page. */
const minSectionsToClose = 3

function selectLinks(sections: readonly PageSection[]): readonly PageSection[] {
  const links = sections.filter(({ heading }) => heading !== '').slice(0, linkCounts.max)
  return links.length >= linkCounts.min ? links : []
}

function hasClosing({ title, button, sections }: Document): boolean {
  return title !== '' && button?.href !== undefined && sections.length >= minSectionsToClose
}

/** A section with a picture is alone; those between are cards, or rows where the layout is quiet or a text is long. */
function groupSections({ sections, template, responsiveType: type, screen }: Document): readonly string[] {
  const runs: (readonly PageSection[])[] = []
  for (const section of sections) {
    const last = runs.at(-1)
    if (last && section.image === undefined && last.every(({ image }) => image === undefined))
      runs.splice(-1, 1, [...last, section])
    else runs.push([section])
  }
  const isQuiet = screen.layout === 'framed' || screen.layout === 'poster'
  const isLong = ({ paragraphs }: PageSection) => paragraphs.join('').length >= minLongText
  const features = sections.filter(isFeature)
  return runs.map(run => {
    const feature = run.find(isFeature)
    if (feature)
      return template.feature({ ...feature, isFlipped: (features.indexOf(feature) % 2 === 1) !== isQuiet }, type)
    const needsRows = isQuiet || run.length === 1 || run.some(isLong)
    return needsRows ? template.rows(run, type) : template.cards(run, type)
  })
}

function isFeature(section: PageSection): section is PageSection & Pick<Feature, 'image'> {
  return section.image !== undefined
}

/** An HTML comment must not contain two hyphens in a row. */
function comment(text: string): string {
  return html`<!-- ${text.replace(/-{2,}/g, '–').replaceAll('\n', ' ')} -->`
}

function renderPicture({ src, alt }: Picture): string {
  return html`<img src="${src}" alt="${alt}">`
}

/** The style sheet decides how far they are stretched. */
function renderContours({ width, height, areas }: Contours): string {
  const paths = areas.map(({ color, path }) => html`<path fill="${color}" d="${path}"/>`)
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">\n${indent(paths.join('\n'))}\n</svg>`
}
