// What a picture shows: an object, a scene or the space above one. Crops and texts follow it.
import type { Quiet } from '../../schemas/composition.ts'
import { hexToOklab, squaredDistance } from '../color/oklab.ts'
import { toOklchColor } from './oklch.ts'
import type { Style } from './style.ts'

type Measured = Pick<Style, 'subject'> & Partial<Pick<Style, 'quiet'>>

/** Part of the picture from which on what stands out is a scene: it has no edges that a crop must keep. */
const minSceneArea = 0.6

/** A picture that was measured and has no subject is a scene, too. */
export function isScene({ subject, quiet }: Measured): boolean {
  if (plainGround(quiet) !== undefined) return false
  return subject === undefined ? quiet !== undefined : subject.width * subject.height >= minSceneArea
}

/** Part of the picture that must be quiet on each side of an object, at least. */
const minObjectMargin = 0.025
/** Between the colours of two sides of one ground, OKLab. */
const maxGroundDistance = 0.07

/** @returns the colour around an object that was photographed on a plain ground, such as white; undefined for other pictures. */
export function plainGround(quiet: Quiet | undefined): string | undefined {
  if (quiet === undefined) return undefined
  const sides = [quiet.top, quiet.right, quiet.bottom, quiet.left]
  const [first, ...others] = sides.map(({ color }) => hexToOklab(color))
  const isOne = others.every(other => first && squaredDistance(first, other) <= maxGroundDistance ** 2)
  return isOne && sides.every(({ extent }) => extent >= minObjectMargin) ? quiet.top.color : undefined
}

export function isOnPlainGround({ quiet }: Style): boolean {
  return plainGround(quiet) !== undefined
}

/** All that is not plain ground is the object, also where its parts are far from each other. */
export function withObject<Shown extends Measured>(style: Shown): Shown {
  const { quiet } = style
  if (quiet === undefined || plainGround(quiet) === undefined) return style
  const { left, right, top, bottom } = quiet
  const [width, height] = [1 - left.extent - right.extent, 1 - top.extent - bottom.extent]
  return { ...style, subject: { x: left.extent, y: top.extent, width, height } }
}

/** Part of the height that must be quiet at the top, at least, for texts to stand there. */
const minTopExtent = 0.42
/** OKLCH lightness of a sky on which the texts of a dark and of a light page stand: at most, at least. */
const skyLightness = { dark: 0.45, light: 0.8 } as const

/** Whether the texts stand at the top: it is quiet, it has the lightness of the page, and the subject is below it. */
export function hasSpaceAbove({ quiet, subject, scheme }: Style): boolean {
  if (quiet === undefined || quiet.top.extent < minTopExtent || quiet.bottom.extent >= quiet.top.extent) return false
  const { lightness } = toOklchColor(quiet.top.color)
  const isSky = scheme === 'dark' ? lightness <= skyLightness.dark : lightness >= skyLightness.light
  return isSky && (subject === undefined || subject.y >= 0.75 * minTopExtent)
}

/** Part of the height that must be quiet at the bottom of a light picture. */
const minBottomExtent = 0.25

export function hasQuietBottom({ quiet }: Style): boolean {
  return quiet !== undefined && quiet.bottom.extent >= minBottomExtent
}

/** The object-position of the picture in CSS. */
export function focalPosition(style: Measured & Pick<Style, 'focalPoint'>): string {
  const { x, y } = focalFractions(style)
  return `${Math.round(100 * x)}% ${Math.round(100 * y)}%`
}

/**
 * The position that keeps a subject inside every crop that is large enough for it: the window of a crop begins at
 * position × (1 − its size). Of a scene it follows the focal point.
 *
 * @returns 0 to 1 from the left and from the top.
 */
export function focalFractions(style: Measured & Pick<Style, 'focalPoint'>): Style['focalPoint'] {
  const { subject, focalPoint } = withObject(style)
  if (subject === undefined || isScene(style)) return focalPoint
  const along = (start: number, size: number, middle: number) => (size >= 1 ? middle : Math.min(1, start / (1 - size)))
  return {
    x: along(subject.x, subject.width, focalPoint.x),
    y: along(subject.y, subject.height, focalPoint.y),
  }
}
