// Counts pixels by colour.
import { at } from '../at.ts'
import { pixelAt } from './pixels.ts'

/** A colour that occurs, of 5 bits a channel or 7 in the dark. Amounts are in 1/255 of a pixel, by opacity. */
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
export const surety = { flat: 48, ramp: 1, texture: 12 } as const
const { flat, ramp } = surety
/** So many equal pixels are no accident. */
const leastVotes = 3 * 255

/** Bins of 8 steps a channel, and among them, where all channels are below 32, bins of 2: the eye tells more dark colours apart. */
const coarseBins = 32 ** 3
const binCount = coarseBins + 16 ** 3
/** Bins that there is room for at first: more than most pictures have. */
const firstRoom = 512

/** Per bin: its weight, and the channels of its pixels by weight. */
const stride = 4
const [weight, red, green, blue] = [0, 1, 2, 3] as const
/** Per bin: its area, that of no blend, the leader of the vote, and by how much it leads. */
const [area, whole, leader, lead] = [0, 1, 2, 3] as const

const keyOf = (pixel: number): number =>
  (pixel & 0xe0e0e0) === 0
    ? coarseBins | ((pixel & 0x1e) << 7) | ((pixel >>> 5) & 0xf0) | ((pixel >>> 17) & 0xf)
    : ((pixel & 0xf8) << 7) | ((pixel >>> 6) & 0x3e0) | ((pixel >>> 19) & 0x1f)

/** The bins while they are filled, in places given out as colours turn up: tables stay as small as the picture has colours. */
export interface Tally {
  /** Place of a bin, counted from 1. */
  readonly places: Int32Array
  count: number
  sums: Float64Array
  votes: Int32Array
}

/** A tally of no pixels; it grows with the colours that turn up. */
export const emptyTally = (): Tally => ({
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

/** Place of the bin of a pixel, from 0; -1 for a colour that did not turn up. */
export const placeOf = (tally: Tally, pixel: number): number => pixelAt(tally.places, keyOf(pixel)) - 1

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

/** Adds a run of equal visible pixels. */
export const addRun = (tally: Tally, pixel: number, sure: number, run: number): void => {
  const key = keyOf(pixel)
  const place = pixelAt(tally.places, key)
  const start = place > 0 ? (place - 1) * stride : give(tally, key)
  const { sums, votes } = tally
  const opacity = (pixel >>> 24) * run
  const amount = opacity * sure
  sums[start + weight] = at(sums, start + weight) + amount
  sums[start + red] = at(sums, start + red) + amount * (pixel & 255)
  sums[start + green] = at(sums, start + green) + amount * ((pixel >>> 8) & 255)
  sums[start + blue] = at(sums, start + blue) + amount * ((pixel >>> 16) & 255)
  votes[start + area] = pixelAt(votes, start + area) + opacity
  if (sure === ramp) return
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

/** @returns the bins in their places. */
export const binsOf = (tally: Tally, border: Float64Array): readonly Bin[] => {
  const found: Bin[] = []
  for (let place = 0; place < tally.count; place++) found.push(read(tally, place * stride, at(border, place)))
  return found
}
