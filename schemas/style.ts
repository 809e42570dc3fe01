// The style of an image or video, and the part of it that a vision model may write.
import { type Static, Type } from '@sinclair/typebox'
import { Composition, notLow } from './composition.ts'
import { Face, maxFaces } from './face.ts'
import { Media, Video } from './media.ts'
import { PaletteColor, Roles, Tokens } from './palette.ts'
import { PlatformFit } from './platform.ts'
import { Provenance } from './provenance.ts'
import { enumModel, enumOf, enumRef, Fraction, HexColor, Pixels, Point, ref, SingleLine } from './types.ts'

/** Keywords of a style. */
export const typefaceCategories = ['sans', 'serif', 'mono', 'slab', 'round', 'script', 'condensed'] as const
const cornerStyles = ['sharp', 'soft', 'round'] as const
const densities = ['compact', 'regular', 'airy'] as const
export const colorSchemes = ['light', 'dark'] as const
const detailLevels = ['simple', 'moderate', 'detailed'] as const

/** Models of keywords, with their meanings in an analysis. */
export const TypefaceCategory = enumModel(
  'TypefaceCategory',
  typefaceCategories,
  'Typeface category. In an analysis, the one that people associate with the first mood word (Shaikh et al. 2006).',
)
export const CornerStyle = enumModel(
  'CornerStyle',
  cornerStyles,
  'Corner style. In an analysis (absent if analysis_depth is low), it is sharp if at least 75 % of the edges (Sobel) are within 15° of vertical or horizontal, round if at most 50 % are, and soft otherwise or if there are no edges.',
)
export const Density = enumModel(
  'Density',
  densities,
  'Spacing. In an analysis (absent if analysis_depth is low), it is compact if the image is detailed, airy if it is simple with at least 60 % negative space, and regular otherwise.',
)
export const ColorScheme = enumModel(
  'ColorScheme',
  colorSchemes,
  'Colour scheme. In an analysis (absent if analysis_depth is low), it is dark if white has more contrast than black on roles.background, and light otherwise.',
)
export const DetailLevel = enumModel(
  'DetailLevel',
  detailLevels,
  'Amount of detail. In an analysis, it follows from the edge density: simple up to 0.06, detailed from 0.2.',
)
type HarmonyTemplate = 'i' | 'I' | 'V' | 'L' | 'Y' | 'T' | 'X' | 'N'

/** px of a side; bytes of the file; characters of its data URI, which is Base64 after a prefix. */
export const previewLimits = { maxSide: 1600, maxBytes: 200_000, maxLength: 266_700 } as const

/** The picture itself, as pages show it. */
export const PicturePreview = Type.Object(
  {
    src: Type.String({
      pattern: '^data:image/webp;base64,[A-Za-z0-9+/]+={0,2}$',
      minLength: 32,
      maxLength: previewLimits.maxLength,
      description: 'Data URI of a WebP picture of at most 200,000 bytes, in sRGB and without metadata.',
    }),
    width: Pixels(1, 'Width.'),
    height: Pixels(1, 'Height.'),
  },
  {
    $id: 'PicturePreview',
    description:
      'The picture in its EXIF orientation, at most 1,600 px wide and high, or a frame of the video; build-sparkpage shows it on the page.',
  },
)
export type PicturePreview = Static<typeof PicturePreview>

