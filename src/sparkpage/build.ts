// Builds a landing page from a style and texts: read, plan, render.
import type { PageContent } from '../../schemas/page-content.ts'
import type { Direction, Framework, PageMotion, PageScheme, ResponsiveType } from '../../schemas/sparkpage.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import { drawArt } from './art.ts'
import { planCard } from './card.ts'
import { findEmptyTexts, findIgnored, type PageWarning } from './content.ts'
import type { FontEmbedder } from './fonts.ts'
import { lightOf } from './light.ts'
import { type LinkedPage, markFonts } from './linked-page.ts'
import { createPictureLinks } from './linked-pictures.ts'
import { embedPair, noPairFonts } from './page-fonts.ts'
import { type PictureFacts, withFacts } from './page-parts.ts'
import type { PagePlan } from './page-plan.ts'
import { planPage } from './plan.ts'
import { readContent } from './read-content.ts'
import { renderPage } from './render/document.ts'
import { drawFavicon } from './render/head.ts'
import { readStyle, type Style } from './style.ts'
import { themeVariables, type Variables } from './theme-variables.ts'

export interface PageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework?: Framework
  readonly direction?: Direction | 'auto' | undefined
  readonly scheme?: PageScheme
  readonly responsiveType?: ResponsiveType
  readonly motion?: PageMotion | undefined
  /** What is known of embedded pictures, by their sources. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>
}

export interface Page {
  /** The whole document. */
  readonly html: string
  /** The custom properties of its :root. */
  readonly cssVariables: Variables
  /** The one of the request, or the one that suits the picture. */
  readonly direction: Direction
  readonly warnings: readonly PageWarning[]
  /** The embedded fonts, in Base64. */
  readonly fonts: readonly string[]
  readonly linked: LinkedPage
}

/**
 * Builds a landing page: a pure function, the same bytes for the same input.
 *
 * @param embedder undefined: the fonts of the system.
 * @throws TypeError when a colour is not hexadecimal.
 * @throws what the embedder throws.
 */
export async function buildPage(input: PageInput, embedder?: FontEmbedder): Promise<Page> {
  const { content, direction = 'auto', scheme = 'auto', pictures = new Map() } = input
  const style = readStyle(input.style)
  const written = withFacts(readContent(content), pictures)
  const plan = planPage({ style, texts: written, dir: written.language.dir, direction, scheme })
  const preview = style.preview && { ...style.preview, alt: '', id: pictures.get(style.preview.src)?.id }
  const texts = { ...written, image: written.image ?? preview }
  const fonts = embedder ? await embedPair(embedder, plan, texts) : noPairFonts
  const cssVariables = themeVariables(plan, fonts, style.colors)
  const art = texts.image ? undefined : artOf(style, plan)
  const { link, linked } = createPictureLinks()
  const { html, linkedHtml } = renderPage({
    plan,
    texts,
    art,
    link,
    framework: input.framework ?? 'none',
    responsiveType: input.responsiveType ?? 'mobile-first',
    hasEntrance: input.motion === 'entrance',
    cssVariables,
    fontFaces: fonts.css,
    linkedFontFaces: markFonts(fonts.css, fonts.data),
    pictureUrl: texts.image && pictures.get(texts.image.src)?.url,
  })
  return {
    html,
    linked: {
      html: linkedHtml,
      pictures: linked,
      icon: drawFavicon(plan),
      card: planCard(texts, plan, art),
      fonts: fonts.data,
      fontPackages: fonts.packages,
    },
    cssVariables,
    direction: plan.direction,
    warnings: [...findEmptyTexts(content), ...findMissingColors(style.colors), ...findIgnored(content)],
    fonts: fonts.data,
  }
}

function artOf({ placeholder, palette, harmony }: Style, { art, colors, scheme }: PagePlan): string {
  const own = [colors.tokens.accent, colors.tokens.band, colors.tokens.tint].map(color => ({
    hex: color[scheme],
    share: 0,
  }))
  const shown = palette.length >= own.length ? palette : [...palette, ...own]
  // In an attribute a space is none of a URL, either.
  return drawArt(art, lightOf(placeholder, shown, harmony), scheme).replaceAll(' ', '%20')
}

function findMissingColors(colors: readonly string[]): readonly PageWarning[] {
  if (colors.length > 0) return []
  const message = 'style_metadata.colors is empty: the page uses the default accent colour.'
  return [{ code: 'colors_empty', pointer: '/style_metadata/colors', message }]
}
