// The first screen: which part of the picture it shows, on which side, and where the picture itself carries the headline.
import type { Quiet } from '../../schemas/composition.ts'
import type { Region } from '../../schemas/types.ts'
import { wcagContrast } from '../color/contrast.ts'
import { oklabToHex } from '../color/oklab.ts'
import { toOklchColor } from './oklch.ts'
import type { ClearArea, HeroLayout, HeroPlan, View } from './page-plan.ts'
import { areaOf, isCutOut, isInside, type PictureSurvey, placeOf, sharedArea } from './picture-survey.ts'
import type { Style } from './style.ts'
import { plainGround } from './subject.ts'
import { type BoxShape, findHeroView, type HeroView, wholeHero } from './views.ts'

/** Width by height of the picture on first screens of 1280 × 720 to 3840 × 2160 px. */
const boxes: Readonly<Record<HeroLayout, BoxShape>> = {
  beside: { min: 0.78, max: 0.95 },
  poster: { min: 2, max: 2.5 },
  window: { min: 1.9, max: 2.6 },
  card: { min: 0.74, max: 0.88 },
  bleed: { min: 1.5, max: 1.8 },
  merge: { min: 0.95, max: 1.15 },
}
/** How wide the picture of a first screen is in wide windows, vw, with what its box cuts of it. */
export const heroWidths: Readonly<Record<HeroLayout, number>> = {
  beside: 60,
  poster: 75,
  window: 100,
  card: 45,
  bleed: 100,
  merge: 65,
}
/** Of a picture beside its texts that a narrower box would cut. */
const wideBox: BoxShape = { min: 0.98, max: 1.24 }
/** Width by height from which on a whole picture takes more of the first screen than the texts. */
export const minWideShape = 0.95
/** Of a colour panel with the picture beside it, where no part of it carries a headline. */
const panelBox: BoxShape = { min: 0.9, max: 1.15 }
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
  readonly clearArea: ClearArea | undefined
  readonly isUpright: boolean
  readonly isWide: boolean
  /** Its pixels as a part of those that it is shown with in windows of 1440 px, at most 1. */
  readonly sharpness: number
}

/** Windows for which views are chosen, px. */
const usualWindow = 1440

