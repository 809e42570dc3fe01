// The picture in 28 characters, to show while it loads.
import { at } from '../at.ts'
import { linear } from '../oklab.ts'
import type { Grid } from '../sampling/survey.ts'
import { table } from '../table.ts'

/** Waves along the longer and the shorter side: 2 × 12 + 4 characters. */
const waves = { long: 4, short: 3 } as const
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
/** Steps of the largest amplitude, and of each amplitude to either side of 0. */
const scaleSteps = 82
const scaleUnit = 166
const amplitudeSteps = 9

type Triple = readonly [red: number, green: number, blue: number]

const base83 = (value: number, length: number): string =>
  Array.from({ length }, (_, index) => digits[Math.floor(value / 83 ** (length - 1 - index)) % 83]).join('')

/** Half waves over the cells of one side, one table per count. */
const cosines = (count: number, cells: number): readonly Float64Array[] =>
  Array.from({ length: count }, (_, wave) => table(cells, cell => Math.cos((Math.PI * wave * (cell + 0.5)) / cells)))

/** Sum of the products of a wave with as many entries of a table, from a place on. */
const sumOf = (wave: Float64Array, values: Float64Array, start: number): number => {
  let sum = 0
  for (let index = 0; index < wave.length; index++) sum += at(wave, index) * at(values, start + index)
  return sum
}

/** Amplitudes of one channel, row of waves by row of waves, on linear light. */
const amplitudes = (
  channel: Float64Array,
  { columns, rows }: Grid,
  across: readonly Float64Array[],
  down: readonly Float64Array[],
) => {
  const light = new Float64Array(channel.length)
  for (let cell = 0; cell < light.length; cell++) light[cell] = linear(at(channel, cell))
  const lines = across.map(wave => {
    const line = new Float64Array(rows)
    for (let row = 0; row < rows; row++) line[row] = sumOf(wave, light, row * columns)
    return line
  })
  const found = down.flatMap((wave, y) =>
    lines.map((line, x) => ((x === 0 && y === 0 ? 1 : 2) * sumOf(wave, line, 0)) / (columns * rows)),
  )
  return Float64Array.from(found)
}

const encodeGamma = (light: number): number => {
  const value = Math.min(1, Math.max(0, light))
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
}

const quantised = (value: number, most: number): number => {
  const part = Math.sign(value / most) * Math.sqrt(Math.abs(value / most))
  return Math.max(0, Math.min(2 * amplitudeSteps, Math.floor(part * amplitudeSteps + amplitudeSteps + 0.5)))
}

const joined = ([red, green, blue]: Triple, base: number): number => (red * base + green) * base + blue

/**
 * A BlurHash (Ågren 2018, https://blurha.sh) of 4 × 3 waves, 3 × 4 in upright pictures: any decoder of it shows the picture.
 * Its characters: waves, largest amplitude, 4 of the mean colour, then 2 an amplitude, in base 83.
 *
 * @returns 28 characters of ASCII.
 */
export const placeholder = (grid: Grid): string => {
  const wide = grid.columns >= grid.rows
  const [countX, countY] = wide ? [waves.long, waves.short] : [waves.short, waves.long]
  const [across, down] = [cosines(countX, grid.columns), cosines(countY, grid.rows)]
  const red = amplitudes(grid.red, grid, across, down)
  const green = amplitudes(grid.green, grid, across, down)
  const blue = amplitudes(grid.blue, grid, across, down)
  const waveAt = (index: number): Triple => [at(red, index), at(green, index), at(blue, index)]
  const rest = Array.from({ length: countX * countY - 1 }, (_, index) => waveAt(index + 1))
  const top = Math.max(...rest.flat().map(Math.abs))
  const scale = Math.max(0, Math.min(scaleSteps, Math.floor(top * scaleUnit - 0.5)))
  const most = (scale + 1) / scaleUnit
  const mean = waveAt(0)
  return [
    base83(countX - 1 + (countY - 1) * 9, 1),
    base83(scale, 1),
    base83(joined([encodeGamma(mean[0]), encodeGamma(mean[1]), encodeGamma(mean[2])], 256), 4),
    ...rest.map(([r, g, b]) => base83(joined([quantised(r, most), quantised(g, most), quantised(b, most)], 19), 2)),
  ].join('')
}
