// The subject of a picture: of all objects the one that is large, strong, unlike the others and near the middle.
import type { Region } from './regions.ts'

/** Where people put a subject: standard deviation of its place around the middle, part of the frame. */
const spread = 0.45
/** What an object among its like keeps. */
const leastUnlike = 0.05

const central = ({ x, y }: Region): number => Math.exp(-((x - 0.5) ** 2 + (y - 0.5) ** 2) / (2 * spread ** 2))

const apart = ({ color: [l, a, b] }: Region, { color }: Region): number =>
  Math.hypot(l - color[0], a - color[1], b - color[2])

/** How unlike the others one is, by their mass: the odd one out wins over many of a kind. */
const unlike = (region: Region, all: readonly Region[]): number => {
  let [mass, sum] = [0, 0]
  for (const other of all) {
    if (other === region) continue
    mass += other.mass
    sum += other.mass * apart(region, other)
  }
  return mass === 0 ? 1 : leastUnlike + Math.min(1, sum / mass)
}

/** @returns the region that is the subject; undefined when nothing stands out. */
export const subjectOf = (all: readonly Region[]): Region | undefined => {
  const rated = all.map(region => ({ region, score: region.mass * central(region) * unlike(region, all) }))
  return rated.reduce<(typeof rated)[number] | undefined>(
    (best, candidate) => (best === undefined || candidate.score > best.score ? candidate : best),
    undefined,
  )?.region
}
