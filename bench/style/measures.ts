// How well some colours cover the visible pixels of a picture, in OKLab, and the best that k-means does.
import sharp from 'sharp'
import { hexToOklab, type Oklab, oklabToHex, rgbToOklab } from '../../src/color/oklab.ts'

/** The distinct colours of the visible pixels in OKLab; the weights add up to 1. */
export type Pixels = readonly WeightedPoint[]

export interface Coverage {
  /** Share of the pixels that are farther than `reach` from every colour. */
  readonly lost: number
  /** Mean distance from a pixel to its nearest colour. */
  readonly distance: number
  /** Share of the pixels that are nearest to each colour. */
  readonly shares: readonly number[]
}

interface WeightedRgb {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly weight: number
}

/** Longest side of a judged picture, px. */
const side = 256
/** Least opacity of a visible pixel, of 255. */
const minOpacity = 128
/** OKLab distance up to which a pixel counts as covered; about ΔE00 10. */
const reach = 0.1
/** Cell side, OKLab, of the histogram that the k-means of reference reads: it takes a tenth of the time. */
const cellSide = 0.01

const hues = { minPixelChroma: 0.04, minColorChroma: 0.02, reachDegrees: 30, sectorDegrees: 60 } as const

export async function readPixels(bytes: Buffer): Promise<Pixels> {
  const pixels = await sharp(bytes)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  return distinctColors(pixels)
}

/** @param rgba four bytes a pixel. */
export function distinctColors(rgba: Buffer): Pixels {
  return countColors(rgba).map(({ red, green, blue, weight }) => {
    const { l, a, b } = rgbToOklab(red, green, blue)
    return { l, a, b, weight }
  })
}

/** The distinct colours of the visible pixels, channels from 0 to 255; the weights add up to 1. */
export function countColors(rgba: Buffer): readonly WeightedRgb[] {
  const counts = new Map<number, number>()
  let visible = 0
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba.readUInt8(at + 3) < minOpacity) continue
    const color = rgba.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
    visible++
  }
  return [...counts].map(([color, count]) => ({
    red: color >> 16,
    green: (color >> 8) & 255,
    blue: color & 255,
    weight: count / visible,
  }))
}

/** Without colours everything is lost, at the distance of black and white. */
export function coverageOf(pixels: Pixels, colors: readonly string[]): Coverage {
  if (colors.length === 0) return { lost: 1, distance: 1, shares: [] }
  const points = colors.map(hexToOklab)
  const shares = colors.map(() => 0)
  let lost = 0
  let sum = 0
  for (const pixel of pixels) {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    points.forEach((point, index) => {
      const squared = squaredDistance(pixel, point)
      if (squared >= least) return
      least = squared
      nearest = index
    })
    const distance = Math.sqrt(least)
    if (distance > reach) lost += pixel.weight
    sum += distance * pixel.weight
    shares[nearest] = (shares[nearest] ?? 0) + pixel.weight
  }
  return { lost, distance: sum, shares }
}

/** @returns the largest share of coloured pixels within one sector of hues whose hue none of the colours has. */
export function missingHueOf(pixels: Pixels, colors: readonly string[]): number {
  const present = colors
    .map(hexToOklab)
    .filter(point => Math.hypot(point.a, point.b) >= hues.minColorChroma)
    .map(hueOf)
  const shares = Array.from({ length: 360 }, () => 0)
  for (const pixel of pixels) {
    if (Math.hypot(pixel.a, pixel.b) < hues.minPixelChroma) continue
    const hue = hueOf(pixel)
    if (present.some(other => angleBetween(hue, other) <= hues.reachDegrees)) continue
    const degree = Math.floor(hue) % 360
    shares[degree] = (shares[degree] ?? 0) + pixel.weight
  }
  const circle = [...shares, ...shares]
  return Math.max(
    ...shares.map((_, degree) =>
      circle.slice(degree, degree + hues.sectorDegrees).reduce((sum, share) => sum + share, 0),
    ),
  )
}

/** Degrees, 0 to 360. */
function hueOf({ a, b }: Oklab): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

function angleBetween(one: number, other: number): number {
  const angle = Math.abs(one - other)
  return Math.min(angle, 360 - angle)
}

/** The colours that k-means in OKLab finds in the judged pixels themselves. */
export function kMeansColors(pixels: Pixels, count: number): readonly string[] {
  return kMeans(histogramOf(pixels), count).map(oklabToHex)
}

