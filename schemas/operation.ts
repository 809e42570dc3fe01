// What an operation is: a Fastify route without its handler, kept as data.
import { type TSchema, Type } from '@sinclair/typebox'
import { type Requirement, securityOf } from './access.ts'
import { ProblemDocument } from './problem-document.ts'
import { type ProblemCode, problemKinds } from './problems.ts'
import { Line, Name, type OpenWords, ref } from './types.ts'

type Content = Readonly<Record<string, { readonly schema: TSchema }>>

/** A documented answer in one or more media types, the first being what those get who ask for nothing special. */
interface Answer<C extends Content> {
  readonly description: string
  readonly headers: Readonly<Record<string, TSchema>>
  readonly content: C
}

interface Silent {
  readonly type: 'null'
  readonly description: string
  readonly headers: Readonly<Record<string, TSchema>>
  readonly content?: Content
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
  readonly response: { readonly 200: Answer<Content>; readonly 304?: Silent; readonly 503?: Answer<Content> }
  /** Who may ask; `operation` fills it in. */
  readonly security?: readonly Requirement[]
}

/** A request that runs as it stands. */
interface Example {
  /** What it shows, in a few words. */
  readonly summary: string
  readonly body?: unknown
  /** Parameters of the path by name. */
  readonly params?: Readonly<Record<string, string>>
}

/** Any operation of the registry. */
export interface Operation<S extends OperationSchema = OperationSchema> {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Failures of this operation; `operation` adds those that every operation shares. */
  readonly problems: readonly ProblemCode[]
  /** Open strings of the body by JSON pointer: an unknown word falls back with a warning, or is a fault under strict handling. */
  readonly words?: Readonly<Record<string, OpenWords>>
  /** Objects of the body by JSON pointer that may carry anything, so that none of their members is reported as unknown. */
  readonly open?: readonly string[]
  /** Requests by name, for the documents; what takes no input has none. */
  readonly examples: Readonly<Record<string, Example>>
  /** By status, what JSON answers look like: the first example is answered so, long texts cut short. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly schema: S
}

/** OpenAPI's way to write the address of an operation: path templates. */
export const pathOf = ({ url }: Pick<Operation, 'url'>): string => url.replace(/:(\w+)/g, '{$1}')

/** Failures that any operation can answer with, those of every operation that takes a body, and those where somebody may be refused. */
const shared: readonly ProblemCode[] = [
  'malformed_request',
  'invalid_request',
  'host_refused',
  'internal_error',
  'overloaded',
]
const ofBody: readonly ProblemCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
const ofDoor: readonly ProblemCode[] = ['unauthorized', 'rate_limited']

/** Headers that every answer may carry. */
const everywhere = {
  'x-request-id': Name(64, 'Names this request in the log of the service.'),
  'Access-Control-Allow-Origin': Name(256, 'The page that may read the answer. Only where CORS_ORIGINS names it.'),
} as const

/** Those of answers to whom may be counted: draft-ietf-httpapi-ratelimit-headers-10. */
const counted = {
  RateLimit: Line(256, 'Requests that are left and seconds until they are full again. Only where RATE_LIMIT is set.'),
  'RateLimit-Policy': Line(256, 'Requests and seconds of a window. Only where RATE_LIMIT is set.'),
} as const

/** Headers that belong to no operation in particular. */
export const commonHeaders: readonly string[] = Object.keys({ ...everywhere, ...counted })

const retryAfter = {
  'Retry-After': Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds to wait. With 429 and 503.' }),
}

/** Headers that an answer may carry beside its body. */
export const warningsHeader = {
  'x-warnings': Line(2000, 'What was ignored or replaced in the request: code;pointer="…";detail="…", …'),
}
/** The header that names the record of an answer. @param name `x-…-id`. @param record what it is a record of, for the documents. */
export const recordHeader = (name: string, record: string) => ({ [name]: Name(256, `Id of the ${record} record.`) })

/** A documented answer with a body. @param headers those that not every answer has. */
export const answer = <C extends Content>(
  content: C,
  description: string,
  headers: Readonly<Record<string, TSchema>> = {},
): Answer<C> => ({ description, headers: { ...everywhere, ...headers }, content })

/** A documented answer without a body. */
export const nothing = (description: string, headers: Readonly<Record<string, TSchema>>): Silent => ({
  type: 'null',
  description,
  headers: { ...everywhere, ...headers },
})

/** One documented answer per status, naming every code that comes with it. */
const problemAnswers = (codes: readonly ProblemCode[]) => {
  const statuses = [...new Set(codes.map(code => problemKinds[code].status))].sort((a, b) => a - b)
  const describe = (status: number) =>
    codes
      .filter(code => problemKinds[code].status === status)
      .map(code => `\`${code}\`: ${problemKinds[code].title}.`)
      .join(' ')
  return Object.fromEntries(
    statuses.map(status => [
      status,
      answer({ 'application/problem+json': { schema: ref(ProblemDocument) } }, describe(status), retryAfter),
    ]),
  )
}

const withHeaders = <R extends object>(answers: R, headers: Readonly<Record<string, TSchema>>): R => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(answers).map(([status, one]) => [status, { ...one, headers: { ...one.headers, ...headers } }]),
  ),
})

/**
 * Completes an operation with the answers that all share. The type of `schema` is kept as it is, so that
 * `app.route({ ...operation, handler })` infers the body, the parameters and the reply of the handler.
 */
export const operation = <S extends OperationSchema>(parts: Operation<S>): Operation<S> => {
  const security = securityOf(parts.url)
  const guarded = security.length > 0 ? ofDoor : []
  const problems = [...new Set([...shared, ...guarded, ...(parts.schema.body ? ofBody : []), ...parts.problems])]
  const answers: S['response'] = { ...problemAnswers(problems), ...parts.schema.response }
  const response = guarded.length > 0 ? withHeaders(answers, counted) : answers
  return { ...parts, problems, schema: { ...parts.schema, security, response } }
}
