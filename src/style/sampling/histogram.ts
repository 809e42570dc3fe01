// The histogram of a picture: how often which colour occurs, and with what confidence it is a colour of the picture rather than of an
// edge in it.

import { type Oklab, rgbToOklab } from '../../color/oklab.ts'
import type { Rgb } from '../../color/srgb.ts'
import type { FullResolution, Raster, Thumbnail } from '../../image/raster.ts'
import { byteAt, intAt, sourcePositions, turnSize } from '../../image/raster.ts'
import { at, tabulate } from '../numbers.ts'
import { addRun, type BinTable, type ColorBin, confidence, createBins, readBins, slotOf } from './color-bins.ts'
import { areSimilar, isBetween, isVisiblePixel, mixtureTolerance, pixelsOf } from './pixels.ts'

/** A cell of the histogram: colours that look nearly alike. Amounts are in pixels; a half-transparent pixel is half a one. */
export interface Cell extends Rgb, Oklab {
  /** All its pixels. */
  readonly area: number
  /** Its pixels on the border of the picture. */
  readonly border: number
  /** Its pixels by confidence; the colour of the cell is their weighted mean. */
  readonly weight: number
}

export interface Histogram {
  /** None for a picture without visible pixels. */
  readonly cells: readonly Cell[]
  /** Share of the picture that is transparent, 0 to 1. */
  readonly transparency: number
}

/**
 * @param sample 8-bit sRGB with opacity; transparent pixels do not count, whatever their colour. If the picture is there at full
 * resolution, pixels are read from it, beside their true neighbours.
 */
export function buildHistogram(sample: Thumbnail): Histogram {
  const { fullResolution: whole } = sample
  const bins = createBins()
  const { columns, rows } =
    whole === undefined ? { columns: sample.width, rows: sample.height } : latticeSize(sample, whole)
  if (whole === undefined) countAll(bins, sample)
  else countLattice(bins, whole, columns, rows)
  const cells = mergeBins(readBins(bins, countBorder(bins, sample)))
  const area = cells.reduce((sum, cell) => sum + cell.area, 0)
  return { cells, transparency: 1 - area / (255 * columns * rows) }
}

/** Counts every pixel; each pair of neighbours is compared once. A pixel at the border counts as similar to what lies outside. */
function countAll(bins: BinTable, raster: Raster): void {
  const { width, height } = raster
  const pixels = pixelsOf(raster)
  const similarAbove = new Int32Array(width).fill(1)
  let [run, previous, previousConfidence] = [0, 0, 0]
  for (let y = 0, index = 0; y < height; y++) {
    const down = y + 1 < height ? width : 0
    let similarLeft = 1
    for (let x = 0; x < width; x++, index++) {
      const pixel = intAt(pixels, index)
      const similarRight = x + 1 < width ? areSimilar(pixel, intAt(pixels, index + 1)) : 1
      const similarBelow = areSimilar(pixel, intAt(pixels, index + down))
      const across = similarLeft + similarRight
      const along = intAt(similarAbove, x) + similarBelow
      const own = confidenceOf(pixels, index, width, across, along)
      similarAbove[x] = similarBelow
      similarLeft = similarRight
      if (pixel === previous && own === previousConfidence) run++
      else {
        if (previousConfidence > 0) addRun(bins, previous, previousConfidence, run)
        previous = pixel
        previousConfidence = own
        run = 1
      }
    }
  }
  if (previousConfidence > 0) addRun(bins, previous, previousConfidence, run)
}

/** Confidence of a pixel by how many neighbours in each direction are similar; 0 for an invisible one. */
function confidenceOf(pixels: Int32Array, index: number, width: number, across: number, along: number): number {
  if (!isVisiblePixel(intAt(pixels, index))) return 0
  if (across === 0 && isBetweenNeighbours(pixels, index, 1)) return confidence.mixture
  if (along === 0 && isBetweenNeighbours(pixels, index, width)) return confidence.mixture
  return confidenceBy(across + along)
}

/** Whether a pixel lies between those a step before and after it. */
function isBetweenNeighbours(pixels: Int32Array, index: number, step: number): boolean {
  return isBetween(
    intAt(pixels, index),
    intAt(pixels, index - step),
    intAt(pixels, index + step),
    mixtureTolerance.lossy,
  )
}

/** So many similar neighbours make a pixel part of a flat area. */
const minSimilar = 2

function confidenceBy(similar: number): number {
  return similar >= minSimilar ? confidence.flat : confidence.texture
}

/** Counted beside their neighbours, pixels carry more information: above this side, px, one of five more is enough. */
const fullySampledSide = 128

/** Columns and rows of the lattice for a sample and the picture that it was made from. */
function latticeSize(sample: Raster, whole: FullResolution) {
  const { width, height } = turnSize(whole, whole.orientation)
  const longSide = Math.max(sample.width, sample.height)
  const scale = (longSide - Math.max(0, longSide - fullySampledSide) / 5) / Math.max(width, height)
  return { columns: Math.ceil(width * scale), rows: Math.ceil(height * scale) }
}

