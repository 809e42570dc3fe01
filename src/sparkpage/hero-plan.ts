// The first screen: which part of the picture it shows, and on which side.
import type { Region } from '../../schemas/types.ts'
import { wcagContrast } from '../color/contrast.ts'
import type { HeroLayout, HeroPlan, View } from './page-plan.ts'
import { areaOf, isCutOut, type PictureSurvey, sharedArea } from './picture-survey.ts'
import { type BoxShape, findHeroView, type HeroView, wholeHero } from './picture-views.ts'
import type { Style } from './style.ts'
import { plainGround } from './subject.ts'

/** Width by height of the picture on first screens of 1280 × 720 to 3840 × 2160 px. */
const boxes: Readonly<Record<HeroLayout, BoxShape>> = {
  beside: { min: 0.78, max: 0.95 },
  poster: { min: 2, max: 2.5 },
  window: { min: 1.9, max: 2.6 },
  card: { min: 0.74, max: 0.88 },
  panel: { min: 0.9, max: 1.15 },
  merge: { min: 0.95, max: 1.15 },
}
/** How wide the picture of a first screen is in wide windows, vw, with what its box cuts of it. */
export const heroWidths: Readonly<Record<HeroLayout, number>> = {
  beside: 60,
  poster: 75,
  window: 100,
  card: 45,
  panel: 60,
  merge: 65,
}
/** Of a picture beside its texts that a narrower box would cut. */
const wideBox: BoxShape = { min: 0.98, max: 1.24 }
/** Width by height from which on a whole picture takes more of the first screen than the texts. */
export const minWideShape = 0.95
/** On phones. A panorama is wider there, and what would be cut, as narrow as that allows. */
const phoneBox: BoxShape = { min: 0.88, max: 0.96 }
const widePhoneShapes = [4 / 3, 16 / 9, 2.2] as const
/** Width by height from which on a picture is a panorama, and up to which it is a column. */
const minPanorama = 1.9
const maxColumn = 0.5
/** Width by height from which on the box of a first screen is low. */
const minLowShape = 1.8

/** What a layout makes of a picture. */
export interface FittedHero extends HeroView {
  readonly isUpright: boolean
  readonly isWide: boolean
  /** Its pixels as a part of those that it is shown with in windows of 1440 px, at most 1. */
  readonly sharpness: number
}

/** Windows for which views are chosen, px. */
const usualWindow = 1440

export function fitHero(survey: PictureSurvey, layout: HeroLayout): FittedHero {
  const sharpnessOf = ({ view }: HeroView, vw: number) =>
    Math.min(1, (view.region.width * survey.width) / ((vw / 100) * usualWindow))
  const isColumn = survey.aspect < maxColumn && layout !== 'card'
  const standard = isColumn ? wholeHero(survey) : findHeroView(survey, boxes[layout])
  const upright = standard.isCropped || isColumn ? undefined : findUprightView(survey, layout)
  const wide = standard.isCropped || isColumn ? undefined : findWideView(survey, layout)
  const hero = upright ?? wide ?? standard
  return {
    ...hero,
    isUpright: upright !== undefined,
    isWide: wide !== undefined || (!hero.isCropped && survey.aspect >= minWideShape),
    sharpness: sharpnessOf(hero, heroWidths[upright ? 'beside' : layout]),
  }
}

/** An upright box beside the texts is wider where it would show a strip of the picture, or cut people or the object. */
function findWideView(survey: PictureSurvey, layout: HeroLayout): HeroView | undefined {
  if (boxes[layout].min >= minLowShape) return undefined
  const view = findHeroView(survey, wideBox)
  return view.isCropped ? view : undefined
}

/** A low and wide first screen has an upright picture beside its texts where a low part would cut people or the object. */
function findUprightView(survey: PictureSurvey, layout: HeroLayout): HeroView | undefined {
  if (boxes[layout].min < minLowShape || survey.aspect >= 1) return undefined
  const view = findHeroView(survey, boxes.beside)
  return view.isCropped ? view : undefined
}

