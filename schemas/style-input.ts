// The style that a page is built from: what the analysis returns, or any part of it.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { cornerStyles, densities, typefaceCategories } from './style.ts'
import { CssHexColor, enumOf, lenient, Point } from './types.ts'

/** A member of a style. @param documented what the analysis returns; any other value is accepted, and ignored unless it contains a keyword. */
function hint(documented: TSchema, description: string) {
  return Type.Optional(lenient(documented, { description }))
}

/** A keyword, or an object that contains it. */
function keywordOr(member: string, title: string, keyword: TSchema) {
  return Type.Unsafe({ anyOf: [keyword, Type.Object({ [member]: keyword }, { title })] })
}

const text = Type.String()
const number = Type.Number()

/** What a page reads from a style; other properties are ignored. */
export const StyleInput = Type.Object(
  {
    colors: Type.Array(CssHexColor, {
      minItems: 0,
      maxItems: 64,
      description: 'Colours of the style, most important first. Empty: the default accent, with a warning.',
    }),
    palette: hint(
      Type.Array(Type.Object({ hex: CssHexColor, share: Type.Optional(number) }, { title: 'ColorShare' })),
      'Colours with shares, as returned by the analysis.',
    ),
    mood: hint(
      Type.Unsafe({ anyOf: [text, Type.Object({ words: Type.Array(text) }, { title: 'MoodWords' })] }),
      'Mood: a word, or an object with words.',
    ),
    typography: hint(
      keywordOr('category', 'TypefaceChoice', enumOf(typefaceCategories)),
      'Typeface category: a keyword, or an object with category.',
    ),
    scheme: hint(enumOf(['light', 'dark']), 'Preferred colour scheme.'),
    corners: hint(enumOf(cornerStyles), 'Corner style.'),
    density: hint(enumOf(densities), 'Spacing.'),
    complexity: hint(
      keywordOr('label', 'DetailLabel', enumOf(['simple', 'moderate', 'detailed'])),
      'Detail of the picture.',
    ),
    harmony: hint(
      keywordOr('name', 'HarmonyName', text),
      'Colour harmony in keywords: neighbouring hues are blended, others alternate.',
    ),
    roles: hint(
      Type.Object(
        {
          background: CssHexColor,
          surface: CssHexColor,
          text: CssHexColor,
          primary: CssHexColor,
          secondary: CssHexColor,
          accent: CssHexColor,
        },
        { title: 'PictureRoles' },
      ),
      'Roles of the colours, as returned by the analysis.',
    ),
    placeholder: hint(text, 'BlurHash of the picture, whose light becomes the ground of the first screen.'),
    focal_point: hint(Point('Centre of the subject.'), 'Centre of the subject: x and y from 0 to 1.'),
    composition: hint(
      keywordOr('clear_side', 'ClearSide', enumOf(['none', 'left', 'right', 'top', 'bottom'])),
      'The side that is clear for text: clear_side, or the keyword itself.',
    ),
    media: hint(
      Type.Object({ width: number, height: number }, { title: 'PictureSize' }),
      'width and height of the picture.',
    ),
  },
  {
    $id: 'StyleInput',
    description:
      'Style object as returned by the analysis, nested at most 32 levels deep. Other properties are ignored.',
  },
)
export type StyleInput = Static<typeof StyleInput>
