// K-means (Lloyd 1982) with the seeding of k-means++ (Arthur and Vassilvitskii 2007), on points of a colour space.
import { type Chance, chance } from './random.ts'

/** Coordinates in OKLab or CIELAB. */
export interface Point {
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

export function squaredDistance(one: Point, other: Point): number {
  return (one.l - other.l) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2
}

/** @returns the best of three seeded runs: at most `count` centres, the largest cluster first. */
export function kMeans(given: readonly WeightedPoint[], count: number): readonly WeightedPoint[] {
  const points = given.map(copyOf)
  const runs = Array.from({ length: restarts }, (_, seed) =>
    cluster(points, initialCentres(points, count, chance(seed))),
  )
  const [best] = runs.toSorted((one, other) => one.error - other.error)
  return best?.centres ?? []
}

/** Objects of one shape, which V8 reads several times faster than a mixture. */
function copyOf({ l, a, b, weight }: WeightedPoint): WeightedPoint {
  return { l, a, b, weight }
}

/** Draws each centre with a probability proportional to the squared distance from the centres so far. */
function initialCentres(points: readonly WeightedPoint[], count: number, { unit }: Chance): readonly WeightedPoint[] {
  const centres: WeightedPoint[] = []
  const distances = points.map(() => 1)
  while (centres.length < count) {
    const odds = points.map(({ weight }, index) => weight * (distances[index] ?? 0))
    const centre = draw(points, odds, unit())
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