/** @returns the part of the picture for narrow windows. */
export function findTallView(survey: PictureSurvey): View {
  const wide = widePhoneShapes.filter(shape => shape < survey.aspect).map(shape => ({ min: shape, max: shape }))
  const boxes = survey.aspect < minPanorama ? [phoneBox, ...wide] : wide
  const found = boxes.map(box => findHeroView(survey, box)).filter(({ isCropped }) => isCropped)
  const best = found.find(({ shown }) => survey.kept === undefined || shown >= minShownReach) ?? found[0]
  return (best ?? wholeHero(survey)).view
}

/** Part of the people with their arms, or of the object with its margin, that phones show. */
const minShownReach = 0.97

/** @returns the side of the picture: where the subject looks at the page, and something cut out at the edge that it ends at. */
export function findSide({ focalPoint, kept, cutOut }: PictureSurvey, dir: 'ltr' | 'rtl'): HeroPlan['side'] {
  const sideOf = (isLeft: boolean) => (isLeft === (dir === 'ltr') ? 'start' : 'end')
  const isAt = (edge: 'left' | 'right') => cutOut?.edges.includes(edge) ?? false
  if (isAt('left') !== isAt('right')) return sideOf(isAt('left'))
  const middle = kept ? kept.x + kept.width / 2 : focalPoint.x
  return middle < maxStartSide ? sideOf(true) : sideOf(false)
}

/** Parts of a first screen that fade into the page: at the side of the texts, and above them in narrow windows. */
const faded = { side: 0.24, bottom: 0.28 } as const
/** Part of these that people or the subject may take. */
const maxFadedPart = 0.05

/** @param isTextLeft whether the texts are on the left of the picture in wide windows. */
export function findFades(
  { people, subject }: PictureSurvey,
  { wide, tall }: Readonly<Record<'wide' | 'tall', View>>,
  isTextLeft: boolean,
): HeroPlan['fades'] {
  const { region } = wide
  const width = region.width * faded.side
  const height = tall.region.height * faded.bottom
  const edges = {
    wide: { ...region, x: isTextLeft ? region.x : region.x + region.width - width, width },
    tall: { ...tall.region, y: tall.region.y + tall.region.height - height, height },
  }
  const shown = [...people.map(({ body }) => body), ...(subject ? [subject] : [])]
  const isFree = (edge: Region) => shown.every(one => sharedArea(edge, one) <= areaOf(edge) * maxFadedPart)
  return (['wide', 'tall'] as const).filter(name => isFree(edges[name]))
}

/** A subject further to the left is shown on the left. */
const maxStartSide = 0.4

/** @returns the colour around an object on a plain background, on which the page goes on, or one on which a logo is seen. */
export function findPictureBackground(style: Style, survey: PictureSurvey): HeroPlan['background'] {
  if (isCutOut(style)) return { light: findContrasting(style, 'light'), dark: findContrasting(style, 'dark') }
  const minSides = survey.isGraphic ? 3 : 4
  const color = survey.isWhole && style.faces.length === 0 ? plainGround(style.quiet, minSides) : undefined
  return color === undefined ? undefined : { light: color, dark: color }
}

/** Backgrounds of logos in each scheme, the best one first. */
const logoBackgrounds = {
  light: ['#FFFFFF', '#E9E7E2', '#8A8780', '#1B1917'],
  dark: ['#1B1917', '#3A3733', '#B9B5AD', '#FFFFFF'],
} as const
/** WCAG 2.2, 1.4.11. */
const minLogoRatio = 3
/** Share of a colour that is seen. */
const minLogoShare = 0.02

/** The first background on which every colour of the logo is seen, else the one on which the faintest is seen best. */
function findContrasting({ palette }: Style, scheme: 'light' | 'dark'): string {
  const seen = palette.filter(({ share }) => share >= minLogoShare || share === 0)
  const ratioOn = (background: string) => Math.min(...seen.map(({ hex }) => wcagContrast(hex, background)))
  const backgrounds = logoBackgrounds[scheme]
  const best = backgrounds.reduce((one, other) => (ratioOn(other) > ratioOn(one) ? other : one))
  return backgrounds.find(background => ratioOn(background) >= minLogoRatio) ?? best
}
