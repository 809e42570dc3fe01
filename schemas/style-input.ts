// The style that a page is built from: what the analysis returns, or any part of it.
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { FineDetail, Quiet } from './composition.ts'
import { maxFaces } from './face.ts'
import { ColorScheme, PicturePreview } from './style.ts'
import {
  CssHexColor,
  documentedType,
  Fraction,
  lenient,
  longText,
  Pixels,
  Point,
  RecordId,
  Region,
  ref,
} from './types.ts'

/**
 * A member of a style.
 * @param documented what the analysis returns, or its model; any other value is accepted, and ignored unless it contains a keyword.
 */
function hint(documented: TSchema, description = String(documented.description)) {
  const shown = documented.$id === undefined ? documented : ref(documented)
  return Type.Optional(lenient(shown, { description }))
}

/** A keyword, or an object that contains it as the analysis returns it, as a model. Only documents use it. */
function keywordModel(name: string, keyword: TSchema, members: TProperties, description: string) {
  const object = Type.Object(members, { title: `${name}Choice`, description: 'An object as the analysis returns it.' })
  return Type.Unsafe({ $id: `${name}Hint`, description, anyOf: [keyword, object] })
}

const word = Type.String({ ...longText, description: 'A word.' })
/** The same limit as for colours. */
const listLimits = { minItems: 0, maxItems: 64 }

export const MoodHint = keywordModel(
  'Mood',
  word,
  { words: Type.Array(word, { ...listLimits, description: 'Words.' }) },
  'Mood: a word, or an object with words.',
)
export const HarmonyHint = keywordModel(
  'Harmony',
  word,
  { name: word },
  'Colour harmony: keywords, or an object with name. On the page, neighbouring hues are blended and other hues alternate.',
)
/** The properties of a style that a page uses; others are ignored. */
const styleMembers = {
  colors: Type.Optional(
    Type.Array(CssHexColor, {
      minItems: 0,
      maxItems: 64,
      description:
        'Colours of the style, most important first; required without `analysis`. Empty: the default accent, with a warning.',
    }),
  ),
  analysis: hint(
    Type.Object(
      { id: RecordId('ana', 'Id of the analysis.') },
      { title: 'StoredAnalysis', description: 'A stored analysis.' },
    ),
    'A stored analysis. If colors is absent, the style is read from the analysis with this id, except for the properties that are sent.',
  ),
  palette: hint(
    Type.Array(
      Type.Object(
        { hex: CssHexColor, share: Type.Optional(Fraction('Share of the picture.')) },
        { title: 'ColorShare', description: 'A colour and its share.' },
      ),
      listLimits,
    ),
    'Colours with shares, as returned by the analysis.',
  ),
  mood: hint(MoodHint),
  scheme: hint(ColorScheme, 'Preferred colour scheme.'),
  complexity: hint(
    Type.Object(
      { entropy: Type.Number({ minimum: 0, maximum: 8, description: 'Entropy of the luma, bits.' }) },
      { title: 'MeasuredDetail', description: 'Detail of a picture.' },
    ),
    'Detail of the picture, as returned by the analysis. Drawings and user interfaces are shown uncropped.',
  ),
  harmony: hint(HarmonyHint),
  roles: hint(
    Type.Object(
      { background: CssHexColor },
      { title: 'PictureRoles', description: 'Colours of a picture by purpose.' },
    ),
    'Roles of the colours, as returned by the analysis. The background of the page follows that of the picture.',
  ),
  placeholder: hint(
    Type.String(longText),
    'BlurHash of the picture: a compact encoding of where its colours are. A page without a picture uses it for its background.',
  ),
  focal_point: hint(Point('Centre of the subject.'), 'Centre of the subject: x and y from 0 to 1.'),
  composition: hint(
    Type.Object(
      { quiet: Type.Optional(ref(Quiet)), subject: Type.Optional(ref(Region)), detail: Type.Optional(FineDetail) },
      { title: 'MeasuredSpace', description: 'Where a picture has room for text, and where its subject is.' },
    ),
    'Where the picture has room for text, which part of it no crop may cut, and where it is sharp, as returned by the analysis.',
  ),
  faces: hint(
    Type.Array(ref(Region), { minItems: 0, maxItems: maxFaces }),
    'Faces of people, as returned by the analysis. Crops of the picture are chosen so that they cut no face.',
  ),
  media: hint(
    Type.Object(
      { width: Pixels(1, 'Width.'), height: Pixels(1, 'Height.') },
      { title: 'PictureSize', description: 'Size of a picture, px.' },
    ),
    'width and height of the picture.',
  ),
  transparency: hint(Fraction('Share of the picture that is transparent.')),
  preview: hint(
    PicturePreview,
    'The picture itself, as returned by the analysis; the page shows it unless content contains an image.',
  ),
}
const styleInfo = {
  description:
    'Style object as returned by the analysis, nested at most 32 levels deep, or a stored analysis alone: {"analysis": {"id": "ana_…"}}. Other properties are ignored.',
}

/** Documents show `colors` as optional: client generators do not know `if`. */
export const StyleInput = Type.Object(styleMembers, {
  $id: 'StyleInput',
  ...styleInfo,
  if: {
    required: ['analysis'],
    properties: { analysis: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
  },
  else: {
    required: ['colors'],
    $comment: 'Send colors, or a stored analysis as "analysis": {"id": "ana_…"}.',
  },
  [documentedType]: Type.Object(styleMembers, styleInfo),
})
export type StyleInput = Static<typeof StyleInput>
