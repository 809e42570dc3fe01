// The colours of a page from those of its picture: readable for any palette, and all of them seen in the picture.
import { isDark, wcagContrast, withContrast } from '../color/contrast.ts'
import { hueAngle, hueDifference, isGrey, type OklchColor, ramp, tint, toOklchColor } from './oklch.ts'
import type { ColorTokenName, PageColors, SchemeColor } from './page-plan.ts'
import {
  darkChromaOf,
  findAccent,
  findBand,
  findDeep,
  findPaper,
  isOlive,
  maxShadeChroma,
  weighPalette,
} from './picture-colors.ts'
import type { Style } from './style.ts'

/** The background of a page: near white, a tint of the picture, a stronger one, or dark. */
export type PageBackground = 'white' | 'tone' | 'wash' | 'night'

/** Brightest texts, and what stands on pictures in two colours. */
const white = '#FFFFFF'
/** WCAG 2.2 ratios with a margin: 1.4.3 and 1.4.11. */
const ratio = { text: 4.6, button: 3.1, muted: 4.8 } as const
/** Added to these ratios for dull colours, which are told from greys by their depth. */
const dullRatio = { text: 1.9, label: 4 } as const

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
  /** OKLCH chroma of a dark shade of it at most; 0: the picture has none. */
  readonly darkBandChroma: number
  readonly deep: OklchColor
}

/** @param edge the colour of the picture's edge, where the page goes on from it. @throws TypeError unless all colours are hexadecimal. */
export function solvePageColors(style: Style, background: PageBackground, edge?: string): PageColors {
  const palette = weighPalette(style)
  const accent = findAccent(palette, style.mood)
  const paper = findPaper(palette, style)
  const band = findBand(palette, { accent, paper, hasPeople: style.faces.length > 0 })
  const [light, dark] = solveSchemes({
    background,
    edge: edge === undefined ? undefined : toOklchColor(edge),
    paper,
    accent,
    band,
    darkBandChroma: band ? darkChromaOf(palette, band) : 1,
    deep: findDeep(palette, paper, accent),
  })
  const token = (name: ColorTokenName): SchemeColor => ({ light: light[name], dark: dark[name] })
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
    'band-shade': token('band-shade'),
    deep: token('deep'),
  }
  return { tokens }
}

type SchemeTokens = Readonly<Record<ColorTokenName, string>>

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
  const fill = isLight ? solveDarkFill(accent, backgrounds) : solveFill(accent, backgrounds)
  const band = solveBand(sources, scheme)
  const bandColor = toOklchColor(band)
  const onBand = withContrast(tint(source, isDark(band) ? 0.98 : 0.18, inkChroma), band, ratio.text)
  return {
    paper,
    tint: tinted,
    raised,
    ink,
    muted: withContrast(tint(source, isLight ? 0.44 : 0.76, inkChroma), backgrounds, ratio.muted),
    accent: withContrast(
      isLight ? accent.hex : raise(accent, 0.7),
      backgrounds,
      ratio.text + dullRatio.text * dullnessOf(accent),
    ),
    ...fill,
    band,
    'on-band': onBand,
    'band-accent': isOfHue(accent, bandColor) || isOlive(accent) ? onBand : withContrast(accent.hex, band, ratio.text),
    'band-shade': solveShade(bandColor),
    deep: own,
  }
}

/** OKLCH lightness from a band to its shade. */
const shadeStep = 0.3

/** Shade of a band, away from the colour of its texts: for cards on it. */
function solveShade(band: OklchColor): string {
  const isBandDark = isDark(band.hex)
  return tint(
    band,
    isBandDark ? Math.max(0, band.lightness - shadeStep) : Math.min(0.97, band.lightness + shadeStep),
    band.chroma,
  )
}

/** An accent of about the hue of its surface hardly differs from it, degrees. */
const minAccentDistance = 40

