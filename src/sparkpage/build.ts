// Builds a landing page from a style and three texts; also the canonical form of a request, which identifies its page.
import type { PageContent, PageImage } from '../../schemas/page-content.ts'
import {
  type FontSource,
  type Framework,
  type FrameworkCss,
  fontSourceEnum,
  frameworkCssEnum,
  frameworkEnum,
  type Layout,
  layoutEnum,
  type PageScheme,
  pageSchemeEnum,
  type ResponsiveType,
  responsiveTypeEnum,
  type SparkpageRequest,
} from '../../schemas/sparkpage.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import type { Size } from '../../schemas/types.ts'
import { resolveAlias } from '../aliased-enum.ts'
import { memoize } from '../cache.ts'
import { hexToOklab } from '../color/oklab.ts'
import { parseHex } from '../color/srgb.ts'
import {
  detectLanguage,
  findEmptyTexts,
  findIgnored,
  type PageWarning,
  readContent,
  sanitizeText,
  textsOf,
} from './content.ts'
import { type Contours, cutContours } from './contours.ts'
import { renderDocument } from './document.ts'
import type { PageFonts } from './fonts.ts'
import { frameworkAdapters } from './frameworks/adapters.ts'
import { linkTo, officialSheets, origin } from './frameworks/official.ts'
import { type FirstScreen, planFirstScreen } from './layout.ts'
import { encodeLightImage, type Light, lightOf, type PaletteShare, scrimOpacity } from './light.ts'
import type { PageTexts, Picture } from './page-parts.ts'
import { type Complexity, canonicalStyle, type PreferredScheme, readStyle, type Style } from './style.ts'
import { buildStylesheet } from './stylesheet.ts'
import { defaultAccent, solveStage, solveTheme, type Theme } from './theme.ts'
import { buildVariables, headlineStep, type Variables } from './variables.ts'

/** A request without ignored members, with every enum in its canonical form. */
export interface CanonicalRequest {
  readonly style_metadata: StyleInput
  readonly content: PageContent
  readonly export_settings: {
    readonly framework: Framework
    readonly responsive_type: ResponsiveType
    readonly framework_css: FrameworkCss
    readonly layout: Layout | 'auto'
    readonly scheme: PageScheme
    readonly fonts: FontSource
  }
}

export interface PageInput {
  readonly style: StyleInput
  readonly content: PageContent
  readonly framework: Framework
  readonly responsiveType: ResponsiveType
  readonly layout?: Layout | 'auto'
  readonly scheme?: PageScheme
  readonly frameworkCss?: FrameworkCss
  /** Default: the fonts of the system. */
  readonly fonts?: PageFonts | undefined
  /** What is known of embedded pictures, by their sources. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>
  /** Warnings about the request, which the page contains as comments. */
  readonly warnings?: readonly string[]
}

interface PictureFacts extends Size {
  /** Where it can be read by everybody, if anywhere. */
  readonly url?: string | undefined
}

export interface Page {
  /** The whole document. */
  readonly html: string
  /** The custom properties of its :root. */
  readonly cssVariables: Variables
  readonly warnings: readonly PageWarning[]
}

/** Reduces a request that satisfies its schema to what decides the page: its id, record and cache key depend on nothing else. */
export function canonicalRequest({
  style_metadata,
  content,
  export_settings = {},
}: SparkpageRequest): CanonicalRequest {
  const { headline, sub_headline, cta_button_text, cta_url, secondary_cta, brand, image, sections, footer } = content
  return {
    style_metadata: canonicalStyle(style_metadata),
    content: {
      headline,
      sub_headline,
      cta_button_text,
      ...(cta_url !== undefined && { cta_url }),
      ...(secondary_cta && { secondary_cta: { text: secondary_cta.text, url: secondary_cta.url } }),
      ...(brand && { brand: { name: brand.name, ...(brand.url !== undefined && { url: brand.url }) } }),
      ...(image && { image: canonicalImage(image) }),
      ...(sections && {
        sections: sections.map(section => ({
          heading: section.heading,
          text: section.text,
          ...(section.image && { image: canonicalImage(section.image) }),
        })),
      }),
      ...(footer !== undefined && { footer }),
    },
    export_settings: {
      framework: resolveAlias(frameworkEnum, export_settings.framework).value,
      responsive_type: resolveAlias(responsiveTypeEnum, export_settings.responsive_type).value,
      framework_css: resolveAlias(frameworkCssEnum, export_settings.framework_css).value,
      layout: resolveAlias(layoutEnum, export_settings.layout).value,
      scheme: resolveAlias(pageSchemeEnum, export_settings.scheme).value,
      fonts: resolveAlias(fontSourceEnum, export_settings.fonts).value,
    },
  }
}

