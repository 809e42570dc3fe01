// How much a part of the picture is worth showing, and whether two parts look alike.
import type { Region } from '../../schemas/types.ts'
import { type Oklab, squaredDistance } from '../color/oklab.ts'
import { containsRegion, type PictureSurvey, surveySide } from './picture-survey.ts'

/** Mean colours of views, in OKLab, and means of their interest that are about the same. */
const alike = { color: 0.05, interest: 0.16 } as const

/** Whether two views show more of the same: another part of a meadow, or of a heap. */
export function looksAlike(survey: PictureSurvey, one: Region, other: Region): boolean {
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
  const { mean, spread, count } = measureRange(survey, rangeOf(region))
  if (count === 0) return 0
  const weights = interestWeights
  return (
    weights.mean * mean +
    weights.spread * spread +
    weights.colors * Math.min(maxColorDistance, colorRange(colorsIn(survey, region))) +
    (holdsSubject(survey, region) ? weights.subject : 0) -
    weights.border * borderInterest(survey, region)
  )
}

/** @returns the mean interest along the border of a region, where that is not the border of the picture: what it cuts. */
export function borderInterest(survey: PictureSurvey, region: Region): number {
  const range = rangeOf(region)
  const [all, inner] = [measureRange(survey, range), measureRange(survey, withoutBorder(range))]
  const count = all.count - inner.count
  return count > 0 ? (all.mean * all.count - inner.mean * inner.count) / count : 0
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

function holdsSubject({ subjects }: PictureSurvey, region: Region): boolean {
  return subjects.some(inner => containsRegion(region, inner))
}

/** Largest distance of colours in a picture that shows one thing everywhere, such as the sea, OKLab. */
const maxTextureColors = 0.12

/** Whether all parts of a picture have about one colour. */
export function isTexture(survey: PictureSurvey): boolean {
  return colorRange(colorsIn(survey, { x: 0, y: 0, width: 1, height: 1 })) < maxTextureColors
}
