// The views of the one picture: which parts of it are worth showing, in which shape. A view that would cut something is none.
import type { Region } from '../../schemas/types.ts'
import type { View } from './page-plan.ts'
import {
  areaOf,
  containsRegion,
  isInside,
  type PictureSurvey,
  type RatedWindow,
  sharedArea,
  unionOf,
} from './picture-survey.ts'
import { borderInterest, interestOf, isTexture, looksAlike, showsSomething } from './view-interest.ts'

export const wholeRegion: Region = { x: 0, y: 0, width: 1, height: 1 }

/** The picture as the first screen shows it. */
export interface HeroView {
  readonly view: View
  /** Whether it is cut to the shape of its box without cutting people or the object; else it is shown whole. */
  readonly isCropped: boolean
  /** Part of the picture that is seen, 0 to 1. */
  readonly shown: number
}

/** Width by height of a box: from that on narrow windows to that on wide ones. */
export interface BoxShape {
  readonly min: number
  readonly max: number
}

/** Largest distance of windows that are tried, as a part of the picture. */
const stepSize = 0.05

/** Part of heads and shoulders that the narrowest and the widest box show: shoulders may end there. */
const neededBust = 0.85

/** @returns the largest part that fits the box and cuts neither people nor the object, else the whole picture. */
export function findHeroView(survey: PictureSurvey, { min, max }: BoxShape, from: Region = wholeRegion): HeroView {
  if (survey.isWhole) return wholeHero(survey)
  const shape = Math.sqrt(min * max)
  const needed = survey.people.length > 0 ? neededBust : 1
  const candidates = windowsOf(survey.aspect, shape, 1, from).filter(region => {
    if (survey.kept === undefined && (areaOf(region) < minShown.area || region.height < minShown.height)) return false
    const inner = kept(survey, region)
    // In the narrowest and the widest box a part of the region is not seen.
    return (
      inner !== undefined &&
      (inner.width * needed <= region.width * (min / shape) || min === max) &&
      (inner.height * needed <= region.height * (shape / max) || min === max)
    )
  })
  const best = selectBest(candidates, region => balanceOf(survey, region) + bodiesIn(survey, region))
  if (best === undefined) return wholeHero(survey)
  return { view: viewOf(survey, best), isCropped: true, shown: shownPart(survey, best) }
}

/** @returns the picture in its own shape. */
export function wholeHero(survey: PictureSurvey): HeroView {
  return { view: viewOf(survey, wholeRegion), isCropped: false, shown: 1 }
}

/** Part of what the picture is of, else of the picture. */
function shownPart({ largeSubject, kept: inner }: PictureSurvey, region: Region): number {
  if (inner || largeSubject === undefined) return areaOf(region)
  return sharedArea(region, largeSubject) / areaOf(largeSubject)
}

/** Part of a picture, and of its height, that a first screen shows at least where nothing was found: a crop may cut heads. */
const minShown = { area: 0.4, height: 0.62 } as const

/** @returns what a region must hold; undefined if it cuts it. */
function kept({ kept: inner, people, focalPoint }: PictureSurvey, region: Region): Region | undefined {
  if (inner && !containsRegion(region, inner)) return undefined
  if (people.some(({ bust }) => isCut(region, bust, maxBackgroundPart))) return undefined
  if (people.some(({ bust, body }) => containsRegion(region, bust) && !isStandingIn(region, body))) return undefined
  return inner ?? { ...focalPoint, width: 0, height: 0 }
}

/** Part of a head in the background that a first screen may have at its edge. */
const maxBackgroundPart = 0.12

/** Part of a body that a first screen shows at least: no person is cut to a head. */
const minBodyPart = 0.45

function isStandingIn(region: Region, body: Region): boolean {
  return sharedArea(region, body) >= areaOf(body) * minBodyPart
}

function isCut(region: Region, inner: Region, maxPart: number): boolean {
  return !containsRegion(region, inner) && sharedArea(region, inner) > areaOf(inner) * maxPart
}

/** A subject in the middle, with more space below it than above; where nothing is known of one, no detail at the border. */
function balanceOf(survey: PictureSurvey, region: Region): number {
  const { kept: inner, focalPoint } = survey
  const at = inner ? { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 } : focalPoint
  const place = { x: (at.x - region.x) / region.width, y: (at.y - region.y) / region.height }
  return -Math.hypot(place.x - 0.5, place.y - 0.45) - (inner ? 0 : borderInterest(survey.grid, region))
}

/** Standing people are shown to their feet where the shape allows it. */
function bodiesIn({ people }: PictureSurvey, region: Region): number {
  if (people.length === 0) return 0
  return people.reduce((sum, { body }) => sum + sharedArea(region, body) / areaOf(body), 0) / people.length
}

