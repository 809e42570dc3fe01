// Lenient parsing: unknown values and properties are ignored, strings are read as the numbers they hold, and x-warnings names both;
// `Prefer: handling=strict` (RFC 7240) turns them into errors.
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'
import { type FieldError, maxListedErrors } from '../../schemas/problem-document.ts'
import { resolveAlias } from '../../src/aliased-enum.ts'
import { Problem } from '../../src/errors.ts'
import { isObject } from '../../src/is-object.ts'
import { type FieldErrorList, joinErrors, listErrors, noErrors, quote, truncated } from './field-errors.ts'
import { type Inspection, inspectValue, type Shape, shapeOf } from './inspection.ts'
import { operationOf } from './operations.ts'
import { readTextValues } from './text-values.ts'
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
      // Errors of validation are answered together with those below.
      route.attachValidation = true
      // After the hooks of the scope, which may make the body.
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

interface RequestShapes {
  readonly body: Shape | undefined
  readonly query: Shape | undefined
}

const shapesByOperation: ReadonlyMap<Operation | undefined, RequestShapes> = new Map(
  operations.map((operation: Operation) => {
    const { openObjects: open = [], ignoredMembers: ignored = [], specifiedMembers: strict = [], schema } = operation
    const body = schema.body && shapeOf(schema.body, { open, ignored, strict })
    return [operation, { body, query: schema.querystring && shapeOf(schema.querystring) }]
  }),
)

function inspectRequest(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const operation = operationOf(request)
  const { answerMembers = [], aliasedEnums = {} } = operation ?? {}
  const { body, query } = shapesByOperation.get(operation) ?? {}
  const inBody = body ? inspectValue(request.body, body) : noInspection
  const inQuery = query ? inspectValue(request.query, query, '/query') : noInspection
  const answers = unwrapAnswers(request.body, answerMembers, body)
  const texts = body ? readTextValues(request.body, body) : noErrors
  // Values come first, because they change the answer.
  const own = { errors: [...unknownValues(aliasedEnums, request.body), ...answers], more: 0 }
  // Reserved names in the query are found by its validation.
  request.inspection = { refused: inBody.refused, unknown: joinErrors(own, texts, inBody.unknown, inQuery.unknown) }
  done()
}

/** Replaces members that are a whole answer, of which they should be a part: none of their properties means anything there. */
function unwrapAnswers(body: unknown, names: readonly string[], shape: Shape | undefined): readonly FieldError[] {
  if (!isObject(body)) return []
  return names.flatMap(name => {
    const answer = body[name]
    const known = shape?.properties?.get(name)?.properties
    if (!isObject(answer) || !isObject(answer[name]) || Object.keys(answer).some(key => known?.has(key))) return []
    Object.assign(body, { [name]: answer[name] })
    const message = `Send the property ${name} of the response, not the whole response.`
    return [{ pointer: `/${name}`, code: 'whole_response', message }]
  })
}

const noInspection: Inspection = { refused: noErrors, unknown: noErrors }

/** The first `handling` preference of a request. */
function preferredHandling({ headers: { prefer } }: FastifyRequest): string | undefined {
  return [prefer ?? []]
    .flat()
    .flatMap(line => line.split(/[,;]/))
    .map(preference => /^\s*handling\s*=\s*"?(strict|lenient)"?\s*$/i.exec(preference)?.[1]?.toLowerCase())
    .find(handling => handling !== undefined)
}

/** Whether what would be a warning is an error. */
export function isStrict(request: FastifyRequest): boolean {
  return preferredHandling(request) === 'strict'
}

/** Field errors of a body beside those of validation: reserved names, deep nesting and, under strict handling, unrecognized input. */
function refusedInput(request: FastifyRequest): FieldErrorList {
  const refused = request.inspection?.refused ?? noErrors
  return joinErrors(refused, isStrict(request) ? unrecognizedInput(request) : noErrors)
}

/** Unknown values, strings in the place of other types, and unknown properties. */
function unrecognizedInput({ inspection }: FastifyRequest): FieldErrorList {
  return inspection?.unknown ?? noErrors
}

function unknownValues(enums: NonNullable<Operation['aliasedEnums']>, body: unknown): FieldError[] {
  return Object.entries(enums).flatMap(([path, known]) =>
    valuesAt(body, path).flatMap(({ pointer, value: sent }) => {
      if (typeof sent !== 'string') return []
      const resolved = resolveAlias(known, sent)
      if (resolved.known) return []
      const message = `Unknown value ${quote(sent)}. The closest match is ${quote(resolved.value)}. Send one of ${known.allowed.join(', ')}.`
      return [{ pointer, code: 'unknown_value', message, allowed: [...known.allowed] }]
    }),
  )
}

interface Located {
  readonly pointer: string
  readonly value: unknown
}

/** @param path a JSON Pointer, in which `*` is every item of a list; of a longer list than an answer names only the first items. */
function valuesAt(body: unknown, path: string): readonly Located[] {
  const names = path.split('/').slice(1)
  return names.reduce<readonly Located[]>(
    (found, name) =>
      found.flatMap(({ pointer, value }) =>
        membersNamed(value, name).map(([key, member]) => ({ pointer: `${pointer}/${key}`, value: member })),
      ),
    [{ pointer: '', value: body }],
  )
}

function membersNamed(value: unknown, name: string): readonly (readonly [name: string, member: unknown])[] {
  if (Array.isArray(value) && name === '*')
    return value.slice(0, maxListedErrors).map((item, index) => [String(index), item])
  return isObject(value) && Object.hasOwn(value, name) ? [[name, value[name]]] : []
}

/** The unrecognized input of a request as lines of text. */
export function warningTexts(request: FastifyRequest): readonly string[] {
  return listErrors(unrecognizedInput(request)).map(({ pointer, message }) =>
    pointer === '' ? message : `${JSON.stringify(pointer).slice(1, -1)}: ${message}`,
  )
}

/** Adds to the x-warnings header. Warnings of the handler precede earlier ones: they say more about the answer. */
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
