// How a picture fits the platform where it will be shown: crop, safe area, resolution and advice.
import { type Box, type Platform, type PlatformFit, platformCanvases, safeAreaOf } from '../../../schemas/platform.ts'
import type { Size } from '../../../schemas/types.ts'
import { type CropContent, cropTo } from './crop.ts'
import type { FocalPoint } from './layout.ts'

/** Largest difference of aspect ratios that still counts as equal. */
const aspectTolerance = 0.01

/**
 * @param size the upright picture, px.
 * @returns canvas, crop, safe area and advice for a platform.
 */
export function fitPlatform(size: Size, name: Platform, content: CropContent): PlatformFit {
  const { label, size: canvas } = platformCanvases[name]
  const { focus } = content
  const crop = cropTo(canvas.width / canvas.height, size, content)
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

function contains(box: Box, { x, y }: FocalPoint): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** Share of the picture that a crop may lose before another picture would fit better. */
const maxLostShare = 0.5

function adviceFor(fit: Omit<PlatformFit, 'advice'>, label: string, size: Size, focus: FocalPoint): string[] {
  const { canvas, aspect_match, min_resolution_ok, crop, safe_area } = fit
  const target = `${canvas.width} × ${canvas.height}`
  const lost = 1 - (crop.width * crop.height) / (size.width * size.height)
  const shape = crop.width < size.width ? 'narrower' : 'wider'
  const advice: readonly (readonly [applies: boolean, text: string])[] = [
    [aspect_match && min_resolution_ok, `It fills ${target} px of ${label} as it is.`],
    [!aspect_match, `Crop to ${crop.width} × ${crop.height} px at ${crop.x}, ${crop.y} for ${label}.`],
    [
      !aspect_match && lost > maxLostShare,
      `The crop loses ${Math.round(lost * 100)} % of the picture: use a ${shape} original to keep more.`,
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

/** The direction in which a point has to move to be inside a box. */
function directionInto(box: Box, { x, y }: FocalPoint): string {
  const directions = [
    y < box.y ? 'lower' : '',
    y > box.y + box.height ? 'higher' : '',
    x < box.x ? 'further right' : '',
    x > box.x + box.width ? 'further left' : '',
  ]
  return directions.filter(word => word !== '').join(' and ')
}
