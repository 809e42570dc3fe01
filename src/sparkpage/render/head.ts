// The head of a page: policy, title, description, colours of the browser, pictures for social networks.
import type { Element } from 'domhandler'
import { originOf } from '../../url.ts'
import type { PageTexts, SectionForm } from '../page-parts.ts'
import type { PageColors, PagePlan } from '../page-plan.ts'
import { element } from './elements.ts'

interface HeadInput {
  readonly texts: PageTexts
  readonly plan: PagePlan
  /** Where style sheets may come from, beside the page itself; empty for nowhere. */
  readonly styleSource: string
  /** Address of an embedded picture. */
  readonly pictureUrl: string | undefined
}

/** Title of a page without texts: HTML requires one. */
const defaultTitle = 'Sparkpage'

/** @returns the elements of the head before the style sheet. */
export function renderHead({ texts, plan, styleSource, pictureUrl }: HeadInput): readonly Element[] {
  const { title, lead, button, brand, image } = texts
  const name = [title || button?.text, brand?.text].filter(Boolean).join(' · ') || defaultTitle
  const address = image?.src.startsWith('https:') ? image.src : pictureUrl
  return [
    element('meta', { charset: 'utf-8' }),
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: contentPolicy(styleSource, formOf(texts)?.action),
    }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
    element('title', {}, name),
    lead === '' ? undefined : element('meta', { name: 'description', content: lead }),
    ...themeColors(plan),
    property('og:type', 'website'),
    property('og:title', title || name),
    lead === '' ? undefined : property('og:description', lead),
    address === undefined ? undefined : property('og:image', address),
    element('meta', { name: 'twitter:card', content: address === undefined ? 'summary' : 'summary_large_image' }),
    element('link', { rel: 'icon', href: buildFavicon(plan.colors, plan.scheme) }),
  ].filter(part => part !== undefined)
}

function formOf({ sections }: PageTexts): SectionForm | undefined {
  return sections.flatMap(({ form }) => form ?? [])[0]
}

function property(name: string, content: string): Element {
  return element('meta', { property: name, content })
}

function contentPolicy(styleSource: string, action: string | undefined): string {
  const styles = ["'unsafe-inline'", styleSource].filter(Boolean).join(' ')
  const forms = action === undefined ? '' : `; form-action ${originOf(action)}`
  return `default-src 'none'; style-src ${styles}; img-src 'self' data: https:; font-src data:; connect-src 'self'${forms}`
}

function themeColors({ colors, scheme, isAdaptive }: PagePlan): readonly Element[] {
  const { paper } = colors.tokens
  if (!isAdaptive) return [element('meta', { name: 'theme-color', content: paper[scheme] })]
  return (['light', 'dark'] as const).map(one =>
    element('meta', { name: 'theme-color', content: paper[one], media: `(prefers-color-scheme: ${one})` }),
  )
}

/** @returns a data URI of an SVG in the colours of the button. */
function buildFavicon({ tokens }: PageColors, scheme: PagePlan['scheme']): string {
  const paths = `<path fill="${tokens.fill[scheme]}" d="M0 0h8v8h-8z"/><path fill="${tokens['on-fill'][scheme]}" d="M2 2h4a4 4 0 0 1-4 4z"/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${paths}</svg>`)}`
}
