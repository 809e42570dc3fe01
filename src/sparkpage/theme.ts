// Colours of a page from any palette: readable in the light and the dark scheme, with the brand colour kept.
import { memoize } from '../cache.ts'
import { apcaContrast, wcagContrast, withContrast } from '../color/contrast.ts'
import { hexToOklab } from '../color/oklab.ts'
import { firstOf } from '../first-of.ts'
import { solveFill } from './button-colors.ts'
import { groundChroma, type Palette, selectGround } from './ground.ts'
import type { PaletteShare } from './light.ts'
import { hueDistance, isGrey, mixHex, type OklchColor, prominence, selectMax, tint, toOklchColor } from './oklch.ts'
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
  'highlight',
  'on-highlight',
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

/** Minimum WCAG 2.2 ratios: 1.4.6 for running text, 1.4.11 for non-text elements. */
const minRatio = { text: 7, nonText: 3 } as const

/**
 * Solves the colours of both schemes. For every palette, measured on colours rounded to 8 bits (WCAG 2.2, APCA 0.1.9):
 * text and muted have 7:1 on bg and surface, link and focus 4.5:1, all four Lc 60; accent, edge, border and secondary have 3:1;
 * on-accent and on-highlight have 4.5:1 and Lc 45 on their fills.
 *
 * @param colors hexadecimal colours, most important first; the default accent is used when there are none.
 * @param preference the scheme that suits the style.
 * @param roles of the picture: the scheme of the preference has them unchanged where they have their contrast, unless their background is of the other scheme.
 * @throws TypeError unless all colours are hexadecimal.
 */
export function solveTheme(colors: readonly string[], preference: PreferredScheme, roles?: PictureRoles): Theme {
  return cachedThemes(`${preference} ${colors.length} ${colors} ${Object.values(roles ?? {})}`, () => {
    const inputs = colors.map(toOklchColor)
    const brand = roles ? toOklchColor(roles.primary) : selectMax(inputs, prominence, toOklchColor(defaultAccent))
    const secondary = selectMax(inputs, color => prominence(color) * hueDistance(color, brand), brand)
    const background = roles && toOklchColor(roles.background)
    const palette = { colors: inputs, brand, background, secondary: roles?.secondary ?? secondary.hex }
    const suits = (scheme: PreferredScheme) => scheme === preference && roles && isGroundOf(scheme, roles.background)
    const solve = (scheme: PreferredScheme) => solveScheme(scheme, palette, suits(scheme) ? roles : undefined)
    return { light: solve('light'), dark: solve('dark') }
  })
}

/** Whether a background is one of the scheme: a bright picture may have a dark ground. */
function isGroundOf(scheme: PreferredScheme, background: string): boolean {
  return wcagContrast(background, '#000000') >= wcagContrast(background, '#FFFFFF') === (scheme === 'light')
}

type LightnessAndChroma = readonly [lightness: number, chroma: number]

/** OKLCH lightness and chroma of the tints that a scheme uses. */
interface SchemeRules {
  readonly ground: LightnessAndChroma
  readonly surfaceStep: number
  readonly text: LightnessAndChroma
  readonly muted: LightnessAndChroma
  readonly border: LightnessAndChroma
  /** Whether an input colour can be the text unchanged. */
  readonly isText: (color: OklchColor) => boolean
}

const schemeRules: Readonly<Record<PreferredScheme, SchemeRules>> = {
  light: {
    ground: [0.97, 0.018],
    surfaceStep: -0.045,
    text: [0.22, 0.035],
    muted: [0.4, 0.035],
    border: [0.72, 0.03],
    isText: color => color.lightness <= 0.34 && color.chroma <= 0.13,
  },
  dark: {
    ground: [0.155, 0.045],
    surfaceStep: 0.055,
    text: [0.955, 0.012],
    muted: [0.83, 0.02],
    border: [0.5, 0.03],
    isText: color => color.lightness >= 0.92 && color.chroma <= 0.035,
  },
}

function solveScheme(scheme: PreferredScheme, palette: Palette, roles: PictureRoles | undefined): Scheme {
  const rules = schemeRules[scheme]
  const { colors, brand, secondary } = palette
  const source = selectGround(scheme, palette, roles !== undefined)
  const bg = tint(source, rules.ground[0], groundChroma(scheme, source, schemeRules[scheme].ground[1]))
  const surface = solveSurface(scheme, source, bg, roles)
  const backgrounds = [bg, surface]
  const inputText = roles?.text ?? colors.find(rules.isText)?.hex ?? tint(source, ...rules.text)
  const text = withContrast(inputText, backgrounds, minRatio.text)
  const muted = roles ? mixHex(text, bg, 0.2) : tint(source, ...rules.muted)
  const border = roles ? mixHex(text, bg, 0.6) : tint(source, ...rules.border)
  const fill = solveFill(brand.hex, raisedColors(scheme, colors), text, backgrounds)
  const link = readableLink(brand.hex, text, backgrounds)
  const [highlight, onHighlight] = [fill.brand, fill.onBrand]
  return {
    bg,
    surface,
    text,
    muted: withContrast(muted, backgrounds, minRatio.text),
    accent: fill.accent,
    'on-accent': fill.onAccent,
    edge: fill.accent,
    border: withContrast(border, backgrounds, minRatio.nonText),
    focus: link,
    link,
    secondary: withContrast(secondary, backgrounds, minRatio.nonText),
    highlight,
    'on-highlight': onHighlight,
  }
}

