// How a picture fits the platform where it will be shown: crop, safe area, resolution and advice.
import { type Box, type Platform, type PlatformFit, platformCanvases, safeAreaOf } from '../../../schemas/platform.ts'
import type { Region, Size } from '../../../schemas/types.ts'
import { clamp } from '../numbers.ts'
import { areaOf } from './heads.ts'
import type { FocalPoint } from './layout.ts'

/** Largest difference of aspect ratios that still counts as equal. */
const aspectTolerance = 0.01

/**
 * @param size the upright picture, px.
 * @param focus its focal point, 0 to 1 of the frame.
 * @param heads the heads of people, 0 to 1 of the frame.
 * @returns canvas, crop around the focal point that cuts as few heads as possible, safe area and advice for a platform.
 */
export function fitPlatform(size: Size, name: Platform, focus: FocalPoint, heads: readonly Region[] = []): PlatformFit {
  const { label, size: canvas } = platformCanvases[name]
  const crop = cropAround(focus, heads, size, canvas)
  const safe_area = safeAreaOf(name)
  const ratio = size.width / size.height / (canvas.width / canvas.height)
  const focusOnCanvas = {
    x: ((focus.x * size.width - crop.x) / crop.width) * canvas.width,
    y: ((focus.y * size.height - crop.y) / crop.height) * canvas.height,
  }
  const fit = {
    name,
    canvas,
    aspect_match: Math.abs(ratio - 1) < aspectTolerance,
    min_resolution_ok: crop.width >= canvas.width && crop.height >= canvas.height,
    crop,
    safe_area,
    focal_in_safe_area: contains(safe_area, focusOnCanvas),
  }
  return { ...fit, advice: adviceFor(fit, label, size, focusOnCanvas) }
}

/** Largest part of the picture with the aspect of the canvas, as nearly around the focal point as the frame and heads allow. */
function cropAround(
  focus: FocalPoint,
  heads: readonly Region[],
  { width, height }: Size,
  canvas: Size,
): PlatformFit['crop'] {
  const aspect = canvas.width / canvas.height
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspect))),
    height: Math.max(1, Math.min(height, Math.round(width / aspect))),
  }
  const spanOf = (head: Region, start: number, length: number, limit: number) => ({
    start: Math.round(start * limit),
    end: Math.round((start + length) * limit),
    area: areaOf(head),
  })
  const across = heads.map(head => spanOf(head, head.x, head.width, width))
  const down = heads.map(head => spanOf(head, head.y, head.height, height))
  return {
    x: placeSpan(focus.x * width, across, crop.width, width),
    y: placeSpan(focus.y * height, down, crop.height, height),
    ...crop,
  }
}

/** A head along one side of the picture, px, and its area, which says how much it matters. */
interface HeadSpan {
  readonly start: number
  readonly end: number
  readonly area: number
}

/**
 * @param length of the crop, px.
 * @param limit length of the picture, px.
 * @returns where the crop begins: as near to the focus as possible of all places where the most heads are whole and the fewest are cut.
 */
function placeSpan(focus: number, heads: readonly HeadSpan[], length: number, limit: number): number {
  const place = (start: number) => clamp(Math.floor(start), 0, limit - length)
  const preferred = place(focus - length / 2)
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

/** Of a head that is longer than the crop, the middle is shown. */
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

function contains(box: Box, { x, y }: FocalPoint): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** Share of the picture that a crop may lose before another picture would fit better. */
const maxLostShare = 0.5

function adviceFor(fit: Omit<PlatformFit, 'advice'>, label: string, size: Size, focus: FocalPoint): string[] {
  const { canvas, aspect_match, min_resolution_ok, crop, safe_area } = fit
  const target = `${canvas.width} × ${canvas.height}`
  const lost = 1 - (crop.width * crop.height) / (size.width * size.height)
  const shape = crop.width < size.width ? 'narrower' : 'flatter'
  const advice: readonly (readonly [applies: boolean, text: string])[] = [
    [aspect_match && min_resolution_ok, `It fills ${target} px of ${label} as it is.`],
    [!aspect_match, `Crop to ${crop.width} × ${crop.height} px at ${crop.x}, ${crop.y} for ${label}.`],
    [
      !aspect_match && lost > maxLostShare,
      `The crop loses ${Math.round(lost * 100)} % of the picture: a ${shape} original keeps more.`,
    ],
    [!min_resolution_ok, `Use a larger picture: ${crop.width} × ${crop.height} px would be enlarged to ${target}.`],
    [!fit.focal_in_safe_area, `${label} covers the subject: place it ${directionInto(safe_area, focus)}.`],
    [
      true,
      `Keep texts and faces within ${safe_area.width} × ${safe_area.height} px at ${safe_area.x}, ${safe_area.y} of the canvas.`,
    ],
  ]
  return advice.flatMap(([applies, text]) => (applies ? [text] : []))
}

/** Where a point has to move to lie in a box. */
function directionInto(box: Box, { x, y }: FocalPoint): string {
  const directions = [
    y < box.y ? 'lower' : '',
    y > box.y + box.height ? 'higher' : '',
    x < box.x ? 'further right' : '',
    x > box.x + box.width ? 'further left' : '',
  ]
  return directions.filter(word => word !== '').join(' and ')
}
