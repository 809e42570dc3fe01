// Colours of a page from any palette: readable in the light and the dark scheme, with the brand colour kept.
import { memoize } from '../cache.ts'
import { deltaE00, sampleHex } from '../color/color-sample.ts'
import { apcaContrast, wcagContrast, withContrast } from '../color/contrast.ts'
import { hexToOklab } from '../color/oklab.ts'
import { type CtaColors, solveCtaColors, solveEdge } from './button-colors.ts'
import type { PaletteShare } from './light.ts'
import { hueDistance, mixHex, type OklchColor, prominence, selectMax, tint, toOklchColor } from './oklch.ts'
import type { PictureRoles, PreferredScheme } from './style.ts'

/** Colour roles of a page, in the order in which its CSS lists them. */
const roles = [
  'bg',
  'surface',
  'text',
  'muted',
  'accent',
  'on-accent',
  'edge',
  'border',
  'focus',
  'link',
  'secondary',
] as const

/** A colour for each role, #RRGGBB in upper case. */
export type Scheme = Readonly<Record<(typeof roles)[number], string>>

export interface Theme {
  readonly light: Scheme
  readonly dark: Scheme
}

/** The accent of a page whose style has no colours. */
export const defaultAccent = '#6D28D9'

/** Maximum size of the cache of themes, bytes; a theme takes about 2 KB. */
const maxThemeBytes = 1024 * 1024
const cachedThemes = memoize<Theme>({ maxBytes: maxThemeBytes })

/**
 * Solves the colours of both schemes. For every palette, measured on colours rounded to 8 bits (WCAG 2.2, APCA 0.1.9):
 * text and muted have 7:1 on bg and surface, link and focus 4.5:1, all four Lc 60 (50 with `roles`); border and secondary have 3:1;
 * accent has 3:1 to the backgrounds or to edge; on-accent has 4.5:1 and Lc 45 on accent.
 *
 * @param colors hexadecimal colours, most important first; the default accent is used when there are none.
 * @param preference the scheme that suits the style: it changes the backgrounds.
 * @param roles of the picture: the scheme of the preference has them unchanged where they have their contrast.
 * @throws TypeError unless all colours are hexadecimal.
 */
export function solveTheme(colors: readonly string[], preference: PreferredScheme, roles?: PictureRoles): Theme {
  return cachedThemes(`${preference} ${colors.length} ${colors} ${Object.values(roles ?? {})}`, () => {
    const inputs = colors.map(toOklchColor)
    const brand = roles ? toOklchColor(roles.primary) : selectMax(inputs, prominence, toOklchColor(defaultAccent))
    const secondary = selectMax(inputs, color => prominence(color) * hueDistance(color, brand), brand)
    const text = inputs.find(schemeRules.light.isText)?.hex ?? tint(brand, ...schemeRules.light.text)
    const cta = solveCtaColors(brand.hex, ['#FFFFFF', text, '#000000'])
    const base = { colors: inputs, brand, secondary, cta, preference }
    const theme = { light: solveScheme(schemeRules.light, base), dark: solveScheme(schemeRules.dark, base) }
    return roles ? { ...theme, [preference]: solvePictureScheme(preference, roles, cta) } : theme
  })
}

/** Contrast of black or white to a background: 7 for text, and a margin for the surface beside it. */
const backgroundContrast = 7.9
/** From the background to a surface, so that a card is seen, in OKLab lightness. */
const minSurfaceStep = 0.04
/** From the background to a surface that the picture has no colour for, in OKLCH lightness. */
const pictureSurfaceLift = { light: 0.05, dark: -0.05 } as const

