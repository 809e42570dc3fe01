// The analyze-vibe operation: an image or video in, its style out.
import { type Static, Type } from '@sinclair/typebox'
import { examplePicture, exampleSvg } from './examples/pictures.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { MediaType } from './media.ts'
import {
  cacheHeader,
  contentResponse,
  etagHeader,
  locationHeader,
  notModified,
  operation,
  recordHeader,
  warningsHeader,
} from './operation.ts'
import { Tokens } from './palette.ts'
import { defaultPlatform, TargetPlatform } from './platform.ts'
import { AnalysisDepth, defaultDepth } from './provenance.ts'
import { StyleMetadata } from './style.ts'
import {
  anyText,
  DocumentText,
  documentedType,
  enumRef,
  FormattedText,
  lenient,
  maxDocumentLength,
  PaletteSize,
  Region,
  ref,
  Success,
  Timestamp,
} from './types.ts'
import { VisionProvider } from './vision.ts'

export const analysisDefaults = { analysis_depth: defaultDepth, target_platform: defaultPlatform } as const

export const AnalysisRequest = Type.Object(
  {
    // Validation does not count its characters, which took up to 100 ms: the limit of the body holds.
    source_url: Type.String({
      format: 'iri',
      [documentedType]: Type.String({ format: 'iri', pattern: anyText, minLength: 1, maxLength: maxDocumentLength }),
      description:
        'URL of an image or a video (http or https), or a data URI (data:image/…;base64,…, data:video/…;base64,… or data:image/svg+xml,…).',
    }),
    media_type: Type.Optional(enumRef(MediaType)),
    analysis_depth: Type.Optional(enumRef(AnalysisDepth)),
    target_platform: Type.Optional(enumRef(TargetPlatform)),
    palette_size: Type.Optional(
      PaletteSize(
        'Maximum number of colours in the palette. Default: 16; fewer are returned if fewer cover the image. A smaller number returns the most important colours; 1 returns the dominant colour.',
      ),
    ),
    region: Type.Optional(
      ref(Region, {
        description:
          'The part of the image to analyse, relative to the image after EXIF rotation. Default: the whole image. focal_point and the crops always refer to the whole image.',
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({
        description:
          'Whether style_metadata.preview contains the image itself, so that build-sparkpage can show it. The image is stored as a separate record. Default: false.',
      }),
    ),
    api_key: Type.Optional(
      Type.String({
        pattern: anyText,
        minLength: 0,
        maxLength: 1_048_576,
        description:
          'Key of a vision-model provider. The provider then writes the summary, keywords, mood words and typography; colours are always measured from the image. The key is never stored or logged. If the provider fails, the measured style is returned with a warning; with `Prefer: handling=strict` the failure is returned as an error.',
      }),
    ),
  },
  { $id: 'AnalysisRequest', description: 'An image or video, and how to analyse it.' },
)
export type AnalysisRequest = Static<typeof AnalysisRequest>

const exampleUrl = 'https://www.gstatic.com/webp/gallery/1.jpg'

/** Options that a request with the file as its body sends as parameters. */
const queryOptions = Type.Object({
  media_type: AnalysisRequest.properties.media_type,
  analysis_depth: AnalysisRequest.properties.analysis_depth,
  target_platform: AnalysisRequest.properties.target_platform,
  palette_size: AnalysisRequest.properties.palette_size,
  preview: AnalysisRequest.properties.preview,
  region: Type.Optional(
    FormattedText(
      'fractions',
      128,
      'The part of the image to analyse, relative to the image after EXIF rotation: x,y,width,height as fractions from 0 to 1.',
      '0,0,1,1',
    ),
  ),
})
export type AnalysisQuery = Static<typeof queryOptions>

/** The same options with the address of the file. */
const urlOptions = Type.Object({
  source_url: FormattedText(
    'iri',
    8192,
    'URL of an image or a video (http or https), percent-encoded. Send data URIs with POST.',
    exampleUrl,
  ),
  ...queryOptions.properties,
})

/** The file itself, in documents. */
const File = Type.Unsafe<string>({
  type: 'string',
  format: 'binary',
  minLength: 0,
  maxLength: maxDocumentLength,
  description: 'The bytes of an image or a video.',
})

export const AnalysisForm = Type.Object(
  { file: File, ...queryOptions.properties, api_key: AnalysisRequest.properties.api_key },
  { $id: 'AnalysisForm', description: 'An image or video as a file, and how to analyse it.' },
)

/** The palette as a file, by media type. */
export const paletteContent = {
  'text/css': { schema: DocumentText('The colour roles and the palette as CSS custom properties.') },
  'application/design-tokens+json': { schema: ref(Tokens) },
  'application/x-gimp-palette': { schema: DocumentText('The palette for GIMP, Inkscape, Krita and others.') },
} as const

export const AnalysisResponse = Type.Object(
  { success: Success, style_metadata: ref(StyleMetadata), timestamp: Timestamp },
  { $id: 'AnalysisResponse', description: 'The style of an image or video.' },
)

const sourceProblems = [
  'storage_full',
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
] as const

const resultHeaders = {
  ...recordHeader('x-analysis-id', 'analysis'),
  ...recordHeader('x-picture-id', 'picture'),
  ...locationHeader,
  ...warningsHeader,
}

export const analyzeVibe = operation({
  method: 'POST',
  url: '/api/v1/analyze-vibe',
  specifiedMembers: ['/source_url', '/media_type', '/analysis_depth', '/target_platform', '/api_key'],
  problems: [
    'invalid_form',
    ...sourceProblems,
    'provider_unknown',
    'provider_key_rejected',
    'provider_no_credit',
    'provider_quota_exceeded',
    'provider_rate_limited',
    'provider_model_unknown',
    'provider_region_refused',
    'provider_image_refused',
    'provider_answer_truncated',
    'provider_failed',
    'provider_unavailable',
    'provider_timeout',
  ],
  examples: {
    picture: {
      summary: 'An image as a data URI, for the web',
      body: {
        source_url: examplePicture,
        media_type: 'image',
        analysis_depth: 'low',
        target_platform: 'web_16_9',
        preview: true,
      },
    },
    drawing: {
      summary: 'An SVG at high depth, for Instagram Reels',
      body: { source_url: exampleSvg, analysis_depth: 'high', target_platform: 'instagram_reels' },
    },
  },
  fileBodies: {
    'multipart/form-data': {
      schema: ref(AnalysisForm),
      examples: {
        file: {
          summary: 'A file, for Instagram Reels',
          value: { file: 'photo.jpg', target_platform: 'instagram_reels' },
        },
      },
    },
    'image/*': { schema: File, examples: { file: { summary: 'The bytes of an image', value: 'photo.jpg' } } },
    'video/*': { schema: File, examples: { file: { summary: 'The bytes of a video', value: 'video.mp4' } } },
    'application/octet-stream': {
      schema: File,
      examples: { file: { summary: 'The bytes of a file of unknown type', value: 'photo.jpg' } },
    },
  },
  responseExamples: { 200: responseExamples.analyzeVibe },
  schema: {
    operationId: 'analyzeVibe',
    tags: ['Style'],
    summary: 'Analyse the style of an image',
    description:
      'Measures the colours and the composition of an image or video, and how it fits a social platform. The same input gives the same style. The body can also be the file itself, raw or in a form; options are then query parameters or text parts. `Accept` can also request the palette as a file.',
    querystring: queryOptions,
    headers: Type.Object({
      'x-vision-key': Type.Optional(
        Type.String({
          pattern: anyText,
          minLength: 0,
          maxLength: 16_384,
          description:
            'The same as api_key, for requests whose body is the file. A key in the body takes precedence. A key in the query is an error, because proxies log the query.',
          examples: ['<API_KEY>'],
        }),
      ),
      'x-vision-provider': Type.Optional(
        Type.Unsafe<string>(
          lenient(ref(VisionProvider), {
            description: 'Provider of api_key. Default: detected from the prefix of the key.',
          }),
        ),
      ),
    }),
    body: ref(AnalysisRequest),
    response: {
      200: contentResponse({ 'application/json': { schema: ref(AnalysisResponse) } }, 'The style.', resultHeaders),
    },
  },
})

export const analyzeUrl = operation({
  method: 'GET',
  url: '/api/v1/analyze-vibe',
  problems: ['cross_site_refused', ...sourceProblems],
  examples: { photograph: { summary: 'A photograph', params: { source_url: exampleUrl } } },
  responseExamples: { 200: responseExamples.analyzeVibe },
  schema: {
    operationId: 'analyzeUrl',
    tags: ['Style'],
    summary: 'Analyse an image at a URL, for caches',
    description:
      'The same as POST, for browsers and caches: the response may be cached for a day, and its URLs are relative unless PUBLIC_URL is set. No provider is called; a key is an error. `Accept` can also request the palette as a file. If HOST is a loopback address, requests from other websites are refused.',
    querystring: urlOptions,
    response: {
      200: contentResponse({ 'application/json': { schema: ref(AnalysisResponse) } }, 'The style.', {
        ...resultHeaders,
        ...etagHeader,
        ...cacheHeader,
      }),
      304: notModified({ ...etagHeader, ...cacheHeader }),
    },
  },
})
