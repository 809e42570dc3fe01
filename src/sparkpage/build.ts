// Builds a landing page from a style and three texts.
import type { PageContent } from '../../schemas/page-content.ts'
import type {
  Direction,
  Framework,
  FrameworkCss,
  Layout,
  PageMotion,
  PageScheme,
  ResponsiveType,
} from '../../schemas/sparkpage.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import { memoize } from '../cache.ts'
import { wcagContrast } from '../color/contrast.ts'
import { joinText, type TextParts } from '../shared-text.ts'
import { type ArtFamily, drawArt } from './art.ts'
import type { CanonicalRequest } from './canonical-request.ts'
import { chooseBody, chooseDirection, chooseTypeface } from './choose-direction.ts'
import { findEmptyTexts, findIgnored, type PageWarning, sanitizeText } from './content.ts'
import { findDetail } from './detail.ts'
import { directionDesigns } from './directions.ts'
import { renderBody, renderDocument } from './document.ts'
import { fontTextsOf } from './font-texts.ts'
import type { PageFonts } from './fonts.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { linkTo, officialSheets, origin } from './frameworks/official.ts'
import { type FirstScreen, type PictureSource, planFirstScreen } from './layout.ts'
import { lightOf, type PaletteShare } from './light.ts'
import { withOldKinds } from './old-kinds.ts'
import { type PageTexts, type Picture, type PictureFacts, withSizes } from './page-parts.ts'
import { readContent } from './read-content.ts'
import { type PreferredScheme, readStyle, type Style } from './style.ts'
import { buildStylesheet } from './stylesheet.ts'
import { focalPosition } from './subject.ts'
import { defaultAccent, type Scheme, solveTheme, type Theme } from './theme.ts'
import { buildVariables, type Variables } from './variables.ts'

export interface PageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly layout?: Layout | 'auto'
  readonly scheme?: PageScheme
  readonly direction?: Direction | 'auto' | undefined
  readonly motion?: PageMotion | undefined
  readonly frameworkCss?: FrameworkCss
  /** Default: the fonts of the system. */
  readonly fonts?: PageFonts | undefined
  /** What is known of embedded pictures, by their sources. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>
  /** Warnings about the request, which the page contains as comments. */
  readonly warnings?: readonly string[]
}

export interface Page {
  /** The whole document. */
  readonly html: string
  /** Its parts. */
  readonly parts: TextParts
  /** The custom properties of its :root. */
  readonly cssVariables: Variables
  /** The one of the request, or the one that suits the picture. */
  readonly direction: Direction
  readonly warnings: readonly PageWarning[]
}

/**
 * Builds a landing page: a pure function, the same bytes for the same input.
 *
 * @throws TypeError when a colour is not hexadecimal.
 */
