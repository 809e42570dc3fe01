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

/**
 * @param swatches the colours in the order of the answer.
 * @param assigned their roles in the picture; a colour without one supports.
 * @returns the colours with shares that add up to 1, coordinates, unique names and contrasts.
 */
export function describePalette(swatches: readonly Swatch[], assigned: AssignedRoles): PaletteColor[] {
  const roles = new Map([...assigned].map(([role, swatch]) => [swatch, role]))
  const largest = swatches.reduce((one, other) => (other.share > one.share ? other : one))
  // Rounded shares still add up to 1: the largest takes what is left.
  const rest = 1 - swatches.reduce((sum, { share }) => sum + round(share), 0)
  return [...nameColors(swatches)].map(([swatch, name]) => ({
    hex: swatch.hex,
    share: round(round(swatch.share) + (swatch === largest ? rest : 0)),
    oklch: oklchOf(swatch),
    role: roles.get(swatch) ?? 'support',
    name,
    contrast_white: round(contrast(swatch.hex, '#FFFFFF')),
    contrast_black: round(contrast(swatch.hex, '#000000')),
  }))
}
