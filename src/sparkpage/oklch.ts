// Colours in OKLCH (Ottosson 2020), and how telling they are.
import { oklabToHex, rgbToOklab } from '../color/oklab.ts'
import { formatHex, parseHex } from '../color/srgb.ts'

/** A colour with its OKLCH coordinates. */
export interface OklchColor {
  /** #RRGGBB in upper case, without the opacity: a translucent brand colour still has the hue of the brand. */
  readonly hex: string
  /** 0 to 1. */
  readonly opacity: number
  /** 0 to 1. */
  readonly lightness: number
  /** 0 to about 0.33. */
  readonly chroma: number
  /** -180 to 180 degrees; undefined for greys. */
  readonly hue: number | undefined
}

/** Below this chroma a colour counts as grey, without a hue. */
const minHueChroma = 0.015

/** @throws TypeError unless the colour is hexadecimal. */
export function toOklchColor(color: string): OklchColor {
  const { alpha: opacity = 1, red, green, blue } = parseHex(color)
  const hex = formatHex(red, green, blue)
  const { l: lightness, a, b } = rgbToOklab(red, green, blue)
  const chroma = Math.hypot(a, b)
  const hue = chroma < minHueChroma ? undefined : (Math.atan2(b, a) * 180) / Math.PI
  return { hex, opacity, lightness, chroma, hue }
}

/** Whether a colour has too little chroma for a hue. */
export function isGrey({ hue }: OklchColor): boolean {
  return hue === undefined
}

/** @returns the OKLCH hue, -180 to 180 degrees; 0 for greys. */
export function hueAngle({ hue = 0 }: OklchColor): number {
  return hue
}

/** @returns degrees between two hues, 0 to 180. */
export function hueDifference(one: OklchColor, other: OklchColor): number {
  const difference = Math.abs(hueAngle(one) - hueAngle(other))
  return Math.min(difference, 360 - difference)
}

/** @returns a colour with the hue of another and the given OKLCH lightness and chroma, #RRGGBB in upper case. */
export function tint({ hue }: OklchColor, lightness: number, chroma: number): string {
  if (hue === undefined) return oklabToHex({ l: lightness, a: 0, b: 0 })
  const angle = (hue * Math.PI) / 180
  return oklabToHex({ l: lightness, a: Math.cos(angle) * chroma, b: Math.sin(angle) * chroma })
}

/** Score of a colour as the accent: high for chromatic colours of medium lightness, low near black, near white and for translucent ones. */
export function prominence({ lightness, chroma, opacity }: OklchColor): number {
  const distance = Math.max(0, 0.42 - lightness, lightness - 0.8)
  return (chroma + 0.002) * Math.max(0.05, 1 - distance * 3) * opacity
}

/** @returns 0 at one end and before it, to 1 at the other and beyond it: near values give near values. */
export function ramp(value: number, zero: number, one: number): number {
  return Math.min(1, Math.max(0, (value - zero) / (one - zero)))
}
