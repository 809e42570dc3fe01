// Faces in a picture: where they are, never whose they are.

import { maxFaces } from '../../../schemas/face.ts'
import type { Depth } from '../../../schemas/provenance.ts'
import type { Region } from '../../../schemas/types.ts'
import { byteAt, intAt, type Raster } from '../../image/raster.ts'
import { at } from '../numbers.ts'
import type { FeatureMap } from './layers.ts'
import { inputStep, type Sighting, sightFaces } from './network.ts'

/** A face, from the forehead to the chin, as fractions of the picture; it may reach beyond it. */
export interface DetectedFace extends Region {
  /** How sure the detector is, 0 to 1. */
  readonly score: number
}

type SearchedDepth = Exclude<Depth, 'low'>

/** Smallest face, as a part of the shorter side: somewhat below what is promised, since boxes are not exact. */
const minSize: Readonly<Record<SearchedDepth, number>> = { medium: 0.095, high: 0.063 }
/** Second looks at most, the surest faces first; each takes a quarter of the time of the first look at depth medium. */
const maxSecondLooks: Readonly<Record<SearchedDepth, number>> = { medium: 4, high: 10 }
/** Pictures are enlarged, at most to twice their size, until the shorter side is that long, px: a face needs 10 px. */
const minShorterSide = 112

/** Least scores: of a candidate, of a face that needs no second look, and of one that gets none, since there are so many. */
const minScore = { candidate: 0.35, certain: 0.88, unchecked: 0.6 } as const
/** Least mean of the scores of both looks: more things look like small faces. */
const minMeanScore: Readonly<Record<SearchedDepth, number>> = { medium: 0.6, high: 0.66 }
/** Boxes that share more of their common area show the same face. */
const maxOverlap = 0.3
/** In a second look the face is so long, in a square of that side, px. */
const secondLook = { face: 48, side: 96 } as const

/**
 * Finds the faces of a picture.
 *
 * The network alone takes animals and round things for faces. It is less sure of them when it sees them in another size; of faces it is not.
 *
 * @param raster 8-bit sRGB, opaque.
 * @returns at most 32, the largest first.
 */
export function detectFaces(raster: Raster, depth: SearchedDepth): readonly DetectedFace[] {
  const shorter = Math.min(raster.width, raster.height)
  const isLarge = ({ width, height }: Sighting) => Math.max(width, height) >= minSize[depth] * shorter
  const whole = { x: 0, y: 0, width: raster.width, height: raster.height }
  const scale = Math.min(2, Math.max(1, minShorterSide / shorter))
  const candidates = withoutOverlaps(look(raster, whole, scale)).filter(isLarge)
  const certain = candidates.filter(({ score }) => score >= minScore.certain)
  const doubtful = candidates.filter(({ score }) => score < minScore.certain)
  const checked = doubtful
    .slice(0, maxSecondLooks[depth])
    .map(face => ({ ...face, score: (face.score + lookAgain(raster, face)) / 2 }))
    .filter(({ score }) => score >= minMeanScore[depth])
  const unchecked = doubtful.slice(maxSecondLooks[depth]).filter(({ score }) => score >= minScore.unchecked)
  return [...certain, ...checked, ...unchecked]
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .slice(0, maxFaces)
    .map(({ x, y, width, height, score }) => ({
      x: (x - width / 2) / raster.width,
      y: (y - height / 2) / raster.height,
      width: width / raster.width,
      height: height / raster.height,
      score,
    }))
}

/** Sightings in a part of the raster that is shown to the network at a scale; they are in pixels of the raster. */
function look(raster: Raster, part: Region, scale: number): readonly Sighting[] {
  const input = resampleFeatures(raster, part, scale)
  return sightFaces(input, minScore.candidate).map(({ x, y, width, height, score }) => ({
    x: part.x + x / scale,
    y: part.y + y / scale,
    width: width / scale,
    height: height / scale,
    score,
  }))
}