export function buildPage(input: PageInput): Page {
  const { content, framework, responsiveType, pictures = new Map(), warnings: requestWarnings = [] } = input
  const style = readStyle(input.style)
  const written = withOldKinds(readContent(content))
  const texts = withSizes({ ...written, image: written.image ?? pictureOf(style) }, pictures)
  const { language } = texts
  const { idiom } = frameworkAdapters[framework]
  const design = chooseDesign(input.direction ?? 'auto', style)
  const theme = solveTheme(style.colors, style.scheme, style.roles)
  const { scheme, isAdaptive } = resolveScheme(input.scheme ?? 'auto', design.scheme)
  const screen = planFirstScreen(
    { layout: input.layout ?? 'auto', responsiveType },
    design.direction,
    style,
    { ...texts, ...language },
    { source: sourceOf(texts.image, written.image), aspect: aspectOf(texts.image) },
    theme[scheme].highlight,
  )
  const warnings = findWarnings(input, style, screen)
  const body = renderBody({
    ...texts,
    ...{ idiom, screen, responsiveType },
    design: design.body,
    comments: [...requestWarnings, ...warnings.map(({ message }) => message)].map(sanitizeText),
  })
  const isShownAgain = hasClass(body, 'sp-closing-picture')
  // After a window that is full of the picture its end shows the whole.
  const mayBeDetail = isShownAgain && written.image === undefined && screen.layout !== 'full-bleed'
  const links = input.frameworkCss === 'cdn' ? officialSheets[framework] : undefined
  const cssVariables = buildVariables({
    ...{ style, theme, scheme, responsiveType, screen, texts },
    ...{ typeface: design.typeface, forms: design.body.forms },
    colors: { light: screenColors(screen, theme, 'light'), dark: screenColors(screen, theme, 'dark') },
    focalPosition: focalPosition(style),
    fonts: input.fonts ?? noFonts,
    detail: mayBeDetail ? findDetail(style) : undefined,
  })
  const css = buildStylesheet({
    variables: cssVariables,
    fontFaces: input.fonts?.css ?? '',
    isLinked: links !== undefined,
    picture: isShownAgain ? texts.image?.src : undefined,
    art: hasClass(body, 'sp-art') ? artOf(style, theme, design.direction.art, scheme) : undefined,
    ...{ framework, responsiveType, isAdaptive, scheme, theme, direction: design.name, forms: design.body.forms },
    ...{ opening: screen.opening, motion: input.motion ?? 'none' },
    ...findParts(body, texts, screen),
  })
  const parts = renderDocument({
    ...texts,
    ...{ css, body, idiom },
    frameworkLinks: links?.map(linkTo) ?? [],
    styleSource: links ? origin : '',
    colors: theme[scheme],
    darkBackground: isAdaptive ? theme.dark.bg : undefined,
    pictureUrl: texts.image && pictures.get(texts.image.src)?.url,
  })
  return { html: joinText(parts), parts, cssVariables, direction: design.name, warnings }
}

/** The parts of a page that have style sheets of their own. */
function findParts(body: string, { sections, footer, footerColumns }: PageTexts, { layout }: FirstScreen) {
  return {
    isSeam: layout === 'seam' && !hasClass(body, 'sp-over'),
    isLong: sections.length > 0 || footer !== '' || footerColumns.length > 0,
    hasSectionPicture: hasClass(body, 'sp-section-picture'),
  }
}

/** Whether an element has the class: in texts of the page quotation marks are escaped. */
function hasClass(body: string, name: string): boolean {
  return new RegExp(`class="(?:[^"]* )?${name}[ "]`).test(body)
}

/** Of a picture in the request nothing is known but its address or its bytes. */
function sourceOf(image: Picture | undefined, ofRequest: Picture | undefined): PictureSource {
  if (image === undefined) return 'none'
  return ofRequest === undefined ? 'measured' : 'unknown'
}

/** Of the picture that the page shows; undefined when it is linked. */
function aspectOf(image: Picture | undefined): number | undefined {
  return image?.width && image.height ? Math.round((1000 * image.width) / image.height) / 1000 : undefined
}

/** A direction that the request names has its own ground and face; one that the picture chooses leaves both to the style. */
function chooseDesign(requested: Direction | 'auto', style: Style) {
  const name = requested === 'auto' ? chooseDirection(style) : requested
  const direction = directionDesigns[name]
  const body = chooseBody(direction, style)
  return requested === 'auto'
    ? { name, direction, body, scheme: style.scheme, typeface: chooseTypeface(style, body) }
    : { name, direction, body, scheme: direction.scheme ?? style.scheme, typeface: body.typeface }
}

/** The picture that was analyzed. It illustrates the style, which the texts do not describe. */
function pictureOf({ preview }: Style): Picture | undefined {
  return preview && { ...preview, alt: '' }
}

/** @returns the typeface of a page, and the texts of each of its fonts. */
export function fontRequest({ style_metadata, content, export_settings }: CanonicalRequest) {
  const { typeface } = chooseDesign(export_settings.direction ?? 'auto', readStyle(style_metadata))
  return { typeface, ...fontTextsOf(withOldKinds(readContent(content))) }
}

const noFonts: PageFonts = { css: '', title: undefined, text: undefined, data: [] }

/** A style with fewer colours has those of the page, too. */
const minPalette = 3

function paletteOf({ palette }: Style, { light }: Theme): readonly PaletteShare[] {
  if (palette.length >= minPalette) return palette
  return [...palette, ...[light.accent, light.surface, light.bg].map(hex => ({ hex, share: 0 }))]
}

