// How a style was found.
import { Type } from '@sinclair/typebox'
import { Line, Name, oneOf, RecordId, ref, Size } from './types.ts'
import { providerOutcomes, providers } from './vision.ts'

export const depths = ['low', 'medium', 'high'] as const
export type Depth = (typeof depths)[number]

export const Provenance = Type.Object(
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
)
