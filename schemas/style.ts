import { type Static, Type } from '@sinclair/typebox'
import { answers } from './answers.ts'
import { answer, operation, recordHeader, warningsHeader } from './operation.ts'
import {
  anyText,
  Count,
  Fraction,
  HexColor,
  Line,
  Name,
  oneOf,
  Pixels,
  RecordId,
  ref,
  Sha256,
  Size,
  Success,
  Timestamp,
} from './types.ts'
import { providerOutcomes, providers } from './vision.ts'

const mediaTypes = ['image', 'video'] as const
export const depths = ['low', 'medium', 'high'] as const
export const platforms = ['instagram_reels', 'youtube_shorts', 'web_16_9'] as const
export const formats = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg'] as const
const videoFormats = ['mp4', 'mov', 'webm', 'mkv'] as const
const paletteRoles = ['background', 'surface', 'text', 'primary', 'secondary', 'accent', 'support'] as const

/** What an analysis does unless told otherwise. */
export const analysisDefaults = { depth: 'medium', platform: 'web_16_9' } as const

/** Words that build-sparkpage reads. */
export const typefaceCategories = ['sans', 'serif', 'mono', 'slab', 'round', 'script', 'condensed'] as const
const cornerWords = ['sharp', 'soft', 'round'] as const
const densityWords = ['compact', 'regular', 'airy'] as const

export type MediaType = (typeof mediaTypes)[number]
export type Depth = (typeof depths)[number]
export type Platform = (typeof platforms)[number]
export type Format = (typeof formats)[number]
export type VideoFormat = (typeof videoFormats)[number]

/** A 96 × 64 PNG of a sunset in six flat colours: the smallest picture with a palette worth seeing. */
export const examplePicture = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAABABAMAAAAXGm89AAAAElBMVEXbJ3f7vyQPdm58Ou0eG0v4+v',
  'zYeBNPAAAACXBIWXMAAAsTAAALEwEAmpwYAAABJElEQVRIx+3TwY3CMBCF4SeiFGBCAwwNBCIKQKIApMj9t0ISEseejPEMcMSHPa',
  'zep39gtbgbH/7gDz4DbngW4BwXUOwT8RbcFnBQAue2CWgCcQKqQJSwgy77zjFolt/+ErivgBPBtTcC723g6n1vAcM+SRTBuI8TJT',
  'AF4kTpa609SxT+cEDNEu9Bi1k8KvGmjgNgEuNPFUD0KuGmhoE2BlKiYyDZC4mGAbC3SXQpaJEV+yPbT2CzX48iYvsRbAMhcSEi9m',
  '8Fcb8khj2dOID4wp4LtDKo5oOIH4XcCwEmsqAKgVQgn1j38cfIAyJRZPe7BFAZEMlCGViP0u6DUB60HqUOLEIfmI8y7F9Cf9AsLI',
  'HpY5gCo7AFhqOMeyLbQRIgIygF6AllcOIENAKr9wAAAABJRU5ErkJggg==',
].join('')

/** A drawing of 90 × 160 in five flat colours, upright as Reels are: Base64 of an SVG that anybody can change. */
const exampleDrawing = [
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI5MCIgaGVpZ2h0PSIx',
  'NjAiPjxwYXRoIGZpbGw9IiMwQjNDNDkiIGQ9Ik0wIDBoOTB2MTYwSDB6Ii8+PGNpcmNsZSBjeD0iNDUiIGN5PSI1OCIgcj0iMjYiIGZpbG',
  'w9IiNGNEI5NDIiLz48cGF0aCBmaWxsPSIjRTQ1NzJFIiBkPSJNMCAxMTIgMzAgNzJsMzQgNDB6Ii8+PHBhdGggZmlsbD0iIzE2Njk3QSIg',
  'ZD0iTTI4IDExOCA2NCA3OGwyNiAzNHY0OEgwdi0yOHoiLz48cGF0aCBmaWxsPSIjRjdGM0UzIiBkPSJNMCAxMzRoOTB2MjZIMHoiLz48L3',
  'N2Zz4=',
].join('')

