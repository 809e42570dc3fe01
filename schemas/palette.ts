// Colours of an image: the palette, the roles for a design, and both as design tokens.
import { type Static, Type } from '@sinclair/typebox'
import { enumOf, Fraction, HexColor, ref, SingleLine } from './types.ts'

const paletteRoles = ['background', 'surface', 'text', 'primary', 'secondary', 'accent', 'support'] as const

export const PaletteColor = Type.Object(
  {
    hex: HexColor,
    share: Fraction('Share of the visible pixels that are closest to this colour; the shares add up to 1.'),
    oklch: Type.Object(
      {
        l: Fraction('Lightness.'),
        c: Type.Number({ minimum: 0, maximum: 0.5, description: 'Chroma.' }),
        h: Type.Number({ minimum: 0, maximum: 360, description: 'Hue in degrees; 0 for greys.' }),
      },
      { title: 'Oklch', description: 'The colour in OKLCH (Ottosson 2020).' },
    ),
    role: enumOf(paletteRoles, { description: 'Role of the colour in the image.' }),
    name: SingleLine(
      48,
      'Common name of the colour, such as “dark gray” or “vivid red”, unique within the palette: colours that would share a name are called dark and light (“light tan”) or are followed by their lightness (“gray 62 %”). Below an OKLCH chroma of 0.01 the name has no hue; it has “brilliant” from 0.13 and “vivid” from 0.17.',
    ),
    contrast_white: Type.Number({ minimum: 1, maximum: 21, description: 'WCAG 2.2 contrast ratio to #FFFFFF.' }),
    contrast_black: Type.Number({ minimum: 1, maximum: 21, description: 'WCAG 2.2 contrast ratio to #000000.' }),
  },
  { $id: 'PaletteColor', description: 'A colour of the image.' },
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
      'Colours by purpose. The WCAG contrast of text on background and surface, and of on_x on x, is at least 4.5:1.',
  },
)
export type Roles = Static<typeof Roles>

export const ColorToken = Type.Object(
  {
    $value: Type.Object(
      {
        colorSpace: Type.Literal('srgb', { description: 'Always srgb.' }),
        components: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
          minItems: 3,
          maxItems: 3,
          description: 'Red, green and blue, 0 to 1.',
        }),
        hex: Type.String({
          pattern: '^#[0-9a-f]{6}$',
          minLength: 7,
          maxLength: 7,
          description: 'The same colour in hexadecimal.',
        }),
      },
      { title: 'TokenValue', description: 'The colour.' },
    ),
  },
  { $id: 'ColorToken', description: 'A colour token; its $type is set on the group.' },
)
export type ColorToken = Static<typeof ColorToken>

export const Tokens = Type.Object(
  {
    color: Type.Object(
      {
        $type: Type.Literal('color', { description: 'Type of all tokens of the group.' }),
        background: ref(ColorToken),
        surface: ref(ColorToken),
        text: ref(ColorToken),
        primary: ref(ColorToken),
        on_primary: ref(ColorToken),
        secondary: ref(ColorToken),
        accent: ref(ColorToken),
        on_accent: ref(ColorToken),
        palette: Type.Record(Type.String({ pattern: '^[0-9]{1,2}$' }), ref(ColorToken), {
          description: 'The palette colours in palette order, keyed by position, starting at 1.',
        }),
      },
      { title: 'ColorTokens', description: 'The colours.' },
    ),
  },
  {
    $id: 'Tokens',
    description:
      'Colour roles and palette as a design tokens file (Design Tokens Community Group, Format and Color modules 2025.10).',
  },
)
export type Tokens = Static<typeof Tokens>
