// An input colour, measured once.

import { toHex, toOklab } from '../color/oklab.ts'
import { parse } from '../color/parse.ts'

export interface Swatch {
  /** #RRGGBB in upper case. */
  readonly hex: string
  /** OKLCH lightness 0 to 1 and chroma 0 to about 0.33. */
  readonly lightness: number
  readonly chroma: number
  /** Direction of the hue in the OKLab plane; both 0 for greys. */
  readonly hue: { readonly a: number; readonly b: number }
}

/** Below this chroma a colour has no hue worth following. */
const grey = 0.015

const byte = (channel: number) =>
  Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0')

/** A translucent colour as it looks on white paper. */
const opaque = (color: string): string => {
  const { r, g, b, alpha = 1 } = parse(color)
  return `#${[r, g, b].map(channel => byte(channel * alpha + 1 - alpha)).join('')}`.toUpperCase()
}

/** @throws TypeError unless hexadecimal. */
export const swatch = (color: string): Swatch => {
  const hex = opaque(color)
  const { l: lightness, a, b } = toOklab(hex)
  const chroma = Math.hypot(a, b)
  return { hex, lightness, chroma, hue: chroma < grey ? { a: 0, b: 0 } : { a: a / chroma, b: b / chroma } }
}

/** A colour of another lightness and chroma in the hue of a swatch: #RRGGBB in upper case. */
export const tint = ({ hue }: Swatch, lightness: number, chroma: number): string =>
  toHex({ l: lightness, a: hue.a * chroma, b: hue.b * chroma })
