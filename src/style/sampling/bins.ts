// Counts the pixels of a picture by colour, in one pass.

import { byteAt, type FullResolution, type Raster, sourcePositions, type Thumbnail } from '../../image/raster.ts'
import { at } from '../at.ts'
import { lattice } from './lattice.ts'
import { isBetween, isVisible, joined, pixelAt, pixelsOf, slack } from './pixels.ts'
import { addRun, type Bin, binsOf, emptyTally, placeOf, surety, type Tally } from './tally.ts'

/** Colours that occur, and how many pixels were looked at. */
export interface Bins {
  readonly bins: readonly Bin[]
  readonly looked: number
}

/** So many neighbours like it make a pixel flat. */
const enoughLike = 2
/** Seen beside their neighbours, pixels tell so much that above this size, px a side, four of five more are enough. */
const enough = 128

/** How surely a visible pixel that blends no neighbours shows a colour of the picture, by how many of them it is joined to. */
const suretyBy = (joins: number): number => (joins >= enoughLike ? surety.flat : surety.texture)

/** Whether a pixel blends those a step before and after it. */
const isRamp = (pixels: Int32Array, index: number, step: number): boolean =>
  isBetween(pixelAt(pixels, index), pixelAt(pixels, index - step), pixelAt(pixels, index + step), slack.lossy)

/** How surely a pixel shows a colour of the picture, by which of its neighbours it is joined to; 0 for one that cannot be seen. */
const suretyOf = (pixels: Int32Array, index: number, width: number, across: number, along: number): number => {
  if (!isVisible(pixelAt(pixels, index))) return 0
  if (across === 0 && isRamp(pixels, index, 1)) return surety.ramp
  if (along === 0 && isRamp(pixels, index, width)) return surety.ramp
  return suretyBy(across + along)
}

/** Adds every pixel; each pair of neighbours is compared once. */
const addAll = (tally: Tally, raster: Raster): void => {
  const { width, height } = raster
  const pixels = pixelsOf(raster)
  const joinedAbove = new Int32Array(width).fill(1)
  let [run, runner, sureness] = [0, 0, 0]
  for (let y = 0, index = 0; y < height; y++) {
    // What has no neighbour is joined to itself.
    const down = y + 1 < height ? width : 0
    let joinedLeft = 1
    for (let x = 0; x < width; x++, index++) {
      const pixel = pixelAt(pixels, index)
      const joinedRight = x + 1 < width ? joined(pixel, pixelAt(pixels, index + 1)) : 1
      const joinedBelow = joined(pixel, pixelAt(pixels, index + down))
      const sure = suretyOf(pixels, index, width, joinedLeft + joinedRight, pixelAt(joinedAbove, x) + joinedBelow)
      joinedAbove[x] = joinedBelow
      joinedLeft = joinedRight
      if (pixel === runner && sure === sureness) run++
      else {
        if (sureness > 0) addRun(tally, runner, sureness, run)
        runner = pixel
        sureness = sure
        run = 1
      }
    }
  }
  if (sureness > 0) addRun(tally, runner, sureness, run)
}

/** A pixel as one number, as `pixelsOf` gives it. */
const colorAt = ({ pixels, channels }: FullResolution, index: number): number => {
  const from = index * channels
  const opacity = channels === 4 ? byteAt(pixels, from + 3) : 255
  return byteAt(pixels, from) | (byteAt(pixels, from + 1) << 8) | (byteAt(pixels, from + 2) << 16) | (opacity << 24)
}

/** Whether nothing separates two pixels, whichever comes first: pictures are mirrored. */
const alike = (one: number, other: number): boolean => (joined(one, other) & joined(other, one)) === 1