/** The scheme that suits the picture, in the roles of its colours. */
function solvePictureScheme(scheme: PreferredScheme, roles: PictureRoles, { accent, onAccent }: CtaColors): Scheme {
  const extreme = scheme === 'light' ? '#000000' : '#FFFFFF'
  const bg = withContrast(roles.background, extreme, backgroundContrast)
  const isVisible = Math.abs(hexToOklab(roles.surface).l - hexToOklab(bg).l) >= minSurfaceStep
  const surface =
    isVisible && wcagContrast(roles.surface, extreme) >= backgroundContrast
      ? roles.surface
      : liftSurface(toOklchColor(bg), scheme)
  const backgrounds = [bg, surface]
  const text = withContrast(roles.text, backgrounds, minRatio.text)
  const link = readableLink(accent, text, backgrounds)
  return {
    bg,
    surface,
    text,
    muted: withContrast(mixHex(text, bg, 0.2), backgrounds, minRatio.text),
    accent,
    'on-accent': onAccent,
    edge: solveEdge(accent, backgrounds, text),
    border: withContrast(mixHex(text, bg, 0.6), backgrounds, minRatio.nonText),
    focus: link,
    link,
    secondary: withContrast(roles.secondary, backgrounds, minRatio.nonText),
  }
}

/** Away from the text, or towards it where the background leaves no space. */
function liftSurface(bg: OklchColor, scheme: PreferredScheme): string {
  const isExtreme = scheme === 'light' ? bg.lightness > 0.94 : bg.lightness < 0.14
  return tint(bg, bg.lightness + pictureSurfaceLift[scheme] * (isExtreme ? -1 : 1), bg.chroma)
}

/** Ratios of a link, least first: mid-tone backgrounds need more than 4.5:1 for Lc 60. */
const linkRatios = [4.6, 5.5, 6.5, 8, 10] as const
const linkLightnessContrast = 50

function readableLink(accent: string, text: string, backgrounds: readonly string[]): string {
  const isReadable = (hex: string) =>
    backgrounds.every(
      background =>
        wcagContrast(hex, background) >= linkRatios[0] &&
        Math.abs(apcaContrast(hex, background)) >= linkLightnessContrast,
    )
  return [...linkRatios.map(ratio => withContrast(accent, backgrounds, ratio)).filter(isReadable), text].reduce(
    first => first,
  )
}

type LightnessAndChroma = readonly [lightness: number, chroma: number]

/** How a scheme takes colours from the palette, and the OKLCH lightness and chroma of the tints it uses where none fits. */
interface SchemeRules {
  /** Whether an input colour can be the background unchanged. */
  readonly isBackground: (color: OklchColor) => boolean
  /** Whether an input colour can be the text unchanged. */
  readonly isText: (color: OklchColor) => boolean
  /** By the scheme that suits the style. */
  readonly background: Readonly<Record<PreferredScheme, LightnessAndChroma>>
  readonly text: LightnessAndChroma
  readonly muted: LightnessAndChroma
  readonly border: LightnessAndChroma
  /** WCAG ratio of links: 1.4.3 requires 4.5, but on dark backgrounds Lc 60 takes 10. */
  readonly linkRatio: number
  /** From the background to the surface, in OKLCH lightness. */
  readonly surfaceLift: number
}

const schemeRules: Readonly<Record<keyof Theme, SchemeRules>> = {
  light: {
    isBackground: color => color.lightness >= 0.95 && color.chroma <= 0.035,
    isText: color => color.lightness <= 0.34 && color.chroma <= 0.13,
    background: { light: [0.985, 0.008], dark: [0.955, 0.022] },
    text: [0.22, 0.035],
    muted: [0.4, 0.035],
    border: [0.72, 0.03],
    linkRatio: 4.6,
    surfaceLift: -0.035,
  },
  dark: {
    isBackground: color => color.lightness <= 0.24 && color.chroma <= 0.06,
    isText: color => color.lightness >= 0.92 && color.chroma <= 0.035,
    background: { light: [0.2, 0.028], dark: [0.17, 0.028] },
    text: [0.955, 0.012],
    muted: [0.83, 0.02],
    border: [0.5, 0.03],
    linkRatio: 10,
    surfaceLift: 0.05,
  },
}

/** Minimum WCAG 2.2 ratios: 1.4.6 for running text, 1.4.11 for non-text elements. */
const minRatio = { text: 7, nonText: 3 } as const