/** Between a view and the first screen, or another view: what they share, as a part of the smaller one. */
const maxOverlap = 0.3
/** A part of the first screen is another view from this enlargement on. */
const minEnlargement = 1.8
/** From the smallest to the largest window, as parts of the largest one of the shape: larger ones repeat the first screen. */
const scales = [0.34, 0.42, 0.5, 0.58, 0.66, 0.74] as const
/** Interest of views of a scene, and of objects and people, at least. Parts of something large are none: they cut it. */
const minInterest = { scene: 0.4, subject: 0.6 } as const
/** Views beside the first screen at most. */
const maxViews = { scene: 2, texture: 1, subject: 1 } as const
/** An upright picture is of something, even where nothing was found: its parts are worth less. */
const uprightInterest = 0.2

function contentOf({ subjects, hasSubject, grid }: PictureSurvey): keyof typeof maxViews | undefined {
  if (subjects.length > 0) return 'subject'
  if (hasSubject) return undefined
  return isTexture(grid) ? 'texture' : 'scene'
}

/**
 * Finds the best part of a shape that is worth showing.
 *
 * @param hero the part that the first screen shows.
 * @param taken the other views of the page.
 * @returns undefined if nothing is worth it.
 */
export function findView(survey: PictureSurvey, shape: number, hero: Region, taken: readonly View[]): View | undefined {
  const content = contentOf(survey)
  if (content === undefined) return undefined
  const isUpright = survey.aspect < 1 && content !== 'subject'
  const isFull = taken.length >= (isUpright ? 1 : maxViews[content])
  if (survey.isWhole || !survey.grid.hasDetail || isFull) return undefined
  const needed = content === 'subject' ? minInterest.subject : minInterest.scene + (isUpright ? uprightInterest : 0)
  const found = ratedWindows(survey, shape).find(
    ({ region, interest }) =>
      interest >= needed &&
      region.width >= survey.minWidth - 1e-9 &&
      differs(region, hero, taken) &&
      cutsNothing(survey, region) &&
      !taken.some(({ region: other }) => isRepetition(survey, region, other)),
  )
  return found && viewOf(survey, found.region)
}

/** Windows of a shape that may be worth showing, the best first: rated once for all places of a page. */
function ratedWindows(survey: PictureSurvey, shape: number): readonly RatedWindow[] {
  const known = survey.windows.get(shape)
  if (known) return known
  const rated: RatedWindow[] = []
  for (const scale of scales) {
    if (largestWidth(survey.aspect, shape) * scale < survey.minWidth - 1e-9) continue
    for (const region of windowsToRate(survey, shape, scale)) {
      const interest = ratingOf(survey, region)
      if (interest >= minInterest.scene && showsSomething(survey.grid, region)) rated.push({ region, interest })
    }
  }
  rated.sort((one, other) => other.interest - one.interest)
  survey.windows.set(shape, rated)
  return rated
}

/** Where there are people or an object, a view shows one of them: what surrounds them is not worth showing. */
function windowsToRate({ aspect, subjects }: PictureSurvey, shape: number, scale: number): readonly Region[] {
  if (subjects.length === 0) return windowsOf(aspect, shape, scale)
  const width = largestWidth(aspect, shape) * scale
  const height = (width * aspect) / shape
  return subjects.flatMap(inner => {
    const [left, right] = [Math.max(0, inner.x + inner.width - width), Math.min(1 - width, inner.x)]
    const [top, bottom] = [Math.max(0, inner.y + inner.height - height), Math.min(1 - height, inner.y)]
    if (right < left || bottom < top) return []
    return placesIn(top, bottom - top).flatMap(y => placesIn(left, right - left).map(x => ({ x, y, width, height })))
  })
}

/** Interest of a view that shows what the picture is of. */
const subjectInterest = 0.5

function ratingOf(survey: PictureSurvey, region: Region): number {
  const holdsSubject = survey.subjects.length > 0 && survey.subjects.some(inner => containsRegion(region, inner))
  return interestOf(survey.grid, region) + (holdsSubject ? subjectInterest : 0)
}

/** Width by height of a view that is as wide as the page, the lowest first. */
const wideShapes = [2.2, 1.9, 1.6] as const
/** The first screen where a further view shows the whole width: its part of that at most, and its width by height. */
const maxHero = { width: 0.72, shape: 1.2 } as const
/** Part of something large that a wide view shows at least. */
const minLargePart = 0.97

/** Whether a first screen is so close that the whole width of the picture is another view. */
export function isClose({ aspect }: PictureSurvey, hero: Region): boolean {
  return hero.width <= maxHero.width && (hero.width * aspect) / hero.height <= maxHero.shape
}

