// Colours in OKLab, and back onto a screen (Ottosson 2020, https://bottosson.github.io/posts/oklab/).
import { convertLrgbToRgb, convertOklabToLrgb, convertRgbToOklab, formatHex } from 'culori/fn'
import { parse } from './parse.ts'

/** Lightness from 0 to 1, and the two opponent axes, each within ±0.4. Chroma and hue are their polar form. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

interface LinearRgb {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** Half a step of 8 bits in linear light near black: a colour this far outside rounds back inside. */
const slack = 1e-4
/** 2^-10 of the chroma is below a step of 8 bits. */
const chromaSteps = 10

const fits = ({ r, g, b }: LinearRgb): boolean => Math.min(r, g, b) >= -slack && Math.max(r, g, b) <= 1 + slack

const scaled = ({ l, a, b }: Oklab, chroma: number): LinearRgb =>
  convertOklabToLrgb({ l, a: a * chroma, b: b * chroma })

/** @returns the OKLab coordinates of a hexadecimal colour. @throws TypeError unless hexadecimal. */
export const toOklab = (color: string): Oklab => convertRgbToOklab(parse(color))

/** Linear sRGB of a colour whose chroma is reduced, lightness and hue kept, until a screen can show it. */
export const toScreen = (color: Oklab): LinearRgb => {
  const whole = scaled(color, 1)
  if (fits(whole)) return whole
  let [inside, outside] = [0, 1]
  for (let step = 0; step < chromaSteps; step++) {
    const middle = (inside + outside) / 2
    if (fits(scaled(color, middle))) inside = middle
    else outside = middle
  }
  return scaled(color, inside)
}

/** @returns #RRGGBB in upper case of the nearest colour of the same lightness and hue that a screen can show. */
export const toHex = (color: Oklab): string => formatHex(convertLrgbToRgb(toScreen(color))).toUpperCase()
