// How a style was determined.
import { type Static, Type } from '@sinclair/typebox'
import {
  enumModel,
  enumOf,
  enumRef,
  PaletteSize,
  RecordId,
  RecordReference,
  Region,
  ref,
  SingleLine,
  Size,
  Token,
} from './types.ts'
import { providerOutcomes, providers, VisionProvider } from './vision.ts'

export const depths = ['low', 'medium', 'high'] as const
export type Depth = (typeof depths)[number]
export const defaultDepth = 'medium'

export const AnalysisDepth = enumModel(
  'AnalysisDepth',
  depths,
  `Level of detail. Default in requests: ${defaultDepth}.`,
)

export const Provenance = Type.Object(
  {
    id: RecordId(
      'ana',
      'Id of the analysis record, derived from the file, the options, the version of the analyser and the vision model, but never from a key.',
    ),
    url: RecordReference(
      'Absolute URL of the analysis record. In responses to GET /api/v1/analyze-vibe it is relative unless PUBLIC_URL is set.',
    ),
    engine: enumOf(['builtin', ...providers], {
      description:
        'builtin: the texts are derived from the measurements. The name of a provider: its model wrote the texts in the response to the request with the key; the texts of the stored analysis are derived from the measurements. Everything else is always measured.',
    }),
    provider: Type.Optional(
      Type.Object(
        {
          name: enumRef(VisionProvider),
          model: SingleLine(256, 'Model.'),
          outcome: enumOf(providerOutcomes, {
            description:
              'Outcome of the call. Unless it is `answered`, the texts are derived from the measurements, as colours always are.',
          }),
          retry_after: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 86_400,
              description: 'Seconds to wait before the next call, as the provider requested.',
            }),
          ),
        },
        {
          title: 'ProviderCall',
          description: 'The vision-model provider. Present only if the request has an api_key of a known provider.',
        },
      ),
    ),
    depth: enumRef(AnalysisDepth),
    palette_size: Type.Optional(
      PaletteSize('The `palette_size` given in the request; absent if it was 16 or not given.'),
    ),
    region: Type.Optional(
      ref(Region, { description: 'The `region` given in the request; absent if the whole image was analysed.' }),
    ),
    sampled: ref(Size, { description: 'Size of the analysed sample, px.' }),
    version: Token(16, 'Version of the analyser.'),
    warnings: Type.Array(SingleLine(512, 'A warning.'), {
      minItems: 0,
      maxItems: 16,
      description: 'Limitations of this result.',
    }),
  },
  { title: 'Provenance', description: 'How the style was determined.' },
)
/** Without the address of the record, which every answer adds. */
export type Provenance = Omit<Static<typeof Provenance>, 'url'>
