// The face detector: YuNet (Wu, Peng and Yu 2023, "YuNet: a tiny millisecond-level face detector") in its small variant, on typed arrays.
import { readFileSync } from 'node:fs'

/** Values of several channels for each place, row by row: all channels of a place follow each other. */
export interface FeatureMap {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float64Array
}

/** Where the network sees a face: its centre and size in pixels of the input, and how sure it is, 0 to 1. */
export interface Sighting {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly score: number
}

/** Each output is a weighted sum of the inputs at one place. */
interface Mix {
  readonly inputs: number
  readonly outputs: number
  /** Those of the first output come first. */
  readonly weights: Float64Array
  readonly biases: Float64Array
}

/** A separable convolution: a mix, then for each channel a kernel of 3 × 3 places. */
interface Separable {
  readonly mix: Mix
  /** The first of nine places for all channels, then the second: rows from the top. */
  readonly kernels: Float64Array
  readonly biases: Float64Array
  /** Whether negative results become 0. */
  readonly isRectified: boolean
}

type Block = readonly [Separable, Separable]

/** A size at which faces are found: three of them, each half as large as the one before. */
interface Level {
  /** Pixels of the input for one place. */
  readonly stride: number
  readonly block: Block
  readonly neck: Separable
  readonly head: Separable
}

interface Network {
  readonly first: Mix
  readonly stem: Separable
  readonly blocks: readonly Block[]
  readonly levels: readonly Level[]
}

/** Sides of the input are multiples of this, px. */
export const inputStep = 32
/** Inputs of the first layer: three colours at nine places, and five without a weight. */
const firstInputs = 32
/** Channels of a head: a face, an object, x, y, width and height; two are not used. */
const headOutputs = 8
const strides = [8, 16, 32] as const

let network: Network | undefined

/** yunet.bin holds 32-bit floats in the order of the layers: of each the mix with its biases, then the kernels with theirs. */
function readNetwork(): Network {
  const file = readFileSync(new URL('./yunet.bin', import.meta.url))
  let position = 0
  const take = (count: number) => {
    const values = new Float64Array(count)
    for (let index = 0; index < count; index++, position += 4) values[index] = file.readFloatLE(position)
    return values
  }
  const mix = (inputs: number, outputs: number) => ({
    ...{ inputs, outputs },
    ...{ weights: take(inputs * outputs), biases: take(outputs) },
  })
  const separable = (inputs: number, outputs: number, isRectified = true) => ({
    ...{ mix: mix(inputs, outputs), kernels: take(9 * outputs), biases: take(outputs), isRectified },
  })
  const block = (inputs: number, outputs: number): Block => [separable(inputs, inputs), separable(inputs, outputs)]
  return {
    first: mix(firstInputs, 16),
    stem: separable(16, 16),
    blocks: [block(16, 32), block(32, 64)],
    levels: strides.map(stride => ({
      ...{ stride, block: block(64, 64) },
      ...{ neck: separable(64, 64), head: separable(64, headOutputs, false) },
    })),
  }
}

/**
 * Looks for faces of about 10 to 200 px.
 *
 * @param input blue, green and red, 0 to 255, with sides that are multiples of 32. About 780 multiplications for each pixel.
 * @param minScore 0 to 1.
 * @returns what the network takes for a face, several times for most of them.
 */
export function sightFaces(input: FeatureMap, minScore: number): readonly Sighting[] {
  network ??= readNetwork()
  const { first, stem, blocks, levels } = network
  const apply = (map: FeatureMap, [one, other]: Block) => convolve(convolve(map, one), other)
  let map = blocks.reduce(apply, halve(convolve(readInput(input, first), stem)))
  const maps = levels.map(level => {
    map = apply(halve(map), level.block)
    return { ...level, features: map }
  })
  const sightings: Sighting[] = []
  let coarser: FeatureMap | undefined
  for (const { features, neck, head, stride } of maps.toReversed()) {
    if (coarser) addEnlarged(features, coarser)
    coarser = convolve(features, neck)
    sightings.push(...readResults(convolve(coarser, head), stride, minScore))
  }
  return sightings
}

/** The first layer: 3 × 3 pixels around every second one of every second row; beyond the edges there is nothing. */
function readInput({ width, height, values }: FeatureMap, mix: Mix): FeatureMap {
  const [columns, rows] = [width / 2, height / 2]
  const map = emptyMap(columns, rows, mix.outputs)
  const places = new Float64Array(columns * firstInputs)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let place = 0; place < 9; place++) {
        const x = 2 * column + (place % 3) - 1
        const y = 2 * row + Math.floor(place / 3) - 1
        const isInside = x >= 0 && y >= 0
        for (let color = 0; color < 3; color++)
          places[column * firstInputs + place * 3 + color] = isInside ? valueAt(values, (y * width + x) * 3 + color) : 0
      }
    }
    mixRow(places, 0, columns, mix, map.values, row * columns * mix.outputs)
  }
  rectify(map.values)
  return map
}

function emptyMap(width: number, height: number, channels: number): FeatureMap {
  return { width, height, channels, values: new Float64Array(width * height * channels) }
}

function rectify(values: Float64Array): void {
  for (let index = 0; index < values.length; index++) if (valueAt(values, index) < 0) values[index] = 0
}

