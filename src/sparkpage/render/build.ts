// Builds a page by its plan: style and texts in, a document out. Tests and previews use it until it replaces the other page.
import type { PageContent } from '../../../schemas/page-content.ts'
import type { Direction, Framework, PageScheme } from '../../../schemas/sparkpage.ts'
import type { StyleInput } from '../../../schemas/style-input.ts'
import { joinText } from '../../shared-text.ts'
import { drawArt } from '../art.ts'
import type { FontEmbedder } from '../fonts.ts'
import { lightOf } from '../light.ts'
import type { PictureFacts } from '../page-parts.ts'
import { withSizes } from '../page-parts.ts'
import type { PagePlan } from '../page-plan.ts'
import { planPage } from '../plan.ts'
import { readContent } from '../read-content.ts'
import { readStyle, type Style } from '../style.ts'
import { renderPage } from './document.ts'
import { embedPair, noPairFonts } from './pairs.ts'

export interface NextPageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework?: Framework
  readonly direction?: Direction | 'auto'
  readonly scheme?: PageScheme
  readonly responsiveType?: 'mobile-first' | 'fixed'
  readonly hasEntrance?: boolean
  /** What is known of embedded pictures, by their sources. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>
  readonly warnings?: readonly string[]
}

/** @param embedder undefined: the fonts of the system. */
export async function buildNextPage(input: NextPageInput, embedder?: FontEmbedder): Promise<string> {
  const { content, direction = 'auto', scheme = 'auto', pictures = new Map() } = input
  const style = readStyle(input.style)
  const written = withSizes(readContent(content), pictures)
  const plan = planPage({ style, texts: written, dir: written.language.dir, direction, scheme })
  const texts = { ...written, image: written.image ?? (style.preview && { ...style.preview, alt: '' }) }
  const parts = renderPage({
    plan,
    texts,
    art: texts.image ? undefined : artOf(style, plan),
    source: { kind: 'embedded' },
    framework: input.framework ?? 'none',
    responsiveType: input.responsiveType ?? 'mobile-first',
    hasEntrance: input.hasEntrance ?? false,
    fonts: embedder ? await embedPair(embedder, plan.typefaces, texts) : noPairFonts,
    comments: input.warnings ?? [],
    pictureUrl: texts.image && pictures.get(texts.image.src)?.url,
  })
  return joinText(parts)
}

/** The art of each direction. */
const artFamilies = {
  gallery: 'slats',
  signal: 'tiles',
  journal: 'bands',
  stage: 'flutes',
  mosaic: 'dots',
  studio: 'flutes',
} as const

function artOf({ placeholder, palette, harmony }: Style, { direction, colors, scheme }: PagePlan): string {
  const own = [colors.tokens.accent, colors.tokens.band, colors.tokens.tint].map(color => ({
    hex: color[scheme],
    share: 0,
  }))
  const shown = palette.length >= own.length ? palette : [...palette, ...own]
  // In an attribute a space is none of a URL, either.
  return drawArt(artFamilies[direction], lightOf(placeholder, shown, harmony), scheme).replaceAll(' ', '%20')
}
