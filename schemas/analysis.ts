// The analyze-vibe operation: an image or video in, its style out.
import { type Static, Type } from '@sinclair/typebox'
import { examplePicture, exampleSvg } from './examples/pictures.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { mediaTypes } from './media.ts'
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { platforms } from './platform.ts'
import { depths } from './provenance.ts'
import { StyleMetadata } from './style.ts'
import { anyText, enumOf, ref, Success, Timestamp } from './types.ts'
import { providers } from './vision.ts'

export const analysisDefaults = { depth: 'medium', platform: 'web_16_9' } as const

export const AnalysisRequest = Type.Object(
  {
    source_url: Type.String({
      format: 'iri',
      description:
        'URL of an image or a video (http or https), or a Base64 data URI (data:image/…;base64,… or data:video/…;base64,…).',
    }),
    media_type: Type.Optional(
      enumOf(mediaTypes, { description: 'Type of the source. Default: detected from its bytes.' }),
    ),
    analysis_depth: Type.Optional(
      enumOf(depths, {
        default: analysisDefaults.depth,
        description: `Level of detail. Default: ${analysisDefaults.depth}.`,
      }),
    ),
    target_platform: Type.Optional(
      enumOf(platforms, {
        default: analysisDefaults.platform,
        description: `Platform that the image is for. Default: ${analysisDefaults.platform}.`,
      }),
    ),
    api_key: Type.Optional(
      Type.String({
        pattern: anyText,
        minLength: 0,
        maxLength: 1_048_576,
        description:
          'Key for the external vision-model provider, which then writes summary, keywords, mood words and typography; colours are always measured. The key is never stored or logged. If the provider fails, the measured style is returned with a warning; with `Prefer: handling=strict` the failure is returned as an error.',
      }),
    ),
  },
  { $id: 'AnalysisRequest', description: 'An image or video, and how to analyse it.' },
)
export type AnalysisRequest = Static<typeof AnalysisRequest>

export const AnalysisResponse = Type.Object(
  { success: Success, style_metadata: ref(StyleMetadata), timestamp: Timestamp },
  { $id: 'AnalysisResponse', description: 'The style of an image or video.' },
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
      summary: 'An image as a data URI, for the web',
      body: { source_url: examplePicture, media_type: 'image', analysis_depth: 'low', target_platform: 'web_16_9' },
    },
    drawing: {
      summary: 'An SVG at high depth, for Instagram Reels',
      body: { source_url: exampleSvg, analysis_depth: 'high', target_platform: 'instagram_reels' },
    },
  },
  responseExamples: { 200: responseExamples.analyzeVibe },
  schema: {
    operationId: 'analyzeVibe',
    tags: ['Style'],
    summary: 'Analyse the style of an image',
    description:
      'Measures the colours and the composition of an image or video, and how it fits a social platform. The built-in analyser is deterministic: the same input gives the same style. build-sparkpage accepts the response unchanged. Equal concurrent requests share one analysis.',
    headers: Type.Object({
      'x-vision-provider': Type.Optional(
        Type.String({
          pattern: anyText,
          minLength: 0,
          maxLength: 16_384,
          description: `Provider of api_key: ${providers.join(', ')}. Default: detected from the prefix of the key.`,
        }),
      ),
    }),
    body: ref(AnalysisRequest),
    response: {
      200: contentResponse({ 'application/json': { schema: ref(AnalysisResponse) } }, 'The style.', {
        ...recordHeader('x-analysis-id', 'analysis'),
        ...locationHeader,
        ...warningsHeader,
      }),
    },
  },
})