/** Counts one pixel per cell of a lattice: the same pixels whatever the EXIF orientation of the file. */
function countLattice(bins: BinTable, whole: FullResolution, columns: number, rows: number): void {
  const { startOf, pointIn } = lattice(turnSize(whole, whole.orientation), columns, rows)
  const origin = sourcePositions[whole.orientation]
  const [maxX, maxY] = [whole.width - 1, whole.height - 1]
  let [run, previous, previousConfidence] = [0, 0, 0]
  for (let row = 0; row < rows; row++) {
    const start = startOf(row)
    for (let column = 0; column < columns; column++) {
      const upright = pointIn(column, row, start)
      const [x, y] = origin === undefined ? upright : origin(upright[0], upright[1], maxX, maxY)
      const pixel = pixelIn(whole, y * whole.width + x)
      const own = isVisiblePixel(pixel) ? confidenceAt(whole, pixel, x, y) : 0
      if (pixel === previous && own === previousConfidence) run++
      else {
        if (previousConfidence > 0) addRun(bins, previous, previousConfidence, run)
        previous = pixel
        previousConfidence = own
        run = 1
      }
    }
  }
  if (previousConfidence > 0) addRun(bins, previous, previousConfidence, run)
}

/** Multiples of it leave fractions that are spread as evenly as any number's (the golden ratio; Weyl 1916). */
const goldenRatio = (Math.sqrt(5) - 1) / 2

/**
 * Points spread evenly over a picture, one in each cell of a lattice: rows are shifted sideways and columns up and down, so that no line
 * of the picture, however thin and in whatever direction, falls between them.
 */
function lattice({ width, height }: Pick<Raster, 'width' | 'height'>, columns: number, rows: number) {
  const [across, down] = [width / columns, height / rows]
  const shift = (index: number): number => (index * goldenRatio) % 1
  const shifts = tabulate(columns, column => shift(column) * down)
  return {
    startOf: (row: number): number => shift(row) * across,
    pointIn: (column: number, row: number, start: number): readonly [x: number, y: number] => [
      Math.floor(column * across + start),
      Math.floor(row * down + at(shifts, column)),
    ],
  }
}

/** A pixel as one number, as in `pixelsOf`. */
function pixelIn({ pixels, channels }: FullResolution, index: number): number {
  const from = index * channels
  const opacity = channels === 4 ? byteAt(pixels, from + 3) : 255
  return byteAt(pixels, from) | (byteAt(pixels, from + 1) << 8) | (byteAt(pixels, from + 2) << 16) | (opacity << 24)
}

/** Confidence of a visible pixel, from the four around it; one that is missing counts as similar. */
function confidenceAt(whole: FullResolution, pixel: number, x: number, y: number): number {
  const { width, height, isExact } = whole
  const tolerance = isExact ? mixtureTolerance.lossless : mixtureTolerance.lossy
  const index = y * width + x
  const left = pixelIn(whole, x > 0 ? index - 1 : index)
  const right = pixelIn(whole, x + 1 < width ? index + 1 : index)
  const across = areSimilar(pixel, left) + areSimilar(pixel, right)
  if (across === 0 && isBetween(pixel, left, right, tolerance)) return confidence.mixture
  const above = pixelIn(whole, y > 0 ? index - width : index)
  const below = pixelIn(whole, y + 1 < height ? index + width : index)
  const along = areSimilar(pixel, above) + areSimilar(pixel, below)
  if (along === 0 && isBetween(pixel, above, below, tolerance)) return confidence.mixture
  // Without compression, a pixel that differs from the same colour on both sides is a line of one pixel.
  const isLine = (across === 0 && areAlike(left, right)) || (along === 0 && areAlike(above, below))
  return isExact && isLine ? confidence.flat : confidenceBy(across + along)
}

/** Similarity in both directions, as `areSimilar` is not symmetric and pictures are mirrored. */
function areAlike(one: number, other: number): boolean {
  return (areSimilar(one, other) & areSimilar(other, one)) === 1
}

/** Area on the border of the sample by slot, of colours that were counted. */
function countBorder(bins: BinTable, raster: Raster): Float64Array {
  const { width, height } = raster
  const pixels = pixelsOf(raster)
  const border = new Float64Array(bins.count)
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)
    for (let x = 0; x < width; x += step) {
      const pixel = intAt(pixels, y * width + x)
      const slot = slotOf(bins, pixel)
      if (isVisiblePixel(pixel) && slot >= 0) border[slot] = at(border, slot) + (pixel >>> 24)
    }
  }
  return border
}

/** Side of a cell, OKLab: about ΔE00 2. */
const cellSide = 0.025

/** Merges bins into cells of equal size in OKLab. */
function mergeBins(bins: readonly ColorBin[]): readonly Cell[] {
  const sums = new Map<number, CellSum>()
  for (const bin of bins) {
    const { l, a, b } = rgbToOklab(bin.red, bin.green, bin.blue)
    const key = (Math.floor(l / cellSide) * 64 + Math.floor(a / cellSide) + 32) * 64 + Math.floor(b / cellSide) + 32
    const known = sums.get(key)
    const sum = known ?? { weights: 0, l: 0, a: 0, b: 0, red: 0, green: 0, blue: 0, area: 0, border: 0 }
    if (known === undefined) sums.set(key, sum)
    sum.weights += bin.weight
    sum.l += bin.weight * l
    sum.a += bin.weight * a
    sum.b += bin.weight * b
    sum.red += bin.weight * bin.red
    sum.green += bin.weight * bin.green
    sum.blue += bin.weight * bin.blue
    sum.area += bin.area
    sum.border += bin.border
  }
  return [...sums.values()].map(({ weights, l, a, b, red, green, blue, area, border }) => ({
    l: l / weights,
    a: a / weights,
    b: b / weights,
    red: red / weights,
    green: green / weights,
    blue: blue / weights,
    area,
    border,
    weight: weights,
  }))
}

/** The sums of a cell; colours are weighted. */
interface CellSum {
  weights: number
  l: number
  a: number
  b: number
  red: number
  green: number
  blue: number
  area: number
  border: number
}
