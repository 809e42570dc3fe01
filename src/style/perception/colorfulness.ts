// How colourful a picture is (Hasler and Süsstrunk 2003, "Measuring colourfulness in natural images").
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Rgb } from '../oklab.ts'
import { round } from '../round.ts'
import type { Cell } from '../sampling/cell.ts'
import { deviationOf, meanOf } from './light.ts'

type Colorfulness = StyleMetadata['colorfulness']

/** Values of their table 2, strongest first: a word holds from its value on. */
const words: readonly (readonly [from: number, label: Colorfulness['label']])[] = [
  [109, 'extreme'],
  [82, 'high'],
  [59, 'quite'],
  [45, 'average'],
  [33, 'moderate'],
  [15, 'slight'],
]

const redGreen = ({ red, green }: Rgb): number => red - green
const yellowBlue = ({ red, green, blue }: Rgb): number => (red + green) / 2 - blue

/** @returns their metric M3 over the visible pixels, 0 to 298 (red against cyan and the like), and their word for it. */
export const colorfulness = (cells: readonly Cell[]): Colorfulness => {
  const spread = Math.hypot(deviationOf(cells, redGreen), deviationOf(cells, yellowBlue))
  const value = round(spread + 0.3 * Math.hypot(meanOf(cells, redGreen), meanOf(cells, yellowBlue)))
  return { value, label: words.find(([from]) => value >= from)?.[1] ?? 'none' }
}
