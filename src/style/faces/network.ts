// The face detector: YuNet (Wu, Peng and Yu 2023, "YuNet: a tiny millisecond-level face detector") in its small variant, on typed arrays.
import { readFileSync } from 'node:fs'
import { addEnlarged, type FeatureMap, type Layers, type Mix, openLayers, type Separable } from './layers.ts'

/** A face detected by the network: its centre and size in pixels of the input, and its confidence, 0 to 1. */
export interface Sighting {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly score: number
}

type SeparablePair = readonly [Separable, Separable]

/** A size at which faces are found: three of them, each half as large as the one before. */
interface Level {
  /** Pixels of the input for one place. */
  readonly stride: number
  readonly block: SeparablePair
  readonly neck: Separable
  readonly head: Separable
}

interface FaceNetwork {
  readonly layers: Layers
  readonly first: Mix
  readonly stem: Separable
  readonly blocks: readonly SeparablePair[]
  readonly levels: readonly Level[]
}

/** Sides of the input are multiples of this, px. */
export const inputStep = 32
/** Inputs of the first layer: three colours at nine places, and five without a weight. */
const firstInputs = 32
/** Channels of a head: a face, an object, x, y, width and height; two are not used. */
const headOutputs = 8
const strides = [8, 16, 32] as const

let network: FaceNetwork | undefined

/** yunet.bin holds 32-bit floats in the order of the layers: of each the mix with its biases, then the kernels with theirs. */
function readNetwork(): FaceNetwork {
  const file = readFileSync(new URL('./yunet.bin', import.meta.url))
  const layers = openLayers()
  let position = 0
  const take = (count: number) => {
    const values = layers.allocate(count)
    for (let index = 0; index < count; index++, position += 4) values[index] = file.readFloatLE(position)
    return values
  }
  const mix = (inputs: number, outputs: number) => ({
    inputs,
    outputs,
    weights: transpose(take(inputs * outputs), inputs),
    biases: take(outputs),
  })
  const separable = (inputs: number, outputs: number, isRectified = true) => ({
    mix: mix(inputs, outputs),
    kernels: take(9 * outputs),
    biases: take(outputs),
    isRectified,
  })
  const block = (inputs: number, outputs: number): SeparablePair => [
    separable(inputs, inputs),
    separable(inputs, outputs),
  ]
  const network = {
    layers,
    first: mix(firstInputs, 16),
    stem: separable(16, 16),
    blocks: [block(16, 32), block(32, 64)],
    levels: strides.map(stride => ({
      stride,
      block: block(64, 64),
      neck: separable(64, 64),
      head: separable(64, headOutputs, false),
    })),
  }
  layers.keep()
  return network
}

/** The file has the weights of the first output first. */
function transpose(weights: Float32Array, inputs: number): Float32Array {
  const outputs = weights.length / inputs
  const transposed = weights.map((_, index) =>
    Number(weights[(index % outputs) * inputs + Math.floor(index / outputs)]),
  )
  weights.set(transposed)
  return weights
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
  const { layers, stem, blocks, levels } = network
  const { convolve, halveMap } = layers
  layers.clear()
  const apply = (map: FeatureMap, [one, other]: SeparablePair) => convolve(convolve(map, one), other)
  let map = blocks.reduce(apply, halveMap(convolve(readInput(input, network), stem)))
  const maps = levels.map(level => {
    map = apply(halveMap(map), level.block)
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
function readInput({ width, height, values }: FeatureMap, { layers, first }: FaceNetwork): FeatureMap {
  const [columns, rows] = [width / 2, height / 2]
  const map = layers.emptyMap(columns, rows, first.outputs)
  // What is beyond the edges, above the first row and left of the first column, stays 0.
  const places = layers.emptyMap(columns, 1, firstInputs).values.fill(0)
  for (let row = 0; row < rows; row++) {
    for (let line = row === 0 ? 1 : 0; line < 3; line++) {
      const start = ((2 * row + line - 1) * width - 1) * 3
      for (let column = 0; column < columns; column++) {
        const from = start + column * 6
        const to = column * firstInputs + line * 9
        for (let value = column === 0 ? 3 : 0; value < 9; value++) places[to + value] = Number(values[from + value])
      }
    }
    layers.mixRow(places, columns, first, map.values.subarray(row * columns * first.outputs), 0)
  }
  return map
}

function readResults({ width, height, channels, values }: FeatureMap, stride: number, minScore: number): Sighting[] {
  const sightings: Sighting[] = []
  for (let place = 0; place < width * height; place++) {
    const result = (channel: number) => Number(values[place * channels + channel])
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
