// How much goes on in a picture and how crisp it is, from one walk over its luma.
import { byteAt } from '../../image/raster.ts'
import { pixelAt } from './pixels.ts'

export interface Detail {
  /** Shannon entropy of the luma (1948), bits, 0 to 8. */
  readonly entropy: number
  /** Part of the pixels where the luma steps to the right or downwards, 0 to 1. */
  readonly edgeDensity: number
  /** 1 less the blur effect of Crété-Roffet et al. (2007), 1 for edges of one pixel; 0 without any edge. */
  readonly sharpness: number
}

/** Least step of an edge, of 255; grain and compression stay below. */
const edgeStep = 24
/** Smaller steps, of 255, are gradients and grain rather than edges, sharp or not. */
const leastStep = 4
/** The blur effect compares a picture with its mean over so many pixels. */
const window = 9
const half = (window - 1) / 2
/** The mean before a pixel reaches this far. */
const margin = half + 1

// Without branches: where there is grain, a processor guesses them wrong half the time.

/** Absolute value of a whole number. */
const size = (value: number): number => (value ^ (value >> 31)) - (value >> 31)

/** A whole number, 0 for those below. */
const positive = (value: number): number => value & ~(value >> 31)

/** All bits for a whole number that reaches another, none else. */
const reaches = (value: number, least: number): number => (least - 1 - value) >> 31

/** Entropy of some counts, bits. */
const entropyOf = (counts: Int32Array, total: number): number => {
  let sum = 0
  for (const count of counts) if (count > 0) sum -= (count / total) * Math.log2(count / total)
  return sum
}

/** Pixels that differ from the next to the right or below; on the last column and row the other one counts. */
const edgesOf = (luma: Uint8Array, width: number, height: number): number => {
  let edges = 0
  for (let y = 0; y < height; y++) {
    const below = y < height - 1 ? width : 0
    const last = (y + 1) * width - 1
    let value = byteAt(luma, y * width)
    for (let index = y * width; index < last; index++) {
      const right = byteAt(luma, index + 1)
      const down = byteAt(luma, index + below)
      edges -= reaches(size(right - value), edgeStep) | reaches(size(down - value), edgeStep)
      value = right
    }
    edges -= reaches(size(byteAt(luma, last + below) - value), edgeStep)
  }
  return edges
}

interface Steps {
  /** Sum of the steps between neighbours, in ninths. */
  readonly all: number
  /** What of them a blur would take away, in ninths. */
  readonly lost: number
}

/**
 * A walk over those pixels, row by row, whose neighbours along one direction all exist: every pixel along it, and every
 * second line.
 */
interface Walk {
  readonly width: number
  readonly height: number
  /** Margins that are left out on either side. */
  readonly marginX: number
  readonly marginY: number
  /** From one pixel of the walk to the next in its row, and from one row to the next. */
  readonly stepX: number
  readonly stepY: number
  /** From a pixel to its next along the direction. */
  readonly stride: number
}

/**
 * Steps along one direction, and what is left of them in the mean over 9 pixels. Two neighbouring means differ only by
 * the pixel that enters and the one that leaves: no mean needs to be taken.
 */
const stepsAlong = (luma: Uint8Array, { width, height, marginX, marginY, stepX, stepY, stride }: Walk): Steps => {
  const enters = half * stride
  const leaves = margin * stride
  let all = 0
  let lost = 0
  for (let y = marginY; y < height - marginY; y += stepY) {
    const end = (y + 1) * width - marginX
    for (let index = y * width + marginX; index < end; index += stepX) {
      const step = size(byteAt(luma, index) - byteAt(luma, index - stride))
      const blurred = size(byteAt(luma, index + enters) - byteAt(luma, index - leaves))
      const counts = reaches(step, leastStep)
      all += step & counts
      lost += positive(step * window - blurred) & counts
    }
  }
  return { all: all * window, lost }
}

/** An edge of one pixel loses all but a ninth of its step. */
const mostLost = (window - 1) / window

/** The blur of the direction that has more of it counts; one without any step has none. */
const sharpnessOf = (directions: readonly Steps[]): number => {
  const edged = directions.filter(({ all }) => all > 0)
  return edged.length === 0 ? 0 : Math.min(1, ...edged.map(({ all, lost }) => lost / all / mostLost))
}

/** @param luma 0 to 255 per pixel, rows from the top. */
export const detailOf = (luma: Uint8Array, width: number, height: number): Detail => {
  const counts = new Int32Array(256)
  for (let index = 0; index < luma.length; index++) {
    const value = byteAt(luma, index)
    counts[value] = pixelAt(counts, value) + 1
  }
  return {
    entropy: entropyOf(counts, luma.length),
    edgeDensity: edgesOf(luma, width, height) / luma.length,
    sharpness: sharpnessOf([
      stepsAlong(luma, { width, height, marginX: margin, marginY: 0, stepX: 1, stepY: 2, stride: 1 }),
      stepsAlong(luma, { width, height, marginX: 0, marginY: margin, stepX: 2, stepY: 1, stride: width }),
    ]),
  }
}
