// The position of a crop: it cuts as few heads as possible; without heads, salient areas are in its middle and the subject is whole.
import type { Box } from '../../../schemas/platform.ts'
import type { Region, Size } from '../../../schemas/types.ts'
import { at, clamp } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import { faceArea } from './heads.ts'
import type { FocalPoint } from './layout.ts'
import type { SalientObject } from './salient-objects.ts'

/** The contents that a crop keeps; positions are 0 to 1 of the picture. */
export interface CropContent {
  readonly focus: FocalPoint
  /** The heads of people. */
  readonly heads: readonly Region[]
  /** The box around the subject. */
  readonly subject?: Region | undefined
  readonly prominence?: Prominence | undefined
}

/** How much stands out, along the width and along the height of the picture. */
interface Prominence {
  readonly x: Profile
  readonly y: Profile
}

/** The greatest saliency of every column or row of cells, in equal parts from a start; 0 to 1 of the picture. */
interface Profile {
  readonly start: number
  readonly length: number
  readonly peaks: Float64Array
}

/** @param part the part of the picture that the objects are in. @returns undefined without any object. */
export function measureProminence(
  objects: readonly SalientObject[],
  { columns, rows, extent }: Grid,
  part: Region,
): Prominence | undefined {
  if (objects.length === 0) return undefined
  const [across, down] = [new Float64Array(columns), new Float64Array(rows)]
  for (const { cells, saliency } of objects) {
    for (const [index, cell] of cells.entries()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      across[column] = Math.max(at(across, column), saliency[index] ?? 0)
      down[row] = Math.max(at(down, row), saliency[index] ?? 0)
    }
  }
  return {
    x: { start: part.x, length: part.width * extent.x, peaks: across },
    y: { start: part.y, length: part.height * extent.y, peaks: down },
  }
}

/** @returns the largest part of the picture with an aspect ratio, px: as near to the focal point as what it keeps allows. */
export function cropTo(
  aspect: number,
  { width, height }: Size,
  { focus, heads, subject, prominence }: CropContent,
): Box {
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspect))),
    height: Math.max(1, Math.min(height, Math.round(width / aspect))),
  }
  const across = { length: crop.width, limit: width }
  const down = { length: crop.height, limit: height }
  if (heads.length === 0 && prominence !== undefined) {
    const { x, y } = prominence
    return {
      x: placeSubject(subject && { start: subject.x, end: subject.x + subject.width }, x, across),
      y: placeSubject(subject && { start: subject.y, end: subject.y + subject.height }, y, down),
      ...crop,
    }
  }
  return {
    x: placeHeads(
      focus.x,
      heads.map(head => headSpan(head, head.x, head.width, width)),
      across,
    ),
    y: placeHeads(
      focus.y,
      heads.map(head => headSpan(head, head.y, head.height, height)),
      down,
    ),
    ...crop,
  }
}

/** A crop along one side of the picture, px. */
interface Window {
  readonly length: number
  /** Length of the picture. */
  readonly limit: number
}

/** A head along one side of the picture, px, and its area, which says how much it matters. */
interface HeadSpan {
  readonly start: number
  readonly end: number
  readonly area: number
}

function headSpan(head: Region, start: number, length: number, limit: number): HeadSpan {
  return { start: Math.round(start * limit), end: Math.round((start + length) * limit), area: faceArea(head) }
}

/** @returns where the crop begins: as near to the focus as possible of all places where the most heads are whole and the fewest are cut. */
function placeHeads(focus: number, heads: readonly HeadSpan[], { length, limit }: Window): number {
  const place = (start: number) => clamp(Math.floor(start), 0, limit - length)
  const preferred = place(focus * limit - length / 2)
  const spans = heads.map(head => trimSpan(head, length))
  const worth = (start: number) => spans.reduce((sum, span) => sum + worthOf(span, start, start + length), 0)
  // From one set of whole heads to another, a crop begins or ends at the edge of a head.
  const places = spans.flatMap(({ start, end }) => [start, end, start - length, end - length]).map(place)
  const distance = (start: number) => Math.abs(start - preferred)
  return places.reduce((best, start) => {
    const gain = worth(start) - worth(best)
    return gain > 0 || (gain === 0 && distance(start) < distance(best)) ? start : best
  }, preferred)
}

/** A head that is longer than the crop is shown in its middle. */
function trimSpan({ start, end, area }: HeadSpan, length: number): HeadSpan {
  const excess = Math.max(0, end - start - length)
  const trimmedStart = start + Math.floor(excess / 2)
  return { start: trimmedStart, end: Math.min(end, trimmedStart + length), area }
}

/** A head that is cut weighs more than one that is not shown at all. */
const cutWeight = 2

/** The area of a head that is whole in a crop, less that of one that is cut; one outside counts for nothing. */
function worthOf({ start, end, area }: HeadSpan, from: number, to: number): number {
  if (end <= from || start >= to) return 0
  return start >= from && end <= to ? area : -cutWeight * area
}

/** From which saliency on something is to be kept: the crop lies in the middle of the places that each of them gives. */
const keptSaliencies = [0.4, 0.5, 0.6, 0.7] as const

/** A part of a side of the picture, 0 to 1 of it. */
interface Span {
  readonly start: number
  readonly end: number
}

/** @returns the start of the crop, px: around the salient areas, and around the whole subject if it fits. */
function placeSubject(subject: Span | undefined, profile: Profile, { length, limit }: Window): number {
  const share = length / limit
  const kept = subject !== undefined && subject.end - subject.start <= share ? subject : undefined
  const place = (start: number): number => {
    const keeping = kept === undefined ? start : clamp(start, kept.end - share, kept.start)
    return clamp(keeping, 0, 1 - share)
  }
  const starts = keptSaliencies.map(minSaliency => {
    const { start, end } = mostProminentSpan(profile, share, minSaliency)
    return place((start + end - share) / 2)
  })
  const mean = starts.reduce((sum, start) => sum + start, 0) / starts.length
  return clamp(Math.round(mean * limit), 0, limit - length)
}

/** @returns the span, no longer than a share of the side, of cells that are most above a saliency and least below it. */
function mostProminentSpan({ start, length, peaks }: Profile, share: number, minSaliency: number): Span {
  const step = length / peaks.length
  let [best, most] = [{ start, end: start + step }, Number.NEGATIVE_INFINITY]
  for (let first = 0; first < peaks.length; first++) {
    let sum = 0
    for (let last = first; last < peaks.length; last++) {
      if (last > first && (last + 1 - first) * step > share) break
      sum += at(peaks, last) - minSaliency
      if (sum <= most) continue
      most = sum
      best = { start: start + first * step, end: Math.min(1, start + (last + 1) * step) }
    }
  }
  return best
}
