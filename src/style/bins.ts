// Counts the pixels of a picture by colour, in one pass.
import type { Raster } from '../media/sample.ts'
import { at } from './at.ts'
import { isBetween, isVisible, joined, pixelAt, pixelsOf } from './pixels.ts'

/** A colour of 5 bits a channel that occurs. Amounts are in 1/255 of a pixel, by opacity. */
export interface Bin {
  /** The colour of most of its pixels if there is one, else their exact mean by weight; 0 to 255. */
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly area: number
  /** What lies on the border of the picture. */
  readonly border: number
  /** Its area by how surely it is a colour of the picture. */
  readonly weight: number
}

/** Weights of a pixel among its like, of one that blends its neighbours, and of any other. Whole, so that engines need no memory for them. */
const flat = 48
const ramp = 1
const texture = 12
/** So many neighbours like it make a pixel flat. */
const enoughLike = 2
/** So many equal pixels are no accident. */
const leastVotes = 3 * 255

const binCount = 32 ** 3
/** A bin in the table, a line of the cache long: area, that of no blend, weight, weighted channels, and the vote. */
const stride = 8
const [area, whole, weight, red, green, blue, leader, lead] = [0, 1, 2, 3, 4, 5, 6, 7] as const

const keyOf = (pixel: number): number => ((pixel & 0xf8) << 7) | ((pixel >>> 6) & 0x3e0) | ((pixel >>> 19) & 0x1f)

/** Places of the bins in a table, given out as colours turn up: tables stay as small as the picture has colours. */
const places = () => {
  const given = new Int32Array(binCount)
  let count = 0
  const placeOf = (pixel: number): number => {
    const key = keyOf(pixel)
    const found = pixelAt(given, key)
    if (found > 0) return found - 1
    count++
    given[key] = count
    return count - 1
  }
  return { placeOf, count: () => count }
}

/** Votes for the colour of most pixels (Boyer and Moore 1981): whoever has more than half of all is the leader in the end. */
const vote = (table: Float64Array, start: number, pixel: number, opacity: number): void => {
  const votes = at(table, start + lead)
  if (at(table, start + leader) === pixel) table[start + lead] = votes + opacity
  else if (votes >= opacity) table[start + lead] = votes - opacity
  else {
    table[start + leader] = pixel
    table[start + lead] = opacity - votes
  }
}

/** Adds a run of equal pixels. */
const add = (table: Float64Array, start: number, pixel: number, surety: number, run: number): void => {
  const opacity = (pixel >>> 24) * run
  const amount = opacity * surety
  table[start + area] = at(table, start + area) + opacity
  table[start + weight] = at(table, start + weight) + amount
  table[start + red] = at(table, start + red) + amount * (pixel & 255)
  table[start + green] = at(table, start + green) + amount * ((pixel >>> 8) & 255)
  table[start + blue] = at(table, start + blue) + amount * ((pixel >>> 16) & 255)
  if (surety === ramp) return
  table[start + whole] = at(table, start + whole) + opacity
  vote(table, start, pixel, opacity)
}

/** Reads a bin. Where most pixels are equal, they are as sure as in a flat area however thin what they belong to is. */
const read = (table: Float64Array, start: number, border: number): Bin => {
  const sum = at(table, start + weight)
  const votes = at(table, start + lead)
  const all = { area: at(table, start + area), border }
  if (votes >= leastVotes && 2 * votes > at(table, start + whole)) {
    const color = at(table, start + leader)
    const sure = at(table, start + whole)
    const amount = sure + (ramp / flat) * (all.area - sure)
    return { ...all, red: color & 255, green: (color >>> 8) & 255, blue: (color >>> 16) & 255, weight: amount }
  }
  return {
    ...all,
    red: at(table, start + red) / sum,
    green: at(table, start + green) / sum,
    blue: at(table, start + blue) / sum,
    weight: sum / flat,
  }
}

/** Hands on every pixel at the border once. */
const addBorder = ({ width, height }: Raster, pixels: Int32Array, take: (pixel: number) => void): void => {
  for (let y = 0; y < height; y++) {
    const step = y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)
    for (let x = 0; x < width; x += step) {
      const pixel = pixelAt(pixels, y * width + x)
      if (isVisible(pixel)) take(pixel)
    }
  }
}

/** How surely a pixel shows a colour of the picture, by which of its neighbours it is joined to; 0 for one that cannot be seen. */
const suretyOf = (pixels: Int32Array, index: number, width: number, across: number, along: number): number => {
  const pixel = pixelAt(pixels, index)
  if (!isVisible(pixel)) return 0
  if (across === 0 && isBetween(pixel, pixelAt(pixels, index - 1), pixelAt(pixels, index + 1))) return ramp
  if (along === 0 && isBetween(pixel, pixelAt(pixels, index - width), pixelAt(pixels, index + width))) return ramp
  return across + along >= enoughLike ? flat : texture
}

/** @returns the colours that occur, as they turn up in reading order; none when nothing is visible. */
export const bins = (raster: Raster): readonly Bin[] => {
  const { width, height } = raster
  const pixels = pixelsOf(raster)
  const most = Math.min(binCount, pixels.length)
  const [table, border] = [new Float64Array(most * stride), new Float64Array(most)]
  const { placeOf, count } = places()
  const joinedAbove = new Int32Array(width).fill(1)
  let [run, runner, sureness] = [0, 0, 0]
  for (let y = 0, index = 0; y < height; y++) {
    let left = 1
    for (let x = 0; x < width; x++, index++) {
      const pixel = pixelAt(pixels, index)
      const right = x + 1 < width ? joined(pixel, pixelAt(pixels, index + 1)) : 1
      const down = joined(pixel, pixelAt(pixels, index + width))
      const surety = suretyOf(pixels, index, width, left + right, pixelAt(joinedAbove, x) + down)
      joinedAbove[x] = down
      left = right
      if (pixel === runner && surety === sureness) run++
      else {
        if (sureness > 0) add(table, placeOf(runner) * stride, runner, sureness, run)
        runner = pixel
        sureness = surety
        run = 1
      }
    }
  }
  if (sureness > 0) add(table, placeOf(runner) * stride, runner, sureness, run)
  addBorder(raster, pixels, pixel => {
    const place = placeOf(pixel)
    border[place] = at(border, place) + (pixel >>> 24)
  })
  return Array.from({ length: count() }, (_, place) => read(table, place * stride, at(border, place)))
}
