// The colours of a page from those of its picture: readable for any palette, and all of them seen in the picture.
import { wcagContrast, withContrast } from '../color/contrast.ts'
import { firstOf } from '../first-of.ts'
import { hueAngle, isGrey, type OklchColor, prominence, tint, toOklchColor } from './oklch.ts'
import type { ColorToken, PageColors, SchemeColor } from './page-plan.ts'
import type { Style } from './style.ts'
import type { Mood } from './style-keywords.ts'

/** The background of a page: near white, a tint of the picture, a stronger one, or dark. */
export type PageBackground = 'white' | 'tone' | 'wash' | 'night'

interface WeightedColor extends OklchColor {
  /** Share of the picture. */
  readonly share: number
}

/** Shares of the picture at least: of the hue of a background, of one in its full chroma, of the colour of a section, and of an accent. */
const minShare = { background: 0.08, full: 0.4, skin: 0.3, section: 0.06, ink: 0.03, accent: 0.004 } as const
/** Colours with less OKLCH chroma have no hue that is seen. */
const minChroma = 0.03

/** Brightest texts, darkest texts, and what stands on pictures in two colours. */
const [white, black] = ['#FFFFFF', '#000000'] as const
/** WCAG 2.2 ratios with a margin: 1.4.3 and 1.4.11. */
const ratio = { text: 4.6, button: 3.1, muted: 4.8 } as const

/** What the colours of both schemes are solved from. */
interface Sources {
  readonly background: PageBackground
  /** Of the picture's edge that the page goes on from. */
  readonly edge: OklchColor | undefined
  /** Hue and largest chroma of the paper; grey where no hue covers enough of the picture. */
  readonly paper: OklchColor
  readonly accent: OklchColor
  /** Of coloured sections; undefined: no colour covers enough. */
  readonly band: OklchColor | undefined
  readonly deep: OklchColor
}

/** @param edge the colour of the picture's edge, where the page goes on from it. @throws TypeError unless all colours are hexadecimal. */
export function solvePageColors(style: Style, background: PageBackground, edge?: string): PageColors {
  const palette = weighPalette(style)
  const accent = findAccent(palette, style.mood)
  const paper = findPaper(palette, style)
  const band = findBand(palette, accent, style.faces.length > 0)
  const sources = { background, edge: edge === undefined ? undefined : toOklchColor(edge), paper, accent, band }
  const deep = findDeep(palette, paper)
  const [light, dark] = solveSchemes({ ...sources, deep })
  const token = (name: ColorToken): SchemeColor => ({ light: light[name], dark: dark[name] })
  const tokens = {
    paper: token('paper'),
    tint: token('tint'),
    raised: token('raised'),
    ink: token('ink'),
    muted: token('muted'),
    accent: token('accent'),
    fill: token('fill'),
    'on-fill': token('on-fill'),
    band: token('band'),
    'on-band': token('on-band'),
    'band-accent': token('band-accent'),
    deep: token('deep'),
  }
  return { tokens }
}

type SchemeTokens = Readonly<Record<ColorToken, string>>

/** Dark sections of light pages have the texts of the dark scheme: its colours hold on both. */
function solveSchemes(sources: Sources): readonly [light: SchemeTokens, dark: SchemeTokens] {
  const deepLight = tint(sources.deep, 0.245, Math.min(sources.deep.chroma, 0.05))
  const light = solveScheme(sources, 'light', deepLight, [])
  return [light, solveScheme(sources, 'dark', undefined, [deepLight])]
}

function solveScheme(
  sources: Sources,
  scheme: 'light' | 'dark',
  deep: string | undefined,
  others: readonly string[],
): SchemeTokens {
  const { paper, tint: tinted, raised } = scheme === 'light' ? solveLightPaper(sources) : solveDarkPaper(sources)
  const { accent, paper: source } = sources
  const isLight = scheme === 'light'
  const darker = Math.max(0.09, toOklchColor(paper).lightness - 0.06)
  const own = deep ?? tint(source, darker, Math.min(0.03, sources.deep.chroma))
  const backgrounds = isLight ? [paper, tinted, raised] : [paper, tinted, raised, own, ...others]
  const inkChroma = Math.min(source.chroma, isLight ? 0.035 : 0.018)
  const ink = withContrast(tint(source, isLight ? 0.2 : 0.955, inkChroma), backgrounds, 7)
  const fill = solveFill(isLight ? accent.hex : raise(accent, 0.66), backgrounds)
  const band = solveBand(sources, scheme, tinted)
  return {
    paper,
    tint: tinted,
    raised,
    ink,
    muted: withContrast(tint(source, isLight ? 0.44 : 0.76, inkChroma), backgrounds, ratio.muted),
    accent: withContrast(isLight ? accent.hex : raise(accent, 0.7), backgrounds, ratio.text),
    ...fill,
    band,
    'on-band': withContrast(tint(source, isDarkColor(band) ? 0.98 : 0.18, inkChroma), band, ratio.text),
    'band-accent': withContrast(accent.hex, band, ratio.text),
    deep: own,
  }
}