interface ThemeBase {
  readonly colors: readonly OklchColor[]
  readonly brand: OklchColor
  readonly secondary: OklchColor
  readonly cta: CtaColors
  readonly preference: PreferredScheme
}

function solveScheme(rules: SchemeRules, { colors, brand, secondary, cta, preference }: ThemeBase): Scheme {
  const source = selectHueSource(rules, colors, brand)
  const bg = colors.find(rules.isBackground)?.hex ?? tint(source, ...rules.background[preference])
  const { lightness, chroma } = toOklchColor(bg)
  const surface = tint(source, lightness + rules.surfaceLift, Math.max(chroma, rules.background.light[1]) * 1.5)
  const backgrounds = [bg, surface]
  const link = withContrast(cta.accent, backgrounds, rules.linkRatio)
  const inputText = colors.find(rules.isText)?.hex ?? tint(source, ...rules.text)
  const text = withContrast(inputText, backgrounds, minRatio.text)
  return {
    bg,
    surface,
    text,
    muted: withContrast(tint(source, ...rules.muted), backgrounds, minRatio.text),
    accent: cta.accent,
    'on-accent': cta.onAccent,
    edge: solveEdge(cta.accent, backgrounds, text),
    border: withContrast(tint(source, ...rules.border), backgrounds, minRatio.nonText),
    focus: link,
    link,
    secondary: withContrast(secondary.hex, backgrounds, minRatio.nonText),
  }
}

/** An input colour gives the background its hue when it is at most this far from it in lightness, and at least this chromatic. */
const hueSource = { maxLightnessDistance: 0.25, minChroma: 0.02 } as const

/** The input colour nearest in lightness to the background; the brand colour if none is near. */
function selectHueSource(rules: SchemeRules, colors: readonly OklchColor[], brand: OklchColor): OklchColor {
  const distance = (color: OklchColor) => Math.abs(color.lightness - rules.background.light[0])
  const near = colors.filter(
    color => distance(color) <= hueSource.maxLightnessDistance && color.chroma >= hueSource.minChroma,
  )
  return selectMax(near, color => -distance(color), brand)
}

/** The flat ground of a poster and what stands on it, #RRGGBB in upper case. */
export interface Stage {
  readonly ground: string
  /** 7:1 on the ground. */
  readonly text: string
  /** The colour around the button, as `edge`. */
  readonly edge: string
}

/** A colour that changes more than this in OKLCH lightness to hold a text is another colour. */
const maxStageShift = 0.22
/** Share of the picture: with less, a poster would not look like the picture. */
const minStageShare = 0.04
const minStageChroma = 0.04

/** ΔE00 between the ground of a poster and its button, at least. */
const minStageDifference = 20

/**
 * The ground of a poster: the colour with the most presence in the picture, beside the button's, that can hold a text; the background if
 * there is none.
 *
 * @param palette every colour of the picture; shares of 0 where they are unknown.
 */
export function solveStage(scheme: keyof Theme, theme: Theme, palette: readonly PaletteShare[]): Stage {
  const { bg, text, accent } = theme[scheme]
  const extreme = scheme === 'light' ? '#000000' : '#FFFFFF'
  const presence = ({ hex, share }: PaletteShare) => Math.sqrt(share + 0.001) * prominence(toOklchColor(hex))
  const isKnown = palette.some(({ share }) => share > 0)
  const grounds = palette
    .filter(({ share }) => !isKnown || share >= minStageShare)
    .toSorted((one, other) => presence(other) - presence(one))
    .map(({ hex }) => ({
      color: toOklchColor(hex),
      held: withContrast(toOklchColor(hex).hex, extreme, backgroundContrast),
    }))
    .filter(
      ({ color, held }) =>
        color.chroma >= minStageChroma &&
        Math.abs(toOklchColor(held).lightness - color.lightness) <= maxStageShift &&
        deltaE00(sampleHex(held), sampleHex(accent)) >= minStageDifference,
    )
  const ground = grounds[0]?.held ?? bg
  const stageText = withContrast(text, ground, minRatio.text)
  return { ground, text: stageText, edge: solveEdge(accent, [ground], stageText) }
}
