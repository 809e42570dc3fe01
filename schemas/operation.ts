// The definition of an operation: a Fastify route without its handler, as data.
import { type TSchema, Type } from '@sinclair/typebox'
import { ProblemDocument } from './problem-document.ts'
import { type ProblemCode, problemKinds } from './problems.ts'
import { type AliasedEnum, ref, SingleLine, Token } from './types.ts'

type MediaContent = Readonly<Record<string, { readonly schema: TSchema }>>
type Headers = Readonly<Record<string, TSchema>>

/** A response with a body in one or more media types; the first one is the default. */
interface ContentResponse<C extends MediaContent> {
  readonly description: string
  readonly headers: Headers
  readonly content: C
}

interface EmptyResponse {
  readonly type: 'null'
  readonly description: string
  readonly headers: Headers
  readonly content?: MediaContent
}

interface OperationSchema {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description: string
  readonly body?: TSchema
  readonly headers?: TSchema
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly response: {
    /** Absent where a success has no body. */
    readonly 200?: ContentResponse<MediaContent>
    /** Accepted: the answer follows at the address of the record. */
    readonly 202?: ContentResponse<MediaContent>
    readonly 206?: ContentResponse<MediaContent>
    readonly 204?: EmptyResponse
    readonly 304?: EmptyResponse
    readonly 503?: ContentResponse<MediaContent>
  }
  /** Set by `operation`. */
  readonly security?: readonly SecurityRequirement[]
}

interface FileBody {
  readonly schema: TSchema
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

/** A request that works unchanged. */
interface Example {
  readonly summary: string
  readonly body?: unknown
  /** Parameters of the path and the query by name. */
  readonly params?: Readonly<Record<string, string>>
}

export interface Operation<S extends OperationSchema = OperationSchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** `isPublic`: the operation needs no API key, unlike the others of its prefix. */
  readonly config?: { readonly isPublic: true }
  /** Errors of this operation; `operation` adds the common ones. */
  readonly problems: readonly ProblemCode[]
  /** Lenient enums of the body by JSON Pointer, in which `*` is every item of a list: an unknown value causes a warning, or an error under strict handling. */
  readonly aliasedEnums?: Readonly<Record<string, AliasedEnum>>
  /** JSON Pointers to the members of the body that the specification defines: a string in their place is never read as another type. */
  readonly specifiedMembers?: readonly string[]
  /** JSON Pointers to objects of the body that may have any property, so that none is reported as unknown. */
  readonly openObjects?: readonly string[]
  /** Properties of the body that are neither read nor reported, because clients spread a whole response into the body. */
  readonly ignoredMembers?: readonly string[]
  /** Members of the body in whose place a whole answer with a member of the same name is accepted, with a warning. */
  readonly answerMembers?: readonly string[]
  /** Requests by name, for the documentation; none for operations without input. */
  readonly examples: Readonly<Record<string, Example>>
  /** Media types of the body in addition to JSON, for the documentation. */
  readonly fileBodies?: Readonly<Record<string, FileBody>>
  /** JSON responses by status, for the documentation. */
  readonly responseExamples?: Readonly<Record<string, unknown>>
  readonly schema: S
}

/**
 * Adds the responses and the security requirements that operations share. The type of `schema` is preserved, so that
 * `app.route({ ...operation, handler })` infers the types of the handler.
 */
export function operation<S extends OperationSchema>(parts: Operation<S>): Operation<S> {
  const alternatives = securityOf(parts.url)
  // Health checks have no limits and accept every host name.
  const isLimited = alternatives.length > 0
  const security = parts.config?.isPublic ? [] : alternatives
  const problems = [
    ...new Set([
      ...commonErrors,
      ...(security.length > 0 ? authErrors : []),
      ...(isLimited ? limitErrors : []),
      ...(parts.method === 'GET' ? [] : unsafeErrors),
      ...parts.problems,
    ]),
  ]
  const responses: S['response'] = { ...problemResponses(problems), ...parts.schema.response }
  const response = isLimited ? withHeaders(responses, rateLimitHeaders) : responses
  return { ...parts, problems, schema: { ...parts.schema, security, response } }
}

/** The path in OpenAPI's syntax: `/export/:type` becomes `/export/{type}`. */
export function pathOfOperation({ url }: Pick<Operation, 'url'>): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

/** A response with a body. @param headers in addition to the common ones. */
export function contentResponse<C extends MediaContent>(
  content: C,
  description: string,
  headers: Headers = {},
): ContentResponse<C> {
  return { description, headers: { ...responseHeaders, ...headers }, content }
}

export function emptyResponse(description: string, headers: Headers): EmptyResponse {
  return { type: 'null', description, headers: { ...responseHeaders, ...headers } }
}

