// The palette as one ribbon, each colour as wide as its share of the picture.

/** Width of the ribbon in its own units. */
export const ribbonWidth = 1000
/** The first colours are never narrower than this part of the ribbon. */
const leading = { count: 5, part: 0.125 } as const
/** The narrowest part of any other colour. */
const least = 0.004

export interface Band {
  readonly x: number
  readonly width: number
}

/** @param shares part of the picture per colour, 0 where it is not known. @returns bands side by side, whole numbers. */
export const ribbonOf = (shares: readonly number[]): readonly Band[] => {
  const known = shares.some(share => share > 0)
  const floor = (index: number) => (index < leading.count ? leading.part : least)
  const free = 1 - shares.reduce((sum, _, index) => sum + floor(index), 0)
  const weights = known ? shares : shares.map((_, index) => 1 / (index + 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let end = 0
  return weights.map((weight, index) => {
    const x = Math.round(end * ribbonWidth)
    end += floor(index) + (free * weight) / total
    return { x, width: Math.round(end * ribbonWidth) - x }
  })
}
