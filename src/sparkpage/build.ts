// A style and three texts become a page.
import type { Framework, PageContent, ResponsiveType, StyleInput } from '../../schemas/sparkpage.ts'
import { artOf } from './art/art.ts'
import { faviconOf } from './favicon.ts'
import { dresses } from './frameworks/dresses.ts'
import { rules } from './frameworks/rules.ts'
import { languageOf } from './language.ts'
import { widest } from './layout.ts'
import { isLink } from './link.ts'
import { ribbonOf } from './ribbon.ts'
import { sheetOf } from './sheet.ts'
import { readStyle } from './style.ts'
import { documentOf, sectionId } from './template.ts'
import { legible } from './text.ts'
import { defaultAccent, solveTheme } from './theme.ts'
import { variablesOf } from './variables.ts'

export interface PageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  /** What was replaced in the request, in words; they stand in the page as comments. */
  readonly warnings?: readonly string[]
}

/** Something that the page could not use. */
interface Note {
  readonly code: 'content_empty' | 'colors_empty' | 'link_ignored'
  /** JSON Pointer into the request. */
  readonly pointer: string
  readonly message: string
}

export interface Page {
  /** The whole document. */
  readonly html: string
  /** The custom properties of its :root. */
  readonly cssVariables: Readonly<Record<string, string>>
  readonly notes: readonly Note[]
}

const textMembers = ['headline', 'sub_headline', 'cta_button_text'] as const

const contentNotes = (content: PageContent): readonly Note[] =>
  textMembers
    .filter(member => legible(content[member]) === '')
    .map(member => ({
      code: 'content_empty',
      pointer: `/content/${member}`,
      message: `content.${member} is empty and was left out of the page.`,
    }))

const colorNotes = (colors: readonly string[]): readonly Note[] =>
  colors.length > 0
    ? []
    : [
        {
          code: 'colors_empty',
          pointer: '/style_metadata/colors',
          message: `style_metadata.colors is empty: the page uses the default accent ${defaultAccent}.`,
        },
      ]

const linkNotes = ({ cta_url }: PageContent): readonly Note[] =>
  cta_url === undefined || isLink(cta_url)
    ? []
    : [
        {
          code: 'link_ignored',
          pointer: '/content/cta_url',
          message: 'content.cta_url is not an http, https, mailto or tel address nor a #fragment and was left out.',
        },
      ]

const hrefOf = ({ cta_url }: PageContent): string =>
  cta_url !== undefined && isLink(cta_url) ? cta_url : `#${sectionId}`

/** The texts of the page; the first there is becomes its title. */
const textsOf = (content: PageContent) => {
  const headline = legible(content.headline)
  const sub = legible(content.sub_headline)
  return { title: headline || sub, lead: headline && sub, action: legible(content.cta_button_text) }
}

/**
 * Builds a landing page: a pure function, the same bytes for the same input.
 *
 * @param input framework and responsive type are the canonical words of the contract; colours are hexadecimal.
 * @throws TypeError when a colour is not hexadecimal.
 */
export const buildPage = ({ style: given, content, framework, responsiveType, warnings = [] }: PageInput): Page => {
  const style = readStyle(given)
  const texts = textsOf(content)
  const theme = solveTheme(style.colors, style.scheme)
  const cssVariables = variablesOf(style, theme, texts.title, widest[responsiveType])
  const notes = [...contentNotes(content), ...colorNotes(style.colors), ...linkNotes(content)]
  const dress = dresses[framework]
  const art = artOf(style, theme.light.accent)
  const css = sheetOf({
    variables: cssVariables,
    rules: rules.get(framework) ?? '',
    dress: dress.css,
    responsiveType,
    style,
    inks: art.inks,
  })
  const html = documentOf({
    ...texts,
    ...languageOf(Object.values(texts).join(' ')),
    href: hrefOf(content),
    css,
    dress,
    art,
    bands: ribbonOf(style.shares),
    favicon: faviconOf(theme.light),
    themeColors: { light: theme.light.bg, dark: theme.dark.bg },
    comments: [...warnings, ...notes.map(note => note.message)].map(legible),
  })
  return { html, cssVariables, notes }
}
