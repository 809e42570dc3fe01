// Colours of a page from any palette: readable in both schemes, the brand colour kept.

import { memoize } from '../cache.ts'
import { withContrast } from '../color/contrast.ts'
import { type Fill, fillOf } from './fill.ts'
import type { Scheme } from './roles.ts'
import type { Preference } from './style.ts'
import { type Swatch, swatch, tint } from './swatch.ts'

export interface Theme {
  readonly light: Scheme
  readonly dark: Scheme
}

/** The accent of a page whose style has no colours. */
export const defaultAccent = '#6D28D9'

/** WCAG 2.2: 1.4.6 for running text, 1.4.11 for what is not text. */
const ratios = { body: 7, shape: 3 } as const

interface Recipe {
  /** Whether an input may be the ground as it is. */
  readonly ground: (color: Swatch) => boolean
  /** Whether an input may be the text as it is. */
  readonly ink: (color: Swatch) => boolean
  /** Lightness and chroma of the tints that stand in where no input fits; the second ground suits dark styles. */
  readonly grounds: Readonly<Record<Preference, readonly [number, number]>>
  readonly text: readonly [number, number]
  readonly muted: readonly [number, number]
  readonly border: readonly [number, number]
  /** WCAG ratio of links: 1.4.3 asks for 4.5, but by night Lc 60 begins at 10. */
  readonly link: number
  /** From the ground to the surface, in OKLCH lightness. */
  readonly lift: number
}

const recipes: Readonly<Record<keyof Theme, Recipe>> = {
  light: {
    ground: color => color.lightness >= 0.95 && color.chroma <= 0.035,
    ink: color => color.lightness <= 0.34 && color.chroma <= 0.13,
    grounds: { light: [0.985, 0.008], dark: [0.955, 0.022] },
    text: [0.22, 0.035],
    muted: [0.4, 0.035],
    border: [0.72, 0.03],
    link: 4.6,
    lift: -0.035,
  },
  dark: {
    ground: color => color.lightness <= 0.24 && color.chroma <= 0.06,
    ink: color => color.lightness >= 0.92 && color.chroma <= 0.035,
    grounds: { light: [0.2, 0.028], dark: [0.17, 0.028] },
    text: [0.955, 0.012],
    muted: [0.83, 0.02],
    border: [0.5, 0.03],
    link: 10,
    lift: 0.05,
  },
}

/** How far from a ground, in lightness, an input may be and still lend it its hue; and from which chroma on. */
const reach = 0.25
const tinted = 0.02

/** Full weight to mid-light colours, little to those that are nearly black, white or transparent. */
const presence = ({ lightness, chroma, opacity }: Swatch): number => {
  const distance = Math.max(0, 0.42 - lightness, lightness - 0.8)
  return (chroma + 0.002) * Math.max(0.05, 1 - distance * 3) * opacity
}

const best = (colors: readonly Swatch[], score: (color: Swatch) => number, fallback: Swatch): Swatch =>
  colors.reduce((winner, color) => (score(color) > score(winner) ? color : winner), colors[0] ?? fallback)

/** How far two colours are apart in the OKLab plane: other hues, not other lightnesses. */
const apart = (one: Swatch, other: Swatch): number =>
  Math.hypot(one.hue.a * one.chroma - other.hue.a * other.chroma, one.hue.b * one.chroma - other.hue.b * other.chroma)

/** The input whose hue suits the grounds: the one nearest to them, if it is near. */
const hueSource = (recipe: Recipe, colors: readonly Swatch[], brand: Swatch): Swatch => {
  const away = (color: Swatch) => Math.abs(color.lightness - recipe.grounds.light[0])
  const near = colors.filter(color => away(color) <= reach && color.chroma >= tinted)
  return best(near, color => -away(color), brand)
}

interface Choice {
  readonly colors: readonly Swatch[]
  readonly brand: Swatch
  readonly secondary: Swatch
  readonly fill: Fill
  readonly preference: Preference
}

const schemeOf = (recipe: Recipe, { colors, brand, secondary, fill, preference }: Choice): Scheme => {
  const source = hueSource(recipe, colors, brand)
  const bg = colors.find(recipe.ground)?.hex ?? tint(source, ...recipe.grounds[preference])
  const ground = swatch(bg)
  const surface = tint(source, ground.lightness + recipe.lift, Math.max(ground.chroma, recipe.grounds.light[1]) * 1.5)
  const grounds = [bg, surface]
  const link = withContrast(fill.accent, grounds, recipe.link)
  return {
    bg,
    surface,
    text: withContrast(colors.find(recipe.ink)?.hex ?? tint(source, ...recipe.text), grounds, ratios.body),
    muted: withContrast(tint(source, ...recipe.muted), grounds, ratios.body),
    accent: fill.accent,
    'on-accent': fill.onAccent,
    edge: withContrast(fill.accent, grounds, ratios.shape),
    border: withContrast(tint(source, ...recipe.border), grounds, ratios.shape),
    focus: link,
    link,
    secondary: withContrast(secondary.hex, grounds, ratios.shape),
  }
}

/** Most that cached themes take, bytes, of about 2 KB each: a project builds many pages of one style. */
const maxThemeBytes = 1024 * 1024
const themes = memoize<Theme>({ maxBytes: maxThemeBytes })

const solve = (colors: readonly string[], preference: Preference): Theme => {
  const swatches = colors.map(swatch)
  const brand = best(swatches, presence, swatch(defaultAccent))
  const secondary = best(swatches, color => presence(color) * apart(color, brand), brand)
  const ink = swatches.find(recipes.light.ink)?.hex ?? tint(brand, ...recipes.light.text)
  const fill = fillOf(brand.hex, ['#FFFFFF', ink, '#000000'])
  const choice = { colors: swatches, brand, secondary, fill, preference }
  return { light: schemeOf(recipes.light, choice), dark: schemeOf(recipes.dark, choice) }
}

/**
 * Solves both schemes. On bg and surface text and muted hold 7:1, link and focus 4.5:1, all four Lc 60; edge, border and
 * secondary 3:1; on-accent holds 4.5:1 and Lc 45 on accent (WCAG 2.2, APCA 0.1.9). So for every palette, on colours as
 * rounded to 8 bits.
 *
 * @param colors hexadecimal colours, most important first; none: the default accent.
 * @param preference the scheme that the style suits: it deepens the grounds.
 * @throws TypeError unless all colours are hexadecimal.
 */
export const solveTheme = (colors: readonly string[], preference: Preference): Theme =>
  themes(`${preference} ${colors.length} ${colors}`, () => solve(colors, preference))
