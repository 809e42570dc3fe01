// Colour bins: pixels counted by colour, 5 bits a channel or 7 in the dark, with the exact colour of most pixels of each bin.
import { intAt } from '../../image/raster.ts'
import { at } from '../numbers.ts'

/** A colour that occurs. Amounts are in 1/255 of a pixel, by opacity. */
export interface ColorBin {
  /** The colour of most of its pixels if there is one, else their weighted mean; 0 to 255. */
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly area: number
  /** Area on the border of the picture. */
  readonly border: number
  /** Area by the confidence that it is a colour of the picture rather than of an edge in it. */
  readonly weight: number
}

/**
 * Confidence that a pixel shows a colour of the picture: one in a flat area, one that is a mixture of its neighbours, and any other.
 * Whole numbers, which engines do not allocate.
 */
export const confidence = { flat: 48, mixture: 1, texture: 12 } as const

/** So many equal pixels, in 1/255, are no accident. */
const minVotes = 3 * 255

/** Bins of 8 steps a channel, and among them, where all channels are below 32, bins of 2: the eye tells more dark colours apart. */
const coarseBins = 32 ** 3
const binCount = coarseBins + 16 ** 3
/** Initial capacity, bins: more than most pictures have. */
const initialCapacity = 512

/** Columns of a bin in `sums`: its weight, and its channels by weight. */
const stride = 4
const [weight, red, green, blue] = [0, 1, 2, 3] as const
/** Columns of a bin in `votes`: its area, its area without mixtures, and the leader of the vote with its lead. */
const [area, unmixed, leader, lead] = [0, 1, 2, 3] as const

/** The bins while they are filled. Slots are given out as colours turn up: tables stay as small as the picture has colours. */
export interface BinTable {
  /** Slot of each bin, counted from 1; 0: none yet. */
  readonly slots: Int32Array
  count: number
  sums: Float64Array
  votes: Int32Array
}

export function createBins(): BinTable {
  return {
    slots: new Int32Array(binCount),
    count: 0,
    sums: new Float64Array(initialCapacity * stride),
    votes: new Int32Array(initialCapacity * stride),
  }
}

/** Adds a run of equal visible pixels. */
export function addRun(bins: BinTable, pixel: number, pixelConfidence: number, run: number): void {
  const key = binOf(pixel)
  const slot = intAt(bins.slots, key)
  const start = slot > 0 ? (slot - 1) * stride : addBin(bins, key)
  const { sums, votes } = bins
  const opacity = (pixel >>> 24) * run
  const amount = opacity * pixelConfidence
  sums[start + weight] = at(sums, start + weight) + amount
  sums[start + red] = at(sums, start + red) + amount * (pixel & 255)
  sums[start + green] = at(sums, start + green) + amount * ((pixel >>> 8) & 255)
  sums[start + blue] = at(sums, start + blue) + amount * ((pixel >>> 16) & 255)
  votes[start + area] = intAt(votes, start + area) + opacity
  if (pixelConfidence === confidence.mixture) return
  votes[start + unmixed] = intAt(votes, start + unmixed) + opacity
  vote(votes, start, pixel, opacity)
}

function binOf(pixel: number): number {
  return (pixel & 0xe0e0e0) === 0
    ? coarseBins | ((pixel & 0x1e) << 7) | ((pixel >>> 5) & 0xf0) | ((pixel >>> 17) & 0xf)
    : ((pixel & 0xf8) << 7) | ((pixel >>> 6) & 0x3e0) | ((pixel >>> 19) & 0x1f)
}

/** @returns where the columns of the new bin begin. */
function addBin(bins: BinTable, key: number): number {
  const start = bins.count * stride
  bins.count++
  bins.slots[key] = bins.count
  if (start === bins.sums.length) {
    const { sums, votes } = bins
    bins.sums = new Float64Array(start * 2)
    bins.votes = new Int32Array(start * 2)
    bins.sums.set(sums)
    bins.votes.set(votes)
  }
  return start
}

/**
 * Majority vote for the colour of a bin (Boyer and Moore 1981): a colour of more than half of all pixels leads in the end. Votes for
 * another colour reduce the lead, and beyond it take it over. Without branches, as their outcome is unpredictable.
 */
function vote(votes: Int32Array, start: number, pixel: number, opacity: number): void {
  const first = intAt(votes, start + leader)
  const difference = first ^ pixel
  const isOther = (difference | -difference) >> 31
  const rest = intAt(votes, start + lead) + opacity - 2 * (opacity & isOther)
  const isOvertaken = rest >> 31
  votes[start + lead] = (rest ^ isOvertaken) - isOvertaken
  votes[start + leader] = (first & ~isOvertaken) | (pixel & isOvertaken)
}

/** Slot of the bin of a pixel, from 0; -1 for a colour that did not turn up. */
export function slotOf(bins: BinTable, pixel: number): number {
  return intAt(bins.slots, binOf(pixel)) - 1
}

/** @param border area on the border by slot. @returns the bins in the order of their slots. */
export function readBins(bins: BinTable, border: Float64Array): readonly ColorBin[] {
  const found: ColorBin[] = []
  for (let slot = 0; slot < bins.count; slot++) found.push(readBin(bins, slot * stride, at(border, slot)))
  return found
}

/** Where most pixels are equal, they count as a flat area, however thin the shape is. */
function readBin({ sums, votes }: BinTable, start: number, border: number): ColorBin {
  const sum = at(sums, start + weight)
  const pure = intAt(votes, start + unmixed)
  const margin = intAt(votes, start + lead)
  const total = intAt(votes, start + area)
  if (margin >= minVotes && 2 * margin > pure) {
    const color = intAt(votes, start + leader)
    return {
      red: color & 255,
      green: (color >>> 8) & 255,
      blue: (color >>> 16) & 255,
      area: total,
      border,
      weight: pure + (confidence.mixture / confidence.flat) * (total - pure),
    }
  }
  return {
    red: at(sums, start + red) / sum,
    green: at(sums, start + green) / sum,
    blue: at(sums, start + blue) / sum,
    area: total,
    border,
    weight: sum / confidence.flat,
  }
}
