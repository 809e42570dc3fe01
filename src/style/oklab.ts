// 8-bit sRGB → OKLab (Ottosson 2020), fast enough for every cell of a histogram. One constant a line: until an engine has optimised
// it, taking several from a list makes the list anew each time.
import { at } from './at.ts'

/** Lightness from 0 to 1 and the two opponent axes. */
export interface Oklab {
  readonly l: number
  readonly a: number
  readonly b: number
}

/** Channels from 0 to 255, not necessarily whole. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Steps between two neighbouring 8-bit values: means of pixels lie between them. */
const steps = 16

const decodeGamma = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const linearTable = Float64Array.from({ length: 255 * steps + 1 }, (_, step) => decodeGamma(step / steps / 255))

/** Linear light (0 to 1) of a channel (0 to 255), to 1/16 of a step (IEC 61966-2-1). */
export const linear = (channel: number): number => at(linearTable, Math.round(channel * steps))

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export const luminanceOf = ({ red, green, blue }: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** OKLab coordinates of a colour, channels from 0 to 255. */
export const oklab = (red: number, green: number, blue: number): Oklab => {
  const r = linear(red)
  const g = linear(green)
  const b = linear(blue)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  }
}

/** Colourfulness of a colour, 0 to about 0.32 in sRGB. */
export const chroma = ({ a, b }: Oklab): number => Math.hypot(a, b)

/** Squared distance: enough to compare by, and cheaper than the distance. */
export const squaredDistance = (one: Oklab, other: Oklab): number => {
  const l = one.l - other.l
  const a = one.a - other.a
  const b = one.b - other.b
  return l * l + a * a + b * b
}
