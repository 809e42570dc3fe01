// OKLab (Ottosson 2020, https://bottosson.github.io/posts/oklab/). Plain arithmetic instead of a colour library: it runs for
// every cell of a histogram, and a page solves hundreds of colours.
import { encodeLight, formatHex, type LinearRgb, linearLight, parseHex } from './srgb.ts'

/** Lightness from 0 to 1, and the two opponent axes, each within ±0.4. Chroma and hue are their polar form. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

/** The mean of one colour at least. */
export function meanColor(colors: readonly Oklab[]): Oklab {
  const mean = (axis: keyof Oklab) => colors.reduce((sum, color) => sum + color[axis], 0) / colors.length
  return { l: mean('l'), a: mean('a'), b: mean('b') }
}

/** @param red, green, blue 0 to 255, not necessarily whole. */
export function rgbToOklab(red: number, green: number, blue: number): Oklab {
  const [r, g, b] = [linearLight(red), linearLight(green), linearLight(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

/** @throws TypeError unless hexadecimal. Opacity is ignored. */
export function hexToOklab(color: string): Oklab {
  const { red, green, blue } = parseHex(color)
  return rgbToOklab(red, green, blue)
}

/** @returns #RRGGBB in upper case, with the chroma reduced to the sRGB gamut; lightness and hue stay. */
export function oklabToHex(color: Oklab): string {
  const { r, g, b } = oklabToLinear(color)
  return formatHex(encodeLight(r), encodeLight(g), encodeLight(b))
}

/** Halvings of the chroma in the search for the gamut boundary: 2^-10 of it is below a step of 8 bits. */
const chromaHalvings = 10

/** @returns linear light of a colour whose chroma is reduced to the sRGB gamut; lightness and hue stay. */
export function oklabToLinear(color: Oklab): LinearRgb {
  const unchanged = withChroma(color, 1)
  if (isInGamut(unchanged)) return unchanged
  let [inside, outside] = [0, 1]
  for (let step = 0; step < chromaHalvings; step++) {
    const middle = (inside + outside) / 2
    if (isInGamut(withChroma(color, middle))) inside = middle
    else outside = middle
  }
  return withChroma(color, inside)
}

/** Linear light, not clipped, of a colour with its chroma multiplied by a factor. */
function withChroma(color: Oklab, factor: number): LinearRgb {
  const [l, a, b] = [color.l, color.a * factor, color.b * factor]
  const long = (l + 0.3963377773761749 * a + 0.2158037573099136 * b) ** 3
  const medium = (l - 0.1055613458156586 * a - 0.0638541728258133 * b) ** 3
  const short = (l - 0.0894841775298119 * a - 1.2914855480194092 * b) ** 3
  return {
    r: 4.0767416360759574 * long - 3.3077115392580616 * medium + 0.2309699031821044 * short,
    g: -1.2684379732850317 * long + 2.6097573492876887 * medium - 0.3413193760026573 * short,
    b: -0.0041960761386756 * long - 0.7034186179359362 * medium + 1.7076146940746117 * short,
  }
}

/** Half a step of 8 bits in linear light near black: a colour this far outside the gamut is rounded back into it. */
const gamutTolerance = 1e-4

function isInGamut({ r, g, b }: LinearRgb): boolean {
  return Math.min(r, g, b) >= -gamutTolerance && Math.max(r, g, b) <= 1 + gamutTolerance
}

/** OKLCH chroma, 0 to about 0.32 in sRGB. */
export function chroma({ a, b }: Oklab): number {
  return Math.hypot(a, b)
}

/** OKLCH hue in degrees, 0 to 360. Rounding errors decide the hue of greys. */
export function hue({ a, b }: Oklab): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

/** Squared Euclidean distance; comparing does not need the root. */
export function squaredDistance(one: Oklab, other: Oklab): number {
  const l = one.l - other.l
  const a = one.a - other.a
  const b = one.b - other.b
  return l * l + a * a + b * b
}
