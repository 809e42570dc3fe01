// An input colour, measured once.
import { oklabToHex, rgbToOklab } from '../color/oklab.ts'
import { formatHex, parseHex } from '../color/srgb.ts'

export interface Swatch {
  /** #RRGGBB in upper case. */
  readonly hex: string
  /** 0 to 1. The hex leaves it aside: a translucent brand colour is the brand's colour all the same. */
  readonly opacity: number
  /** OKLCH lightness 0 to 1 and chroma 0 to about 0.33. */
  readonly lightness: number
  readonly chroma: number
  /** Direction of the hue in the OKLab plane; both 0 for greys. */
  readonly hue: { readonly a: number; readonly b: number }
}

/** Below this chroma a colour has no hue worth following. */
const grey = 0.015

/** @returns the colour as it was mixed, whatever its opacity. @throws TypeError unless hexadecimal. */
export const swatch = (color: string): Swatch => {
  const { alpha: opacity = 1, red, green, blue } = parseHex(color)
  const hex = formatHex(red, green, blue)
  const { l: lightness, a, b } = rgbToOklab(red, green, blue)
  const chroma = Math.hypot(a, b)
  const hue = chroma < grey ? { a: 0, b: 0 } : { a: a / chroma, b: b / chroma }
  return { hex, opacity, lightness, chroma, hue }
}

/** A colour of another lightness and chroma in the hue of a swatch: #RRGGBB in upper case. */
export const tint = ({ hue }: Swatch, lightness: number, chroma: number): string =>
  oklabToHex({ l: lightness, a: hue.a * chroma, b: hue.b * chroma })