function canonicalImage({ src, alt }: PageImage): PageImage {
  return { src, alt }
}

/**
 * Builds a landing page: a pure function, the same bytes for the same input.
 *
 * @throws TypeError when a colour is not hexadecimal.
 */
export function buildPage(input: PageInput): Page {
  const { content, framework, responsiveType, pictures = new Map(), warnings: requestWarnings = [] } = input
  const style = readStyle(input.style)
  const { image = pictureOf(style), ...written } = readContent(content)
  const texts = withSizes({ ...written, image }, pictures)
  const language = detectLanguage(textsOf(texts).join(' '))
  const { template } = frameworkAdapters[framework]
  const screen = planFirstScreen(
    input.layout ?? 'auto',
    style,
    { ...texts, ...language },
    { hasPicture: texts.image !== undefined, scrims: template.scrims },
  )
  const theme = solveTheme(style.colors, style.scheme, style.roles)
  const { scheme, isAdaptive } = resolveScheme(input.scheme ?? 'auto', style.scheme)
  const ground = buildGround(screen, style, theme, scheme)
  const links = input.frameworkCss === 'cdn' ? officialSheets[framework] : undefined
  const cssVariables = buildVariables({
    style,
    theme,
    scheme,
    screen: ground.colors,
    fonts: input.fonts ?? noFonts,
    headline: texts.title,
    responsiveType,
    layout: screen.layout,
  })
  const warnings = [...findEmptyTexts(content), ...findMissingColors(style.colors), ...findIgnored(content)]
  const css = buildStylesheet({
    variables: cssVariables,
    fontFaces: input.fonts?.css ?? '',
    framework,
    isLinked: links !== undefined,
    responsiveType,
    screen,
    light: ground.softLight,
    isAdaptive,
    scheme,
    theme,
  })
  const html = renderDocument({
    ...texts,
    ...language,
    css,
    template,
    frameworkLinks: links?.map(linkTo) ?? [],
    styleSource: links ? origin : '',
    screen,
    responsiveType,
    titleStep: headlineStep(texts.title),
    contours: ground.contours,
    colors: theme[scheme],
    darkBackground: isAdaptive ? theme.dark.bg : undefined,
    pictureUrl: image && pictures.get(image.src)?.url,
    comments: [...requestWarnings, ...warnings.map(({ message }) => message)].map(sanitizeText),
  })
  return { html, cssVariables, warnings }
}

/** The picture that was analyzed. It illustrates the style, which the texts do not describe. */
function pictureOf({ preview }: Style): Picture | undefined {
  return preview && { src: preview.src, alt: '' }
}

/** Adds the sizes of embedded pictures, so that a page keeps their places while they are decoded. */
function withSizes(texts: PageTexts, pictures: ReadonlyMap<string, PictureFacts>): PageTexts {
  const sized = (picture: Picture | undefined): Picture | undefined => {
    const facts = picture && pictures.get(picture.src)
    return picture && facts ? { ...picture, width: facts.width, height: facts.height } : picture
  }
  return {
    ...texts,
    image: sized(texts.image),
    brand: texts.brand && { ...texts.brand, logo: sized(texts.brand.logo) },
    sections: texts.sections.map(section => ({
      ...section,
      image: sized(section.image),
      items: section.items?.map(item => ({ ...item, image: sized(item.image) })),
    })),
  }
}