/** Three rows of mixes are in memory at a time, with a place without values on both sides. */
function convolve({ width, height, values }: FeatureMap, { mix, kernels, biases, isRectified }: Separable): FeatureMap {
  const { inputs, outputs } = mix
  const map = emptyMap(width, height, outputs)
  const rowLength = (width + 2) * outputs
  let [above, row, below] = [new Float64Array(rowLength), new Float64Array(rowLength), new Float64Array(rowLength)]
  mixRow(values, 0, width, mix, below, outputs)
  for (let y = 0; y < height; y++) {
    ;[above, row, below] = [row, below, above]
    if (y + 1 < height) mixRow(values, (y + 1) * width * inputs, width, mix, below, outputs)
    else below.fill(0)
    for (let channel = 0; channel < outputs; channel++)
      applyKernel(above, row, below, { kernels, biases, outputs, channel }, map.values, y * width * outputs, width)
  }
  if (isRectified) rectify(map.values)
  return map
}

/**
 * Four outputs of two places at a time, so that each value that is read is used several times. The outputs of a mix are a multiple of 4; the
 * last of an odd number of places is computed twice.
 */
function mixRow(
  from: Float64Array,
  start: number,
  places: number,
  { inputs, outputs, weights, biases }: Mix,
  to: Float64Array,
  end: number,
): void {
  for (let place = 0; place < places; place += 2) {
    const otherPlace = Math.min(place + 1, places - 1)
    const one = start + place * inputs
    const other = start + otherPlace * inputs
    for (let output = 0; output < outputs; output += 4) {
      let a = valueAt(biases, output)
      let b = valueAt(biases, output + 1)
      let c = valueAt(biases, output + 2)
      let d = valueAt(biases, output + 3)
      let e = a
      let f = b
      let g = c
      let h = d
      const first = output * inputs
      for (let input = 0; input < inputs; input++) {
        const value = valueAt(from, one + input)
        const otherValue = valueAt(from, other + input)
        const weight = first + input
        const v = valueAt(weights, weight)
        const w = valueAt(weights, weight + inputs)
        const x = valueAt(weights, weight + 2 * inputs)
        const y = valueAt(weights, weight + 3 * inputs)
        a += value * v
        b += value * w
        c += value * x
        d += value * y
        e += otherValue * v
        f += otherValue * w
        g += otherValue * x
        h += otherValue * y
      }
      const target = end + place * outputs + output
      to[target] = a
      to[target + 1] = b
      to[target + 2] = c
      to[target + 3] = d
      const otherTarget = end + otherPlace * outputs + output
      to[otherTarget] = e
      to[otherTarget + 1] = f
      to[otherTarget + 2] = g
      to[otherTarget + 3] = h
    }
  }
}

interface Kernel {
  readonly kernels: Float64Array
  readonly biases: Float64Array
  readonly outputs: number
  readonly channel: number
}

/** One channel of a row: each column of the 3 × 3 values is read once. */
function applyKernel(
  above: Float64Array,
  row: Float64Array,
  below: Float64Array,
  { kernels, biases, outputs, channel }: Kernel,
  to: Float64Array,
  start: number,
  width: number,
): void {
  const weight = (place: number) => valueAt(kernels, place * outputs + channel)
  const [a, b, c] = [weight(0), weight(1), weight(2)]
  const [d, e, f] = [weight(3), weight(4), weight(5)]
  const [g, h, i] = [weight(6), weight(7), weight(8)]
  const bias = valueAt(biases, channel)
  let [left, leftRow, leftBelow] = [valueAt(above, channel), valueAt(row, channel), valueAt(below, channel)]
  let next = channel + outputs
  let [middle, middleRow, middleBelow] = [valueAt(above, next), valueAt(row, next), valueAt(below, next)]
  for (let x = 0; x < width; x++) {
    next += outputs
    const right = valueAt(above, next)
    const rightRow = valueAt(row, next)
    const rightBelow = valueAt(below, next)
    const upper = left * a + middle * b + right * c
    const central = leftRow * d + middleRow * e + rightRow * f
    const lower = leftBelow * g + middleBelow * h + rightBelow * i
    to[start + x * outputs + channel] = bias + upper + central + lower
    left = middle
    middle = right
    leftRow = middleRow
    middleRow = rightRow
    leftBelow = middleBelow
    middleBelow = rightBelow
  }
}

/** The largest of each two by two places. */
function halve({ width, height, channels, values }: FeatureMap): FeatureMap {
  const map = emptyMap(width / 2, height / 2, channels)
  let target = 0
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const first = (y * width + x) * channels
      for (let value = first; value < first + channels; value++, target++) {
        const below = value + width * channels
        const upper = Math.max(valueAt(values, value), valueAt(values, value + channels))
        map.values[target] = Math.max(upper, valueAt(values, below), valueAt(values, below + channels))
      }
    }
  }
  return map
}

/** Adds a map of half the size, each place of it to two by two places. */
function addEnlarged({ width, height, channels, values }: FeatureMap, small: FeatureMap): void {
  for (let y = 0, target = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = ((y >> 1) * small.width + (x >> 1)) * channels
      for (let channel = 0; channel < channels; channel++, target++)
        values[target] = valueAt(values, target) + valueAt(small.values, source + channel)
    }
  }
}

function readResults({ width, height, channels, values }: FeatureMap, stride: number, minScore: number): Sighting[] {
  const sightings: Sighting[] = []
  for (let place = 0; place < width * height; place++) {
    const result = (channel: number) => valueAt(values, place * channels + channel)
    const score = Math.sqrt(sigmoid(result(0)) * sigmoid(result(1)))
    if (score < minScore) continue
    sightings.push({
      x: ((place % width) + result(2)) * stride,
      y: (Math.floor(place / width) + result(3)) * stride,
      width: Math.exp(result(4)) * stride,
      height: Math.exp(result(5)) * stride,
      score,
    })
  }
  return sightings
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/**
 * Like `at` of ../numbers.ts, for this file alone, where no index is outside: as soon as one is, engines check every read of that function,
 * which then takes three times as long.
 */
function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
