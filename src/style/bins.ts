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
/** Bins that there is room for at first: more than most pictures have. */
const firstRoom = 512

const keyOf = (pixel: number): number => ((pixel & 0xf8) << 7) | ((pixel >>> 6) & 0x3e0) | ((pixel >>> 19) & 0x1f)

/** Per bin: its weight, and the channels of its pixels by weight. */
const stride = 4
const [weight, red, green, blue] = [0, 1, 2, 3] as const
/** Per bin: its area, that of no blend, the leader of the vote, and by how much it leads. */
const [area, whole, leader, lead] = [0, 1, 2, 3] as const

/** The bins while they are filled, in places given out as colours turn up: tables stay as small as the picture has colours. */
interface Tally {
  /** Place of a bin, counted from 1. */
  readonly places: Int32Array
  count: number
  sums: Float64Array
  votes: Int32Array
}

const emptyTally = (): Tally => ({
  places: new Int32Array(binCount),
  count: 0,
  sums: new Float64Array(firstRoom * stride),
  votes: new Int32Array(firstRoom * stride),
})

/** Gives a bin its place. */
const give = (tally: Tally, key: number): number => {
  const start = tally.count * stride
  tally.count++
  tally.places[key] = tally.count
  if (start === tally.sums.length) {
    const { sums, votes } = tally
    tally.sums = new Float64Array(start * 2)
    tally.votes = new Int32Array(start * 2)
    tally.sums.set(sums)
    tally.votes.set(votes)
  }
  return start
}

/** Where the bin of a pixel begins. */
const startOf = (tally: Tally, pixel: number): number => {
  const key = keyOf(pixel)
  const place = pixelAt(tally.places, key)
  return place > 0 ? (place - 1) * stride : give(tally, key)
}

/**
 * Votes for the colour of most pixels (Boyer and Moore 1981): whoever has more than half of all is the leader in the end. Who is led by
 * less than what others bring takes over. Without branches, as no processor can foretell them.
 */
const vote = (votes: Int32Array, start: number, pixel: number, opacity: number): void => {
  const first = pixelAt(votes, start + leader)
  const differing = first ^ pixel
  const against = (differing | -differing) >> 31
  const left = pixelAt(votes, start + lead) + opacity - 2 * (opacity & against)
  const over = left >> 31
  votes[start + lead] = (left ^ over) - over
  votes[start + leader] = (first & ~over) | (pixel & over)
}

/** Adds a run of equal pixels. */
const add = (tally: Tally, pixel: number, surety: number, run: number): void => {
  const start = startOf(tally, pixel)
  const { sums, votes } = tally
  const opacity = (pixel >>> 24) * run
  const amount = opacity * surety
  sums[start + weight] = at(sums, start + weight) + amount
  sums[start + red] = at(sums, start + red) + amount * (pixel & 255)
  sums[start + green] = at(sums, start + green) + amount * ((pixel >>> 8) & 255)
  sums[start + blue] = at(sums, start + blue) + amount * ((pixel >>> 16) & 255)
  votes[start + area] = pixelAt(votes, start + area) + opacity
  if (surety === ramp) return
  votes[start + whole] = pixelAt(votes, start + whole) + opacity
  vote(votes, start, pixel, opacity)
}

/** Reads a bin. Where most pixels are equal, they are as sure as in a flat area however thin what they belong to is. */
const read = ({ sums, votes }: Tally, start: number, border: number): Bin => {
  const sum = at(sums, start + weight)
  const sure = pixelAt(votes, start + whole)
  const leads = pixelAt(votes, start + lead)
  const total = pixelAt(votes, start + area)
  if (leads >= leastVotes && 2 * leads > sure) {
    const color = pixelAt(votes, start + leader)
    return {
      red: color & 255,
      green: (color >>> 8) & 255,
      blue: (color >>> 16) & 255,
      area: total,
      border,
      weight: sure + (ramp / flat) * (total - sure),
    }
  }
  return {
    red: at(sums, start + red) / sum,
    green: at(sums, start + green) / sum,
    blue: at(sums, start + blue) / sum,
    area: total,
    border,
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
  const tally = emptyTally()
  const joinedAbove = new Int32Array(width).fill(1)
  let [run, runner, sureness] = [0, 0, 0]
  for (let y = 0, index = 0; y < height; y++) {
    // What has no neighbour is joined to itself.
    const below = y + 1 < height ? width : 0
    let left = 1
    for (let x = 0; x < width; x++, index++) {
      const pixel = pixelAt(pixels, index)
      const right = x + 1 < width ? joined(pixel, pixelAt(pixels, index + 1)) : 1
      const down = joined(pixel, pixelAt(pixels, index + below))
      const surety = suretyOf(pixels, index, width, left + right, pixelAt(joinedAbove, x) + down)
      joinedAbove[x] = down
      left = right
      if (pixel === runner && surety === sureness) run++
      else {
        if (sureness > 0) add(tally, runner, sureness, run)
        runner = pixel
        sureness = surety
        run = 1
      }
    }
  }
  if (sureness > 0) add(tally, runner, sureness, run)
  const border = new Float64Array(tally.count)
  addBorder(raster, pixels, pixel => {
    const place = startOf(tally, pixel) / stride
    border[place] = at(border, place) + (pixel >>> 24)
  })
  const found: Bin[] = []
  for (let place = 0; place < tally.count; place++) found.push(read(tally, place * stride, at(border, place)))
  return found
}
