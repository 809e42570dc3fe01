// What an operation is: a Fastify route without its handler, kept as data.
import { type TSchema, Type } from '@sinclair/typebox'
import { type Requirement, securityOf } from './access.ts'
import { type ProblemCode, ProblemDocument, problemKinds } from './problems.ts'
import { type OpenWords, ref } from './types.ts'

type Content = Readonly<Record<string, { readonly schema: TSchema }>>

/** A documented answer in one or more media types, the first being what those get who ask for nothing special. */
interface Answer<C extends Content> {
  readonly description: string
  readonly headers: Readonly<Record<string, TSchema>>
  readonly content: C
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
  readonly response: { readonly 200: Answer<Content>; readonly 503?: Answer<Content> }
  /** Who may ask; `operation` fills it in. */
  readonly security?: readonly Requirement[]
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
  readonly schema: S
}

/** Failures that any operation can answer with, those of every operation that takes a body, and those where somebody may be refused. */
const shared: readonly ProblemCode[] = ['malformed_request', 'invalid_request', 'internal_error', 'overloaded']
const ofBody: readonly ProblemCode[] = ['invalid_json', 'body_too_large', 'unsupported_media_type']
const ofDoor: readonly ProblemCode[] = ['unauthorized', 'rate_limited']

const header = (description: string) => Type.String({ maxLength: 2048, description })
const requestId = { 'x-request-id': header('Names this request in the log of the service.') }

/** Headers that an answer may carry beside its body. */
export const warningsHeader = {
  'x-warnings': header('What was ignored or replaced in the request: code;pointer="…";detail="…", …'),
}
export const recordHeader = (name: string, record: string) => ({ [name]: header(`Id of the ${record} record.`) })

export const answer = <C extends Content>(
  content: C,
  description: string,
  headers: Readonly<Record<string, TSchema>> = {},
): Answer<C> => ({ description, headers: { ...requestId, ...headers }, content })

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
      answer({ 'application/problem+json': { schema: ref(ProblemDocument) } }, describe(status)),
    ]),
  )
}

/**
 * Completes an operation with the answers that all share. The type of `schema` is kept as it is, so that
 * `app.route({ ...operation, handler })` infers the body, the parameters and the reply of the handler.
 */
export const operation = <S extends OperationSchema>(parts: Operation<S>): Operation<S> => {
  const security = securityOf(parts.url)
  const guarded = security.length > 0 ? ofDoor : []
  const problems = [...new Set([...shared, ...guarded, ...(parts.schema.body ? ofBody : []), ...parts.problems])]
  const response: S['response'] = { ...problemAnswers(problems), ...parts.schema.response }
  return { ...parts, problems, schema: { ...parts.schema, security, response } }
}
