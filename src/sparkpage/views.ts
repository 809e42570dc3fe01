// The views of the one picture: which parts of it are worth showing, in which shape. A view that would cut something is none.
import type { Region } from '../../schemas/types.ts'
import { type Oklab, squaredDistance } from '../color/oklab.ts'
import type { View } from './page-plan.ts'
import { areaOf, containsRegion, type PictureSurvey, sharedArea, surveySide, unionOf } from './picture-survey.ts'

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

/** Steps from one end of the picture to the other in which windows are tried. */
const steps = 14

/** @returns the largest part that fits the box and cuts nobody and nothing, else the whole picture. */
export function findHeroView(survey: PictureSurvey, { min, max }: BoxShape, from: Region = wholeRegion): HeroView {
  const whole = { view: viewOf(survey, wholeRegion), isCropped: false, shown: 1 }
  if (survey.isWhole) return whole
  const shape = Math.sqrt(min * max)
  const candidates = windowsOf(survey.aspect, shape, 1, from).filter(region => {
    if (survey.kept === undefined && areaOf(region) < minShown) return false
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
  return { view: viewOf(survey, best), isCropped: true, shown: shownPart(survey, best) }
}

/** Part of what the picture is of, else of the picture. */
function shownPart({ largeSubject, kept: inner }: PictureSurvey, region: Region): number {
  if (inner || largeSubject === undefined) return areaOf(region)
  return sharedArea(region, largeSubject) / areaOf(largeSubject)
}

/** Part of a picture that a first screen shows at least where nothing was found: anything may be cut. */
const minShown = 0.4

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
/** Interest of views of a scene, of one with something large in it, and of the surroundings of people and objects, at least. */
const minInterest = { scene: 0.42, texture: 0.42, 'large-subject': 0.49, surroundings: 0.6 } as const
/** Views beside the first screen at most. */
const maxViews = { scene: 3, texture: 1, 'large-subject': 1, surroundings: 2 } as const
/** An upright picture is of something, even where nothing was found: its parts are worth less. */
const uprightInterest = 0.12
/** Largest distance of colours in a picture that shows one thing everywhere, such as the sea, OKLab. */
const maxTextureColors = 0.12

function contentOf(survey: PictureSurvey): keyof typeof minInterest {
  const { people, object, hasSubject } = survey
  if (people.length > 0 || object !== undefined) return 'surroundings'
  if (hasSubject) return 'large-subject'
  return colorRange(colorsIn(survey, wholeRegion)) < maxTextureColors ? 'texture' : 'scene'
}

function minInterestOf({ aspect }: PictureSurvey, content: keyof typeof minInterest): number {
  return minInterest[content] + (aspect < 1 && content !== 'surroundings' ? uprightInterest : 0)
}

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
  const content = contentOf(survey)
  if (survey.isWhole || survey.interest.length === 0 || taken.length >= maxViews[content]) return undefined
  const candidates = scales
    .flatMap(scale => windowsOf(survey.aspect, shape, scale))
    .filter(region => region.width >= survey.minWidth - 1e-9)
    .filter(region => cutsNothing(survey, region, use))
    .filter(region => differs(region, hero, taken))
    .filter(region => !taken.some(({ region: other }) => holdsSame(survey, region, other)))
    .filter(region => !taken.some(({ region: other }) => looksAlike(survey, region, other)))
  const best = selectBest(candidates, region => interestOf(survey, region))
  return best && interestOf(survey, best) >= minInterestOf(survey, content) ? viewOf(survey, best) : undefined
}

/** Part of a body or an object that is not seen as one. */
const maxVisiblePart = 0.02

function cutsNothing({ people, object, focalPoint, aspect }: PictureSurvey, region: Region, use: ViewUse): boolean {
  const isFree = (inner: Region) =>
    sharedArea(region, inner) <= Math.min(areaOf(inner), areaOf(region)) * maxVisiblePart
  const isKept = (inner: Region) => use === 'sharp' && containsRegion(region, inner)
  return (
    people.every(({ bust, body }) => isKept(bust) || isFree(body)) &&
    (object ? isKept(object) || isFree(object) : !isCut(region, aroundPoint(focalPoint, aspect), maxFocalPart))
  )
}

/** From the focal point to the edges of what stands out there, as a part of the shorter side. */
const focalRadius = 0.18
/** Part of it that a view may cut. */
const maxFocalPart = 0.1

function aroundPoint({ x, y }: PictureSurvey['focalPoint'], aspect: number): Region {
  const [across, down] = [focalRadius / Math.max(1, aspect), focalRadius * Math.min(1, aspect)]
  const [left, top] = [Math.max(0, x - across), Math.max(0, y - down)]
  return { x: left, y: top, width: Math.min(1, x + across) - left, height: Math.min(1, y + down) - top }
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

/** Mean colours of views, in OKLab, and means of their interest that are about the same. */
const alike = { color: 0.05, interest: 0.16 } as const

/** Whether two views show more of the same: another part of a meadow, or of a heap. */
function looksAlike(survey: PictureSurvey, one: Region, other: Region): boolean {
  const [here, there] = [meanColor(survey, one), meanColor(survey, other)]
  const difference = measureRange(survey, rangeOf(one)).mean - measureRange(survey, rangeOf(other)).mean
  const isOneColor = here && there && squaredDistance(here, there) < alike.color ** 2
  return isOneColor === true && Math.abs(difference) < alike.interest
}

/** Across and down where the colours of a region are looked up, as parts of it: those of a picture change slowly. */
const samples = [0.1, 0.5, 0.9] as const

function colorsIn({ colors }: PictureSurvey, { x, y, width, height }: Region): readonly Oklab[] {
  const cellAt = (place: number) => Math.min(surveySide - 1, Math.floor(place * surveySide))
  return samples.flatMap(down =>
    samples.flatMap(across => colors[cellAt(y + height * down) * surveySide + cellAt(x + width * across)] ?? []),
  )
}

function meanColor(survey: PictureSurvey, region: Region): Oklab | undefined {
  const colors = colorsIn(survey, region)
  if (colors.length === 0) return undefined
  const mean = (axis: keyof Oklab) => colors.reduce((sum, color) => sum + color[axis], 0) / colors.length
  return { l: mean('l'), a: mean('a'), b: mean('b') }
}

/** What the interest of a view consists of: what lies at its border is cut. */
const interestWeights = { mean: 0.75, spread: 1, colors: 0.6, border: 0.3, subject: 0.5 } as const
/** Distance of colours in OKLab that counts at most. */
const maxColorDistance = 0.25

/** @returns 0 to about 1: detail and its differences, changes of colour, and what the picture is of. */
export function interestOf(survey: PictureSurvey, region: Region): number {
  const range = rangeOf(region)
  const { mean, spread, count } = measureRange(survey, range)
  if (count === 0) return 0
  const inner = measureRange(survey, withoutBorder(range))
  const cut = count > inner.count ? (mean * count - inner.mean * inner.count) / (count - inner.count) : 0
  const weights = interestWeights
  return (
    weights.mean * mean +
    weights.spread * spread +
    weights.colors * Math.min(maxColorDistance, colorRange(colorsIn(survey, region))) +
    (holdsSubject(survey, region) ? weights.subject : 0) -
    weights.border * cut
  )
}

/** Parts of the survey whose middles are in a region: from, and up to but without. */
interface CellRange {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function rangeOf({ x, y, width, height }: Region): CellRange {
  const cell = (place: number) => Math.min(surveySide, Math.max(0, Math.ceil(place * surveySide - 0.5)))
  return { left: cell(x), right: cell(x + width), top: cell(y), bottom: cell(y + height) }
}

/** A border that is one of the picture cuts nothing. */
function withoutBorder({ left, right, top, bottom }: CellRange): CellRange {
  return {
    left: left === 0 ? 0 : left + 1,
    right: right === surveySide ? right : right - 1,
    top: top === 0 ? 0 : top + 1,
    bottom: bottom === surveySide ? bottom : bottom - 1,
  }
}

function measureRange({ sums }: PictureSurvey, { left, right, top, bottom }: CellRange) {
  const count = Math.max(0, right - left) * Math.max(0, bottom - top)
  if (count === 0) return { mean: 0, spread: 0, count }
  const at = (table: Float64Array, column: number, row: number) => table[row * (surveySide + 1) + column] ?? 0
  const meanOf = (table: Float64Array) =>
    (at(table, right, bottom) - at(table, left, bottom) - at(table, right, top) + at(table, left, top)) / count
  const mean = meanOf(sums.values)
  return { mean, spread: Math.sqrt(Math.max(0, meanOf(sums.squares) - mean ** 2)), count }
}

/** @returns the largest distance of a colour from the first one. */
function colorRange(colors: readonly Oklab[]): number {
  const first = colors[0]
  if (first === undefined) return 0
  return Math.sqrt(colors.reduce((max, color) => Math.max(max, squaredDistance(first, color)), 0))
}

function holdsSubject({ people, object }: PictureSurvey, region: Region): boolean {
  const shown = [...people.map(({ bust }) => bust), ...(object ? [object] : [])]
  return shown.some(inner => containsRegion(region, inner))
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
