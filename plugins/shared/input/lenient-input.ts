// Lenient parsing: unknown values and properties are ignored, strings are converted to the numbers that they contain, and x-warnings lists both;
// `Prefer: handling=strict` (RFC 7240) turns them into errors.
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { operations } from '../../../schemas/index.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { type FieldError, maxListedErrors } from '../../../schemas/problem-document.ts'
import { Problem } from '../../../src/errors.ts'
import { preferencesOf } from '../negotiation.ts'
import { operationOf } from '../operations.ts'
import { type FieldErrorList, joinErrors, listErrors, noErrors, truncated } from './field-errors.ts'
import { type BodyRules, type Inspection, inspectBody, inspectValue } from './inspection.ts'
import { type Shape, shapeOf } from './shape.ts'
import { validationErrors } from './validation.ts'

/** Something in a request that was ignored or replaced. */
export type Warning = Pick<FieldError, 'pointer' | 'message'> & { readonly code: string }

interface Warnings {
  readonly listed: readonly Warning[]
  /** How many further warnings there are. */
  readonly more: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The inspection of body and query, made before they are validated. */
    inspection: Inspection | undefined
    warnings: Warnings | undefined
  }
}

export default fp(
  async app => {
    app.decorateRequest('inspection', undefined)
    app.decorateRequest('warnings', undefined)

    app.addHook('onRequest', (request, reply, done) => {
      const handling = preferredHandling(request)
      if (handling) reply.header('preference-applied', `handling=${handling}`)
      done()
    })

    app.addHook('onRoute', route => {
      // Validation errors are returned together with those below.
      route.attachValidation = true
      // After the hooks of the scope, which may create the body.
      route.preValidation = [...[route.preValidation ?? []].flat(), inspectRequest]
    })

    app.addHook('preHandler', (request, reply, done) => {
      const { errors, more } = joinErrors(validationErrors(request), refusedInput(request))
      if (errors.length > 0) return done(new Problem('invalid_request', { fieldErrors: errors, moreFieldErrors: more }))
      const ignored = unrecognizedInput(request)
      addWarnings(reply, ignored.errors, ignored.more)
      done()
    })
  },
  { name: 'lenient-input', dependencies: ['validation'] },
)

interface RequestRules {
  readonly body: BodyRules | undefined
  readonly query: Shape | undefined
}

const requestRules: ReadonlyMap<Operation | undefined, RequestRules> = new Map(
  operations.map((operation: Operation) => {
    const { openObjects: open = [], ignoredMembers: ignored = [], specifiedMembers: strict = [], schema } = operation
    const { answerMembers = [], aliasedEnums = {} } = operation
    const body = schema.body && { shape: shapeOf(schema.body, { open, ignored, strict }), answerMembers, aliasedEnums }
    return [operation, { body, query: schema.querystring && shapeOf(schema.querystring) }]
  }),
)

/** The rules for bodies, by the ids of their operations. */
export const bodyRules: Readonly<Record<string, BodyRules>> = Object.fromEntries(
  [...requestRules].flatMap(([operation, { body }]) =>
    operation && body ? [[operation.schema.operationId, body]] : [],
  ),
)

function inspectRequest(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { body: rules, query } = requestRules.get(operationOf(request)) ?? {}
  const inBody = request.bodyInspection ?? (rules ? inspectBody(request.body, rules) : noInspection)
  const inQuery = query ? inspectValue(request.query, query, '/query') : noInspection
  // Reserved names in the query are found by its validation.
  request.inspection = { refused: inBody.refused, unknown: joinErrors(inBody.unknown, inQuery.unknown) }
  done()
}

const noInspection: Inspection = { refused: noErrors, unknown: noErrors }

function preferredHandling(request: FastifyRequest): 'strict' | 'lenient' | undefined {
  const handling = preferencesOf(request).get('handling')
  return handling === 'strict' || handling === 'lenient' ? handling : undefined
}

/** Whether warnings are errors. */
export function isStrict(request: FastifyRequest): boolean {
  return preferredHandling(request) === 'strict'
}

/** Field errors of a body in addition to those of validation: reserved names, deep nesting and, under strict handling, unrecognized input. */
function refusedInput(request: FastifyRequest): FieldErrorList {
  const refused = request.inspection?.refused ?? noErrors
  return joinErrors(refused, isStrict(request) ? unrecognizedInput(request) : noErrors)
}

/** Unknown values, strings in place of other types, and unknown properties. */
function unrecognizedInput({ inspection }: FastifyRequest): FieldErrorList {
  return inspection?.unknown ?? noErrors
}

/** The unrecognized input of a request as lines of text. */
export function warningTexts(request: FastifyRequest): readonly string[] {
  return listErrors(unrecognizedInput(request)).map(({ pointer, message }) =>
    pointer === '' ? message : `${JSON.stringify(pointer).slice(1, -1)}: ${message}`,
  )
}

/** Reports input without effect as warnings. @throws Problem `invalid_request` under strict handling */
export function ignoreInput(reply: FastifyReply, ignored: readonly FieldError[]): void {
  if (ignored.length > 0 && isStrict(reply.request)) throw new Problem('invalid_request', { fieldErrors: ignored })
  addWarnings(reply, ignored)
}

/** Adds to the x-warnings header. Warnings of the handler come first: they say more about the response. */
export function addWarnings(reply: FastifyReply, warnings: readonly Warning[], more = 0): void {
  const { request } = reply
  const { listed = [], more: moreBefore = 0 } = request.warnings ?? {}
  request.warnings = { listed: [...warnings, ...listed], more: moreBefore + more }
  if (request.warnings.listed.length > 0) reply.header('x-warnings', renderWarnings(request.warnings))
}

/** Longest header value, characters: load balancers allow 4 KB for all headers together by default. */
const maxHeaderLength = 2000

/** A list of RFC 9651 items: as many warnings as fit, and one that counts the others. */
function renderWarnings({ listed, more }: Warnings): string {
  const headerWith = (shown: number): string => {
    const hidden = more + listed.length - shown
    return [...listed.slice(0, shown), ...(hidden > 0 ? [truncated(hidden)] : [])].map(headerItem).join(', ')
  }
  let shown = Math.min(listed.length, maxListedErrors)
  while (headerWith(shown).length > maxHeaderLength) shown--
  return headerWith(shown)
}

function headerItem({ code, pointer, message }: Warning): string {
  return `${code};pointer="${toAscii(pointer.slice(0, 200))}";detail="${toAscii(message)}"`
}

/** RFC 9651 strings are printable ASCII; other characters become percent-encoded UTF-8. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, percentEncode).replace(/["\\]/g, '\\$&')
}

function percentEncode(character: string): string {
  return Buffer.from(character)
    .toString('hex')
    .replace(/../g, byte => `%${byte}`)
}