/** Contrast of black or white to a surface: 7 for text, and a margin for the ground beside it. */
const surfaceContrast = 7.9
/** From the ground to a surface, so that a card is seen, in OKLab lightness. */
const minSurfaceStep = 0.03
/** A panel is a little more chromatic than its ground. */
const surfaceChroma = 1.6
/** OKLCH lightness of a panel: at least, at most. One between them looks dirty beside the ground of the page. */
const panelLightness = { light: 0.87, dark: 0.34 } as const

/** The colour of panels and bands: the picture's ground where it holds texts and is no grey, else a step from the page's. */
function solveSurface(
  scheme: PreferredScheme,
  source: OklchColor,
  bg: string,
  roles: PictureRoles | undefined,
): string {
  const extreme = scheme === 'light' ? '#000000' : '#FFFFFF'
  const isClean = ({ lightness }: OklchColor) =>
    scheme === 'light' ? lightness >= panelLightness.light : lightness <= panelLightness.dark
  const isPanel = (hex: string) =>
    isClean(toOklchColor(hex)) &&
    wcagContrast(hex, extreme) >= surfaceContrast &&
    Math.abs(hexToOklab(hex).l - hexToOklab(bg).l) >= minSurfaceStep &&
    toOklchColor(hex).chroma <= 0.1 &&
    (isGrey(source) || !isGrey(toOklchColor(hex)))
  const found = roles && [roles.background, roles.surface].find(isPanel)
  const [lightness, maxChroma] = schemeRules[scheme].ground
  const step = schemeRules[scheme].surfaceStep
  return found ?? tint(source, lightness + step, groundChroma(scheme, source, maxChroma) * surfaceChroma)
}

/** Lightness to which a colour is raised that fills a button on a dark page. */
const raisedLightness = 0.8

/** What fills a button on a dark page where the brand colour does not stand out; on a light one, ink is better than any of them. */
function raisedColors(scheme: PreferredScheme, colors: readonly OklchColor[]): readonly string[] {
  if (scheme === 'light') return []
  // A raised grey would look disabled: the colour of the texts is better.
  const chromatic = colors.filter(color => !isGrey(color)).toSorted((one, other) => other.chroma - one.chroma)
  return chromatic.map(color => tint(color, raisedLightness, Math.min(color.chroma, 0.16)))
}

/** Ratios of a link, least first: dark backgrounds need more than 4.5:1 for Lc 60. */
const linkRatios = [4.6, 5.5, 6.5, 8, 10] as const
const linkLightnessContrast = 60

function readableLink(accent: string, text: string, backgrounds: readonly string[]): string {
  const isReadable = (hex: string) =>
    backgrounds.every(
      background =>
        wcagContrast(hex, background) >= linkRatios[0] &&
        Math.abs(apcaContrast(hex, background)) >= linkLightnessContrast,
    )
  return firstOf([...linkRatios.map(ratio => withContrast(accent, backgrounds, ratio)).filter(isReadable), text])
}

/** A flat ground of a first screen that is not that of the page, and what stands on it, #RRGGBB in upper case. */
export interface Stage {
  readonly ground: string
  /** 7:1 on the ground. */
  readonly text: string
  /** Of the button: 3:1 on the ground, its text 4.5:1 on it. */
  readonly accent: string
  readonly onAccent: string
}

interface StageColors {
  readonly colors: readonly string[]
  readonly brand: string
}

/** Maximum size of the cache of stages, bytes; a stage takes about 0.3 KB. */
const maxStageBytes = 512 * 1024
const cachedStages = memoize<Stage>({ maxBytes: maxStageBytes })

/** @returns the colour, moved until it holds texts (by at most 0.14 in OKLCH lightness), with its texts and button. */
export function solveStage(color: string, { colors, brand }: StageColors): Stage {
  return cachedStages(`${color} ${brand} ${colors}`, () => solveGround(color, { colors, brand }))
}

function solveGround(color: string, { colors, brand }: StageColors): Stage {
  const { lightness } = toOklchColor(color)
  const { ground, extreme } = ['#000000', '#FFFFFF']
    .map(extreme => ({ extreme, ground: withContrast(color, extreme, surfaceContrast) }))
    .map(one => ({ ...one, shift: Math.abs(toOklchColor(one.ground).lightness - lightness) }))
    .reduce((one, other) => (other.shift < one.shift ? other : one))
  const text = withContrast(tint(toOklchColor(ground), extreme === '#000000' ? 0.2 : 0.97, 0.02), ground, minRatio.text)
  const scheme = extreme === '#000000' ? 'light' : 'dark'
  const { accent, onAccent } = solveFill(brand, raisedColors(scheme, colors.map(toOklchColor)), text, [ground])
  return { ground, text, accent, onAccent }
}

/** Share of the picture: with less, a poster would not look like the picture. */
const minStageShare = 0.04
const minStageChroma = 0.04

/** @param palette every colour of the picture; shares of 0 where they are unknown. @returns its most present colours, for the ground of a poster. */
export function posterColors(palette: readonly PaletteShare[]): readonly string[] {
  const presence = ({ hex, share }: PaletteShare) => Math.sqrt(share + 0.001) * prominence(toOklchColor(hex))
  const isKnown = palette.some(({ share }) => share > 0)
  return palette
    .filter(({ hex, share }) => (!isKnown || share >= minStageShare) && toOklchColor(hex).chroma >= minStageChroma)
    .toSorted((one, other) => presence(other) - presence(one))
    .map(({ hex }) => hex)
}
