// The colours of a picture as design tokens.
import { type Static, Type } from '@sinclair/typebox'
import { ref } from './types.ts'

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
          description: 'The same colour for older tools.',
        }),
      },
      { description: 'The colour.' },
    ),
  },
  { $id: 'ColorToken', description: 'A colour token; its $type stands on the group.' },
)
export type ColorToken = Static<typeof ColorToken>

export const Tokens = Type.Object(
  {
    color: Type.Object(
      {
        $type: Type.Literal('color', { description: 'Kind of all tokens of this group.' }),
        background: ref(ColorToken),
        surface: ref(ColorToken),
        text: ref(ColorToken),
        primary: ref(ColorToken),
        on_primary: ref(ColorToken),
        secondary: ref(ColorToken),
        accent: ref(ColorToken),
        on_accent: ref(ColorToken),
        palette: Type.Record(Type.String({ pattern: '^[0-9]{1,2}$' }), ref(ColorToken), {
          description: 'The palette in its order, counted from 1.',
        }),
      },
      { description: 'The colours.' },
    ),
  },
  {
    $id: 'Tokens',
    description:
      'Roles and palette as a design tokens file (Design Tokens Community Group, Format and Color modules 2025.10).',
  },
)
export type Tokens = Static<typeof Tokens>
