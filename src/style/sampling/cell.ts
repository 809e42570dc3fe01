// A cell of the histogram.
import type { Oklab, Rgb } from '../oklab.ts'

/** Colours that look nearly alike. Amounts are in pixels; a half-transparent pixel is half a one. */
export interface Cell extends Rgb, Oklab {
  /** All its pixels. */
  readonly area: number
  /** Its pixels on the border of the picture. */
  readonly border: number
  /** Its pixels by how surely they show a colour of the picture; the colour of the cell is their exact mean. */
  readonly weight: number
}
