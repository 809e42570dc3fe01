// The views of the one picture: the part that the first screen shows, and the one that stands once more below. A view that would cut something is none.
import type { Region } from '../../schemas/types.ts'
import type { View } from './page-plan.ts'
import { areaOf, containsRegion, isInside, type PictureSurvey, sharedArea, unionOf } from './picture-survey.ts'

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
  const best = survey.isWhole ? undefined : findCrop(survey, { min, max }, from)
  if (best === undefined) return wholeHero(survey)
  const shape = Math.sqrt(min * max)
  return { view: viewOf(survey, best), isCropped: true, shown: shownPart(survey, narrowed(best, min / shape)) }
}

/** @returns the part of a shape that cuts neither people nor the object, where its subject stands best. */
function findCrop(survey: PictureSurvey, { min, max }: BoxShape, from: Region): Region | undefined {
  const shape = Math.sqrt(min * max)
  const needed = survey.people.length > 0 ? neededBust : 1
  const candidates = windowsOf(survey.aspect, shape, from).filter(region => {
    if (areaOf(region) < minShown.area || (survey.subjects.length === 0 && region.height < minShown.height))
      return false
    const inner = kept(survey, region)
    // In the narrowest and the widest box a part of the region is not seen.
    return (
      inner !== undefined &&
      (inner.width * needed <= region.width * (min / shape) || min === max) &&
      (inner.height * needed <= region.height * (shape / max) || min === max)
    )
  })
  return selectBest(candidates, region => balanceOf(survey, region) + bodiesIn(survey, region))
}

/** Shapes of the picture below the first screen, the widest first: an upright subject has a narrow one. */
const backdropShapes = [1.5, 1.2, 1, 0.8] as const
/** Its box is wider or narrower by this factor, by the length of the texts beside it. */
const backdropStretch = 1.12

/** @returns the part of the picture that stands once more; undefined for drawings and objects on a plain background, and where every part would cut something. */
export function findBackdrop(survey: PictureSurvey): View | undefined {
  if (survey.isWhole) return undefined
  const shapes = backdropShapes.map(shape => ({ min: shape / backdropStretch, max: shape * backdropStretch }))
  const region = shapes.map(shape => findCrop(survey, shape, wholeRegion)).find(found => found !== undefined)
  return region && viewOf(survey, region)
}

/** @returns the picture in its own shape. */
export function wholeHero(survey: PictureSurvey): HeroView {
  return { view: viewOf(survey, wholeRegion), isCropped: false, shown: 1 }
}

/** What the narrowest box shows of a region. */
function narrowed({ x, y, width, height }: Region, part: number): Region {
  return { x: x + (width * (1 - part)) / 2, y, width: width * part, height }
}

/** Part of what the picture is of, else of the picture. */
function shownPart({ reach }: PictureSurvey, region: Region): number {
  return reach ? sharedArea(region, reach) / areaOf(reach) : areaOf(region)
}

/** Part of a picture that a crop shows at least: less is a strip of it. The height counts only without people and objects, because a crop may cut heads. */
const minShown = { area: 0.44, height: 0.62 } as const

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

/** Its subject, else its focal point, in the middle, with more space below than above. */
function balanceOf({ kept, subjects, focalPoint }: PictureSurvey, region: Region): number {
  const inner = subjects.length > 0 ? kept : undefined
  const at = inner ? { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 } : focalPoint
  const place = { x: (at.x - region.x) / region.width, y: (at.y - region.y) / region.height }
  return -Math.hypot(place.x - 0.5, place.y - 0.45)
}

/** Standing people are shown to their feet where the shape allows it. */
function bodiesIn({ people }: PictureSurvey, region: Region): number {
  if (people.length === 0) return 0
  return people.reduce((sum, { body }) => sum + sharedArea(region, body) / areaOf(body), 0) / people.length
}

/** The largest windows of a shape within a part of the picture. */
function windowsOf(aspect: number, shape: number, from: Region): readonly Region[] {
  const width = Math.min(from.width, (from.height * shape) / aspect)
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
