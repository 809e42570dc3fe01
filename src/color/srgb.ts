// sRGB (IEC 61966-2-1): hexadecimal notation, and the curve between 8-bit channels and linear light.

/** Channels from 0 to 255, gamma encoded, not necessarily whole. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Linear light from 0 to 1. */
export interface LinearRgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

const shortHex = /^#[0-9a-f]{3,4}$/i
const longHex = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i

/**
 * @param color #RGB, #RGBA, #RRGGBB or #RRGGBBAA in either case.
 * @returns whole channels, and the opacity from 0 to 1 if the notation has one.
 * @throws TypeError for any other text.
 */
export function parseHex(color: string): Rgb & { readonly alpha?: number } {
  const digits = shortHex.test(color) ? color.replace(/[^#]/g, '$&$&') : color
  if (!longHex.test(digits)) throw new TypeError(`Not a hexadecimal colour: ${JSON.stringify(color)}.`)
  const value = Number.parseInt(digits.slice(1, 7), 16)
  const rgb = { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 }
  return digits.length === 7 ? rgb : { ...rgb, alpha: Number.parseInt(digits.slice(7), 16) / 255 }
}

/** @param red, green, blue whole, 0 to 255. @returns #RRGGBB in upper case. */
export function formatHex(red: number, green: number, blue: number): string {
  return `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1).toUpperCase()}`
}

/** The curve is tabulated in this many steps between neighbouring 8-bit values: mean channels lie between them. */
const stepsPerValue = 16

const linearTable = Float64Array.from({ length: 255 * stepsPerValue + 1 }, (_, step) => {
  const encoded = step / stepsPerValue / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
})

/** @param channel 0 to 255. @returns linear light, 0 to 1, exact for whole channels; 0 outside the range. */
export function linearLight(channel: number): number {
  return linearTable[Math.round(channel * stepsPerValue)] ?? 0
}

/** @param light linear light; clipped to the range 0 to 1. @returns the nearest whole channel, 0 to 255. */
export function encodeLight(light: number): number {
  const clipped = Math.min(1, Math.max(0, light))
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055))
}
