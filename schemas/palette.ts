// The colours of a picture, and what each of them is for.
import { type Static, Type } from '@sinclair/typebox'
import { Fraction, HexColor, Line, oneOf } from './types.ts'

const paletteRoles = ['background', 'surface', 'text', 'primary', 'secondary', 'accent', 'support'] as const

export const PaletteColor = Type.Object(
  {
    hex: HexColor,
    share: Fraction('Share of the visible pixels that lie nearest to this colour; the shares add up to 1.'),
    oklch: Type.Object(
      {
        l: Fraction('Lightness.'),
        c: Type.Number({ minimum: 0, maximum: 0.5, description: 'Chroma.' }),
        h: Type.Number({ minimum: 0, maximum: 360, description: 'Hue in degrees; 0 for greys.' }),
      },
      { description: 'The colour in OKLCH (Ottosson 2020).' },
    ),
    role: oneOf(paletteRoles, { description: 'What the colour is in the picture.' }),
    name: Line(
      48,
      'Name of the colour in the ISCC–NBS dictionary, unique within the palette: the nearest by ΔE00 that no earlier colour has.',
    ),
    contrast_white: Type.Number({ minimum: 1, maximum: 21, description: 'WCAG 2.2 contrast ratio to #FFFFFF.' }),
    contrast_black: Type.Number({ minimum: 1, maximum: 21, description: 'WCAG 2.2 contrast ratio to #000000.' }),
  },
  { $id: 'PaletteColor', description: 'A colour of the picture and where it stands.' },
)
export type PaletteColor = Static<typeof PaletteColor>

export const Roles = Type.Object(
  {
    background: HexColor,
    surface: HexColor,
    text: HexColor,
    primary: HexColor,
    on_primary: HexColor,
    secondary: HexColor,
    accent: HexColor,
    on_accent: HexColor,
  },
  {
    $id: 'Roles',
    description:
      'Colours ready for use: text on background and surface, on_x on x have a WCAG contrast of at least 4.5:1.',
  },
)
export type Roles = Static<typeof Roles>
