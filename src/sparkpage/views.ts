// The views of the one picture: which parts of it are worth showing, in which shape. A view that would cut something is none.
import type { Region } from '../../schemas/types.ts'
import { squaredDistance } from '../color/oklab.ts'
import type { View } from './page-plan.ts'
import {
  areaOf,
  containsRegion,
  type PictureSurvey,
  placeOf,
  sharedArea,
  unionOf,
} from './picture-survey.ts'

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

/** Windows that are tried in each direction. */
const steps = 20

/** @returns the largest part that fits the box and cuts nobody and nothing, else the whole picture. */
export function findHeroView(survey: PictureSurvey, { min, max }: BoxShape, from: Region = wholeRegion): HeroView {
  const whole = { view: viewOf(survey, wholeRegion), isCropped: false, shown: 1 }
  if (survey.isWhole) return whole
  const shape = Math.sqrt(min * max)
  const candidates = windowsOf(survey.aspect, shape, 1, from).filter(region => {
    const inner = kept(survey, region)
    // In the narrowest and the widest box a part of the region is not seen.
    return (
      inner !== undefined &&
      (inner.width <= region.width * (min / shape) || min === max) &&
      (inner.height <= region.height * (shape / max) || min === max)
    )
  })
  const best = selectBest(candidates, region => balanceOf(survey, region) + bodiesIn(survey, region))
  if (best === undefined) return whole
  return { view: viewOf(survey, best), isCropped: true, shown: areaOf(best) }
}

/** @returns what a region must hold; undefined if it cuts it. */
function kept({ kept: inner, people, focalPoint }: PictureSurvey, region: Region): Region | undefined {
  if (inner && !containsRegion(region, inner)) return undefined
  if (people.some(({ bust }) => isCut(region, bust, maxBackgroundPart))) return undefined
  return inner ?? { ...focalPoint, width: 0, height: 0 }
}

/** Part of a head in the background that a first screen may have at its edge. */
const maxBackgroundPart = 0.12

function isCut(region: Region, inner: Region, maxPart: number): boolean {
  return !containsRegion(region, inner) && sharedArea(region, inner) > areaOf(inner) * maxPart
}

/** A subject in the middle or at a third, with more space above it than below. */
function balanceOf({ kept: inner, focalPoint }: PictureSurvey, region: Region): number {
  const at = inner ? { x: inner.x + inner.width / 2, y: inner.y + inner.height / 2 } : focalPoint
  const place = { x: (at.x - region.x) / region.width, y: (at.y - region.y) / region.height }
  return -Math.hypot(place.x - 0.5, place.y - 0.45)
}

/** Standing people are shown to their feet where the shape allows it. */
function bodiesIn({ people }: PictureSurvey, region: Region): number {
  if (people.length === 0) return 0
  return people.reduce((sum, { body }) => sum + sharedArea(region, body) / areaOf(body), 0) / people.length
}

/** What a view is for: beside texts, or in two colours behind them, where no people and no objects may be. */
export type ViewUse = 'sharp' | 'behind-texts'

/** Between a view and the first screen, or another view: what they share, as a part of the smaller one. */
const maxOverlap = 0.3
/** A part of the first screen is another view from this enlargement on. */
const minEnlargement = 1.8
/** From the smallest to the largest window, as parts of the largest one of the shape. */
const scales = [0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.85, 1] as const
/** Below this interest nothing is shown. */
const minInterest = { sharp: 0.3, 'behind-texts': 0.2 } as const

/**
 * Finds the best part of a shape that is worth showing.
 *
 * @param hero the part that the first screen shows.
 * @param taken the other views of the page.
 * @returns undefined if nothing is worth it.
 */