/** The header with the id of the record that a response belongs to. @param name `x-…-id`. */
export function recordHeader(name: string, record: string) {
  return { [name]: Token(256, `Id of the ${record} record.`) }
}

/** The header with the path of the record that a response made (RFC 9110 section 8.7). */
export const locationHeader = { 'Content-Location': Token(512, 'Path of the record; GET returns this content.') }

export const etagHeader = {
  ETag: SingleLine(
    256,
    'Version of the content. If a request sends it as If-None-Match and the content has not changed, the response is 304.',
  ),
}

export const cacheHeader = {
  'Cache-Control': SingleLine(
    256,
    'How long the response may be cached, and by whom: public, or private if API_KEYS is set.',
  ),
}

export const fileNameHeader = { 'Content-Disposition': SingleLine(256, 'File name of the download.') }

/** The response to a request whose If-None-Match names the current version. */
export function notModified(headers: Headers): EmptyResponse {
  return emptyResponse('The content has not changed: its ETag matches If-None-Match.', headers)
}

export const warningsHeader = {
  'x-warnings': SingleLine(
    2000,
    'Parts of the request that were ignored or replaced, and parts that are missing from the response: code;pointer="…";detail="…", …',
  ),
}

export const securitySchemes = {
  ApiKeyBearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of this service. If API_KEYS is set, /api/v1 requires a key. Exceptions: pages (GET /api/v1/pages/{id}, but not as JSON), their pictures, /api/v1/pictures/{id}, and sending a picture to an upload URL. If API_KEYS is not set, access is open.',
  },
  ApiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key in a separate header. Authorization: Bearer takes precedence.',
  },
  AdminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The ADMIN_TOKEN of this service. If it is not set, only direct requests from the same machine are allowed.',
  },
} as const

/** Schemes that are required together. */
type SecurityRequirement = Readonly<Partial<Record<keyof typeof securitySchemes, readonly string[]>>>

const noKey: SecurityRequirement = {}

/** Alternatives by URL prefix. API keys are optional in the document, because the operator decides whether there are any. */
const securityByPrefix = {
  '/api/v1/': [noKey, { ApiKeyBearer: [] }, { ApiKeyHeader: [] }],
  '/api/admin/': [{ AdminToken: [] }],
} satisfies Readonly<Record<string, readonly SecurityRequirement[]>>

function securityOf(url: string): readonly SecurityRequirement[] {
  return Object.entries(securityByPrefix).flatMap(([prefix, alternatives]) =>
    url.startsWith(prefix) ? alternatives : [],
  )
}

const commonErrors: readonly ProblemCode[] = ['malformed_request', 'invalid_request', 'internal_error', 'overloaded']
const unsafeErrors: readonly ProblemCode[] = [
  'cross_site_refused',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
]
const authErrors: readonly ProblemCode[] = ['unauthorized']
const limitErrors: readonly ProblemCode[] = ['host_refused', 'rate_limited']

/** Headers of every response. */
const responseHeaders = {
  'x-request-id': Token(64, 'Id of this request in the log of the service.'),
  'Access-Control-Allow-Origin': Token(
    256,
    'Origin that may read the response. Present only under /api/v1, and only if CORS_ORIGINS allows the origin.',
  ),
} as const

/** draft-ietf-httpapi-ratelimit-headers-10. */
const rateLimitHeaders = {
  RateLimit: SingleLine(
    256,
    'Remaining requests, and seconds until the limit resets. Present only if RATE_LIMIT is set.',
  ),
  'RateLimit-Policy': SingleLine(
    256,
    'Requests per window, and the length of the window in seconds. Present only if RATE_LIMIT is set.',
  ),
} as const

const retryAfterHeader = {
  'Retry-After': Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: 'Seconds to wait before the next attempt. Present with 429 and 503.',
  }),
}

/** Names of the headers that are not specific to an operation. */
export const commonHeaders: readonly string[] = Object.keys({ ...responseHeaders, ...rateLimitHeaders })

/** One response per status, which lists the codes of its problems. */
function problemResponses(codes: readonly ProblemCode[]) {
  const statuses = [...new Set(codes.map(code => problemKinds[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const titles = codes
        .filter(code => problemKinds[code].status === status)
        .map(code => `\`${code}\`: ${problemKinds[code].title}.`)
      const content = { 'application/problem+json': { schema: ref(ProblemDocument) } }
      return [status, contentResponse(content, titles.join(' '), retryAfterHeader)]
    }),
  )
}

function withHeaders<R extends object>(responses: R, headers: Headers): R {
  const extended = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...response.headers, ...headers } },
  ])
  return { ...responses, ...Object.fromEntries(extended) }
}
