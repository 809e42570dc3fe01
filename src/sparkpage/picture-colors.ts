// The colours that a page takes from its picture: of its paper, accent, coloured and dark sections; each covers enough of the picture.
import { firstOf } from '../values/narrowing.ts'
import { estimateShares } from './light.ts'
import { hueAngle, hueDifference, isGrey, type OklchColor, prominence, toOklchColor } from './oklch.ts'
import type { Style } from './style.ts'
import type { Mood } from './style-keywords.ts'

interface WeightedColor extends OklchColor {
  /** Share of the picture. */
  readonly share: number
}

/** Shares of the picture at least: of the hue of a background, of one in its full chroma, of the colour of a section, of one unlike the paper, and of an accent. */
const minShare = {
  background: 0.08,
  full: 0.4,
  skin: 0.3,
  section: 0.06,
  foreign: 0.15,
  ink: 0.03,
  accent: 0.004,
} as const
/** Colours with less OKLCH chroma have no hue that is seen. */
const minChroma = 0.03

export function weighPalette({ palette, colors }: Style): readonly WeightedColor[] {
  const entries = estimateShares(palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 0 })))
  const sum = entries.reduce((total, { share }) => total + share, 0)
  return entries.map(({ hex, share }) => ({ ...toOklchColor(hex), share: share / Math.max(1, sum) }))
}

/** Hues of one name are this near, degrees. */
const maxHueDistance = 25

/** @returns the share of the picture whose hue is that of a colour. */
function hueShare(palette: readonly WeightedColor[], color: OklchColor): number {
  return palette
    .filter(one => one.chroma >= minChroma && hueDifference(one, color) <= maxHueDistance)
    .reduce((sum, { share }) => sum + share, 0)
}

/** Inks of pages whose picture is grey, by mood: chosen, not taken from the picture. */
const inks: Readonly<Record<Mood, string>> = {
  neutral: '#D9481C',
  bold: '#D9481C',
  calm: '#2F5D7C',
  elegant: '#A9812F',
  playful: '#C77700',
}

export function findAccent(palette: readonly WeightedColor[], mood: Mood): OklchColor {
  const seen = palette.filter(({ chroma, share }) => chroma >= minChroma && share >= minShare.accent)
  const covered = seen.reduce((sum, { share }) => sum + share, 0)
  if (covered < minShare.ink) return toOklchColor(inks[mood])
  const score = (color: WeightedColor) => prominence(color) * color.share ** 0.2
  return selectBest(seen, score) ?? toOklchColor(inks[mood])
}

const grey: OklchColor = { hex: '#808080', opacity: 1, lightness: 0.6, chroma: 0, hue: undefined }
/** Papers in these hues would be pink, degrees: they are cream, unless the picture itself has a light background of that hue. */
const pink = { from: -40, to: 58, cream: 74 } as const
/** Cream is hardly seen as a hue, which the picture may lack. */
const maxCreamChroma = 0.018
/** Chroma of papers and of their texts at most, where their hue covers much of the picture. */
const maxPaperChroma = 0.024

/** Whether a hue lies in a range, degrees. */
function isAmong(color: OklchColor, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const angle = hueAngle(color)
  return angle >= from && angle <= to
}

/** The hue that covers most, at least 8 % of the picture. */
export function findPaper(palette: readonly WeightedColor[], { background: role }: Style): OklchColor {
  const background = role === undefined ? undefined : toOklchColor(role)
  const chromatic = palette.filter(({ chroma }) => chroma >= minChroma)
  const own = background && background.chroma >= 0.012 ? [background] : []
  const candidates = [...own, ...chromatic].filter(color => hueShare(palette, color) >= minShare.background)
  const found =
    own.length > 0 && candidates[0] === own[0] ? own[0] : selectBest(candidates, color => hueShare(palette, color))
  if (found === undefined || isGrey(found)) return grey
  const isSeen = found.lightness >= 0.8 && found.chroma >= 0.03
  if (isAmong(found, pink) && !isSeen)
    return { ...found, hue: pink.cream, chroma: Math.min(found.chroma, maxCreamChroma) }
  const part = Math.min(1, hueShare(palette, found) / minShare.full)
  return { ...found, chroma: Math.min(found.chroma, maxPaperChroma * part) }
}

/** Chroma of coloured sections at least. */
const minBandChroma = 0.045

/** A colour in little of the picture is foreign to paper of a hue this far from its own, degrees. */
const maxPaperDistance = 40

function suitsPaper(palette: readonly WeightedColor[], color: OklchColor, paper: OklchColor): boolean {
  if (isGrey(paper) || hueDifference(color, paper) <= maxPaperDistance) return true
  return hueShare(palette, color) >= minShare.foreign
}

