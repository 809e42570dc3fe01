// Where a crop lies: it cuts as few heads as possible, else it keeps the subject whole and loses little of what stands out.
import type { Box } from '../../../schemas/platform.ts'
import type { Region, Size } from '../../../schemas/types.ts'
import { at, clamp } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'
import { areaOf } from './heads.ts'
import type { FocalPoint } from './layout.ts'
import type { SalientObject } from './salient-objects.ts'

/** What a crop keeps; all places are 0 to 1 of the picture. */
export interface Content {
  readonly focus: FocalPoint
  /** The heads of people. */
  readonly heads: readonly Region[]
  /** The box around the subject. */
  readonly subject?: Region | undefined
  readonly interest?: Interest | undefined
}

/** How much stands out, along the width and along the height of the picture. */
export interface Interest {
  readonly x: WeightedRange
  readonly y: WeightedRange
}

/** The weights of a range, in equal parts from its start; 0 to 1 of the picture. */
interface WeightedRange {
  readonly start: number
  readonly length: number
  readonly weights: Float64Array
}

/** @param part the part of the picture that the objects are in. @returns undefined without any object. */
export function interestOf(
  objects: readonly SalientObject[],
  { columns, rows, extent }: Grid,
  part: Region,
): Interest | undefined {
  if (objects.length === 0) return undefined
  const [across, down] = [new Float64Array(columns), new Float64Array(rows)]
  for (const { cells, interest } of objects) {
    for (const [index, cell] of cells.entries()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      const weight = interest[index] ?? 0
      across[column] = at(across, column) + weight
      down[row] = at(down, row) + weight
    }
  }
  return {
    x: { start: part.x, length: part.width * extent.x, weights: across },
    y: { start: part.y, length: part.height * extent.y, weights: down },
  }
}

/** @returns the largest part of the picture with an aspect ratio, px: as near to the focal point as what it keeps allows. */
export function cropTo(aspect: number, { width, height }: Size, { focus, heads, subject, interest }: Content): Box {
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspect))),
    height: Math.max(1, Math.min(height, Math.round(width / aspect))),
  }
  const across = { length: crop.width, limit: width }
  const down = { length: crop.height, limit: height }
  if (heads.length === 0 && interest !== undefined) {
    const { x, y } = interest
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
  return { start: Math.round(start * limit), end: Math.round((start + length) * limit), area: areaOf(head) }
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

/** Places of a crop that are tried: each is a hundredth of the space that it has. */
const placeSteps = 100
/** Weight of the distance to the middle of all weights: of places that lose nothing, the one in the middle. */
const centeringWeight = 0.003
/** Weight of the part of the subject that is cut though it would fit. */
const cuttingWeight = 10

/** @returns where the crop begins, px: what is lost weighs by the cube of its distance, so that both sides lose alike. */
function placeSubject(
  subject: { readonly start: number; readonly end: number } | undefined,
  { start: first, length: extent, weights }: WeightedRange,
  { length, limit }: Window,
): number {
  if (length === limit) return 0
  const share = length / limit
  const positions = weights.map((_, index) => first + (extent * (index + 0.5)) / weights.length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const middle = weights.reduce((sum, weight, index) => sum + weight * at(positions, index), 0) / total
  const kept = subject !== undefined && subject.end - subject.start <= share ? subject : undefined
  const costOf = (start: number): number => {
    let lost = 0
    for (let index = 0; index < weights.length; index++) {
      const position = at(positions, index)
      const outside = Math.max(0, start - position, position - start - share)
      lost += at(weights, index) * outside * outside * outside
    }
    const cut = kept === undefined ? 0 : Math.max(0, start - kept.start, kept.end - start - share)
    return lost / total + centeringWeight * Math.abs(start + share / 2 - middle) + cuttingWeight * cut
  }
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (let index = 0; index <= placeSteps; index++) {
    const start = ((1 - share) * index) / placeSteps
    const cost = costOf(start)
    if (cost < least) [best, least] = [start, cost]
  }
  return clamp(Math.round(best * limit), 0, limit - length)
}