/** A dark style gives a dark page to everybody: browsers report light for visitors without a preference, too. */
function resolveScheme(requested: PageScheme, preferred: PreferredScheme) {
  const isAdaptive = requested === 'both' || (requested === 'auto' && preferred === 'light')
  const scheme: PreferredScheme = isAdaptive || requested === 'light' ? 'light' : 'dark'
  return { scheme, isAdaptive }
}

/** Maximum size of the cache of art, bytes; each drawing takes 5 to 30 KB. */
const maxArtBytes = 4 * 1024 * 1024
const cachedArt = memoize<{ readonly drawing: string }>({
  maxBytes: maxArtBytes,
  lengthOf: ({ drawing }) => drawing.length,
})

function artOf(style: Style, theme: Theme, family: ArtFamily, scheme: keyof Theme): string {
  const { placeholder, harmony } = style
  const palette = paletteOf(style, theme)
  const key = JSON.stringify([placeholder, palette, harmony, family, scheme])
  return cachedArt(key, () => ({ drawing: drawArt(family, lightOf(placeholder, palette, harmony), scheme) })).drawing
}

/** Opacity of the ground behind texts that stand on a picture: white text or black holds 4.5:1 on any pixel below it. */
const veil = { texts: 0.78, bottom: 0.94 } as const

/** Colours of the first screen in one scheme, by name. */
function screenColors({ stage: stages, textSide, layout }: FirstScreen, theme: Theme, scheme: keyof Theme): Variables {
  const stage = stages?.[scheme]
  const ground = stage?.ground ?? theme[scheme].bg
  return {
    ...((layout === 'full-bleed' || layout === 'seam') && {
      'veil-none': withOpacity(ground, 0),
      veil: withOpacity(ground, veil.texts),
      'veil-deep': withOpacity(ground, veil.bottom),
    }),
    ...(layout === 'seam' && { 'seam-to': `to ${textSide}` }),
    ...(stage && {
      stage: stage.ground,
      'on-stage': stage.text,
      'stage-accent': stage.accent,
      'on-stage-accent': stage.onAccent,
    }),
    ...contrastColors(theme, scheme),
  }
}

/** The end of a page and bands that stand out: on a light page in the colour of its texts, on a dark one a little lighter. */
function contrastColors(theme: Theme, scheme: keyof Theme): Variables {
  const { light, dark } = theme
  const [foot, onFoot] = scheme === 'light' ? [light.text, light.bg] : [dark.surface, dark.text]
  return { foot, 'on-foot': onFoot, label: labelOf(theme[scheme]) }
}

/** Of a button in the colour of the texts on a highlight. */
function labelOf({ bg, text, 'on-highlight': fill }: Scheme): string {
  return wcagContrast(bg, fill) > wcagContrast(text, fill) ? bg : text
}

function withOpacity(color: string, opacity: number): string {
  return (
    color +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
      .toUpperCase()
  )
}

function findWarnings({ content, layout }: PageInput, { colors }: Style, screen: FirstScreen): readonly PageWarning[] {
  return [
    ...findEmptyTexts(content),
    ...findMissingColors(colors),
    ...findIgnored(content),
    ...findReplacedLayout(layout, screen),
  ]
}

function findMissingColors(colors: readonly string[]): readonly PageWarning[] {
  if (colors.length > 0) return []
  const message = `style_metadata.colors is empty: the page uses the default accent ${defaultAccent}.`
  return [{ code: 'colors_empty', pointer: '/style_metadata/colors', message }]
}

function findReplacedLayout(requested: PageInput['layout'], { framedFor }: FirstScreen): readonly PageWarning[] {
  if (framedFor === undefined) return []
  const reasons = {
    'cut-subject': "would cut off part of the picture's subject",
    'unknown-subject': 'crops the picture, and nothing is known of what it shows',
  } as const
  const message = `export_settings.layout ${requested} ${reasons[framedFor]}: the page uses framed.`
  return [{ code: 'layout_replaced', pointer: '/export_settings/layout', message }]
}
