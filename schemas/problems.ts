// Every failure a client can meet: code → status, title and what to do about it (RFC 9457).
import { type Static, Type } from '@sinclair/typebox'
import { oneOf, ref } from './types.ts'

interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly advice: string
}

const kinds = <const T extends Readonly<Record<string, ProblemKind>>>(table: T): T => table

export const problemKinds = kinds({
  invalid_json: { status: 400, title: 'The body is not JSON', advice: 'Send one JSON object in UTF-8.' },
  invalid_request: {
    status: 400,
    title: 'The request breaks the contract',
    advice: 'Mend every entry of errors and send it again.',
  },
  malformed_request: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    advice: 'Check the address, the headers and the body length.',
  },
  unauthorized: {
    status: 401,
    title: 'A key is needed',
    advice:
      'Send a key of this service as Authorization: Bearer <key> or x-api-key: <key>; under /api/admin its ADMIN_TOKEN as Authorization: Bearer <token>.',
  },
  forbidden: {
    status: 403,
    title: 'Not from here',
    advice: 'Ask from the machine itself, or set ADMIN_TOKEN and send it.',
  },
  not_found: { status: 404, title: 'Nothing lives at this address', advice: 'See /docs for every operation.' },
  method_not_allowed: {
    status: 405,
    title: 'The address does not take this method',
    advice: 'Use a method that the Allow header names.',
  },
  request_timeout: {
    status: 408,
    title: 'The request came too slowly',
    advice: 'Send it again over a steadier connection.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    advice: 'Send a smaller body, or the address of the picture.',
  },
  uri_too_long: { status: 414, title: 'The address is too long', advice: 'Shorten the path or the query.' },
  unsupported_media_type: {
    status: 415,
    title: 'The Content-Type cannot be read',
    advice: 'Send Content-Type: application/json.',
  },
  headers_too_large: { status: 431, title: 'The headers are too large', advice: 'Send fewer or shorter headers.' },
  source_invalid: {
    status: 422,
    title: 'source_url is not an address of a picture',
    advice: 'Send an http or https address, or data:image/…;base64,….',
  },
  source_refused: {
    status: 422,
    title: 'source_url may not be fetched',
    advice: 'Send a public address, or the file as a data URI.',
  },
  source_unreachable: {
    status: 422,
    title: 'source_url could not be reached',
    advice: 'Check the address and try again.',
  },
  source_http_error: {
    status: 422,
    title: 'source_url answered with an error',
    advice: 'Check that the address answers 200 with a picture or a video.',
  },
  source_timeout: { status: 422, title: 'source_url took too long', advice: 'Use a faster host, or send a data URI.' },
  source_too_large: { status: 422, title: 'The file is too large', advice: 'Send a smaller file.' },
  source_too_many_pixels: { status: 422, title: 'The file has too many pixels', advice: 'Scale it down.' },
  source_not_picture: {
    status: 422,
    title: 'source_url does not hold a picture or a video',
    advice: 'Send JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG, or a video as MP4, WebM or MOV.',
  },
  source_unsupported: {
    status: 422,
    title: 'The format cannot be read',
    advice: 'Send JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG, or a video as MP4, WebM or MOV.',
  },
  source_mismatch: {
    status: 422,
    title: 'media_type does not fit the file',
    advice: 'Send the media_type the file has, or leave it out.',
  },
  provider_unknown: {
    status: 422,
    title: 'The key belongs to no provider that is known here',
    advice: 'Name its provider in the header x-vision-provider, or leave api_key out.',
  },
  provider_key_rejected: {
    status: 422,
    title: 'The vision provider does not take the key',
    advice: 'Check api_key, or leave it out: the style is measured without it.',
  },
  provider_rate_limited: {
    status: 429,
    title: 'The vision provider asks for a pause',
    advice: 'Try again after the time in Retry-After, or leave api_key out.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait as many seconds as Retry-After says.',
  },
  internal_error: {
    status: 500,
    title: 'Something broke on our side',
    advice: 'Try again; report the request_id if it stays.',
  },
  video_unavailable: {
    status: 501,
    title: 'Video cannot be read here',
    advice: 'Send a still picture. The operator can install ffmpeg, or name it in FFMPEG_PATH.',
  },
  provider_failed: {
    status: 502,
    title: 'The vision provider gave no usable answer',
    advice: 'Try again, or leave api_key out: the style is measured without it.',
  },
  provider_unavailable: {
    status: 503,
    title: 'The vision provider cannot be used right now',
    advice: 'Try again after the time in Retry-After, or leave api_key out.',
  },
  provider_timeout: {
    status: 504,
    title: 'The vision provider took too long',
    advice: 'Try again, or leave api_key out: the style is measured without it.',
  },
  overloaded: { status: 503, title: 'Too busy right now', advice: 'Try again after the time in Retry-After.' },
})

export type ProblemCode = keyof typeof problemKinds

/** The key list, typed: `Object.keys` alone forgets the words. */
export const problemCodes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds)

/** One thing to mend in a request. */
export const Fault = Type.Object(
  {
    pointer: Type.String({
      maxLength: 2048,
      description: 'JSON pointer (RFC 6901) into the body, or /query/… or /path/….',
    }),
    code: Type.String({ maxLength: 64, description: 'Stable word for the kind of fault.' }),
    message: Type.String({ maxLength: 2048, description: 'What to send instead.' }),
    allowed: Type.Optional(
      Type.Array(Type.String({ maxLength: 256 }), { maxItems: 64, description: 'The words that are allowed.' }),
    ),
  },
  { $id: 'Fault' },
)
export type Fault = Static<typeof Fault>

/** The body of every error: RFC 9457 with a stable code. */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({
      format: 'uri-reference',
      maxLength: 256,
      description: 'Address of the page about this problem.',
    }),
    title: Type.String({ maxLength: 256, description: 'The kind of problem in a few words.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
    detail: Type.String({ maxLength: 4096, description: 'What happened this time and what to do.' }),
    instance: Type.String({ format: 'uri-reference', maxLength: 8192, description: 'The path that was asked.' }),
    success: Type.Literal(false, { description: 'Always false.' }),
    code: oneOf(problemCodes, { description: 'Stable word for the kind of problem.' }),
    request_id: Type.String({ maxLength: 64, description: 'The x-request-id of this answer.' }),
    errors: Type.Optional(
      Type.Array(ref(Fault), { maxItems: 100, description: 'Every fault of the request at once.' }),
    ),
  },
  { $id: 'Problem', description: 'RFC 9457 problem document.' },
)