/** @returns the typeface of a page and the texts that it sets in the face of headings and in that of everything else. */
export function fontRequest({ style_metadata, content }: CanonicalRequest) {
  const texts = readContent(content)
  const headings = [texts.title, texts.brand?.text, ...texts.sections.map(({ heading }) => heading)]
  return { typeface: readStyle(style_metadata).typeface, title: headings.join(''), text: textsOf(texts).join('') }
}

const noFonts: PageFonts = { css: '', title: undefined, text: undefined }

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

/** Maximum size of the cache of lights, bytes; each takes about 23 KB. */
const maxLightBytes = 4 * 1024 * 1024
const cachedLights = memoize<{ readonly light: Light; readonly contours: Contours }>({
  maxBytes: maxLightBytes,
  lengthOf: ({ light }) => 28 * light.cells.length,
})

/** What is behind the texts of the first screen: its colours, its forms and, where texts stand on it, its light. */
function buildGround(screen: FirstScreen, style: Style, theme: Theme, scheme: keyof Theme) {
  const { placeholder, harmony, complexity } = style
  const palette = paletteOf(style, theme)
  // A panel has a ground of its own.
  const isSoft = screen.scrim !== undefined && screen.scrim !== 'panel'
  const beside = screen.layout === 'poster' ? solveStage(scheme, theme, palette).ground : theme[scheme].bg
  // Without a picture the forms show the palette, also a colour that is nearly that of the ground.
  const except = isSoft || placeholder === undefined ? undefined : beside
  const key = JSON.stringify([placeholder, palette, harmony, complexity, except])
  const { light, contours } = cachedLights(key, () => {
    const light = lightOf(placeholder, palette, harmony)
    return { light, contours: cutContours(light, palette, areaCounts[complexity], except) }
  })
  const cells = [...light.cells, ...contours.areas.map(({ color }) => parseHex(color))]
  const colorsIn = (scheme: keyof Theme) => screenColors(scheme, screen, style, theme, { ...light, cells })
  return {
    contours,
    softLight: isSoft ? encodeLightImage(light) : undefined,
    colors: { light: colorsIn('light'), dark: colorsIn('dark') },
  }
}

/** Colours of the contours by the detail of the picture. */
const areaCounts: Readonly<Record<Complexity, number>> = { simple: 5, moderate: 6, detailed: 8 }

/** Contrast of the lead, with a margin for rounding and scaling. */
const scrimRatio = 4.9
/** Dark mode: mean lightness of the light above the background. */
const maxLightness = 0.29

/** Colours of the first screen in one scheme, by name. */
function screenColors(
  scheme: PreferredScheme,
  { layout }: FirstScreen,
  style: Style,
  theme: Theme,
  light: Light,
): Variables {
  const { bg, text } = theme[scheme]
  const stage = solveStage(scheme, theme, paletteOf(style, theme))
  // A picture of the request is taken to be as light as that of the style.
  const brightness = Math.min(1, (hexToOklab(bg).l + maxLightness) / Math.max(light.lightness, 0.01))
  const opacity = scrimOpacity(light, bg, text, scrimRatio)
  const common = {
    scrim: withOpacity(bg, opacity),
    'scrim-soft': withOpacity(bg, opacity * 0.5),
    'light-brightness': scheme === 'dark' ? String(Math.round(brightness * 100) / 100) : '1',
  }
  return layout === 'poster'
    ? { ...common, stage: stage.ground, 'on-stage': stage.text, 'stage-edge': stage.edge }
    : common
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

function findMissingColors(colors: readonly string[]): readonly PageWarning[] {
  if (colors.length > 0) return []
  const message = `style_metadata.colors is empty: the page uses the default accent ${defaultAccent}.`
  return [{ code: 'colors_empty', pointer: '/style_metadata/colors', message }]
}
