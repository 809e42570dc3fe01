// Which part of a picture a window shows: proportions and crops that keep its subject.
import type { Quiet } from '../../schemas/composition.ts'
import type { Layout } from '../../schemas/sparkpage.ts'
import type { Region } from '../../schemas/types.ts'
import type { Style } from './style.ts'
import { focalFractions, isScene, plainGround, withObject } from './subject.ts'

type Window = 'wide' | 'narrow'

/** Proportions of a picture, width by height, in wide and in narrow windows, as wide as the page below centred texts, and at most where texts leave it little height. */
export type ShownAspects = Readonly<Record<Window | 'low' | 'most', number>>

/** Width by height that a frame need not go below: in wide windows it is then as high as the window, in narrow ones as its width. */
const minAspect: Readonly<Record<Window, number>> = { wide: 1.15, narrow: 1 }
/** Part of the width of a picture that is shown, at least; one that was not measured is whole in wide windows. */
const minShownPart = 0.8
/** Width by height that it need not go below in narrow ones. */
const unmeasuredAspect = 1.3

/** An object on a plain ground has so much of it at its sides, as a part of the picture's width. */
const objectMargin = 0.06

/** A landscape in a frame loses so much at its sides that it fills the space, and nothing of its subject. */
export function findAspects(aspect: number, style: Style, isFrame: boolean): ShownAspects {
  const { quiet, subject } = style
  const [low, most] = [findLowAspect(aspect, style), aspect / shownHeight(style)]
  const crop = (min: number) => Math.min(aspect, Math.max(min, aspect * Math.max(minShownPart, subjectWidth)))
  const margin = plainGround(quiet) === undefined ? 0 : objectMargin
  const subjectWidth = subject === undefined || isScene(style) ? 0 : Math.min(1, subject.width + margin)
  if (quiet === undefined) return { wide: aspect, narrow: crop(unmeasuredAspect), low, most }
  const wide = isFrame ? crop(minAspect.wide) : aspect
  return { wide, narrow: crop(minAspect.narrow), low, most }
}

/** Part of the height of a picture that is shown, at least, and of one that was not measured. */
const minShownHeight = { measured: 0.38, unmeasured: 0.94 } as const

function shownHeight(style: Style): number {
  const { quiet, subject } = style
  if (quiet === undefined) return minShownHeight.unmeasured
  const ofSubject = subject === undefined || isScene(style) ? 0 : Math.min(1, subject.height)
  return Math.max(minShownHeight.measured, ofSubject)
}

/** Below centred texts a picture is low: it loses up to a tenth of its height, but nothing of its subject; one that was not measured, a fifth. */
const lowCrop = { aspect: 2.47, part: 0.9, unmeasured: 0.8 } as const

function findLowAspect(aspect: number, style: Style): number {
  const { quiet, subject } = style
  const subjectHeight = subject === undefined || isScene(style) ? 0 : subject.height * coreOfSubject
  const part = quiet === undefined ? lowCrop.unmeasured : Math.min(1, Math.max(lowCrop.part, subjectHeight))
  return Math.min(Math.max(aspect, lowCrop.aspect), aspect / part)
}

/** Proportions of a picture that fills a phone of 390 × 844 px, without its header. */
const phoneBox = 0.72

/** Proportions, width by height, that the box of the picture has in windows of 1440 × 900 to 3840 × 2160 and of 390 × 844 to 768 × 1024 px. */
const boxes: Readonly<Record<Layout | 'masthead', Readonly<Record<Window, readonly number[]>>>> = {
  'full-bleed': { wide: [1.6, 1.78], narrow: [phoneBox, 1.15] },
  seam: { wide: [1.02, 1.14], narrow: [phoneBox, 1.15] },
  split: { wide: [0.8, 0.9], narrow: [1, 1.6] },
  poster: { wide: [0.76, 0.86], narrow: [1, 1.6] },
  centered: { wide: [2.6, 3.6], narrow: [1.3, 1.6] },
  framed: { wide: [], narrow: [] },
  masthead: { wide: [1.3, 1.85], narrow: [1, 1.6] },
}

