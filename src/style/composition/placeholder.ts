// BlurHash (Ågren 2018, https://blurha.sh): a blurred picture in 28 characters, to show while the picture loads.
import { encodeBase83 } from '../../color/base83.ts'
import { encodeLight, linearLight } from '../../color/srgb.ts'
import { at, clamp, tabulate } from '../numbers.ts'
import type { Grid } from '../sampling/grid.ts'

/** Components along the longer and the shorter side: 2 × 12 + 4 characters. */
const components = { long: 4, short: 3 } as const
/** Steps of the largest coefficient, their unit, and the steps of each coefficient to either side of 0. */
const scaleSteps = 82
const scaleUnit = 166
const coefficientSteps = 9

/**
 * Encodes a grid with 4 × 3 components, 3 × 4 for upright pictures: their number, the largest coefficient, 4 characters of the mean
 * colour, then 2 for each coefficient, in base 83.
 *
 * @returns 28 characters of ASCII.
 */
export function encodePlaceholder(grid: Grid): string {
  const { columns, rows } = grid
  const [countX, countY] = columns >= rows ? [components.long, components.short] : [components.short, components.long]
  const [across, down] = [cosines(countX, columns), cosines(countY, rows)]
  const red = coefficients(grid.red, grid, across, down)
  const green = coefficients(grid.green, grid, across, down)
  const blue = coefficients(grid.blue, grid, across, down)
  const max = Math.max(...[red, green, blue].flatMap(channel => [...channel.subarray(1)].map(Math.abs)))
  const scale = clamp(Math.floor(max * scaleUnit - 0.5), 0, scaleSteps)
  const unit = (scale + 1) / scaleUnit
  const ofColor = (encode: (coefficient: number) => number, base: number, index: number): number =>
    (encode(at(red, index)) * base + encode(at(green, index))) * base + encode(at(blue, index))
  return [
    encodeBase83(countX - 1 + (countY - 1) * 9, 1),
    encodeBase83(scale, 1),
    encodeBase83(ofColor(encodeLight, 256, 0), 4),
    ...Array.from({ length: countX * countY - 1 }, (_, index) =>
      encodeBase83(
        ofColor(value => quantizeCoefficient(value / unit), 2 * coefficientSteps + 1, index + 1),
        2,
      ),
    ),
  ].join('')
}

/** Cosine basis over the cells of one side, one table per component. */
function cosines(count: number, cells: number): readonly Float64Array[] {
  return Array.from({ length: count }, (_, wave) =>
    tabulate(cells, cell => Math.cos((Math.PI * wave * (cell + 0.5)) / cells)),
  )
}

/** Coefficients of one channel in linear light, row by row. */
function coefficients(
  channel: Float64Array,
  { columns, rows }: Grid,
  across: readonly Float64Array[],
  down: readonly Float64Array[],
): Float64Array {
  const light = tabulate(channel.length, cell => linearLight(at(channel, cell)))
  const lines = across.map(basis => tabulate(rows, row => dotProduct(basis, light, row * columns)))
  const found = down.flatMap((basis, y) =>
    lines.map((line, x) => ((x === 0 && y === 0 ? 1 : 2) * dotProduct(basis, line, 0)) / (columns * rows)),
  )
  return Float64Array.from(found)
}

/** Dot product of a basis with as many values from an index on. */
function dotProduct(basis: Float64Array, values: Float64Array, start: number): number {
  let sum = 0
  for (let index = 0; index < basis.length; index++) sum += at(basis, index) * at(values, start + index)
  return sum
}

/** A coefficient from -1 to 1 as a digit, finer around 0. */
function quantizeCoefficient(value: number): number {
  const part = Math.sign(value) * Math.sqrt(Math.abs(value))
  return clamp(Math.floor(part * coefficientSteps + coefficientSteps + 0.5), 0, 2 * coefficientSteps)
}
