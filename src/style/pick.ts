// The few colours a designer would pick from a picture.
import type { Centre } from './measure.ts'
import { chroma, squaredDistance } from './oklab.ts'
import { worth } from './worth.ts'

const mostPicked = 6
/** Large areas lead, and colour counts beside area. */
const importance = ({ share, ok }: Centre): number => share ** 0.5 * (0.15 + chroma(ok))

/** @returns at most 6 of the colours, most important first: each pick is large, colourful and unlike those before it. */
export const pick = (centres: readonly Centre[]): readonly Centre[] => {
  const picked: Centre[] = []
  const left = new Set(centres)
  const score = (centre: Centre): number =>
    worth(centre.share, centre.ok) *
    Math.min(1, ...picked.map(other => Math.sqrt(squaredDistance(centre.ok, other.ok))))
  while (picked.length < mostPicked && left.size > 0) {
    const best = [...left].reduce((one, other) => (score(other) > score(one) ? other : one))
    left.delete(best)
    picked.push(best)
  }
  return picked.toSorted((one, other) => importance(other) - importance(one))
}
