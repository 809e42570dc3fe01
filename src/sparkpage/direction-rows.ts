// The six directions as rows of values, and how well each suits a picture.
import { type Direction, directions } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { PaletteShare } from './light.ts'
import type { PageBackground } from './page-colors.ts'
import type { PageSection } from './page-parts.ts'
import type { AccentPlan, Arrangement, HeroLayout, PageCorners, Surface, TypefacePair } from './page-plan.ts'
import { measurePalette, type PictureSurvey } from './picture-survey.ts'
import type { HeroView } from './views.ts'

export interface DirectionRow {
  readonly background: PageBackground
  readonly hero: HeroLayout
  readonly typefaces: TypefacePair
  readonly arrangement: Arrangement
  readonly corners: PageCorners
  readonly accent: AccentPlan['style']
  readonly facts: Surface
  /** Of one section in the middle of the page. */
  readonly strong: 'color' | 'dark' | 'blurred'
  readonly closing: 'color' | 'dark' | 'blurred'
  /** In place of a picture. */
  readonly art: ArtFamily
}

export const directionRows: Readonly<Record<Direction, DirectionRow>> = {
  studio: {
    background: 'tone',
    hero: 'beside',
    typefaces: 'warm',
    arrangement: 'aside',
    corners: 'arch',
    accent: 'italic',
    facts: 'tint',
    strong: 'blurred',
    closing: 'dark',
    art: 'flutes',
  },
  journal: {
    background: 'wash',
    hero: 'poster',
    typefaces: 'editorial',
    arrangement: 'aside',
    corners: 'sharp',
    accent: 'italic',
    facts: 'paper',
    strong: 'blurred',
    closing: 'color',
    art: 'bands',
  },
  gallery: {
    background: 'white',
    hero: 'window',
    typefaces: 'refined',
    arrangement: 'stack',
    corners: 'soft',
    accent: 'italic',
    facts: 'paper',
    strong: 'dark',
    closing: 'blurred',
    art: 'slats',
  },
  mosaic: {
    background: 'tone',
    hero: 'collage',
    typefaces: 'geometric',
    arrangement: 'above',
    corners: 'round',
    accent: 'marker',
    facts: 'tint',
    strong: 'color',
    closing: 'blurred',
    art: 'dots',
  },
  signal: {
    background: 'white',
    hero: 'bleed',
    typefaces: 'grotesk',
    arrangement: 'stack',
    corners: 'soft',
    accent: 'color',
    facts: 'dark',
    strong: 'color',
    closing: 'dark',
    art: 'tiles',
  },
  stage: {
    background: 'night',
    hero: 'merge',
    typefaces: 'dramatic',
    arrangement: 'aside',
    corners: 'sharp',
    accent: 'color',
    facts: 'tint',
    strong: 'blurred',
    closing: 'blurred',
    art: 'flutes',
  },
}

/** What a direction would show of the picture first. */
export interface HeroCandidate extends HeroView {
  readonly hasClearArea: boolean
  /** Further views of a collage. */
  readonly smallCount: number
  /** Whether the page shows the whole width of the picture further down. */
  readonly hasWideView: boolean
}

/** What a direction is chosen by. */
export interface DirectionInput {
  readonly palette: readonly PaletteShare[]
  readonly survey: PictureSurvey | undefined
  readonly sections: readonly PageSection[]
  readonly heroOf: (name: Direction) => HeroCandidate | undefined
}

/** @returns the direction that suits best, the first of equals. */
export function chooseDirection(input: DirectionInput): Direction {
  const scores = rateDirections(input)
  return directions.reduce((best, name) => (scores[name] > scores[best] ? name : best))
}

/** @returns about 0 to 1 for each: how it suits the colours and the texts, and what the first screen shows of the picture. */
function rateDirections({ palette, survey, sections, heroOf }: DirectionInput): Readonly<Record<Direction, number>> {
  const { dark, light, muted, vivid, varied, warm } = measureMood(palette)
  const isLong = ramp(sections.length, 4, 9)
  const hasOffers = sections.some(({ kind }) => kind === 'prices' || kind === 'figures')
  const fit = (name: Direction) => fitOf(directionRows[name].hero, heroOf(name))
  const hasClearArea = (name: Direction) => heroOf(name)?.hasClearArea ?? false
  const hasSubject = survey !== undefined && survey.subjects.length > 0
  const isUpright = survey !== undefined && survey.aspect < 1
  return {
    stage: fit('stage') * (0.34 + 0.56 * dark + (hasClearArea('stage') ? 0.16 : 0)),
    signal:
      fit('signal') *
      (0.4 + 0.42 * vivid * (1 - varied) + (hasOffers ? 0.05 : 0) + (hasClearArea('signal') ? 0.26 : 0)),
    studio: fit('studio') * (0.42 + 0.34 * warm * (1 - dark) + (hasSubject ? 0.08 : 0) + (isUpright ? 0.14 : 0)),
    mosaic: fit('mosaic') * (0.38 + 0.52 * vivid * varied + 0.16 * Math.min(2, heroOf('mosaic')?.smallCount ?? 0)),
    journal: fit('journal') * (0.44 + 0.34 * muted * (1 - dark) + 0.06 * isLong),
    gallery: fit('gallery') * (0.6 + 0.2 * light * (1 - warm)),
  }
}

/** 0 to 1 each, from the colours by their shares: near colours give near values. */
interface Mood {
  readonly dark: number
  readonly light: number
  readonly muted: number
  readonly vivid: number
  /** Whether there are hues far from each other. */
  readonly varied: number
  readonly warm: number
}

/** Hue of warm colours, OKLab. */
const warmHue = { a: Math.cos(Math.PI / 3), b: Math.sin(Math.PI / 3) } as const

function measureMood(palette: readonly PaletteShare[]): Mood {
  const { lightness, chroma, mean } = measurePalette(palette)
  const part = 1 / Math.max(chroma, 1e-6)
  return {
    dark: ramp(lightness, 0.55, 0.3),
    light: ramp(lightness, 0.5, 0.8),
    muted: ramp(chroma, 0.06, 0.02),
    vivid: ramp(chroma, 0.03, 0.11),
    varied: ramp(part * Math.hypot(mean.a, mean.b), 0.95, 0.45),
    warm: ramp(part * (mean.a * warmHue.a + mean.b * warmHue.b), 0.1, 0.8) * ramp(chroma, 0.01, 0.04),
  }
}

/** A page that shows more of the picture further down is worth more. */
const wideBonus = 0.27

/** How much of the picture a page shows; without a picture all are alike. A whole one is small where texts are above or below it. */
function fitOf(layout: HeroLayout, hero: HeroCandidate | undefined): number {
  if (hero === undefined) return 1
  const wide = hero.hasWideView ? wideBonus : 0
  if (hero.isCropped) return 0.5 + 0.5 * Math.sqrt(hero.shown) + wide
  return (layout === 'window' ? 0.36 : layout === 'poster' ? 0.46 : 0.5) + wide
}

/** @returns 0 at one end to 1 at the other, and beyond them. */
function ramp(value: number, zero: number, one: number): number {
  return Math.min(1, Math.max(0, (value - zero) / (one - zero)))
}
