// Layers of a convolutional network on typed arrays, which are read by Number(): no index is outside, and a function of our own would be called
// several billion times, more than the counters of the coverage hold.

/** Values of several channels for each place, row by row: all channels of a place follow each other. */
export interface FeatureMap {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly values: Float64Array
}

/** Each output is a weighted sum of the inputs at one place. */
export interface Mix {
  readonly inputs: number
  readonly outputs: number
  /** Those of the first output come first. */
  readonly weights: Float64Array
  readonly biases: Float64Array
}

/** A separable convolution: a mix, then for each channel a kernel of 3 × 3 places. */
export interface Separable {
  readonly mix: Mix
  /** The first of nine places for all channels, then the second: rows from the top. */
  readonly kernels: Float64Array
  readonly biases: Float64Array
  /** Whether negative results become 0. */
  readonly isRectified: boolean
}

export function emptyMap(width: number, height: number, channels: number): FeatureMap {
  return { width, height, channels, values: new Float64Array(width * height * channels) }
}

export function rectify(values: Float64Array): void {
  for (let index = 0; index < values.length; index++) if (Number(values[index]) < 0) values[index] = 0
}

/** Three rows of mixes are in memory at a time, with a place without values on both sides. */
export function convolve(
  { width, height, values }: FeatureMap,
  { mix, kernels, biases, isRectified }: Separable,
): FeatureMap {
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
export function mixRow(
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
      let a = Number(biases[output])
      let b = Number(biases[output + 1])
      let c = Number(biases[output + 2])
      let d = Number(biases[output + 3])
      let e = a
      let f = b
      let g = c
      let h = d
      const first = output * inputs
      for (let input = 0; input < inputs; input++) {
        const value = Number(from[one + input])
        const otherValue = Number(from[other + input])
        const weight = first + input
        const v = Number(weights[weight])
        const w = Number(weights[weight + inputs])
        const x = Number(weights[weight + 2 * inputs])
        const y = Number(weights[weight + 3 * inputs])
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
  const weight = (place: number) => Number(kernels[place * outputs + channel])
  const [a, b, c] = [weight(0), weight(1), weight(2)]
  const [d, e, f] = [weight(3), weight(4), weight(5)]
  const [g, h, i] = [weight(6), weight(7), weight(8)]
  const bias = Number(biases[channel])
  let [left, leftRow, leftBelow] = [Number(above[channel]), Number(row[channel]), Number(below[channel])]
  let next = channel + outputs
  let [middle, middleRow, middleBelow] = [Number(above[next]), Number(row[next]), Number(below[next])]
  for (let x = 0; x < width; x++) {
    next += outputs
    const right = Number(above[next])
    const rightRow = Number(row[next])
    const rightBelow = Number(below[next])
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
export function halveMap({ width, height, channels, values }: FeatureMap): FeatureMap {
  const map = emptyMap(width / 2, height / 2, channels)
  let target = 0
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const first = (y * width + x) * channels
      for (let value = first; value < first + channels; value++, target++) {
        const below = value + width * channels
        const upper = Math.max(Number(values[value]), Number(values[value + channels]))
        map.values[target] = Math.max(upper, Number(values[below]), Number(values[below + channels]))
      }
    }
  }
  return map
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
