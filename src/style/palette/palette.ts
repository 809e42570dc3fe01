// The palette of the answer.
import type { PaletteColor } from '../../../schemas/palette.ts'
import { contrast } from '../../color/contrast.ts'
import { chroma, hue } from '../oklab.ts'
import { round } from '../round.ts'
import { nameColors } from './names.ts'
import type { Swatch } from './quantize.ts'
import type { AssignedRoles } from './roles.ts'

/** Chroma below which a hue means nothing: a step of 8 bits. */
const minHueChroma = 0.002

function oklchOf({ ok }: Swatch): PaletteColor['oklch'] {
  const degrees = chroma(ok) < minHueChroma ? 0 : hue(ok)
  return { l: round(Math.min(1, ok.l)), c: round(chroma(ok)), h: round(degrees) }
}

/** Shares to four digits that still add up to 1: the largest takes what rounding left. */
function roundShares(swatches: readonly Swatch[]): ReadonlyMap<Swatch, number> {
  const shares = new Map(swatches.map(swatch => [swatch, round(swatch.share)]))
  const rest = 1 - [...shares.values()].reduce((sum, share) => sum + share, 0)
  const largest = swatches.reduce((one, other) => (other.share > one.share ? other : one))
  return shares.set(largest, round(round(largest.share) + rest))
}

/**
 * @param swatches the colours in the order of the answer.
 * @param assigned their roles in the picture; a colour without one supports.
 * @returns the colours with shares that add up to 1, coordinates, unique names and contrasts.
 */
export function describePalette(swatches: readonly Swatch[], assigned: AssignedRoles): PaletteColor[] {
  const roles = new Map([...assigned].map(([role, swatch]) => [swatch, role]))
  const shares = roundShares(swatches)
  const names = nameColors(swatches)
  return swatches.map(swatch => ({
    hex: swatch.hex,
    share: shares.get(swatch) ?? 0,
    oklch: oklchOf(swatch),
    role: roles.get(swatch) ?? 'support',
    name: names.get(swatch) ?? '',
    contrast_white: round(contrast(swatch.hex, '#FFFFFF')),
    contrast_black: round(contrast(swatch.hex, '#000000')),
  }))
}