/** OKLCH hues, degrees, and largest chroma of dull yellows: the lighter ones become olive when they are darkened. */
const olive = { from: 90, to: 115, chroma: 0.1, minLightness: 0.45 } as const

export function isOlive(color: OklchColor): boolean {
  return isAmong(color, olive) && color.chroma < olive.chroma && color.lightness > olive.minLightness
}

interface BandSources {
  readonly accent: OklchColor
  readonly paper: OklchColor
  readonly hasPeople: boolean
}

/** The colour of a section: one that is seen in the picture, rather than the accent another one. */
export function findBand(palette: readonly WeightedColor[], sources: BandSources): OklchColor | undefined {
  const { accent, paper, hasPeople } = sources
  const candidates = palette.filter(
    color =>
      color.chroma >= minBandChroma &&
      !isOlive(color) &&
      (suitsPaper(palette, color, paper) || hueDifference(color, accent) <= maxHueDistance) &&
      areaAround(palette, color) >= minShare.section &&
      hueShare(palette, color) >= (hasPeople && isSkin(color) ? minShare.skin : minShare.background),
  )
  const isOther = (color: OklchColor) => hueDifference(color, accent) > maxHueDistance
  const score = (color: WeightedColor) =>
    prominence(color) * areaAround(palette, color) ** 0.3 * (isOther(color) ? 1.2 : 1)
  return selectBest(candidates, score)
}

/** OKLCH hues, degrees, and largest chroma of skin: in a picture of people they are those of faces, unless they cover much more. */
const skin = { from: 25, to: 80, chroma: 0.12 } as const

function isSkin(color: OklchColor): boolean {
  return isAmong(color, skin) && color.chroma <= skin.chroma
}

/** @returns the share of the picture that has about this colour. */
function areaAround(palette: readonly WeightedColor[], color: OklchColor): number {
  return palette
    .filter(one => hueDifference(one, color) <= maxHueDistance && Math.abs(one.lightness - color.lightness) <= 0.15)
    .filter(({ chroma }) => chroma >= color.chroma * 0.6)
    .reduce((sum, { share }) => sum + share, 0)
}

/** The hue of dark sections: that of the picture's dark colours that is near the paper or the accent, else nearly grey. */
export function findDeep(palette: readonly WeightedColor[], paper: OklchColor, accent: OklchColor): OklchColor {
  const dark = palette.filter(({ lightness, chroma }) => lightness <= maxDarkLightness && chroma >= minChroma)
  const seen = dark.filter(
    color =>
      hueShare(dark, color) >= minShare.ink &&
      (isGrey(paper) || [paper, accent].some(other => hueDifference(color, other) <= maxPaperDistance)),
  )
  const found = selectBest(seen, ({ chroma, share }) => chroma * share ** 0.5)
  if (found === undefined) return { ...paper, chroma: Math.min(paper.chroma, faintChroma) }
  return { ...found, chroma: Math.min(found.chroma, maxShadeChroma(found)) }
}

/** OKLCH lightness up to which a colour is dark, and chroma that is hardly seen on dark backgrounds. */
const maxDarkLightness = 0.5
const faintChroma = 0.01

/** OKLCH hues whose dark shades are brown or olive, and those that are aubergine where they are very dark, degrees; and their chroma at most. */
const shades = {
  brown: { from: 50, to: 82, chroma: 0.032 },
  olive: { from: 82, to: 130, chroma: faintChroma },
  purple: { from: -70, to: 32, chroma: faintChroma },
} as const

/** @returns the chroma of very dark backgrounds of a hue, at most. */
export function maxShadeChroma(color: OklchColor): number {
  return Object.values(shades).find(shade => isAmong(color, shade))?.chroma ?? 1
}

/** Chroma of dark yellows at most. */
const maxOliveChroma = 0.05

/** @returns the chroma of a dark section in the hue of a light or strong colour, at most: of yellows that of dark parts of the picture; 0 without any. */
export function darkChromaOf(palette: readonly WeightedColor[], color: OklchColor): number {
  if (!isAmong(color, { from: shades.brown.from, to: shades.olive.to })) return 1
  const dark = palette.filter(one => one.lightness <= maxDarkLightness && hueDifference(one, color) <= maxHueDistance)
  const covered = dark.reduce((sum, { share }) => sum + share, 0)
  return covered < minShare.ink ? 0 : Math.min(maxOliveChroma, Math.max(...dark.map(({ chroma }) => chroma)))
}

/** @returns the colour with the highest score, the first of equals; undefined for none. */
function selectBest<Color>(colors: readonly Color[], score: (color: Color) => number): Color | undefined {
  if (colors.length === 0) return undefined
  return colors.reduce((best, color) => (score(color) > score(best) ? color : best), firstOf(colors))
}
