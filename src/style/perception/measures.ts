// Brightness, contrast, saturation and colourfulness of a picture, from its histogram.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { luminanceOf } from '../../color/contrast.ts'
import { chroma } from '../../color/oklab.ts'
import { encodeLight, formatHex, linearLight, type Rgb } from '../../color/srgb.ts'
import { clamp, round } from '../numbers.ts'
import type { Cell } from '../sampling/histogram.ts'

type Cells = readonly Cell[]
type Quantity = (cell: Cell) => number

/** @returns mean OKLab lightness, 0 to 1. */
export function measureBrightness(cells: Cells): number {
  const lightness = meanOf(cells, ({ l }) => l)
  return round(clamp(lightness, 0, 1))
}

/** @returns the mean colour, in linear light: what remains of a picture that is blurred entirely. */
export function measureAverage(cells: Cells): string {
  const mean = (channel: keyof Rgb): number => encodeLight(meanOf(cells, cell => linearLight(cell[channel])))
  return formatHex(mean('red'), mean('green'), mean('blue'))
}

/** @returns RMS contrast: the standard deviation of relative luminance, 0 to 0.5 (Peli 1990). */
export function measureContrast(cells: Cells): number {
  return round(deviationOf(cells, relativeLuminance))
}

function relativeLuminance({ red, green, blue }: Rgb): number {
  return luminanceOf({ r: linearLight(red), g: linearLight(green), b: linearLight(blue) })
}

/** Mean OKLCH chroma that counts as full saturation. */
const fullChroma = 0.4

/** @returns 0 to 1. */
export function measureSaturation(cells: Cells): number {
  return round(Math.min(1, meanOf(cells, chroma) / fullChroma))
}

/** Table 2 of Hasler and Süsstrunk, strongest first: a label holds from its value on. */
const colorfulnessLabels: readonly (readonly [min: number, label: StyleMetadata['colorfulness']['label']])[] = [
  [109, 'extreme'],
  [82, 'high'],
  [59, 'quite'],
  [45, 'average'],
  [33, 'moderate'],
  [15, 'slight'],
]

/** @returns metric M3 of Hasler and Süsstrunk 2003, "Measuring colourfulness in natural images", 0 to 298, and their label for it. */
export function measureColorfulness(cells: Cells): StyleMetadata['colorfulness'] {
  const spread = Math.hypot(deviationOf(cells, redGreen), deviationOf(cells, yellowBlue))
  const value = round(spread + 0.3 * Math.hypot(meanOf(cells, redGreen), meanOf(cells, yellowBlue)))
  return { value, label: colorfulnessLabels.find(([min]) => value >= min)?.[1] ?? 'none' }
}

function redGreen({ red, green }: Rgb): number {
  return red - green
}

function yellowBlue({ red, green, blue }: Rgb): number {
  return (red + green) / 2 - blue
}

/** Mean over the visible pixels. */
function meanOf(cells: Cells, quantity: Quantity): number {
  let [area, sum] = [0, 0]
  for (const cell of cells) {
    area += cell.area
    sum += cell.area * quantity(cell)
  }
  return sum / area
}

/** Standard deviation over the visible pixels. */
function deviationOf(cells: Cells, quantity: Quantity): number {
  const mean = meanOf(cells, quantity)
  return Math.sqrt(meanOf(cells, cell => (quantity(cell) - mean) ** 2))
}