interface Papers {
  readonly paper: string
  readonly tint: string
  readonly raised: string
}

/** OKLCH lightness and largest chroma of light papers and their tints. */
const lightPapers = {
  white: { paper: [0.995, 0.002], tint: [0.955, 0.01] },
  tone: { paper: [0.982, 0.006], tint: [0.95, 0.015] },
  wash: { paper: [0.952, 0.018], tint: [0.978, 0.008] },
  night: { paper: [0.975, 0.006], tint: [0.945, 0.014] },
} as const

function solveLightPaper({ background, edge, paper: source }: Sources): Papers {
  const { paper, tint: tinted } = lightPapers[background]
  const of = ([lightness, chroma]: readonly [number, number]) =>
    tint(source, lightness, Math.min(source.chroma, chroma))
  const isEdge = edge && edge.lightness >= minLightEdge
  return {
    paper: isEdge ? edge.hex : of(paper),
    tint: isEdge ? tint(edge, edge.lightness - 0.035, edge.chroma) : of(tinted),
    raised: of([0.995, 0.004]),
  }
}

/** OKLCH lightness of edges that the paper of a scheme takes. */
const minLightEdge = 0.8
const maxDarkEdge = 0.3

function solveDarkPaper({ edge, paper: source }: Sources): Papers {
  const isEdge = edge && edge.lightness <= maxDarkEdge
  const base = isEdge ? edge : source
  const lightness = isEdge ? edge.lightness : 0.175
  const of = (step: number, chroma: number) => tint(base, lightness + step, Math.min(base.chroma, chroma))
  return { paper: isEdge ? edge.hex : of(0, 0.02), tint: of(0.045, 0.026), raised: of(0.08, 0.028) }
}

function solveFill(color: string, backgrounds: readonly string[]): Pick<SchemeTokens, 'fill' | 'on-fill'> {
  const fill = withContrast(color, backgrounds, ratio.button)
  const source = toOklchColor(fill)
  const chroma = Math.min(source.chroma, 0.03)
  const extreme = wcagContrast(white, fill) >= ratio.text ? 'light' : 'dark'
  return { fill, 'on-fill': withContrast(tint(source, extreme === 'light' ? 0.99 : 0.16, chroma), fill, 4.5) }
}

/** Between light and dark a strong colour takes white texts well when it is a little darker, and black ones badly. */
const strong = { chroma: 0.1, from: 0.5, to: 0.66 } as const

/** A colour of the picture as it is; between light and dark its greyish ones look dirty. */
function solveBand({ band, deep }: Sources, scheme: 'light' | 'dark', tinted: string): string {
  if (band === undefined) {
    const base = toOklchColor(tinted)
    return scheme === 'light' ? tint(deep, 0.3, Math.min(deep.chroma, 0.03)) : tint(base, 0.28, base.chroma)
  }
  const isDull = band.chroma < 0.075 && band.lightness > 0.42 && band.lightness < 0.82
  const isStrong = band.chroma >= strong.chroma && band.lightness > strong.from && band.lightness < strong.to
  const lightness = isDull ? 0.36 : isStrong ? strong.from : Math.min(0.9, Math.max(0.3, band.lightness))
  if (scheme === 'light') return tint(band, lightness, band.chroma)
  return tint(band, Math.min(lightness, 0.4), Math.min(band.chroma, 0.11))
}

/** Without shares each colour covers about half as much again as the next one. */
function weighPalette({ palette, colors }: Style): readonly WeightedColor[] {
  const entries = palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 0 }))
  const isKnown = entries.some(({ share }) => share > 0)
  const weights = entries.map(({ share }, index) => (isKnown ? share : 0.7 ** index))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return entries.map(({ hex }, index) => ({
    ...toOklchColor(hex),
    share: (weights[index] ?? 0) / (isKnown ? Math.max(1, sum) : sum),
  }))
}

/** Hues of one name are this near, degrees. */
const maxHueDistance = 25

