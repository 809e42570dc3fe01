// Colours in OKLab, and back onto a screen (Ottosson 2020, https://bottosson.github.io/posts/oklab/). A page solves hundreds of
// colours, so this is plain arithmetic on three numbers.
import { hex } from './hex.ts'
import { byteOf, linear } from './linear.ts'
import { parse } from './parse.ts'

/** Lightness from 0 to 1, and the two opponent axes, each within ±0.4. Chroma and hue are their polar form. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

/** Linear light from 0 to 1. */
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

/** The light of a colour at a part of its chroma. */
const scaled = (color: Oklab, chroma: number): LinearRgb => {
  const [l, a, b] = [color.l, color.a * chroma, color.b * chroma]
  const long = (l + 0.3963377773761749 * a + 0.2158037573099136 * b) ** 3
  const medium = (l - 0.1055613458156586 * a - 0.0638541728258133 * b) ** 3
  const short = (l - 0.0894841775298119 * a - 1.2914855480194092 * b) ** 3
  return {
    r: 4.0767416360759574 * long - 3.3077115392580616 * medium + 0.2309699031821044 * short,
    g: -1.2684379732850317 * long + 2.6097573492876887 * medium - 0.3413193760026573 * short,
    b: -0.0041960761386756 * long - 0.7034186179359362 * medium + 1.7076146940746117 * short,
  }
}

/** OKLab coordinates of linear light, channels from 0 to 1. One constant a line: it runs for every cell of a histogram. */
export const oklabOf = (r: number, g: number, b: number): Oklab => {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  }
}

/** @returns the OKLab coordinates of a hexadecimal colour. @throws TypeError unless hexadecimal. */
export const toOklab = (color: string): Oklab => {
  const { r, g, b } = parse(color)
  return oklabOf(linear(r), linear(g), linear(b))
}

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
export const toHex = (color: Oklab): string => {
  const { r, g, b } = toScreen(color)
  return hex(byteOf(r), byteOf(g), byteOf(b))
}
