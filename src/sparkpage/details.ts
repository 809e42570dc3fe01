// Parts of a picture that are pictures of their own: above features, or side by side in the middle of a page.
import { detailSide } from '../../schemas/composition.ts'
import type { Size } from '../../schemas/types.ts'
import { firstOf } from '../first-of.ts'
import { colorOfBlurHash, readBlurHash } from './blur-hash.ts'
import type { Style } from './style.ts'
import { isScene } from './subject.ts'

export interface Details {
  /** Width of the whole picture in widths of a detail. */
  readonly size: number
  /** Where each detail is in the picture, as background-position counts: from 0 at its left and its top to 1 at the other end. */
  readonly positions: readonly { readonly x: number; readonly y: number }[]
}

/** Width by height of a detail. */
const aspect = 4 / 3
/** How much larger than the whole picture in the same window a detail is: with less, details look like copies. */
const zoom = { min: 1.7, max: 2.4 } as const
/** Width of a detail in pixels of the picture, at least. */
const minWidth = 460
/** Distance of two details, at least, as a part of their size in one direction. */
const minDistance = 0.6
const maxDetails = 4

interface Corner {
  readonly left: number
  readonly top: number
}

/**
 * Details lie where the picture is not quiet: one next to its subject, the others as far from each other as possible.
 *
 * @returns undefined without a picture, for faces, which no detail may cut, for pictures that were not measured, for small ones, and for
 *   small objects.
 */
export function findDetails(style: Style): Details | undefined {
  const { quiet, faces, preview, focalPoint } = style
  if (preview === undefined || quiet === undefined || faces.length > 0) return undefined
  const own = preview.width / preview.height
  /** Size of the largest window of these proportions, as a part of the picture. */
  const whole = { width: Math.min(1, aspect / own), height: Math.min(1, own / aspect) }
  const enlarged = Math.min(zoom.max, (preview.width * whole.width) / minWidth)
  if (enlarged < zoom.min) return undefined
  const size = { width: whole.width / enlarged, height: whole.height / enlarged }
  const lefts = spread(quiet.left.extent, 1 - quiet.right.extent, size.width)
  const tops = spread(quiet.top.extent, 1 - quiet.bottom.extent, size.height)
  const distance: Distance = (one, other) =>
    Math.max(Math.abs(one.left - other.left) / size.width, Math.abs(one.top - other.top) / size.height)
  const subject = { left: focalPoint.x - size.width / 2, top: focalPoint.y - size.height / 2 }
  const places = lefts
    .flatMap(left => tops.map(top => ({ left, top })))
    .filter(place => showsSubject(place, size, style) && isSharp(place, size, style) && isLit(place, size, style))
    .toSorted((one, other) => distance(one, subject) - distance(other, subject))
  // One in the middle may leave no space beside it.
  const [chosen] = places
    .map(first => chooseFrom(first, places, distance))
    .toSorted((one, other) => other.length - one.length)
  if (chosen === undefined) return undefined
  return {
    size: 1 / size.width,
    positions: chosen.map(({ left, top }) => ({ x: left / (1 - size.width), y: top / (1 - size.height) })),
  }
}

/** Part of a detail that shows the subject, at least. */
const minSubjectPart = 1 / 3

/** Beside an object a picture is often blurred or empty. */
function showsSubject({ left, top }: Corner, { width, height }: Size, style: Style): boolean {
  const { subject } = style
  if (subject === undefined || isScene(style)) return true
  const across = overlap(left, width, subject.x, subject.width)
  const down = overlap(top, height, subject.y, subject.height)
  return across * down >= minSubjectPart * width * height
}

/** Fine detail of a place, at least, as a part of where the picture has most: others are out of focus or empty. */
const minDetail = 0.15

function isSharp({ left, top }: Corner, { width, height }: Size, { detail }: Style): boolean {
  if (detail === undefined) return true
  const parts = detail.map((value, at) => {
    const across = overlap(left, width, (at % detailSide) / detailSide, 1 / detailSide)
    const down = overlap(top, height, Math.floor(at / detailSide) / detailSide, 1 / detailSide)
    return value * across * down
  })
  return parts.reduce((sum, part) => sum + part, 0) >= minDetail * width * height
}

/** Length that two ranges have in common, each from its start. */
function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))
}

/** OKLab lightness in the middle of a detail, at least: a darker one is a black area on most screens. */
const minLightness = 0.22

function isLit({ left, top }: Corner, { width, height }: Size, { placeholder }: Style): boolean {
  if (placeholder === undefined) return true
  return colorOfBlurHash(readBlurHash(placeholder), left + width / 2, top + height / 2).l >= minLightness
}

/** Distance of two places in the size of details. */
type Distance = (one: Corner, other: Corner) => number

/** @returns the first one, and others as far from those before as possible. */
function chooseFrom(first: Corner, places: readonly Corner[], distance: Distance): readonly Corner[] {
  const chosen = [first]
  const nearest = (place: Corner) => Math.min(...chosen.map(other => distance(place, other)))
  while (chosen.length < maxDetails) {
    const farthest = firstOf(places.toSorted((one, other) => nearest(other) - nearest(one)))
    if (nearest(farthest) < minDistance) break
    chosen.push(farthest)
  }
  return chosen
}

/** @returns where windows of a size begin that lie evenly from one end to the other; the one in the middle of a part that is smaller. */
function spread(start: number, end: number, size: number): readonly number[] {
  const space = end - start - size
  if (space <= 0) return [Math.min(1 - size, Math.max(0, (start + end - size) / 2))]
  return [start, start + space / 2, start + space]
}
