// The six directions as rows of values, and how well each suits a picture.
import { type Direction, directions } from '../../schemas/sparkpage.ts'
import type { ArtFamily } from './art.ts'
import type { FittedHero } from './hero-plan.ts'
import type { PaletteShare } from './light.ts'
import { ramp } from './oklch.ts'
import type { PageBackground } from './page-colors.ts'
import type {
  AccentPlan,
  Arrangement,
  Division,
  EndingLayout,
  HeroLayout,
  PageCorners,
  SectionLayouts,
  StrongSurface,
  Surface,
  TypefacePair,
} from './page-plan.ts'
import { measurePalette, type PictureSurvey } from './picture-survey.ts'

export interface DirectionRow {
  readonly background: PageBackground
  readonly hero: HeroLayout
  readonly typefaces: TypefacePair
  readonly arrangement: Arrangement
  readonly division: Division
  readonly layouts: SectionLayouts
  readonly corners: PageCorners
  readonly accent: AccentPlan['style']
  readonly facts: Surface
  /** Of one section in the middle of the page. */
  readonly strong: StrongSurface
  /** Of large numbers, where that section and the end are not beside them; undefined: as that of other sections. */
  readonly figures: StrongSurface | undefined
  readonly ending: EndingLayout
  readonly closing: Surface
  /** Which of both has the picture once more. */
  readonly backdrop: 'strong' | 'closing'
  /** In place of a picture. */
  readonly art: ArtFamily
}

export const directionRows: Readonly<Record<Direction, DirectionRow>> = {
  studio: {
    background: 'tone',
    hero: 'beside',
    typefaces: 'warm',
    arrangement: 'aside',
    division: 'bands',
    layouts: { menu: 'leaders', quote: 'beside', contact: 'lines' },
    corners: 'arch',
    accent: 'italic',
    facts: 'tint',
    strong: 'dark',
    figures: 'color',
    ending: 'wordmark',
    closing: 'color',
    backdrop: 'strong',
    art: 'flutes',
  },
  journal: {
    background: 'wash',
    hero: 'poster',
    typefaces: 'editorial',
    arrangement: 'aside',
    division: 'rules',
    layouts: { menu: 'ruled', quote: 'margin', contact: 'list' },
    corners: 'sharp',
    accent: 'italic',
    facts: 'paper',
    strong: 'color',
    figures: undefined,
    ending: 'colophon',
    closing: 'dark',
    backdrop: 'strong',
    art: 'bands',
  },
  gallery: {
    background: 'white',
    hero: 'window',
    typefaces: 'refined',
    arrangement: 'center',
    division: 'bands',
    layouts: { menu: 'stacked', quote: 'center', contact: 'center' },
    corners: 'soft',
    accent: 'italic',
    facts: 'paper',
    strong: 'dark',
    figures: 'color',
    ending: 'below',
    closing: 'color',
    backdrop: 'closing',
    art: 'slats',
  },
  mosaic: {
    background: 'tone',
    hero: 'card',
    typefaces: 'geometric',
    arrangement: 'above',
    division: 'panels',
    layouts: { menu: 'tiles', quote: 'center', contact: 'panels' },
    corners: 'round',
    accent: 'marker',
    facts: 'tint',
    strong: 'color',
    figures: 'dark',
    ending: 'panels',
    closing: 'color',
    backdrop: 'closing',
    art: 'dots',
  },
  signal: {
    background: 'white',
    hero: 'panel',
    typefaces: 'grotesk',
    arrangement: 'stack',
    division: 'bands',
    layouts: { menu: 'columns', quote: 'wide', contact: 'columns' },
    corners: 'soft',
    accent: 'color',
    facts: 'dark',
    strong: 'color',
    figures: 'dark',
    ending: 'picture',
    closing: 'dark',
    backdrop: 'closing',
    art: 'tiles',
  },
  stage: {
    background: 'night',
    hero: 'merge',
    typefaces: 'dramatic',
    arrangement: 'above',
    division: 'bands',
    layouts: { menu: 'leaders', quote: 'beside', contact: 'display' },
    corners: 'sharp',
    accent: 'color',
    facts: 'tint',
    strong: 'color',
    figures: undefined,
    ending: 'headline',
    closing: 'dark',
    backdrop: 'strong',
    art: 'flutes',
  },
}