export function findView(
  survey: PictureSurvey,
  shape: number,
  hero: Region,
  taken: readonly View[],
  use: ViewUse = 'sharp',
): View | undefined {
  if (survey.isWhole || survey.interest.length === 0) return undefined
  const candidates = scales
    .flatMap(scale => windowsOf(survey.aspect, shape, scale))
    .filter(region => region.width >= survey.minWidth - 1e-9)
    .filter(region => cutsNothing(survey, region, use))
    .filter(region => differs(region, hero, taken))
    .filter(region => !taken.some(({ region: other }) => holdsSame(survey, region, other)))
  const best = selectBest(candidates, region => interestOf(survey, region))
  return best && interestOf(survey, best) >= minInterest[use] ? viewOf(survey, best) : undefined
}

/** Part of a body or an object that is not seen as one. */
const maxVisiblePart = 0.02

function cutsNothing({ people, object }: PictureSurvey, region: Region, use: ViewUse): boolean {
  const isFree = (inner: Region) =>
    sharedArea(region, inner) <= Math.min(areaOf(inner), areaOf(region)) * maxVisiblePart
  const isKept = (inner: Region) => use === 'sharp' && containsRegion(region, inner)
  return (
    people.every(({ bust, body }) => isKept(bust) || isFree(body)) &&
    (object === undefined || isKept(object) || isFree(object))
  )
}

function differs(region: Region, hero: Region, taken: readonly View[]): boolean {
  const overlap = (other: Region) => sharedArea(region, other) / Math.min(areaOf(region), areaOf(other))
  const isNear = Math.sqrt(areaOf(hero) / areaOf(region)) >= minEnlargement
  return (isNear || overlap(hero) < maxOverlap) && taken.every(({ region: other }) => overlap(other) < maxOverlap)
}

/** Whether both show the object or one of the people. */
function holdsSame({ people, object }: PictureSurvey, one: Region, other: Region): boolean {
  const shown = [...people.map(({ bust }) => bust), ...(object ? [object] : [])]
  return shown.some(inner => containsRegion(one, inner) && containsRegion(other, inner))
}

/** Interest of people and of the object: what a picture is of is worth showing, larger. */
const subjectInterest = 0.5

/** @returns 0 to about 1: detail, its differences, changes of colour, and the subject. */
export function interestOf(survey: PictureSurvey, region: Region): number {
  const cells = survey.interest.flatMap((interest, index) =>
    isInside(region, placeOf(index)) ? [{ interest, index }] : [],
  )
  if (cells.length === 0) return 0
  const mean = cells.reduce((sum, { interest }) => sum + interest, 0) / cells.length
  const spread = Math.sqrt(cells.reduce((sum, { interest }) => sum + (interest - mean) ** 2, 0) / cells.length)
  const colors = cells.flatMap(({ index }) => survey.colors[index] ?? [])
  const changes = colors.reduce((max, color) => Math.max(max, colors[0] ? squaredDistance(colors[0], color) : 0), 0)
  const inner = unionOf([...survey.people.map(({ bust }) => bust), ...(survey.object ? [survey.object] : [])])
  const subject = inner && containsRegion(region, inner) ? subjectInterest : 0
  return mean + spread * 0.8 + Math.min(0.25, Math.sqrt(changes)) * 0.6 + subject
}

function isInside(region: Region, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height
}

/** All windows of a shape at a scale within a part of the picture. */
function windowsOf(aspect: number, shape: number, scale: number, from: Region = wholeRegion): readonly Region[] {
  const width = Math.min(from.width, (from.height * shape) / aspect) * scale
  const height = (width * aspect) / shape
  const places = (start: number, free: number) =>
    free < 1e-6 ? [start] : Array.from({ length: steps + 1 }, (_, step) => start + (free * step) / steps)
  return places(from.y, from.height - height).flatMap(y =>
    places(from.x, from.width - width).map(x => ({ x, y, width, height })),
  )
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
export function viewOf({ people, object, focalPoint }: PictureSurvey, region: Region): View {
  const shown = [...people.map(({ bust }) => bust), ...(object ? [object] : [])]
  const inner = unionOf(shown.filter(one => containsRegion(region, one)))
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