/** The score of a face in a look at it alone; 0 where none is seen. */
function lookAgain(raster: Raster, face: Sighting): number {
  const scale = secondLook.face / Math.max(face.width, face.height)
  const side = secondLook.side / scale
  const part = { x: face.x - side / 2, y: face.y - side / 2, width: side, height: side }
  const same = look(raster, part, scale).filter(seen => overlap(seen, face) > maxOverlap)
  return Math.max(0, ...same.map(({ score }) => score))
}

/** The best of sightings that overlap, the surest first. */
function withoutOverlaps(sightings: readonly Sighting[]): readonly Sighting[] {
  const faces: Sighting[] = []
  for (const sighting of sightings.toSorted((one, other) => other.score - one.score)) {
    if (faces.every(face => overlap(face, sighting) <= maxOverlap)) faces.push(sighting)
  }
  return faces
}

/** The area that two boxes share, as a part of the area of both. */
function overlap(one: Sighting, other: Sighting): number {
  const along = (distance: number, length: number, otherLength: number) =>
    Math.max(0, Math.min(length, otherLength, (length + otherLength) / 2 - Math.abs(distance)))
  const shared = along(one.x - other.x, one.width, other.width) * along(one.y - other.y, one.height, other.height)
  return shared / (one.width * one.height + other.width * other.height - shared)
}

/** @returns a part of a raster at a scale, as the network reads it, black beyond the raster and up to the next step of the sides. */
function resampleFeatures(raster: Raster, part: Region, scale: number): FeatureMap {
  const size = (length: number) => Math.ceil(Math.round(length * scale) / inputStep) * inputStep
  const [width, height] = [size(part.width), size(part.height)]
  const columns = tapsOf(part.x, scale, width, raster.width)
  const rows = tapsOf(part.y, scale, height, raster.height)
  const values = new Float32Array(width * height * 3)
  const { pixels } = raster
  let target = 0
  for (let y = 0; y < height; y++) {
    const rowCount = intAt(rows.counts, y)
    for (let x = 0; x < width; x++, target += 3) {
      const columnCount = intAt(columns.counts, x)
      let red = 0
      let green = 0
      let blue = 0
      for (let row = 0; row < rowCount; row++) {
        const rowWeight = at(rows.weights, y * rows.reach + row)
        let pixel = 4 * ((intAt(rows.starts, y) + row) * raster.width + intAt(columns.starts, x))
        for (let column = 0; column < columnCount; column++, pixel += 4) {
          const weight = rowWeight * at(columns.weights, x * columns.reach + column)
          red += weight * byteAt(pixels, pixel)
          green += weight * byteAt(pixels, pixel + 1)
          blue += weight * byteAt(pixels, pixel + 2)
        }
      }
      values[target] = blue
      values[target + 1] = green
      values[target + 2] = red
    }
  }
  return { width, height, channels: 3, values }
}

/** Which pixels of a line each resampled one is made of, and their weights. */
interface Taps {
  readonly starts: Int32Array
  readonly counts: Int32Array
  /** `reach` for each resampled pixel. */
  readonly weights: Float64Array
  readonly reach: number
}

/** Linear interpolation, over more pixels where the picture becomes smaller. */
function tapsOf(from: number, scale: number, count: number, limit: number): Taps {
  const radius = Math.max(1, 1 / scale)
  const reach = 2 * Math.ceil(radius) + 1
  const taps = {
    starts: new Int32Array(count),
    counts: new Int32Array(count),
    weights: new Float64Array(count * reach),
    reach,
  }
  for (let index = 0; index < count; index++) {
    const center = from + (index + 0.5) / scale - 0.5
    if (center < -0.5 || center > limit - 0.5) continue
    const first = Math.max(0, Math.floor(center - radius) + 1)
    const last = Math.min(limit - 1, Math.ceil(center + radius) - 1)
    const weight = (pixel: number) => 1 - Math.abs(pixel - center) / radius
    let sum = 0
    for (let pixel = first; pixel <= last; pixel++) sum += weight(pixel)
    for (let pixel = first; pixel <= last; pixel++) taps.weights[index * reach + pixel - first] = weight(pixel) / sum
    taps.starts[index] = first
    taps.counts[index] = last - first + 1
  }
  return taps
}
