// The style of a picture.
import { type Static, Type } from '@sinclair/typebox'
import { Media, Video } from './media.ts'
import { PaletteColor, Roles } from './palette.ts'
import { PlatformFit } from './platform.ts'
import { Provenance } from './provenance.ts'
import { Tokens } from './tokens.ts'
import { Fraction, HexColor, Line, oneOf, ref } from './types.ts'

/** Words that build-sparkpage reads. */
export const typefaceCategories = ['sans', 'serif', 'mono', 'slab', 'round', 'script', 'condensed'] as const
export const cornerWords = ['sharp', 'soft', 'round'] as const
export const densityWords = ['compact', 'regular', 'airy'] as const

type HarmonyTemplate = 'i' | 'I' | 'V' | 'L' | 'Y' | 'T' | 'X' | 'N'

const notLow = 'Not at depth low.'

/** From 0, the upper left, to 1. */
const Place = (description: string) =>
  Type.Object({ x: Fraction('From the left.'), y: Fraction('From the top.') }, { description })

export const StyleMetadata = Type.Object(
  {
    colors: Type.Array(HexColor, {
      minItems: 1,
      maxItems: 6,
      description: 'The colours a designer would pick, most important first, pairwise ΔE00 of at least 5.',
    }),
    palette: Type.Array(ref(PaletteColor), {
      minItems: 1,
      maxItems: 16,
      description: 'The same colours first, then further ones in the order of selection, until they cover the picture.',
    }),
    roles: ref(Roles),
    brightness: Fraction('Mean OKLab lightness.'),
    contrast: Fraction('RMS contrast: standard deviation of the relative luminance (Peli 1990).'),
    colorfulness: Type.Object(
      {
        value: Type.Number({ minimum: 0, maximum: 300, description: 'Metric M3 of Hasler and Süsstrunk (2003).' }),
        label: oneOf(['none', 'slight', 'moderate', 'average', 'quite', 'high', 'extreme'], {
          description: 'Their word for the value.',
        }),
      },
      { description: 'How colourful the picture is.' },
    ),
    temperature: Type.Object(
      {
        value: Type.Number({
          minimum: -4,
          maximum: 4,
          description:
            'Warm–cool factor of Ou et al. (2004), −0.5 + 0.02 C*^1.07 cos(h − 50°), mean by area; above 0 is warm.',
        }),
        label: oneOf(['cool', 'neutral', 'warm'], {
          description: 'The value in a word: warm above 0.2, cool below -0.7, as a grey has -0.5.',
        }),
      },
      { description: 'How warm the colours feel.' },
    ),
    media: ref(Media),
    platform: ref(PlatformFit),
    analysis: Provenance,
    tokens: Type.Optional(ref(Tokens)),
    saturation: Type.Optional(Fraction(`Mean OKLCH chroma, 1 at 0.4. ${notLow}`)),
    harmony: Type.Optional(
      Type.Object(
        {
          template: Type.Unsafe<HarmonyTemplate>({
            type: 'string',
            pattern: '^[iIVLYTXN]$',
            minLength: 1,
            maxLength: 1,
            description:
              'The narrowest template whose sectors are within 2° of the hues on average. i: one hue; I: opposite hues; V: neighbouring hues; L: neighbouring hues and one across; Y: neighbouring hues and their opposite; T: half the wheel; X: two opposite groups; N: greys.',
          }),
          name: Line(48, 'The template in words.'),
          angle: Type.Integer({
            minimum: 0,
            maximum: 359,
            description: 'Hue of the middle of the first sector, degrees of the HSV wheel, in steps of 3.',
          }),
          fit: Fraction('Part of the colours, by area and chroma, that lies within the sectors.'),
        },
        { description: `Colour harmony (Cohen-Or et al. 2006). ${notLow}` },
      ),
    ),
    scheme: Type.Optional(oneOf(['light', 'dark'], { description: `The scheme that suits the picture. ${notLow}` })),
    mood: Type.Optional(
      Type.Object(
        {
          activity: Type.Number({
            minimum: -3,
            maximum: 6,
            description: '−2.1 + 0.06 √((L* − 50)² + (a* − 3)² + ((b* − 17) / 1.4)²), mean by area; above 0 is active.',
          }),
          weight: Type.Number({
            minimum: -3,
            maximum: 3,
            description: '−1.8 + 0.04 (100 − L*) + 0.45 cos(h − 100°), mean by area; above 0 is heavy.',
          }),
          heat: Type.Number({ minimum: -4, maximum: 4, description: 'The same as temperature.value.' }),
          words: Type.Array(Line(32, 'A word.'), {
            minItems: 1,
            maxItems: 3,
            description:
              'Words that people most probably choose for a picture of this weight, heat, colourfulness, contrast, brightness, edge density and negative space, most probable first.',
          }),
        },
        { description: `What the colours feel like, on the axes of Ou et al. (2004). ${notLow}` },
      ),
    ),
    typography: Type.Optional(
      Type.Object(
        {
          category: oneOf(typefaceCategories, {
            description: 'Kind of letters that people find fit for the first word of the mood (Shaikh et al. 2006).',
          }),
        },
        { description: `A hint for type that goes with the picture. ${notLow}` },
      ),
    ),
    corners: Type.Optional(
      oneOf(cornerWords, {
        description: `Shapes of the picture: sharp when 75 % of its edges (Sobel) are within 15° of upright or level, round up to 50 %; soft between and without edges. ${notLow}`,
      }),
    ),
    density: Type.Optional(
      oneOf(densityWords, {
        description: `Room between things: compact when the picture is detailed, airy when it is simple and 60 % of it is negative space. ${notLow}`,
      }),
    ),
    complexity: Type.Optional(
      Type.Object(
        {
          entropy: Type.Number({
            minimum: 0,
            maximum: 8,
            description: 'Shannon entropy (1948) of the luma in 256 levels, bits.',
          }),
          edge_density: Fraction(
            'Part of the pixels of the sample whose luma (BT.709) differs by 24 of 255 or more from the next to the right or below.',
          ),
          label: oneOf(['simple', 'moderate', 'detailed'], {
            description: 'The edge density in a word: simple up to 0.06, detailed from 0.2.',
          }),
        },
        { description: `How much goes on. ${notLow}` },
      ),
    ),
    sharpness: Type.Optional(
      Fraction(
        `1 less the blur effect of Crété-Roffet et al. (2007) over steps of the luma of at least 4 of 255 on every second line, scaled so that edges of one pixel of the sample have 1; 0 without any edge. ${notLow}`,
      ),
    ),
    composition: Type.Optional(
      Type.Object(
        {
          thirds: Fraction(
            'exp(−D² / 2 · 0.17²), D from the focal point to the nearest crossing of the lines at one and two thirds, sides added (Liu et al. 2010).',
          ),
          negative_space: Fraction(
            'Part of the picture outside of what stands out, where the luma deviates by less than 6 of 255 within a cell.',
          ),
          clear_side: oneOf(['none', 'left', 'right', 'top', 'bottom'], {
            description: 'The side whose outer third is at least 85 % negative space, the emptiest: room for text.',
          }),
        },
        { description: `How the picture is laid out. ${notLow}` },
      ),
    ),
    focal_point: Type.Optional(
      Place(
        `Centre of the subject in the upright frame: of the regions that are enclosed by an edge (minimum barrier distance, Zhang et al. 2015) and unlike the border (Wei et al. 2012) the large, odd and central one; the middle when nothing stands out. In a video, of its middle frame. ${notLow}`,
      ),
    ),
    transparency: Type.Optional(Fraction(`Part of the picture that is transparent. ${notLow}`)),
    placeholder: Type.Optional(
      Type.String({
        minLength: 28,
        maxLength: 28,
        pattern: '^[0-9A-Za-z#$%*+,\\-.:;=?@\\[\\]^_{|}~]{28}$',
        description: `The picture in 28 ASCII characters to show while it loads: a BlurHash (Ågren 2018, blurha.sh) of 4 × 3 waves, 3 × 4 in upright pictures, for any decoder of it. ${notLow}`,
      }),
    ),
    summary: Type.Optional(Line(256, `The style in one sentence. ${notLow}`)),
    keywords: Type.Optional(
      Type.Array(Line(32, 'A word.'), {
        minItems: 1,
        maxItems: 8,
        description: `Words to find it by: mood, colours, light, detail. ${notLow}`,
      }),
    ),
    video: Type.Optional(ref(Video)),
  },
  { $id: 'StyleMetadata', description: 'Style of the picture. The same picture gives the same bytes.' },
)
export type StyleMetadata = Static<typeof StyleMetadata>