/** @returns the whole width of the picture: what surrounds the subject, which it does not cut. */
export function findWideView(survey: PictureSurvey): View | undefined {
  const { isWhole, aspect, largeSubject, grid } = survey
  if (isWhole || !grid.hasDetail) return undefined
  const holdsSubject = (region: Region) =>
    largeSubject === undefined || sharedArea(region, largeSubject) >= areaOf(largeSubject) * minLargePart
  const found = wideShapes
    .filter(shape => shape >= aspect)
    .map(shape => findHeroView(survey, { min: shape, max: shape }))
    .find(({ isCropped, view }) => isCropped && holdsSubject(view.region))
  return found?.view ?? (aspect >= minWideAspect ? wholeHero(survey).view : undefined)
}

/** Width by height of a picture that may be as wide as the page. */
const minWideAspect = 1.3

/** Part of a body or an object that is not seen as one. */
const maxVisiblePart = 0.02
/** Part of what stands out at the focal point that a view may cut. */
const maxFocalPart = 0.1

function cutsNothing({ people, object, subject, focalArea }: PictureSurvey, region: Region): boolean {
  if (subject && !containsRegion(region, subject) && !isFree(region, subject)) return false
  for (const { bust, body } of people) if (!containsRegion(region, bust) && !isFree(region, body)) return false
  return object !== undefined || !isCut(region, focalArea, maxFocalPart)
}

function isFree(region: Region, inner: Region): boolean {
  return sharedArea(region, inner) <= Math.min(areaOf(inner), areaOf(region)) * maxVisiblePart
}

function differs(region: Region, hero: Region, taken: readonly View[]): boolean {
  const isNear = areaOf(hero) >= areaOf(region) * minEnlargement ** 2
  if (!isNear && overlapOf(region, hero) >= maxOverlap) return false
  return taken.every(({ region: other }) => overlapOf(region, other) < maxOverlap)
}

/** What two regions share, as a part of the smaller one. */
function overlapOf(one: Region, other: Region): number {
  return sharedArea(one, other) / Math.min(areaOf(one), areaOf(other))
}

/** Whether both show the object, one of the people, or more of the same. */
function isRepetition(survey: PictureSurvey, one: Region, other: Region): boolean {
  const isShown = (inner: Region) => containsRegion(one, inner) && containsRegion(other, inner)
  return survey.subjects.some(isShown) || looksAlike(survey.grid, one, other)
}

function largestWidth(aspect: number, shape: number, from: Region = wholeRegion): number {
  return Math.min(from.width, (from.height * shape) / aspect)
}

/** All windows of a shape at a scale within a part of the picture. */
function windowsOf(aspect: number, shape: number, scale: number, from: Region = wholeRegion): readonly Region[] {
  const width = largestWidth(aspect, shape, from) * scale
  const height = (width * aspect) / shape
  const [down, across] = [placesIn(from.y, from.height - height), placesIn(from.x, from.width - width)]
  return down.flatMap(y => across.map(x => ({ x, y, width, height })))
}

function placesIn(start: number, free: number): readonly number[] {
  const count = Math.ceil(Math.max(0, free) / stepSize - 1e-6)
  return Array.from({ length: count + 1 }, (_, step) => (count === 0 ? start : start + (free * step) / count))
}

function selectBest(regions: readonly Region[], score: (region: Region) => number): Region | undefined {
  let best: { readonly region: Region; readonly score: number } | undefined
  for (const region of regions) {
    const own = score(region)
    if (best === undefined || own > best.score + 1e-9) best = { region, score: own }
  }
  return best?.region
}

/** A view whose box, where it has another shape, keeps the people or the object, else the focal point. */
export function viewOf({ subjects, focalPoint }: PictureSurvey, region: Region): View {
  const inner = unionOf(subjects.filter(one => containsRegion(region, one)))
  const isSeen = isInside(region, focalPoint)
  const point = isSeen ? { ...focalPoint, width: 0, height: 0 } : undefined
  const { x, y, width, height } = inner ?? point ?? region
  const along = (start: number, size: number) => (size >= 0.999 ? 0.5 : Math.min(1, Math.max(0, start / (1 - size))))
  const focus = {
    x: along((x - region.x) / region.width, width / region.width),
    y: along((y - region.y) / region.height, height / region.height),
  }
  return { region: roundRegion(region), focus: { x: roundPart(focus.x), y: roundPart(focus.y) } }
}

function roundRegion({ x, y, width, height }: Region): Region {
  return { x: roundPart(x), y: roundPart(y), width: roundPart(width), height: roundPart(height) }
}

function roundPart(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
