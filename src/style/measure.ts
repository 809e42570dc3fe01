// How much of a picture each of its colours covers.
import type { Cell } from './cell.ts'
import { type Oklab, squaredDistance } from './oklab.ts'
import { emptySum } from './sum.ts'
import type { Tone } from './tone.ts'

export interface Centre extends Tone {
  /** Part of all visible pixels that lie nearest to this colour, 0 to 1. */
  readonly share: number
  /** Part of the visible pixels on the border of the picture that do, 0 to 1. */
  readonly border: number
}

/** The one of some colours that lies nearest in OKLab, the first of equals; undefined among none. */
export const nearest = <T extends Oklab>(color: Oklab, centres: readonly T[]): T | undefined => {
  let found: T | undefined
  let least = Number.POSITIVE_INFINITY
  for (const centre of centres) {
    const distance = squaredDistance(color, centre)
    if (distance < least) {
      least = distance
      found = centre
    }
  }
  return found
}

/** @returns the colours with their exact areas, largest first; every pixel counts for the nearest colour. */
export const measure = (cells: readonly Cell[], tones: readonly Tone[]): readonly Centre[] => {
  const parts = tones.map(tone => ({ ...tone.ok, tone, sum: emptySum() }))
  for (const cell of cells) nearest(cell, parts)?.sum.add(cell, 1)
  const sums = parts.map(({ tone, sum }) => ({ tone, ...sum.mean() }))
  const area = sums.reduce((total, part) => total + part.area, 0)
  const border = Math.max(
    1,
    sums.reduce((total, part) => total + part.border, 0),
  )
  return sums
    .map(part => ({ ...part.tone, share: part.area / area, border: part.border / border }))
    .toSorted((one, other) => other.share - one.share)
}
