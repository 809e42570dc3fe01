// Shares for who tells none: every pixel counts for the nearest of the colours.
import { deltaE } from './color.ts'
import type { Mass, Picture } from './picture.ts'

export const sharesOf = (colors: readonly string[], { spread }: Picture): readonly Mass[] => {
  const shares = new Map(colors.map(color => [color, 0]))
  for (const { hex, share } of spread) {
    const [nearest] = colors.toSorted((one, other) => deltaE(one, hex) - deltaE(other, hex))
    if (nearest !== undefined) shares.set(nearest, (shares.get(nearest) ?? 0) + share)
  }
  return [...shares].map(([hex, share]) => ({ hex, share }))
}