/** What a direction is chosen by. */
export interface DirectionInput {
  readonly palette: readonly PaletteShare[]
  readonly survey: PictureSurvey | undefined
  /** What a direction would show of the picture first. */
  readonly heroOf: (name: Direction) => FittedHero | undefined
}

/** What a picture and a first screen of it have, 0 to 1 each: near pictures have near values. */
const traits = [
  'dark',
  'light',
  'muted',
  'vivid',
  /** Hues far from each other. */
  'varied',
  'warm',
  /** Much wider than high, or higher than wide. */
  'wide',
  'upright',
  /** Full of fine detail. */
  'busy',
  /** Part of what the picture is of that the first screen shows, squared: little that is cut counts less than much. */
  'shown',
  /** Whether it has the pixels that it is shown with. */
  'sharp',
  /** Part of its box that the picture takes where it is shown in its own shape. */
  'whole',
] as const
type Traits = Readonly<Record<(typeof traits)[number], number>>

/** How much each trait speaks for a direction. The bases make all of them about as frequent among photographs. */
const weights: Readonly<Record<Direction, Partial<Traits> & { readonly base: number }>> = {
  studio: { base: 0.13, shown: 0.6, whole: 0.5, sharp: 0.2, warm: 0.25, upright: 0.1, wide: -0.1, dark: -0.15 },
  journal: { base: 0, shown: 0.6, whole: 0.5, sharp: 0.2, muted: 0.35, busy: -0.3, upright: 0.1 },
  gallery: { base: 0.13, shown: 0.6, whole: 0.4, sharp: 0.2, wide: 0.35, light: 0.1, busy: -0.4 },
  mosaic: { base: 0.18, shown: 0.6, whole: 0.4, sharp: 0.2, varied: 0.25, vivid: 0.1, wide: -0.05 },
  signal: { base: 0.16, shown: 0.6, whole: 0.5, sharp: 0.2, vivid: 0.35, wide: -0.1 },
  stage: { base: 0.09, shown: 0.6, whole: 0.4, sharp: 0.2, dark: 0.48, light: -0.3, wide: -0.05 },
}

/** @returns the direction that suits best, the first of equals. */
export function chooseDirection(input: DirectionInput): Direction {
  const common = measureTraits(input)
  const aspect = input.survey?.aspect ?? 1
  const scores = directions.map(name => ({
    name,
    score:
      rate(name, { ...common, ...traitsOf(input.heroOf(name), aspect) }) - stripPenalty(input.heroOf(name), aspect),
  }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).name
}

function rate(name: Direction, measured: Traits): number {
  const own = weights[name]
  return traits.reduce((sum, trait) => sum + (own[trait] ?? 0) * measured[trait], own.base)
}

/** A wide picture in its own shape is a strip of its box, whichever direction shows it. */
function stripPenalty(hero: FittedHero | undefined, aspect: number): number {
  return hero?.isCropped === false ? 0.5 * ramp(aspect, 1.8, 2.2) : 0
}

/** Hue of warm colours, OKLab. */
const warmHue = { a: Math.cos(Math.PI / 3), b: Math.sin(Math.PI / 3) } as const

/** Of the picture. */
function measureTraits({ palette, survey }: DirectionInput) {
  const { lightness, chroma, mean } = measurePalette(palette)
  const part = 1 / Math.max(chroma, 1e-6)
  const aspect = survey?.aspect ?? 1.2
  return {
    dark: ramp(lightness, 0.45, 0.33),
    light: ramp(lightness, 0.5, 0.8),
    muted: ramp(chroma, 0.06, 0.02),
    vivid: ramp(chroma, 0.03, 0.11),
    varied: ramp(part * Math.hypot(mean.a, mean.b), 0.95, 0.45) * ramp(chroma, 0.01, 0.04),
    warm: ramp(part * (mean.a * warmHue.a + mean.b * warmHue.b), 0.1, 0.8) * ramp(chroma, 0.01, 0.04),
    wide: ramp(aspect, 1.2, 2),
    upright: ramp(aspect, 1.2, 0.75),
    busy: survey ? ramp(survey.meanDetail, 0.15, 0.6) : 0,
  }
}

/** Of its first screen. */
function traitsOf(hero: FittedHero | undefined, aspect: number) {
  const isCropped = hero?.isCropped ?? true
  return {
    shown: hero && isCropped ? hero.shown ** 2 : 0,
    sharp: hero && isCropped ? hero.sharpness : 1,
    whole: isCropped ? 0 : Math.min(aspect, 1 / aspect) ** 1.5,
  }
}
