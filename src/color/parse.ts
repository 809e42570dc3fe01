// A hexadecimal colour as numbers.

/** sRGB channels from 0 to 1, gamma encoded. */
export interface Channels {
  readonly r: number
  readonly g: number
  readonly b: number
  /** Opacity from 0 to 1; absent: opaque. */
  readonly alpha?: number
}

const short = /^#[0-9a-f]{3,4}$/i
const long = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i

const lengthened = (color: string): string => {
  if (long.test(color)) return color
  if (short.test(color)) return color.replace(/[^#]/g, '$&$&')
  throw new TypeError(`Not a hexadecimal colour: ${JSON.stringify(color)}.`)
}

/** @returns the channels of #RGB, #RGBA, #RRGGBB or #RRGGBBAA in either case. @throws TypeError for any other text. */
export const parse = (color: string): Channels => {
  const written = lengthened(color)
  const value = Number.parseInt(written.slice(1, 7), 16)
  const channels = { r: (value >> 16) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 }
  return written.length === 7 ? channels : { ...channels, alpha: Number.parseInt(written.slice(7), 16) / 255 }
}
