// Validates every request against the schema of its route and reports all field errors at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Ajv } from 'ajv'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { models } from '../../schemas/index.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { documentedType } from '../../schemas/types.ts'
import { lazy } from '../../src/cache.ts'
import { Problem } from '../../src/errors.ts'
import { type FieldErrorList, noErrors, toFieldErrors } from './field-errors.ts'
import { formatChecks } from './formats.ts'
import { inspectValue, pickKnown, shapeOf } from './inspection.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles what the first request of each route would compile, in turns of the event loop. */
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

/** Ajv reports every item of a list, so it only gets as much of a body as the schema describes. */
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

/** Two for the process, created on first use: they would take a quarter of the start time. */
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
    // Compiling the schema of schemas takes a tenth of the start. Ours are constant, and tests check them in openapi.yaml.
    meta: false,
    validateSchema: false,
  })
  for (const [name, { isValid }] of Object.entries(formatChecks)) instance.addFormat(name, isValid)
  // Of responses, which are not validated.
  instance.addFormat('date-time', true)
  instance.addFormat('binary', true)
  instance.addFormat('uri', true)
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
  // The schema did not compile: Fastify leaves that error to the handler, too, and the request was not validated.
  if (!(invalid instanceof Problem)) throw invalid
  const values = { params: request.params, body: request.body, querystring: request.query }
  const parts = ['params', 'body', 'querystring'] as const
  const others = parts.slice(parts.map(String).indexOf(invalid.validationContext) + 1).flatMap(part => {
    const { error } = Object(request.getValidationFunction(part)?.(values[part]))
    return error instanceof Problem ? error.fieldErrors : []
  })
  return { errors: [...invalid.fieldErrors, ...others], more: 0 }
}
