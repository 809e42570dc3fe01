// The few colours a designer would pick from a picture.

import { chroma, squaredDistance } from '../oklab.ts'
import type { Centre } from './measure.ts'
import { worth } from './worth.ts'

const mostPicked = 6
/** Part of a picture from which on a colour belongs to it even without chroma. */
const groundShare = 0.4
/** Distance, OKLab, beyond which two colours are simply unlike: about ΔE00 20. */
const farEnough = 0.2
/** Large areas lead, and colour counts beside area. */
const importance = ({ share, ok }: Centre): number => share ** 0.5 * (0.15 + chroma(ok))

/**
 * Tuned on every second of 71 artworks whose palettes people picked by hand (docs/benchmarks.md).
 *
 * @returns at most 6 of the colours, most important first: the grounds, then always what is large, colourful and unlike those before it.
 */
export const pick = (centres: readonly Centre[]): readonly Centre[] => {
  const picked = centres.filter(({ share }) => share >= groundShare)
  const left = new Set(centres.filter(({ share }) => share < groundShare))
  const score = (centre: Centre): number =>
    worth(centre.share, centre.ok) *
    Math.min(farEnough, ...picked.map(other => Math.sqrt(squaredDistance(centre.ok, other.ok))))
  while (picked.length < mostPicked && left.size > 0) {
    const best = [...left].reduce((one, other) => (score(other) > score(one) ? other : one))
    left.delete(best)
    picked.push(best)
  }
  return picked.toSorted((one, other) => importance(other) - importance(one))
}