export function fitHero(style: Style, survey: PictureSurvey, layout: HeroLayout): FittedHero {
  const sharpnessOf = ({ view }: HeroView, vw: number) =>
    Math.min(1, (view.region.width * survey.width) / ((vw / 100) * usualWindow))
  const clearArea = survey.isWhole ? undefined : findClearArea(style, survey, layout)
  if (clearArea)
    return {
      ...clearArea,
      isUpright: false,
      isWide: false,
      sharpness: sharpnessOf(clearArea, heroWidths[layout]),
    }
  const isPanel = layout === 'bleed'
  const isColumn = survey.aspect < maxColumn && layout !== 'card'
  const standard = isColumn ? wholeHero(survey) : findHeroView(survey, isPanel ? panelBox : boxes[layout])
  const upright = standard.isCropped || isColumn ? undefined : findUprightView(survey, layout)
  const wide = standard.isCropped || isColumn ? undefined : findWideView(survey, layout)
  const hero = upright ?? wide ?? standard
  return {
    ...hero,
    isUpright: upright !== undefined,
    isWide: wide !== undefined || (!hero.isCropped && survey.aspect >= minWideShape),
    clearArea: undefined,
    sharpness: sharpnessOf(hero, upright || isPanel ? heroWidths.beside : heroWidths[layout]),
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

interface FittedClearArea extends HeroView {
  readonly clearArea: ClearArea
}

/** Part of the view that is clear, at least, from the side or from the top or bottom. */
const minExtent = { side: 0.33, end: 0.4 } as const
/** Contrast of the headline to every part of the clear area, which a picture changes a little. */
const minClearRatio = 5
/** Texts begin below the header and end above the fold: an area at the bottom is the last choice. */
const edgeWeights: Readonly<Record<ClearArea['edge'], number>> = { left: 1, right: 1, top: 0.85, bottom: 0.55 }

/** The best edge that carries the headline; its view contains the people or the object beside it. */
function findClearArea(style: Style, survey: PictureSurvey, layout: HeroLayout): FittedClearArea | undefined {
  const { quiet } = style
  if (quiet === undefined || (layout !== 'bleed' && layout !== 'merge')) return undefined
  const edges = layout === 'bleed' ? (['left', 'right', 'top', 'bottom'] as const) : (['left', 'right'] as const)
  const fitted = edges.flatMap(edge => fitClearArea(quiet, survey, layout, edge) ?? [])
  const score = ({ clearArea: { edge, extent } }: FittedClearArea) => extent * edgeWeights[edge]
  return fitted.toSorted((one, other) => score(other) - score(one))[0]
}

function fitClearArea(
  quiet: Quiet,
  survey: PictureSurvey,
  layout: 'bleed' | 'merge',
  edge: ClearArea['edge'],
): FittedClearArea | undefined {
  const { extent: measured, color } = quiet[edge]
  const area = areaAt(edge, Math.min(measured, clearOf(edge, survey.kept)))
  const text = area && findTextColor(survey, area, color)
  if (area === undefined || text === undefined) return undefined
  const isSide = edge === 'left' || edge === 'right'
  const tone = text === darkText ? 'light' : 'dark'
  if (layout === 'merge') {
    if (area.width < minMergeExtent || !isMergeable(color)) return undefined
    const hero = findHeroView(survey, boxes.merge)
    return hero.isCropped
      ? { ...hero, clearArea: { edge, extent: area.width, color, textColor: text, tone } }
      : undefined
  }
  const hero = findHeroView(survey, boxes.bleed, fromEdge(survey, edge))
  const extent = isSide ? area.width / hero.view.region.width : area.height / hero.view.region.height
  if (!hero.isCropped || extent < minExtent[isSide ? 'side' : 'end'] || !touches(hero.view.region, edge))
    return undefined
  return {
    ...hero,
    clearArea: { edge, extent: Math.min(1, Math.round(extent * 100) / 100), color, textColor: text, tone },
  }
}

/** Part of a picture beside its subject from which on the page goes on from that edge. */
const minMergeExtent = 0.25
/** OKLCH: colours of edges that are right for a whole page. */
const mergeable = { maxDark: 0.3, minLight: 0.8, maxChroma: 0.09 } as const

function isMergeable(color: string): boolean {
  const { lightness, chroma } = toOklchColor(color)
  return (lightness <= mergeable.maxDark || lightness >= mergeable.minLight) && chroma <= mergeable.maxChroma
}

/** From the edge to the people or the object. */
function clearOf(edge: ClearArea['edge'], kept: Region | undefined): number {
  if (kept === undefined) return 1
  const free = { left: kept.x, right: 1 - kept.x - kept.width, top: kept.y, bottom: 1 - kept.y - kept.height }
  return Math.max(0, free[edge] - 0.01)
}

function areaAt(edge: ClearArea['edge'], extent: number): Region | undefined {
  if (extent <= 0) return undefined
  const isSide = edge === 'left' || edge === 'right'
  const [width, height] = isSide ? [extent, 1] : [1, extent]
  return { x: edge === 'right' ? 1 - extent : 0, y: edge === 'bottom' ? 1 - extent : 0, width, height }
}

/** The part of the picture that a view with this edge is taken from: nearly all of it. */
function fromEdge({ aspect }: PictureSurvey, edge: ClearArea['edge']): Region {
  const { min, max } = boxes.bleed
  const shape = Math.sqrt(min * max)
  const isSide = edge === 'left' || edge === 'right'
  const width = isSide ? Math.min(1, shape / aspect) : 1
  const height = isSide ? 1 : Math.min(1, aspect / shape)
  return { x: edge === 'right' ? 1 - width : 0, y: edge === 'bottom' ? 1 - height : 0, width, height }
}

function touches({ x, y, width, height }: Region, edge: ClearArea['edge']): boolean {
  const distance = { left: x, right: 1 - x - width, top: y, bottom: 1 - y - height }
  return distance[edge] < 0.02
}

const [lightText, darkText] = ['#FFFFFF', '#14110F'] as const

/** @returns the text colour that holds on the edge and on all colours of the area; undefined if none does. */
function findTextColor({ colors }: PictureSurvey, area: Region, edgeColor: string): string | undefined {
  const inside = colors.flatMap((color, index) => (isInside(area, placeOf(index)) ? [oklabToHex(color)] : []))
  const holds = (text: string) => [edgeColor, ...inside].every(color => wcagContrast(text, color) >= minClearRatio)
  return [lightText, darkText].find(holds)
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

/** @returns the side of the picture: opposite to the texts on a clear area, else where the subject looks at the page. */
export function findSide(
  { focalPoint, kept, cutOut }: PictureSurvey,
  clearArea: ClearArea | undefined,
  dir: 'ltr' | 'rtl',
): HeroPlan['side'] {
  const sideOf = (isLeft: boolean) => (isLeft === (dir === 'ltr') ? 'start' : 'end')
  const isAt = (edge: 'left' | 'right') => cutOut?.edges.includes(edge) ?? false
  if (clearArea?.edge === 'left' || (isAt('right') && !isAt('left'))) return sideOf(false)
  if (clearArea?.edge === 'right' || (isAt('left') && !isAt('right'))) return sideOf(true)
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