function hueDifference(one: OklchColor, other: OklchColor): number {
  const difference = Math.abs(hueAngle(one) - hueAngle(other))
  return Math.min(difference, 360 - difference)
}

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

function findAccent(palette: readonly WeightedColor[], mood: Mood): OklchColor {
  const seen = palette.filter(({ chroma, share }) => chroma >= minChroma && share >= minShare.accent)
  const covered = seen.reduce((sum, { share }) => sum + share, 0)
  if (covered < minShare.ink) return toOklchColor(inks[mood])
  const score = (color: WeightedColor) => prominence(color) * color.share ** 0.2
  return selectBest(seen, score) ?? toOklchColor(inks[mood])
}

const grey: OklchColor = { hex: '#808080', opacity: 1, lightness: 0.6, chroma: 0, hue: { a: 0, b: 0 } }
/** Papers in these hues would be pink, degrees: they are cream, unless the picture itself has a light background of that hue. */
const pink = { from: -40, to: 58, cream: 74 } as const
/** Cream is hardly seen as a hue, which the picture may lack. */
const maxCreamChroma = 0.018
/** Chroma of papers and of their texts at most, where their hue covers much of the picture. */
const maxPaperChroma = 0.024

/** The hue that covers most, at least 8 % of the picture. */
function findPaper(palette: readonly WeightedColor[], { background: role }: Style): OklchColor {
  const background = role === undefined ? undefined : toOklchColor(role)
  const chromatic = palette.filter(({ chroma }) => chroma >= minChroma)
  const own = background && background.chroma >= 0.012 ? [background] : []
  const candidates = [...own, ...chromatic].filter(color => hueShare(palette, color) >= minShare.background)
  const found =
    own.length > 0 && candidates[0] === own[0] ? own[0] : selectBest(candidates, color => hueShare(palette, color))
  if (found === undefined || isGrey(found)) return grey
  const angle = hueAngle(found)
  const isSeen = found.lightness >= 0.8 && found.chroma >= 0.03
  if (angle > pink.from && angle < pink.to && !isSeen)
    return { ...found, hue: hueAt(pink.cream), chroma: Math.min(found.chroma, maxCreamChroma) }
  const part = Math.min(1, hueShare(palette, found) / minShare.full)
  return { ...found, chroma: Math.min(found.chroma, maxPaperChroma * part) }
}

function hueAt(degrees: number): OklchColor['hue'] {
  const angle = (degrees * Math.PI) / 180
  return { a: Math.cos(angle), b: Math.sin(angle) }
}

/** Chroma of coloured sections at least. */
const minBandChroma = 0.045

/** The colour of a section: one that is seen in the picture, rather than the accent another one. */
function findBand(palette: readonly WeightedColor[], accent: OklchColor, hasPeople: boolean): OklchColor | undefined {
  const candidates = palette.filter(
    color =>
      color.chroma >= minBandChroma &&
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
  const angle = hueAngle(color)
  return angle >= skin.from && angle <= skin.to && color.chroma <= skin.chroma
}

/** @returns the share of the picture that has about this colour. */
function areaAround(palette: readonly WeightedColor[], color: OklchColor): number {
  return palette
    .filter(one => hueDifference(one, color) <= maxHueDistance && Math.abs(one.lightness - color.lightness) <= 0.15)
    .filter(({ chroma }) => chroma >= color.chroma * 0.6)
    .reduce((sum, { share }) => sum + share, 0)
}

/** The hue of dark sections: that of the picture's dark colours, else that of the paper. */
function findDeep(palette: readonly WeightedColor[], paper: OklchColor): OklchColor {
  const dark = palette.filter(({ lightness, chroma }) => lightness <= 0.5 && chroma >= minChroma)
  const seen = dark.filter(color => hueShare(palette, color) >= minShare.background)
  return selectBest(seen, ({ chroma, share }) => chroma * share ** 0.5) ?? paper
}

function raise(color: OklchColor, lightness: number): string {
  return tint(color, Math.max(color.lightness, lightness), color.chroma)
}

function isDarkColor(color: string): boolean {
  return wcagContrast(white, color) >= wcagContrast(black, color)
}

/** @returns the colour with the highest score, the first of equals; undefined for none. */
function selectBest<Color>(colors: readonly Color[], score: (color: Color) => number): Color | undefined {
  if (colors.length === 0) return undefined
  return colors.reduce((best, color) => (score(color) > score(best) ? color : best), firstOf(colors))
}
