// The palette of the answer.
import type { PaletteColor } from '../../../schemas/palette.ts'
import { contrast } from '../../color/contrast.ts'
import { chroma, hue } from '../oklab.ts'
import { round } from '../round.ts'
import type { Centre } from './measure.ts'
import { nameOf } from './name.ts'
import type { Parts } from './parts.ts'

/** Chroma below which a hue means nothing: a step of 8 bits. */
const greyChroma = 0.002

const oklchOf = ({ ok }: Centre): PaletteColor['oklch'] => {
  const degrees = chroma(ok) < greyChroma ? 0 : hue(ok)
  return { l: round(Math.min(1, ok.l)), c: round(chroma(ok)), h: round(degrees) }
}

/** Shares to four digits that still add up to 1: the largest takes what rounding left. */
const rounded = (centres: readonly Centre[]): readonly { readonly centre: Centre; readonly share: number }[] => {
  const largest = centres.reduce((one, other) => (other.share > one.share ? other : one))
  const left = 1 - centres.reduce((sum, { share }) => sum + round(share), 0)
  return centres.map(centre => ({
    centre,
    share: round(round(centre.share) + (centre === largest ? left : 0)),
  }))
}

/**
 * @param centres the colours in the order of the answer.
 * @param parts what they are in the picture; a colour without a part supports.
 * @returns the colours with shares that add up to 1, coordinates, names and contrasts.
 */
export const palette = (centres: readonly Centre[], parts: Parts): PaletteColor[] => {
  const roles = new Map([...parts].map(([role, centre]) => [centre, role]))
  return rounded(centres).map(({ centre, share }) => ({
    hex: centre.hex,
    share,
    oklch: oklchOf(centre),
    role: roles.get(centre) ?? 'support',
    name: nameOf(centre),
    contrast_white: round(contrast(centre.hex, '#FFFFFF')),
    contrast_black: round(contrast(centre.hex, '#000000')),
  }))
}