function isOfHue(accent: OklchColor, surface: OklchColor): boolean {
  return !isGrey(accent) && !isGrey(surface) && hueDifference(accent, surface) < minAccentDistance
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
export const minLightEdge = 0.8
const maxDarkEdge = 0.3

function solveDarkPaper({ edge, paper: source }: Sources): Papers {
  const isEdge = edge && edge.lightness <= maxDarkEdge
  const base = isEdge ? edge : source
  const lightness = isEdge ? edge.lightness : 0.175
  const maxChroma = Math.min(base.chroma, maxShadeChroma(base))
  const of = (step: number, chroma: number) => tint(base, lightness + step, Math.min(maxChroma, chroma))
  return { paper: isEdge ? edge.hex : of(0, 0.02), tint: of(0.045, 0.026), raised: of(0.08, 0.028) }
}

/** OKLCH chroma of colours that are hardly ones, and of strong ones. */
const dullChroma = { from: 0.12, to: 0.05 } as const
/** OKLCH hue of yellow, degrees, and distances from it: the dark shades within the first are olive, those beyond the second are not. */
const yellow = { hue: 97, olive: 18, other: 36 } as const

/** @returns 0 to 1: how much a colour, made dark enough for white texts, looks like a grey or olive one. */
function dullnessOf(color: OklchColor): number {
  const distance = isGrey(color) ? 180 : Math.abs(hueAngle(color) - yellow.hue)
  return Math.max(ramp(color.chroma, dullChroma.from, dullChroma.to), ramp(distance, yellow.other, yellow.olive))
}

type Fill = Pick<SchemeTokens, 'fill' | 'on-fill'>

/** A button on a light page has a white label: a black one on a colour between light and dark looks disabled. */
function solveDarkFill(accent: OklchColor, backgrounds: readonly string[]): Fill {
  const dark = withContrast(accent.hex, white, ratio.text + dullRatio.label * dullnessOf(accent))
  return withLabel(withContrast(dark, backgrounds, ratio.button), 0.99)
}

/** OKLCH hues that look dirty when they are dark, degrees, and lightness of colours that are light as they are. */
const bright = { from: 45, to: 150, minLightness: 0.7 } as const
/** OKLCH lightness of buttons with black labels, from strong colours to dull ones. */
const lightFill = { strong: 0.72, dull: 0.84 } as const

/** On a dark page the label is white on strong colours, black on bright and on dull ones, which are lighter then. */
function solveFill(accent: OklchColor, backgrounds: readonly string[]): Fill {
  const dullness = dullnessOf(accent)
  const dark = withContrast(accent.hex, white, ratio.text)
  const isBright = accent.lightness >= bright.minLightness || isBetween(hueAngle(accent), bright)
  const isSeen = backgrounds.every(background => wcagContrast(dark, background) >= ratio.button)
  if (dullness < 0.5 && !isBright && isSeen) return withLabel(dark, 0.99)
  const lightness = lightFill.strong + (lightFill.dull - lightFill.strong) * dullness
  return withLabel(withContrast(raise(accent, lightness), backgrounds, ratio.button), 0.16)
}

function withLabel(fill: string, lightness: number): Fill {
  const source = toOklchColor(fill)
  return { fill, 'on-fill': withContrast(tint(source, lightness, Math.min(source.chroma, 0.03)), fill, 4.5) }
}

function isBetween(value: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return value >= from && value <= to
}

/** Between light and dark a strong colour takes white texts well when it is a little darker, and black ones badly. */
const strong = { chroma: 0.1, from: 0.5, to: 0.66 } as const
/** Part of its chroma that a colour keeps when it is made a little darker. */
const halfDarkPart = 0.7
/** OKLCH of coloured sections of dark pages at most, and of those without a colour, which differ from cards on these pages. */
const maxDarkBandChroma = 0.11
const darkBand = { lightness: 0.4, neutral: 0.32, neutralChroma: 0.015 } as const

/** A colour of the picture as it is; between light and dark its greyish ones look dirty. Without one it is dark, on dark pages a grey. */
function solveBand({ band, darkBandChroma, deep, paper }: Sources, scheme: 'light' | 'dark'): string {
  if (scheme === 'dark') {
    if (band === undefined || darkBandChroma === 0)
      return tint(paper, darkBand.neutral, Math.min(paper.chroma, darkBand.neutralChroma))
    return tint(
      band,
      Math.min(darkBand.lightness, Math.max(0.3, band.lightness)),
      Math.min(band.chroma, darkBandChroma, maxDarkBandChroma),
    )
  }
  if (band === undefined) return tint(deep, 0.3, Math.min(deep.chroma, 0.03))
  const isDull = band.chroma < 0.075 && band.lightness > 0.42 && band.lightness < 0.82
  const isStrong = band.chroma >= strong.chroma && band.lightness > strong.from && band.lightness < strong.to
  const lightness = isDull ? 0.36 : isStrong ? strong.from : Math.min(0.9, Math.max(0.3, band.lightness))
  if (lightness >= band.lightness) return tint(band, lightness, band.chroma)
  const chroma = isDull ? darkBandChroma : Math.max(darkBandChroma, band.chroma * halfDarkPart)
  return tint(band, lightness, Math.min(band.chroma, chroma))
}

function raise(color: OklchColor, lightness: number): string {
  return tint(color, Math.max(color.lightness, lightness), color.chroma)
}
