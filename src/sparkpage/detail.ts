// A part of a picture that is a picture of its own: at the end of a page that began with the whole.
import type { Quiet } from '../../schemas/composition.ts'
import type { Region, Size } from '../../schemas/types.ts'
import { colorOfBlurHash, readBlurHash } from './blur-hash.ts'
import type { Style } from './style.ts'
import { isScene, withObject } from './subject.ts'

export interface Detail {
  /** Width of the whole picture in widths of the detail. */
  readonly size: number
  /** Where it is in the picture, as background-position counts: from 0 at its left and its top to 1 at the other end. */
  readonly x: number
  readonly y: number
}

/** Width by height. */
const aspect = 4 / 3
/**
 * How much larger than the whole picture in the same window it is: with less, it looks like a copy. An object changes more by its
 * surroundings that are left out.
 */
const zoom = { min: 1.7, max: 2, minOfObject: 1.35 } as const
/** Its width in pixels of the picture, at least. */
const minWidth = 640

interface Corner {
  readonly left: number
  readonly top: number
}

/**
 * The detail holds the whole of an object; of a scene it lies where the picture is not quiet, as near to the focal point as possible.
 *
 * @returns undefined without a picture, for faces, which it may not cut, for pictures that were not measured, for small ones, and for
 *   objects that are small or would be cut.
 */
export function findDetail(style: Style): Detail | undefined {
  const { quiet, faces, preview, focalPoint } = style
  if (preview === undefined || quiet === undefined || faces.length > 0) return undefined
  const own = preview.width / preview.height
  /** Size of the largest window of these proportions, as a part of the picture. */
  const whole = { width: Math.min(1, aspect / own), height: Math.min(1, own / aspect) }
  const { subject } = withObject(style)
  const object = isScene(style) ? undefined : subject
  const limit = object === undefined ? zoom.max : Math.min(zoom.max, zoomOf(object, whole))
  const enlarged = Math.min(limit, (preview.width * whole.width) / minWidth)
  if (enlarged < (object === undefined ? zoom.min : zoom.minOfObject)) return undefined
  const size = { width: whole.width / enlarged, height: whole.height / enlarged }
  const shown = object ?? notQuiet(quiet)
  const lefts = spread(shown.x, shown.x + shown.width, size.width)
  const tops = spread(shown.y, shown.y + shown.height, size.height)
  const distance = ({ left, top }: Corner) =>
    Math.max(
      Math.abs(left + size.width / 2 - focalPoint.x) / size.width,
      Math.abs(top + size.height / 2 - focalPoint.y) / size.height,
    )
  const [nearest] = lefts
    .flatMap(left => tops.map(top => ({ left, top })))
    .filter(place => showsSubject(place, size, style) && isSharp(place, size, style) && isLit(place, size, style))
    .toSorted((one, other) => distance(one) - distance(other))
  if (nearest === undefined) return undefined
  return { size: 1 / size.width, x: nearest.left / (1 - size.width), y: nearest.top / (1 - size.height) }
}

function notQuiet({ left, right, top, bottom }: Quiet): Region {
  return {
    ...{ x: left.extent, width: 1 - left.extent - right.extent },
    ...{ y: top.extent, height: 1 - top.extent - bottom.extent },
  }
}

/** Of the ends of an object to the edges of its detail, in widths and heights of the object. */
const objectMargin = 0.03

/** @returns how many times a window that is as large as possible may be larger than one with the whole object. */
function zoomOf({ width, height }: Region, whole: Size): number {
  return Math.min(whole.width / width, whole.height / height) / (1 + 2 * objectMargin)
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
  const most = Math.max(...sixteenths.map(part => meanDetail(detail, part)))
  return most > 0 && meanDetail(detail, { x: left, y: top, width, height }) >= minDetail * most
}

/** The parts of a picture that are compared: 4 × 4. */
const sixteenths: readonly Region[] = Array.from({ length: 16 }, (_, index) => ({
  ...{ x: (index % 4) / 4, width: 1 / 4 },
  ...{ y: Math.floor(index / 4) / 4, height: 1 / 4 },
}))

/** @param detail of equal parts, as many across as down. @returns its mean over a region. */
function meanDetail(detail: readonly number[], { x, y, width, height }: Region): number {
  const side = Math.sqrt(detail.length)
  const parts = detail.map((value, index) => {
    const across = overlap(x, width, (index % side) / side, 1 / side)
    const down = overlap(y, height, Math.floor(index / side) / side, 1 / side)
    return value * across * down
  })
  return parts.reduce((sum, part) => sum + part, 0) / (width * height)
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

/** @returns where windows of a size begin that lie evenly from one end to the other; the one in the middle of a part that is smaller. */
function spread(start: number, end: number, size: number): readonly number[] {
  const space = end - start - size
  if (space <= 0) return [Math.min(1 - size, Math.max(0, (start + end - size) / 2))]
  return [start, start + space / 2, start + space]
}