/** Width by height from which on a frame beside the texts would be low, and a strip below them shows what matters. */
export const minPanoramaAspect = 1.9

const wholePicture: Region = { x: 0, y: 0, width: 1, height: 1 }

/** Whether the subject is inside every crop. Without a measured one only a frame in the picture's own proportions is sure. */
export function keepsSubject(layout: Layout | 'masthead', style: Style, window: Window): boolean {
  const { subject, aspect, quiet } = style
  if (layout === 'framed') return true
  if (aspect === undefined || quiet === undefined) return false
  // Below centred texts it is shown nearly whole, unless it is a strip by itself.
  if (layout === 'centered' && window === 'wide' && aspect < minPanoramaAspect) return false
  const minPart = isScene(style) ? minScenePart[window] : 1
  const kept = subject ?? (isScene(style) ? wholePicture : undefined)
  return kept === undefined || boxes[layout][window].every(box => fits(kept, aspect, box, minPart))
}

/** @returns where an object ends on a phone whose window is full of the picture, as a part of its height there; undefined for scenes. */
export function findObjectEnd(style: Style): number | undefined {
  const { subject } = withObject(style)
  const { aspect } = style
  if (subject === undefined || aspect === undefined || isScene(style)) return undefined
  const down = Math.min(1, aspect / phoneBox)
  const top = focalFractions(style).y * (1 - down)
  return Math.min(1, (subject.y + subject.height - top) / down)
}

/** Proportions of a wide window, that of 1440 × 900 px. */
const wideWindow = 1.6

/** @returns what was measured of the picture, of that part of it which fills a wide window; the style itself without measurements. */
export function cropToWindow(style: Style): Style {
  const { quiet, subject, faces, aspect } = style
  if (quiet === undefined || aspect === undefined) return style
  const [width, height] = [Math.min(1, wideWindow / aspect), Math.min(1, aspect / wideWindow)]
  const position = focalFractions(style)
  const [left, top] = [position.x * (1 - width), position.y * (1 - height)]
  const inside = (from: number, part: number, value: number) => Math.min(1, Math.max(0, (value - from) / part))
  const cropped = (side: keyof Quiet, removed: number, part: number) => ({
    ...quiet[side],
    extent: inside(removed, part, quiet[side].extent),
  })
  const cropRegion = <Shown extends Region>(region: Shown) => ({
    ...region,
    x: inside(left, width, region.x),
    y: inside(top, height, region.y),
    width: Math.min(1, region.width / width),
    height: Math.min(1, region.height / height),
  })
  const { x, y } = style.focalPoint
  return {
    ...style,
    quiet: {
      left: cropped('left', left, width),
      right: cropped('right', 1 - left - width, width),
      top: cropped('top', top, height),
      bottom: cropped('bottom', 1 - top - height, height),
    },
    subject: subject && cropRegion(subject),
    faces: faces.map(cropRegion),
    focalPoint: { x: inside(left, width, x), y: inside(top, height, y) },
  }
}

/** The box of a subject is that of whole cells of a grid: its outermost part is ground. */
const coreOfSubject = 0.92
/** Part of the width and of the height of a scene that a crop shows, at least. */
const minScenePart: Readonly<Record<Window, number>> = { wide: 0.7, narrow: 0.8 }

/** @param minPart of the width and of the height that is enough, whatever the subject; 1: its box decides. */
function fits(subject: Region, aspect: number, box: number, minPart: number): boolean {
  const [across, down] = [Math.min(1, box / aspect), Math.min(1, aspect / box)]
  if (Math.min(across, down) >= minPart) return true
  return subject.width * coreOfSubject <= across && subject.height * coreOfSubject <= down
}
