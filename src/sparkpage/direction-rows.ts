// The six directions as rows of values, and how well each suits a picture.
import { type Direction, directions } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { PageBackground } from './page-colors.ts'
import type { AccentPlan, Arrangement, HeroLayout, PageCorners, Surface, TypefacePair } from './page-plan.ts'
import { measurePalette, type PictureSurvey } from './picture-survey.ts'
import type { Style } from './style.ts'
import type { HeroView } from './views.ts'

export interface DirectionRow {
  readonly background: PageBackground
  readonly hero: HeroLayout
  readonly typefaces: TypefacePair
  readonly arrangement: Arrangement
  readonly corners: PageCorners
  readonly accent: AccentPlan['style']
  readonly facts: Surface
  /** Of quotes, opening hours and contact, and the end. */
  readonly quote: Surface
  readonly visit: Surface
  readonly closing: Surface
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
    facts: 'dark',
    quote: 'duotone',
    visit: 'color',
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
    quote: 'picture',
    visit: 'tint',
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
    quote: 'picture',
    visit: 'dark',
    closing: 'picture',
    art: 'slats',
  },
  mosaic: {
    background: 'tone',
    hero: 'collage',
    typefaces: 'geometric',
    arrangement: 'center',
    corners: 'round',
    accent: 'marker',
    facts: 'color',
    quote: 'color',
    visit: 'dark',
    closing: 'duotone',
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
    quote: 'duotone',
    visit: 'color',
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
    quote: 'picture',
    visit: 'color',
    closing: 'picture',
    art: 'flutes',
  },
}

/** What a direction would show of the picture first. */
export interface HeroCandidate extends HeroView {
  readonly hasClearArea: boolean
  /** Further views of a collage. */
  readonly smallCount: number
}

/** @returns the direction that suits best, the first of equals. */
export function chooseDirection(
  style: Style,
  survey: PictureSurvey | undefined,
  heroOf: (name: Direction) => HeroCandidate | undefined,
): Direction {
  const scores = rateDirections(style, survey, heroOf)
  return directions.reduce((best, name) => (scores[name] > scores[best] ? name : best))
}

/** @returns 0 to 1 for each: the mood of the picture, and what the first screen shows of it. */
function rateDirections(
  style: Style,
  survey: PictureSurvey | undefined,
  heroOf: (name: Direction) => HeroCandidate | undefined,
): Readonly<Record<Direction, number>> {
  const { lightness, chroma } = measurePalette(style.palette)
  const fit = (name: Direction) => fitOf(directionRows[name].hero, heroOf(name))
  const hasClearArea = (name: Direction) => heroOf(name)?.hasClearArea ?? false
  const hasSubject = survey !== undefined && (survey.people.length > 0 || survey.object !== undefined)
  const isUpright = survey !== undefined && survey.aspect < 1
  const dark = ramp(lightness, 0.55, 0.3)
  const colorful = ramp(chroma, 0.03, 0.09)
  return {
    stage: fit('stage') * (0.3 + 0.6 * dark + (hasClearArea('stage') ? 0.16 : 0)),
    signal: fit('signal') * ((hasClearArea('signal') ? 0.78 : 0.52) + 0.24 * colorful),
    studio: fit('studio') * (0.54 + (hasSubject ? 0.16 : 0) + (isUpright ? 0.14 : 0)),
    mosaic: fit('mosaic') * (0.48 + 0.3 * colorful + 0.16 * Math.min(2, heroOf('mosaic')?.smallCount ?? 0)),
    journal: fit('journal') * (0.46 + 0.35 * (1 - ramp(chroma, 0.015, 0.06)) - 0.2 * dark),
    gallery: fit('gallery') * (0.62 + 0.16 * ramp(lightness, 0.45, 0.75)),
  }
}

/** How much of the picture a first screen shows; without a picture all are alike. A whole one is small where texts are above or below it. */
function fitOf(layout: HeroLayout, hero: HeroCandidate | undefined): number {
  if (hero === undefined) return 1
  if (hero.isCropped) return 0.5 + 0.5 * Math.sqrt(hero.shown)
  return layout === 'poster' || layout === 'window' ? 0.38 : 0.5
}

/** @returns 0 at one end to 1 at the other, and beyond them. */
function ramp(value: number, zero: number, one: number): number {
  return Math.min(1, Math.max(0, (value - zero) / (one - zero)))
}
