// Layers of a convolutional network, on 32-bit floats in the memory of a WebAssembly module, which computes four of them at once. Typed arrays
// are read by Number(): no index is outside.
import { readFileSync } from 'node:fs'

/** Values of several channels for each place, row by row: all channels of a place follow each other. */
export interface FeatureMap {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float32Array
}

/** Each output is a weighted sum of the inputs at one place. */
export interface Mix {
  readonly inputs: number
  /** A multiple of 8. */
  readonly outputs: number
  /** Those of the first input come first. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** A separable convolution: a mix, then for each channel a kernel of 3 × 3 places. */
export interface Separable {
  readonly mix: Mix
  /** The first of nine places for all channels, then the second: rows from the top. */
  readonly kernels: Float32Array
  readonly biases: Float32Array
  /** Whether negative results become 0. */
  readonly isRectified: boolean
}

/** What layers.wat exports. Addresses and `rowLength` are in bytes, `places` and what is named after channels are numbers of them. */
interface Program {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly mix: (
    from: number,
    places: number,
    inputs: number,
    outputs: number,
    weights: number,
    biases: number,
    minimum: number,
    to: number,
  ) => void
  readonly filter: (
    from: number,
    rowLength: number,
    places: number,
    channels: number,
    kernels: number,
    biases: number,
    minimum: number,
    to: number,
  ) => void
  readonly halve: (from: number, rowLength: number, places: number, channels: number, to: number) => void
}

/** As far as it is used here; types of Node.js do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Program }
}

/** The memory of the module. */
interface Workspace {
  /** Values, not zeroed, until `clear`. @throws RangeError when the memory is used up */
  readonly allocate: (length: number) => Float32Array
  /** Keeps what has been allocated until now from `clear`. */
  readonly keep: () => void
  /** Frees everything else. */
  readonly clear: () => void
  readonly emptyMap: (width: number, height: number, channels: number) => FeatureMap
  /** Frees what the work allocates. */
  readonly borrow: (work: () => void) => void
}

export interface Layers extends Omit<Workspace, 'borrow'> {
  /** Mixes places that follow each other; results below `minimum` become it. Up to three more are read and written: `emptyMap` has them. */
  readonly mixRow: (from: Float32Array, places: number, mix: Mix, to: Float32Array, minimum?: number) => void
  readonly convolve: (map: FeatureMap, separable: Separable) => FeatureMap
  /** The largest of each two by two places. */
  readonly halveMap: (map: FeatureMap) => FeatureMap
}

/** A mix computes this many places at a time. */
const placesAtOnce = 4

function createWorkspace(buffer: ArrayBuffer): Workspace {
  /** Bytes that are in use, and those that are kept. */
  let [used, kept] = [0, 0]
  const allocate = (length: number): Float32Array => {
    const values = new Float32Array(buffer, used, length)
    used += values.byteLength
    return values
  }
  return {
    allocate,
    keep: () => {
      kept = used
    },
    clear: () => {
      used = kept
    },
    emptyMap: (width, height, channels) => {
      const length = width * height * channels
      const values = allocate(length + (placesAtOnce - 1) * channels).subarray(0, length)
      return { width, height, channels, values }
    },
    borrow: work => {
      const before = used
      work()
      used = before
    },
  }
}

/** Compiles the module; its memory of 16 MB is reserved at once. */
export function openLayers(): Layers {
  const file = readFileSync(new URL('./layers.wasm', import.meta.url))
  const { memory, mix: mixPlaces, filter, halve } = new WebAssembly.Instance(new WebAssembly.Module(file)).exports
  const { borrow, ...workspace } = createWorkspace(memory.buffer)
  const { emptyMap } = workspace

  const mixRow: Layers['mixRow'] = (from, places, mix, to, minimum = Number.NEGATIVE_INFINITY) => {
    const [weights, biases] = [mix.weights.byteOffset, mix.biases.byteOffset]
    mixPlaces(from.byteOffset, places, mix.inputs, mix.outputs, weights, biases, minimum, to.byteOffset)
  }

  /** A mix of each place, with a row of zeros above and below, and a place of zeros between the rows. */
  const mixWithBorder = ({ width, height, values }: FeatureMap, mix: Mix): FeatureMap => {
    const { inputs, outputs } = mix
    const border = emptyMap(width + 1, height + 3, outputs)
    const rowLength = (width + 1) * outputs
    border.values.fill(0, 0, rowLength + outputs)
    for (let y = 0; y < height; y++) {
      const end = (y + 2) * rowLength
      mixRow(values.subarray(y * width * inputs), width, mix, border.values.subarray(end - width * outputs))
      border.values.fill(0, end, end + outputs)
    }
    border.values.fill(0, (height + 1) * rowLength)
    return border
  }

  const convolve: Layers['convolve'] = (map, { mix, kernels, biases, isRectified }) => {
    const { width, height } = map
    const result = emptyMap(width, height, mix.outputs)
    borrow(() => {
      const { values } = mixWithBorder(map, mix)
      const placeLength = mix.outputs * values.BYTES_PER_ELEMENT
      const rowLength = (width + 1) * placeLength
      const minimum = isRectified ? 0 : Number.NEGATIVE_INFINITY
      for (let y = 0; y < height; y++) {
        const from = values.byteOffset + y * rowLength
        const to = result.values.byteOffset + y * width * placeLength
        filter(from, rowLength, width, mix.outputs, kernels.byteOffset, biases.byteOffset, minimum, to)
      }
    })
    return result
  }

  const halveMap: Layers['halveMap'] = ({ width, height, channels, values }) => {
    const half = emptyMap(width / 2, height / 2, channels)
    const rowLength = width * channels * values.BYTES_PER_ELEMENT
    for (let y = 0; y < half.height; y++) {
      const to = half.values.byteOffset + (y * rowLength) / 2
      halve(values.byteOffset + 2 * y * rowLength, rowLength, half.width, channels, to)
    }
    return half
  }
  return { ...workspace, mixRow, convolve, halveMap }
}

/** Adds a map of half the size, each place of it to two by two places. */
export function addEnlarged({ width, height, channels, values }: FeatureMap, small: FeatureMap): void {
  for (let y = 0, target = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = ((y >> 1) * small.width + (x >> 1)) * channels
      for (let channel = 0; channel < channels; channel++, target++)
        values[target] = Number(values[target]) + Number(small.values[source + channel])
    }
  }
}
