// sRGB between two values of 8 bits → OKLab, fast enough for every cell of a histogram.
import { decode } from '../color/linear.ts'
import { weigh } from '../color/luminance.ts'
import { type Oklab, oklabOf } from '../color/oklab.ts'
import { at } from './at.ts'

export type { Oklab }

/** Channels from 0 to 255, not necessarily whole. */
export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Steps between two neighbouring 8-bit values: means of pixels lie between them. */
const steps = 16

const linearTable = Float64Array.from({ length: 255 * steps + 1 }, (_, step) => decode(step / steps / 255))

/** Linear light (0 to 1) of a channel (0 to 255), to 1/16 of a step (IEC 61966-2-1). */
export const linear = (channel: number): number => at(linearTable, Math.round(channel * steps))

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export const luminanceOf = ({ red, green, blue }: Rgb): number =>
  weigh({ r: linear(red), g: linear(green), b: linear(blue) })

/** OKLab coordinates of a colour, channels from 0 to 255. */
export const oklab = (red: number, green: number, blue: number): Oklab =>
  oklabOf(linear(red), linear(green), linear(blue))

/** Colourfulness of a colour, 0 to about 0.32 in sRGB. */
export const chroma = ({ a, b }: Oklab): number => Math.hypot(a, b)

/** Hue in degrees, 0 to 360; 0 for greys, but for rounding. */
export const hue = ({ a, b }: Oklab): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360

/** Squared distance: enough to compare by, and cheaper than the distance. */
export const squaredDistance = (one: Oklab, other: Oklab): number => {
  const l = one.l - other.l
  const a = one.a - other.a
  const b = one.b - other.b
  return l * l + a * a + b * b
}