export const AnalysisRequest = Type.Object(
  {
    source_url: Type.String({
      format: 'iri',
      description:
        'Address of a picture or a video (http or https), or a Base64 data URI (data:image/…;base64,… or data:video/…;base64,…).',
    }),
    media_type: Type.Optional(oneOf(mediaTypes, { description: 'What the source is. Default: what its bytes say.' })),
    analysis_depth: Type.Optional(
      oneOf(depths, {
        default: analysisDefaults.depth,
        description: `How much is measured. Default: ${analysisDefaults.depth}.`,
      }),
    ),
    target_platform: Type.Optional(
      oneOf(platforms, {
        default: analysisDefaults.platform,
        description: `Where the picture will be shown. Default: ${analysisDefaults.platform}.`,
      }),
    ),
    api_key: Type.Optional(
      Type.String({
        pattern: anyText,
        minLength: 0,
        maxLength: 1_048_576,
        description:
          'Key for the external vision-model provider, which then writes summary, keywords, mood words and typography; colours stay measured. It is never stored nor logged. When the provider fails, the style is measured all the same and a warning says why; with `Prefer: handling=strict` the failure is the answer.',
      }),
    ),
  },
  {
    $id: 'AnalysisRequest',
    description: 'A picture and what to find out about it.',
  },
)
export type AnalysisRequest = Static<typeof AnalysisRequest>

export const Box = Type.Object(
  {
    x: Pixels(0, 'Left edge, from the left.'),
    y: Pixels(0, 'Upper edge, from the top.'),
    width: Pixels(1, 'From left to right.'),
    height: Pixels(1, 'From top to bottom.'),
  },
  { $id: 'Box', description: 'An upright part of a picture.' },
)
export type Box = Static<typeof Box>

