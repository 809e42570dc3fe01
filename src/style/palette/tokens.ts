// The colours as design tokens (Design Tokens Community Group, Format and Color modules 2025.10).

import type { PaletteColor, Roles } from '../../../schemas/palette.ts'
import type { ColorToken, Tokens } from '../../../schemas/tokens.ts'
import { parse } from '../../color/parse.ts'
import { round } from '../round.ts'

const token = (hex: string): ColorToken => {
  const { r, g, b } = parse(hex)
  return { $value: { colorSpace: 'srgb', components: [round(r), round(g), round(b)], hex: hex.toLowerCase() } }
}

/** @returns a token per role and per colour of the palette, counted from 1; $type stands once, on the group. */
export const tokens = (roles: Roles, palette: readonly PaletteColor[]): Tokens => ({
  color: {
    $type: 'color',
    background: token(roles.background),
    surface: token(roles.surface),
    text: token(roles.text),
    primary: token(roles.primary),
    on_primary: token(roles.on_primary),
    secondary: token(roles.secondary),
    accent: token(roles.accent),
    on_accent: token(roles.on_accent),
    palette: Object.fromEntries(palette.map(({ hex }, index) => [String(index + 1), token(hex)])),
  },
})