export const StyleMetadata = Type.Object(
  {
    colors: Type.Array(HexColor, {
      minItems: 1,
      maxItems: 6,
      description: 'The main colours, most important first; any two differ by a ΔE00 (CIEDE2000) of at least 5.',
    }),
    palette: Type.Array(ref(PaletteColor), {
      minItems: 1,
      maxItems: 16,
      description:
        'The colours of `colors`, followed by more in order of selection, until they cover the image or there are palette_size colours.',
    }),
    roles: ref(Roles),
    average: HexColor,
    brightness: Fraction('Mean OKLab lightness.'),
    contrast: Fraction('RMS contrast: standard deviation of the relative luminance (Peli 1990).'),
    colorfulness: Type.Object(
      {
        value: Type.Number({ minimum: 0, maximum: 300, description: 'Metric M3 of Hasler and Süsstrunk (2003).' }),
        label: enumOf(['none', 'slight', 'moderate', 'average', 'quite', 'high', 'extreme'], {
          description: 'Category of the value according to Hasler and Süsstrunk (2003).',
        }),
      },
      { title: 'Colorfulness', description: 'Colourfulness.' },
    ),
    temperature: Type.Object(
      {
        value: Type.Number({
          minimum: -4,
          maximum: 4,
          description:
            'Warm–cool factor of Ou et al. (2004): −0.5 + 0.02 C*^1.07 cos(h − 50°) in CIELAB, averaged over the area of the image. Positive values are warm.',
        }),
        label: enumOf(['cool', 'neutral', 'warm'], {
          description:
            'Category of the value: warm above 0.2, cool below −0.7, neutral in between. Pure greys have the value −0.5.',
        }),
      },
      { title: 'Temperature', description: 'Perceived colour temperature.' },
    ),
    media: ref(Media),
    platform: ref(PlatformFit),
    analysis: Provenance,
    tokens: Type.Optional(ref(Tokens)),
    saturation: Type.Optional(Fraction(`Mean OKLCH chroma divided by 0.4. ${notLow}`)),
    harmony: Type.Optional(
      Type.Object(
        {
          template: Type.Unsafe<HarmonyTemplate>({
            type: 'string',
            pattern: '^[iIVLYTXN]$',
            minLength: 1,
            maxLength: 1,
            description:
              'Harmony template (a set of hue ranges): the narrowest one whose ranges are within 2° of the hues on average, otherwise the closest one. i: one hue; I: opposite hues; V: neighbouring hues; L: neighbouring hues and one at 90°; Y: neighbouring hues and their opposite; T: half of the colour wheel; X: two opposite groups; N: greys.',
          }),
          name: SingleLine(48, 'Name of the template.'),
          angle: Type.Integer({
            minimum: 0,
            maximum: 359,
            description:
              'Rotation of the harmony template: the hue at the centre of its first range, in HSV degrees, a multiple of 3.',
          }),
          fit: Fraction('Share of the colours, by area and chroma, within the hue ranges of the template.'),
        },
        { title: 'Harmony', description: `Colour harmony (Cohen-Or et al. 2006). ${notLow}` },
      ),
    ),
    scheme: Type.Optional(enumRef(ColorScheme)),
    mood: Type.Optional(
      Type.Object(
        {
          activity: Type.Number({
            minimum: -3,
            maximum: 6,
            description:
              'Visual activity: −2.1 + 0.06 √((L* − 50)² + (a* − 3)² + ((b* − 17) / 1.4)²) in CIELAB, averaged over the area of the image. Positive values are active.',
          }),
          weight: Type.Number({
            minimum: -3,
            maximum: 3,
            description:
              'Visual weight: −1.8 + 0.04 (100 − L*) + 0.45 cos(h − 100°) in CIELAB, averaged over the area of the image. Positive values are heavy.',
          }),
          heat: Type.Number({ minimum: -4, maximum: 4, description: 'The same value as temperature.value.' }),
          words: Type.Array(SingleLine(32, 'A word.'), {
            minItems: 0,
            maxItems: 3,
            description:
              'Mood words, most probable first, predicted from weight, heat, colourfulness, contrast, brightness, edge density and negative space. A word is given only if the evidence is clear: its strongest indicator must be in the lowest or the highest quarter of the values that photographs have.',
          }),
        },
        { title: 'Mood', description: `Perceived mood, on the axes of Ou et al. (2004). ${notLow}` },
      ),
    ),
    typography: Type.Optional(
      Type.Object(
        {
          category: enumRef(TypefaceCategory),
        },
        { title: 'Typography', description: `Suggested typography. ${notLow}` },
      ),
    ),
    corners: Type.Optional(enumRef(CornerStyle)),
    density: Type.Optional(enumRef(Density)),
    complexity: Type.Optional(
      Type.Object(
        {
          entropy: Type.Number({
            minimum: 0,
            maximum: 8,
            description: 'Shannon entropy of the luma, quantised to 256 levels, in bits (0 to 8).',
          }),
          edge_density: Fraction(
            'Share of the sampled pixels whose luma (BT.709) differs by at least 24 of 255 from the next pixel to the right or below.',
          ),
          label: enumRef(DetailLevel),
        },
        { title: 'Complexity', description: `Visual complexity. ${notLow}` },
      ),
    ),
    sharpness: Type.Optional(
      Fraction(
        `1 minus the blur metric of Crété-Roffet et al. (2007), computed over luma steps of at least 4 of 255 on every second line and scaled so that edges one sampled pixel wide give 1; 0 without edges. ${notLow}`,
      ),
    ),
    composition: Type.Optional(Composition),
    focal_point: Type.Optional(
      Point(
        `Where viewers look at the main subject: the middle of the faces that are about as large as the largest if they are near each other, otherwise the middle of the largest face. Without faces: the largest, most distinctive and most central of the regions that are enclosed by an edge (minimum barrier distance, Zhang et al. 2015), unlike the background (Zhu et al. 2014) and sharp; or the centre of the image if nothing stands out. In a video, measured in the middle frame. ${notLow}`,
      ),
    ),
    faces: Type.Optional(
      Type.Array(ref(Face), {
        minItems: 0,
        maxItems: maxFaces,
        description: `Faces of people, largest first, found by YuNet (Wu et al. 2023): at least 12 % of the shorter side of the image if analysis_depth is medium, 8 % if it is high. In a video, measured in the middle frame. They determine the focal point, the subject of the composition, and the crops. ${notLow}`,
      }),
    ),
    transparency: Type.Optional(Fraction(`Share of the image that is transparent. ${notLow}`)),
    placeholder: Type.Optional(
      Type.String({
        minLength: 28,
        maxLength: 28,
        pattern: '^[0-9A-Za-z#$%*+,\\-.:;=?@\\[\\]^_{|}~]{28}$',
        description: `Placeholder to show while the image loads: a BlurHash (Ågren 2018, blurha.sh) with 4 × 3 components, 3 × 4 for portrait images. ${notLow}`,
      }),
    ),
    summary: Type.Optional(SingleLine(256, `One-sentence summary of the style. ${notLow}`)),
    keywords: Type.Optional(
      Type.Array(SingleLine(32, 'A word.'), {
        minItems: 1,
        maxItems: 8,
        description: `Search keywords: mood, colours, light, detail. ${notLow}`,
      }),
    ),
    video: Type.Optional(ref(Video)),
    preview: Type.Optional(ref(PicturePreview)),
  },
  {
    $id: 'StyleMetadata',
    description: 'Style of an image or video. The same input always gives exactly the same bytes.',
  },
)
export type StyleMetadata = Omit<Static<typeof StyleMetadata>, 'analysis'> & { analysis: Provenance }

/** The schema of the response that a vision model has to return. It contains no colours, because they are always measured. */
export const StyleAnnotation = Type.Object(
  {
    summary: Type.String({
      description: 'The visual style of the picture in one plain sentence of at most 240 characters.',
    }),
    keywords: Type.Array(Type.String(), {
      description: 'Four to eight lower-case search keywords for the style, the most characteristic first.',
    }),
    mood: Type.Array(Type.String(), {
      description: 'One to three lower-case adjectives for the mood of the picture.',
    }),
    typography: enumOf(typefaceCategories, { description: 'The typeface category that suits the picture.' }),
  },
  { additionalProperties: false, description: 'A description of the visual style of a picture.' },
)
export type StyleAnnotation = Static<typeof StyleAnnotation>
