// How a picture fits the place where it will be shown.
import type { Platform, PlatformFit } from '../../../schemas/platform.ts'
import type { StyleMetadata } from '../../../schemas/style.ts'

interface Size {
  readonly width: number
  readonly height: number
}

type Point = NonNullable<StyleMetadata['focal_point']>

interface Place {
  readonly label: string
  readonly canvas: Size
  /** What the platform covers from each edge of the canvas, px, rounded up. */
  readonly covered: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}

const places: Readonly<Record<Platform, Place>> = {
  // 14 % above, 35 % below and 6 % on either side are kept clear in vertical ads (Meta's guide to Reels).
  instagram_reels: {
    label: 'Instagram Reels',
    canvas: { width: 1080, height: 1920 },
    covered: { top: 269, right: 65, bottom: 672, left: 65 },
  },
  // Title, buttons and the bar over vertical ads (Google's guide to Shorts).
  youtube_shorts: {
    label: 'YouTube Shorts',
    canvas: { width: 1080, height: 1920 },
    covered: { top: 288, right: 192, bottom: 672, left: 48 },
  },
  // Graphics-safe area: 5 % from every edge (EBU R 95).
  web_16_9: {
    label: '16:9 on the web',
    canvas: { width: 1920, height: 1080 },
    covered: { top: 54, right: 96, bottom: 54, left: 96 },
  },
}

/** Largest difference of aspect ratios that still counts as equal. */
const aspectTolerance = 0.01

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** Largest part of the picture with the aspect of the canvas, as nearly around the focal point as the frame allows. */
const cropOf = ({ width, height }: Size, canvas: Size, focus: Point): PlatformFit['crop'] => {
  const aspect = canvas.width / canvas.height
  const crop = {
    width: Math.max(1, Math.min(width, Math.round(height * aspect))),
    height: Math.max(1, Math.min(height, Math.round(width / aspect))),
  }
  return {
    x: clamp(Math.floor(focus.x * width - crop.width / 2), width - crop.width),
    y: clamp(Math.floor(focus.y * height - crop.height / 2), height - crop.height),
    ...crop,
  }
}

/** Where a point of the picture lies on the canvas once the crop fills it, px. */
const onCanvas = (size: Size, { canvas, crop }: Pick<PlatformFit, 'canvas' | 'crop'>, focus: Point): Point => ({
  x: ((focus.x * size.width - crop.x) / crop.width) * canvas.width,
  y: ((focus.y * size.height - crop.y) / crop.height) * canvas.height,
})

const contains = (box: PlatformFit['safe_area'], { x, y }: Point): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height

const safeArea = ({ canvas, covered }: Place): PlatformFit['safe_area'] => ({
  x: covered.left,
  y: covered.top,
  width: canvas.width - covered.left - covered.right,
  height: canvas.height - covered.top - covered.bottom,
})

type Findings = Omit<PlatformFit, 'name' | 'advice'>

/** Part of the picture that a crop may lose before another picture would serve better. */
const mostLost = 0.5

/** The edges that the subject has to move away from. */
const awayFrom = (area: PlatformFit['safe_area'], { x, y }: Point): string =>
  [
    y < area.y ? 'lower' : '',
    y > area.y + area.height ? 'higher' : '',
    x < area.x ? 'further right' : '',
    x > area.x + area.width ? 'further left' : '',
  ]
    .filter(word => word !== '')
    .join(' and ')

const cropAdvice = ({ label }: Place, { crop }: Findings, size: Size): readonly string[] => {
  const lost = 1 - (crop.width * crop.height) / (size.width * size.height)
  const shape = crop.width < size.width ? 'narrower' : 'flatter'
  return [
    `Crop to ${crop.width} × ${crop.height} px at ${crop.x}, ${crop.y} for ${label}.`,
    ...(lost > mostLost
      ? [`The crop loses ${Math.round(lost * 100)} % of the picture: a ${shape} original keeps more.`]
      : []),
  ]
}

/** What to do about a picture; each line is said only where it applies. */
const adviceFor = (place: Place, findings: Findings, size: Size, focus: Point): string[] => {
  const { canvas, aspect_match, min_resolution_ok, crop, safe_area, focal_in_safe_area } = findings
  const target = `${canvas.width} × ${canvas.height}`
  return [
    ...(aspect_match && min_resolution_ok ? [`It fills ${target} px of ${place.label} as it is.`] : []),
    ...(aspect_match ? [] : cropAdvice(place, findings, size)),
    ...(min_resolution_ok
      ? []
      : [`Use a larger picture: ${crop.width} × ${crop.height} px would be enlarged to ${target}.`]),
    ...(focal_in_safe_area
      ? []
      : [`${place.label} covers the subject: place it ${awayFrom(safe_area, onCanvas(size, findings, focus))}.`]),
    `Keep texts and faces within ${safe_area.width} × ${safe_area.height} px at ${safe_area.x}, ${safe_area.y} of the canvas.`,
  ]
}

/**
 * @param size the upright picture, px.
 * @param focus its focal point, 0 to 1 of the frame.
 * @returns canvas, crop around the focal point, safe area and advice for a platform.
 */
export const platformFit = (size: Size, name: Platform, focus: Point): PlatformFit => {
  const place = places[name]
  const { canvas } = place
  const crop = cropOf(size, canvas, focus)
  const safe_area = safeArea(place)
  const ratio = size.width / size.height / (canvas.width / canvas.height)
  const findings = {
    canvas,
    aspect_match: Math.abs(ratio - 1) < aspectTolerance,
    min_resolution_ok: crop.width >= canvas.width && crop.height >= canvas.height,
    crop,
    safe_area,
    focal_in_safe_area: contains(safe_area, onCanvas(size, { canvas, crop }, focus)),
  }
  return { name, ...findings, advice: adviceFor(place, findings, size, focus) }
}