export const PaletteColor = Type.Object(
  {
    hex: HexColor,
    share: Fraction('Part of all opaque pixels that lie nearest to this colour; the shares add up to 1.'),
    oklch: Type.Object(
      {
        l: Fraction('Lightness.'),
        c: Type.Number({ minimum: 0, maximum: 0.5, description: 'Chroma.' }),
        h: Type.Number({ minimum: 0, maximum: 360, description: 'Hue in degrees; 0 for greys.' }),
      },
      { description: 'The colour in OKLCH (Ottosson 2020).' },
    ),
    role: oneOf(paletteRoles, { description: 'What the colour is in the picture.' }),
    name: Name(32, 'Nearest CSS colour name by ΔE00.'),
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

export const Media = Type.Object(
  {
    type: oneOf(mediaTypes, { description: 'What was analysed.' }),
    format: oneOf([...formats, ...videoFormats], { description: 'Format by the bytes, whatever was declared.' }),
    width: Pixels(1, 'Width of the upright picture, px.'),
    height: Pixels(1, 'Height of the upright picture, px.'),
    bytes: Count('Size of the file, bytes.'),
    frames: Count('Frames of the file; of an animation the first one is analysed, of a video its keyframes.'),
    alpha: Type.Boolean({ description: 'Whether the file has an alpha channel.' }),
    orientation: Type.Integer({ minimum: 1, maximum: 8, description: 'EXIF orientation that was undone.' }),
    color_space: Line(32, 'Colour space of the file before conversion to sRGB.'),
    sha256: Sha256('SHA-256 of the file.'),
  },
  { $id: 'Media', description: 'Facts of the input.' },
)
export type Media = Static<typeof Media>

const seconds = (description: string) => Type.Number({ minimum: 0, description: `${description} Seconds.` })

export const Video = Type.Object(
  {
    duration: seconds('Length as the file says, or up to its last keyframe; 0 for a still picture.'),
    fps: Type.Number({ minimum: 0, description: 'Frames a second; 0 when it has no steady rate.' }),
    width: Pixels(1, 'Width of the upright frame, px.'),
    height: Pixels(1, 'Height of the upright frame, px.'),
    codec: Name(32, 'Codec of the frames, as ffmpeg names it.'),
    frames: Type.Integer({ minimum: 1, maximum: 24, description: 'Keyframes that were measured, together.' }),
    scenes: Type.Optional(
      Type.Array(
        Type.Object(
          { start: seconds('First moment.'), end: seconds('Last moment.') },
          { description: 'Part between two cuts.' },
        ),
        {
          minItems: 1,
          maxItems: 64,
          description: 'Parts between cuts, told by keyframes that differ. Only at depth high.',
        },
      ),
    ),
  },
  { $id: 'Video', description: 'Facts of a video.' },
)
export type Video = Static<typeof Video>

export const PlatformFit = Type.Object(
  {
    name: oneOf(platforms, { description: 'The target platform.' }),
    canvas: ref(Size, { description: 'Canvas of the platform, px.' }),
    aspect_match: Type.Boolean({ description: 'Whether the aspect ratios differ by less than 1 %.' }),
    min_resolution_ok: Type.Boolean({ description: 'Whether the crop has at least the pixels of the canvas.' }),
    crop: ref(Box, {
      description:
        'Largest part of the picture with the canvas aspect, as nearly around the focal point as the frame allows, px in the source.',
    }),
    safe_area: ref(Box, {
      description:
        'Part of the canvas that the platform leaves uncovered, px on the canvas: Reels 14 % above, 35 % below, 6 % on either side (Meta); Shorts 288 px above, 672 below, 48 left, 192 right (Google); web 5 % on every side (EBU R 95).',
    }),
    focal_in_safe_area: Type.Boolean({
      description: 'Whether the focal point lies in the safe area once the crop fills the canvas.',
    }),
    advice: Type.Array(Line(256, 'What to do.'), { minItems: 0, maxItems: 8, description: 'What to do, in words.' }),
  },
  { $id: 'PlatformFit', description: 'How the picture fits the target platform.' },
)
export type PlatformFit = Static<typeof PlatformFit>

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
      description: 'The same colours first, with exact areas.',
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
    analysis: Type.Object(
      {
        id: RecordId('ana', 'Id of the analysis record, derived from the picture and the options.'),
        engine: oneOf(['builtin', ...providers], {
          description: 'builtin: everything is measured. A provider: its model wrote the words; the rest is measured.',
        }),
        provider: Type.Optional(
          Type.Object(
            {
              name: oneOf(providers, { description: 'Who was asked.' }),
              model: Line(256, 'Its model.'),
              outcome: oneOf(providerOutcomes, {
                description: 'How it ended; after all but answered, every word is measured.',
              }),
              retry_after: Type.Optional(
                Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds that the provider asks for.' }),
              ),
            },
            { description: 'The vision-model provider. Only with an api_key that has one.' },
          ),
        ),
        depth: oneOf(depths, { description: 'How much was measured.' }),
        sampled: ref(Size, { description: 'Size of the sample that was measured, px.' }),
        version: Name(16, 'Version of the analyser.'),
        warnings: Type.Array(Line(512, 'A warning.'), {
          minItems: 0,
          maxItems: 16,
          description: 'What the caller should know.',
        }),
      },
      { description: 'How the style was found.' },
    ),
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
              'Words for it, nearest first: those of a list whose places on these axes, in colourfulness and in contrast are nearest (after Kobayashi 1981).',
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

export const AnalysisResponse = Type.Object(
  { success: Success, style_metadata: ref(StyleMetadata), timestamp: Timestamp },
  { $id: 'AnalysisResponse', description: 'The style of a picture.' },
)

export const analyzeVibe = operation({
  method: 'POST',
  url: '/api/v1/analyze-vibe',
  problems: [
    'source_invalid',
    'source_refused',
    'source_unreachable',
    'source_http_error',
    'source_timeout',
    'source_too_large',
    'source_too_many_pixels',
    'source_not_picture',
    'source_unsupported',
    'source_mismatch',
    'video_unavailable',
    'provider_unknown',
    'provider_key_rejected',
    'provider_rate_limited',
    'provider_failed',
    'provider_unavailable',
    'provider_timeout',
  ],
  examples: {
    picture: {
      summary: 'A picture as a data URI, for the web',
      body: { source_url: examplePicture, media_type: 'image', analysis_depth: 'low', target_platform: 'web_16_9' },
    },
    drawing: {
      summary: 'A drawing, looked at closely, for Instagram Reels',
      body: { source_url: exampleDrawing, analysis_depth: 'high', target_platform: 'instagram_reels' },
    },
  },
  answers: { 200: answers.analyzeVibe },
  schema: {
    operationId: 'analyzeVibe',
    tags: ['Style'],
    summary: 'Analyse the style of a picture',
    description:
      'Measures the colours of a picture and how it fits a social platform. The built-in analyser is deterministic: the same picture gives the same style. Its answer goes unchanged into build-sparkpage. Equal work is done once.',
    headers: Type.Object({
      'x-vision-provider': Type.Optional(
        Type.String({
          pattern: anyText,
          minLength: 0,
          maxLength: 16_384,
          description: `Whose key api_key is: ${providers.join(', ')}. Default: what the key tells by how it begins.`,
        }),
      ),
    }),
    body: ref(AnalysisRequest),
    response: {
      200: answer({ 'application/json': { schema: ref(AnalysisResponse) } }, 'The style of the picture.', {
        ...recordHeader('x-analysis-id', 'analysis'),
        ...warningsHeader,
      }),
    },
  },
})