/** How surely a pixel shows a colour of the picture, with a look at the four around it; what has no neighbour is joined to itself. */
const suretyAt = (whole: FullResolution, pixel: number, x: number, y: number): number => {
  const { width, height, isExact: exact } = whole
  const room = exact ? slack.exact : slack.lossy
  const index = y * width + x
  const left = colorAt(whole, x > 0 ? index - 1 : index)
  const right = colorAt(whole, x + 1 < width ? index + 1 : index)
  const across = joined(pixel, left) + joined(pixel, right)
  if (across === 0 && isBetween(pixel, left, right, room)) return surety.ramp
  const above = colorAt(whole, y > 0 ? index - width : index)
  const below = colorAt(whole, y + 1 < height ? index + width : index)
  const along = joined(pixel, above) + joined(pixel, below)
  if (along === 0 && isBetween(pixel, above, below, room)) return surety.ramp
  // Where nothing overshoots, what stands out from one ground on both sides is a line of one pixel.
  const isLine = (across === 0 && alike(left, right)) || (along === 0 && alike(above, below))
  return exact && isLine ? surety.flat : suretyBy(across + along)
}

const uprightSize = ({ width, height, orientation }: FullResolution) =>
  orientation < 5 ? { width, height } : { width: height, height: width }

interface Place {
  readonly x: number
  readonly y: number
}

/** A place of the upright picture, as it lies in the file. */
const storedPlace = (stored: FullResolution) => {
  const origin = sourcePositions[stored.orientation]
  const [right, bottom] = [stored.width - 1, stored.height - 1]
  return (place: Place): Place => {
    if (origin === undefined) return place
    const [x, y] = origin(place.x, place.y, right, bottom)
    return { x, y }
  }
}

/** Adds some pixels of a picture: the same ones, however it is stored. */
const addSome = (tally: Tally, decoded: FullResolution, columns: number, rows: number): void => {
  const { width } = decoded
  const { startOf, placeIn } = lattice({ ...uprightSize(decoded), columns, rows })
  const stored = storedPlace(decoded)
  let [run, runner, sureness] = [0, 0, 0]
  for (let row = 0; row < rows; row++) {
    const start = startOf(row)
    for (let column = 0; column < columns; column++) {
      const { x, y } = stored(placeIn(column, row, start))
      const pixel = colorAt(decoded, y * width + x)
      const sure = isVisible(pixel) ? suretyAt(decoded, pixel, x, y) : 0
      if (pixel === runner && sure === sureness) run++
      else {
        if (sureness > 0) addRun(tally, runner, sureness, run)
        runner = pixel
        sureness = sure
        run = 1
      }
    }
  }
  if (sureness > 0) addRun(tally, runner, sureness, run)
}

/** Counts what lies on the border of the sample, of colours that turned up. */
const borderOf = (tally: Tally, raster: Raster): Float64Array => {
  const { width, height } = raster
  const pixels = pixelsOf(raster)
  const border = new Float64Array(tally.count)
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)
    for (let x = 0; x < width; x += step) {
      const pixel = pixelAt(pixels, y * width + x)
      const place = placeOf(tally, pixel)
      if (isVisible(pixel) && place >= 0) border[place] = at(border, place) + (pixel >>> 24)
    }
  }
  return border
}

/** Columns and rows of the lattice for a sample and the picture that it was made from. */
const sizeOf = (sample: Raster, whole: FullResolution): readonly [columns: number, rows: number] => {
  const { width, height } = uprightSize(whole)
  const longest = Math.max(sample.width, sample.height)
  const scale = (longest - Math.max(0, longest - enough) / 5) / Math.max(width, height)
  return [Math.ceil(width * scale), Math.ceil(height * scale)]
}

/**
 * @param sample with the picture at its own size, pixels are judged there, beside their true neighbours.
 * @returns the colours as they turn up; none when nothing is visible.
 */
export const bins = (sample: Thumbnail): Bins => {
  const { fullResolution: whole } = sample
  const tally = emptyTally()
  const [columns, rows] = whole === undefined ? [sample.width, sample.height] : sizeOf(sample, whole)
  if (whole === undefined) addAll(tally, sample)
  else addSome(tally, whole, columns, rows)
  return { bins: binsOf(tally, borderOf(tally, sample)), looked: columns * rows }
}
