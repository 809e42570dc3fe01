// A hexadecimal colour as numbers.
import { parseHex } from 'culori/fn'

/** sRGB channels from 0 to 1, gamma encoded. */
export interface Channels {
  readonly r: number
  readonly g: number
  readonly b: number
  /** Opacity from 0 to 1; absent: opaque. */
  readonly alpha?: number
}

/** @returns the channels of #RGB, #RGBA, #RRGGBB or #RRGGBBAA in either case. @throws TypeError for any other text. */
export const parse = (color: string): Channels => {
  const channels = color.startsWith('#') ? parseHex(color) : undefined
  if (channels === undefined) throw new TypeError(`Not a hexadecimal colour: ${JSON.stringify(color)}.`)
  return channels
}