/** The mean colour and the weight of every cell of a grid in OKLab. */
function histogramOf(pixels: Pixels): readonly WeightedPoint[] {
  const cells = new Map<string, { l: number; a: number; b: number; weight: number }>()
  for (const { l, a, b, weight } of pixels) {
    const key = [l, a, b].map(coordinate => Math.round(coordinate / cellSide)).join()
    const cell = cells.get(key) ?? { l: 0, a: 0, b: 0, weight: 0 }
    cells.set(key, cell)
    cell.l += weight * l
    cell.a += weight * a
    cell.b += weight * b
    cell.weight += weight
  }
  return [...cells.values()].map(({ l, a, b, weight }) => ({ l: l / weight, a: a / weight, b: b / weight, weight }))
}

/** Coordinates in OKLab or CIELAB. */
interface Point {
  readonly l: number
  readonly a: number
  readonly b: number
}

export interface WeightedPoint extends Point {
  readonly weight: number
}

interface Clustering {
  /** Largest cluster first. */
  readonly centres: readonly WeightedPoint[]
  /** Sum of the weighted squared distances. */
  readonly error: number
}

const restarts = 3
const iterations = 20

function squaredDistance(one: Point, other: Point): number {
  return (one.l - other.l) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2
}

/** @returns the best of three seeded runs: at most `count` centres, the largest cluster first. */
export function kMeans(given: readonly WeightedPoint[], count: number): readonly WeightedPoint[] {
  const points = given.map(copyOf)
  const runs = Array.from({ length: restarts }, (_, seed) =>
    cluster(points, initialCentres(points, count, createRandom(seed))),
  )
  const [best] = runs.toSorted((one, other) => one.error - other.error)
  return best?.centres ?? []
}

/** Random numbers from 0 to 1: a 32-bit counter through the finaliser of MurmurHash3 (Appleby 2011). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

/** Objects of one shape, which V8 reads several times faster than a mixture. */
function copyOf({ l, a, b, weight }: WeightedPoint): WeightedPoint {
  return { l, a, b, weight }
}

/** Draws each centre with a probability proportional to the squared distance from the centres so far. */
function initialCentres(
  points: readonly WeightedPoint[],
  count: number,
  random: () => number,
): readonly WeightedPoint[] {
  const centres: WeightedPoint[] = []
  const distances = points.map(() => 1)
  while (centres.length < count) {
    const odds = points.map(({ weight }, index) => weight * (distances[index] ?? 0))
    const centre = draw(points, odds, random())
    if (centre === undefined) break
    centres.push(centre)
    points.forEach((point, index) => {
      const distance = squaredDistance(point, centre)
      distances[index] = centres.length === 1 ? distance : Math.min(distances[index] ?? 0, distance)
    })
  }
  return centres
}

/** @returns undefined when every point has odds of zero: there are no more distinct points. */
function draw(points: readonly WeightedPoint[], odds: readonly number[], unit: number): WeightedPoint | undefined {
  const total = odds.reduce((sum, value) => sum + value, 0)
  if (total === 0) return undefined
  let rest = unit * total
  const index = odds.findIndex(value => {
    rest -= value
    return value > 0 && rest <= 0
  })
  return points[index === -1 ? odds.findLastIndex(value => value > 0) : index]
}

function cluster(points: readonly WeightedPoint[], initial: readonly WeightedPoint[]): Clustering {
  let centres = initial
  let error = 0
  for (let iteration = 0; iteration < iterations; iteration++) {
    const clusters = centres.map(centre => ({ centre, l: 0, a: 0, b: 0, weight: 0 }))
    error = 0
    for (const point of points) {
      let nearest = clusters[0]
      let least = Number.POSITIVE_INFINITY
      for (const candidate of clusters) {
        const distance = squaredDistance(point, candidate.centre)
        if (distance >= least) continue
        least = distance
        nearest = candidate
      }
      if (nearest === undefined) continue
      nearest.l += point.weight * point.l
      nearest.a += point.weight * point.a
      nearest.b += point.weight * point.b
      nearest.weight += point.weight
      error += point.weight * least
    }
    centres = clusters.map(({ centre, l, a, b, weight }) =>
      weight === 0 ? { ...copyOf(centre), weight } : { l: l / weight, a: a / weight, b: b / weight, weight },
    )
  }
  return { centres: centres.toSorted((one, other) => other.weight - one.weight), error }
}
