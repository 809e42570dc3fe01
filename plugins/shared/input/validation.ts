// Validates every request against the schema of its route and reports all field errors at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { models } from '../../../schemas/index.ts'
import type { FieldError } from '../../../schemas/problem-document.ts'
import { alternatives, documentedType } from '../../../schemas/types.ts'
import { Problem } from '../../../src/errors.ts'
import { closestValue } from '../../../src/values/aliased-enum.ts'
import { lazy } from '../../../src/values/lazy.ts'
import { appendToPointer, type FieldErrorList, noErrors, quote } from './field-errors.ts'
import { formatChecks } from './formats.ts'
import { inspectValue, pickKnown } from './inspection.ts'
import { shapeOf } from './shape.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles in advance what the first request of each route would compile, in separate turns of the event loop. */
    readonly compileValidators: () => Promise<void>
  }
}

type Validate = (data: unknown) => readonly FieldError[]

export default fp(
  async app => {
    const validators: Validate[] = []
    app.setValidatorCompiler<object>(({ schema, httpPart }) => {
      const validate = createValidator(schema, httpPart)
      validators.push(validate)
      return (data: unknown) => {
        const fieldErrors = validate(data)
        return fieldErrors.length === 0 ? { value: data } : { error: new Problem('invalid_request', { fieldErrors }) }
      }
    })
    for (const model of models) app.addSchema(model)

    app.decorate('compileValidators', async () => {
      for (const validate of validators) {
        await nextTurn()
        validate({})
      }
    })
  },
  { name: 'validation' },
)

/** Ajv reports every item of a list, so it gets only the part of a body that the schema describes. */
export function createValidator(schema: object, part: string | undefined): Validate {
  const isBody = part === 'body'
  const compiled = lazy(() => (isBody ? ajv.body() : ajv.url()).compile(schema))
  const shape = shapeOf(schema)
  return data => {
    const validate = compiled()
    validate(isBody ? pickKnown(data, shape) : data)
    const refused = isBody ? [] : inspectValue(data).refused.errors
    return [...refused, ...toFieldErrors(part, validate.errors)]
  }
}

/** Two per process, created on first use: creating them takes a quarter of the startup time. */
const ajv = { body: lazy(() => createAjv(false)), url: lazy(() => createAjv(true)) } as const

/** @param coerceTypes for path and query parameters, where every value is text. JSON has its own types. */
function createAjv(coerceTypes: boolean): Ajv {
  const instance = new Ajv({
    coerceTypes,
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    // `if` may require properties that the schema around it defines.
    strictRequired: false,
    // Compiling the meta-schema takes a tenth of the startup time. Our schemas are constant, and tests check them in openapi.yaml.
    meta: false,
    validateSchema: false,
  })
  for (const [name, { isValid }] of Object.entries(formatChecks)) instance.addFormat(name, isValid)
  // Formats of responses, which are not validated.
  instance.addFormat('date-time', true)
  instance.addFormat('binary', true)
  instance.addFormat('uri', true)
  instance.addFormat('uri-reference', true)
  instance.addVocabulary([documentedType])
  return instance.addSchema([...models])
}

/**
 * The field errors of all parts of a request. Fastify validates path parameters, body and query in this order and stops at the first
 * invalid one; the parts after it are validated here.
 */
export function validationErrors(request: FastifyRequest): FieldErrorList {
  const { validationError: invalid } = request
  if (!invalid) return noErrors
  // The schema did not compile: Fastify passes that error to the handler too, and the request was not validated.
  if (!(invalid instanceof Problem)) throw invalid
  const values = { params: request.params, body: request.body, querystring: request.query }
  const parts = ['params', 'body', 'querystring'] as const
  const others = parts.slice(parts.map(String).indexOf(invalid.validationContext) + 1).flatMap(part => {
    const { error } = Object(request.getValidationFunction(part)?.(values[part]))
    return error instanceof Problem ? error.fieldErrors : []
  })
  return { errors: [...invalid.fieldErrors, ...others], more: 0 }
}

/** Where each part of a request begins in a pointer; the body is the root. */
const partPrefixes: Readonly<Record<string, string>> = {
  body: '',
  params: '/path',
  querystring: '/query',
  headers: '/headers',
}

/** The field errors of one part of a request, one per pointer, in the order of the schema. */
function toFieldErrors(part: string | undefined, errors: readonly ErrorObject[] | null | undefined): FieldError[] {
  const found = new Map<string, FieldError>()
  for (const error of errors ?? []) {
    // The errors of its branch say what is missing.
    if (error.keyword === 'if') continue
    const parent = `${partPrefixes[String(part)]}${error.instancePath}`
    const pointer = error.keyword === 'required' ? appendToPointer(parent, error.params.missingProperty) : parent
    if (!found.has(pointer)) found.set(pointer, { pointer, ...describeError(error) })
  }
  return [...found.values()]
}

type Description = Omit<FieldError, 'pointer'>

/** Covers the keywords that the schemas use; `format` is the default case. `$comment` says what to send instead of a missing property. */
function describeError({ keyword, params, data, parentSchema, message }: ErrorObject): Description {
  switch (keyword) {
    case 'required':
      return {
        code: 'required',
        message: parentSchema?.$comment ?? `Send ${params.missingProperty}, which is required.`,
      }
    case 'type':
      return { code: 'wrong_type', message: wrongType([params.type].flat(), data, parentSchema?.format) }
    case 'enum':
      return notAllowed(data, params.allowedValues)
    case 'minimum':
    case 'maximum':
      return {
        code: 'out_of_range',
        message: `Send a number from ${parentSchema?.minimum} to ${parentSchema?.maximum}.`,
      }
    case 'maxLength':
      return { code: 'too_long', message: `Send at most ${params.limit} characters.` }
    case 'maxItems':
      return { code: 'too_many', message: `Send at most ${params.limit} items.` }
    case 'pattern':
      return { code: 'malformed', message: `Send a value in this format: ${parentSchema?.description}` }
    default:
      return { code: 'malformed', message: formatChecks[params.format]?.advice ?? `The value ${message}.` }
  }
}

/** @param format of the string that is expected. */
export function wrongType(expected: readonly string[], sent: unknown, format = ''): string {
  const isJson = !expected.includes('string') && typeof sent === 'string' && /^\s*[[{]/.test(sent)
  const wanted = alternatives(expected.map(type => String(typeNames[type])))
  const message = `Send ${wanted}, not ${isJson ? 'JSON in a string' : typeNameOf(sent)}.`
  const advice = formatChecks[format]?.advice
  return advice === undefined ? message : `${message} ${advice}`
}

function notAllowed(sent: unknown, values: readonly unknown[]): Description {
  const allowed = values.map(String)
  // An object may define its own toString.
  const text = typeof sent === 'object' ? String(typeNameOf(sent)) : String(sent)
  const nearest = typeof sent === 'number' ? nearestNumber(sent, allowed) : closestValue(text, allowed)
  const message = `Send one of ${allowed.join(', ')}. The closest match for ${quote(text)} is ${nearest}.`
  return { code: 'not_allowed', message, allowed }
}

function nearestNumber(sent: number, allowed: readonly string[]): string | undefined {
  const distanceOf = (value: string): number => Math.abs(Number(value) - sent)
  return allowed.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0]
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

function typeNameOf(value: unknown): string | undefined {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeNames[typeof value]
}
