// A picture goes in, its style comes out.
import { type Static, Type } from '@sinclair/typebox'
import { answers } from './examples/answers.ts'
import { exampleDrawing, examplePicture } from './examples/pictures.ts'
import { mediaTypes } from './media.ts'
import { answer, operation, recordHeader, warningsHeader } from './operation.ts'
import { platforms } from './platform.ts'
import { depths } from './provenance.ts'
import { StyleMetadata } from './style.ts'
import { anyText, oneOf, ref, Success, Timestamp } from './types.ts'
import { providers } from './vision.ts'

/** What an analysis does unless told otherwise. */
export const analysisDefaults = { depth: 'medium', platform: 'web_16_9' } as const

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
    'picture_too_large',
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
