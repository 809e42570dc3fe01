// Complexity and sharpness of a picture, from its luma.
import { detailSide } from '../../../schemas/composition.ts'
import type { StyleMetadata } from '../../../schemas/style.ts'
import { byteAt, intAt } from '../../image/raster.ts'
import { round } from '../numbers.ts'

type Complexity = NonNullable<StyleMetadata['complexity']>

/** Edge density is a measure of clutter (Mack and Oliva 2004; Rosenholtz, Li and Nakano 2007, "Measuring visual clutter"). */
const maxSimpleDensity = 0.06
const minDetailedDensity = 0.2

/**
 * @param luma 0 to 255 per pixel, rows from the top.
 * @returns Shannon entropy (1948) in bits, 0 to 8, the share of the pixels on edges, 0 to 1, and a label for the latter.
 */
export function measureComplexity(luma: Uint8Array, width: number, height: number): Complexity {
  const edgeDensity = countEdges(luma, width, height) / luma.length
  return {
    entropy: round(entropyOf(luma)),
    edge_density: round(edgeDensity),
    label: edgeDensity <= maxSimpleDensity ? 'simple' : edgeDensity >= minDetailedDensity ? 'detailed' : 'moderate',
  }
}

function entropyOf(luma: Uint8Array): number {
  const counts = new Int32Array(256)
  for (let index = 0; index < luma.length; index++) {
    const value = byteAt(luma, index)
    counts[value] = intAt(counts, value) + 1
  }
  let sum = 0
  for (const count of counts) if (count > 0) sum -= (count / luma.length) * Math.log2(count / luma.length)
  return sum
}

/** Least step of an edge, of 255; grain and compression stay below. */
const minEdgeStep = 24

/** Pixels with an edge to the right or below. Pixels of the last column and row have one neighbour only. */
function countEdges(luma: Uint8Array, width: number, height: number): number {
  let edges = 0
  for (let y = 0; y < height; y++) {
    const below = y < height - 1 ? width : 0
    const last = (y + 1) * width - 1
    let value = byteAt(luma, y * width)
    for (let index = y * width; index < last; index++) {
      const right = byteAt(luma, index + 1)
      const down = byteAt(luma, index + below)
      edges -= isAtLeast(magnitude(right - value), minEdgeStep) | isAtLeast(magnitude(down - value), minEdgeStep)
      value = right
    }
    edges -= isAtLeast(magnitude(byteAt(luma, last + below) - value), minEdgeStep)
  }
  return edges
}

/** Least difference, of 255, of a pixel to the mean of its four neighbours that is fine detail: blurred areas stay below. */
const minLevelDifference = 6

/**
 * Where a picture has fine detail: out of focus, and in a clear sky, it has none.
 *
 * @returns for 16 × 16 equal parts, by rows from the upper left, the share of the pixels that differ from their neighbours, relative to the
 *   part with most of them; zeros for a picture without any.
 */
export function measureDetail(luma: Uint8Array, width: number, height: number): number[] {
  const counts = new Int32Array(detailSide * detailSide)
  for (let y = 1; y < height - 1; y++) {
    const firstPart = Math.floor((y * detailSide) / height) * detailSide
    for (let x = 1; x < width - 1; x++) {
      const index = y * width + x
      const beside = byteAt(luma, index - 1) + byteAt(luma, index + 1)
      const around = beside + byteAt(luma, index - width) + byteAt(luma, index + width)
      if (magnitude(4 * byteAt(luma, index) - around) < 4 * minLevelDifference) continue
      const part = firstPart + Math.floor((x * detailSide) / width)
      counts[part] = intAt(counts, part) + 1
    }
  }
  const max = Math.max(1, ...counts)
  return Array.from(counts, count => Math.round((100 * count) / max) / 100)
}

/** The blur effect compares a picture with its mean over this many pixels. */
const window = 9
const half = (window - 1) / 2
/** The mean before a pixel reaches this far. */
const margin = half + 1
/** An edge of one pixel loses all but a ninth of its step. */
const maxLoss = (window - 1) / window

/** @returns 1 less the blur effect of Crété-Roffet et al. (2007): 1 for edges of one pixel; 0 without any edge. */
export function measureSharpness(luma: Uint8Array, width: number, height: number): number {
  const directions = [
    stepsAlong(luma, { width, height, marginX: margin, marginY: 0, stepX: 1, stepY: 2, stride: 1 }),
    stepsAlong(luma, { width, height, marginX: 0, marginY: margin, stepX: 2, stepY: 1, stride: width }),
  ].filter(({ all }) => all > 0)
  // The direction with more blur counts.
  return directions.length === 0 ? 0 : round(Math.min(1, ...directions.map(({ all, lost }) => lost / all / maxLoss)))
}

/** Every pixel along a direction, on every second line, whose neighbours along the direction all exist. */
interface Scan {
  readonly width: number
  readonly height: number
  /** Margins that are left out on either side. */
  readonly marginX: number
  readonly marginY: number
  /** From one pixel of the scan to the next in its row, and from one row to the next. */
  readonly stepX: number
  readonly stepY: number
  /** From a pixel to its next along the direction. */
  readonly stride: number
}

/** Smaller steps, of 255, are gradients and grain rather than edges, sharp or not. */
const minStep = 4

/**
 * Steps between neighbours along one direction, and the part of them that a blur would remove, both in ninths. Two neighbouring means
 * over 9 pixels differ only by the pixel that enters and the one that leaves, so that no mean is computed.
 */
function stepsAlong(luma: Uint8Array, { width, height, marginX, marginY, stepX, stepY, stride }: Scan) {
  const enters = half * stride
  const leaves = margin * stride
  let all = 0
  let lost = 0
  for (let y = marginY; y < height - marginY; y += stepY) {
    const end = (y + 1) * width - marginX
    for (let index = y * width + marginX; index < end; index += stepX) {
      const step = magnitude(byteAt(luma, index) - byteAt(luma, index - stride))
      const blurred = magnitude(byteAt(luma, index + enters) - byteAt(luma, index - leaves))
      const counts = isAtLeast(step, minStep)
      all += step & counts
      lost += positive(step * window - blurred) & counts
    }
  }
  return { all: all * window, lost }
}

// Without branches, as their outcome is unpredictable where there is grain.

/** Absolute value of an integer. */
function magnitude(value: number): number {
  return (value ^ (value >> 31)) - (value >> 31)
}

/** An integer, 0 for negative ones. */
function positive(value: number): number {
  return value & ~(value >> 31)
}

/** All bits for an integer of at least `min`, none else. */
function isAtLeast(value: number, min: number): number {
  return (min - 1 - value) >> 31
}
