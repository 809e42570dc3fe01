// Validates every request against the schema of its route and reports all field errors at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Ajv } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import { models } from '../../schemas/index.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { lazy } from '../../src/cache.ts'
import { Problem } from '../../src/errors.ts'
import { toFieldErrors } from './field-errors.ts'
import { formats } from './formats.ts'
import { inspectValue, pickKnown, shapeOf } from './inspection.ts'

type Validate = (data: unknown) => readonly FieldError[]

export default fp(
  async app => {
    const validators: Validate[] = []
    const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
      const validate = httpPart === 'body' ? bodyValidator(schema) : urlValidator(schema, httpPart)
      validators.push(validate)
      return (data: unknown) => {
        const fieldErrors = validate(data)
        return fieldErrors.length === 0 ? { value: data } : { error: new Problem('invalid_request', { fieldErrors }) }
      }
    }
    app.setValidatorCompiler(compile)
    for (const model of models) app.addSchema(model)

    // Compiled while the worker processes start, so that no request waits for it.
    app.addHook('onListen', async () => {
      for (const validate of validators) {
        await nextTurn()
        validate({})
      }
    })
  },
  { name: 'validation' },
)

/** Ajv reports every item of a list, so it only gets as much of a body as the schema describes. */
function bodyValidator(schema: object): Validate {
  const compiled = lazy(() => ajv.body().compile(schema))
  const shape = shapeOf(schema)
  return data => {
    const validate = compiled()
    validate(pickKnown(data, shape))
    return toFieldErrors('body', validate.errors)
  }
}

function urlValidator(schema: object, part: string | undefined): Validate {
  const compiled = lazy(() => ajv.url().compile(schema))
  return data => {
    const validate = compiled()
    validate(data)
    return [...inspectValue(data).refused.errors, ...toFieldErrors(part, validate.errors)]
  }
}

/** Two for the process, created on first use: they would take a quarter of the start time. */
const ajv = { body: lazy(() => createAjv(false)), url: lazy(() => createAjv(true)) } as const

/** @param coerceTypes for path and query parameters, where every value is text. JSON has its own types. */
function createAjv(coerceTypes: boolean): Ajv {
  const instance = new Ajv({
    coerceTypes,
    removeAdditional: false,
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
  })
  for (const [name, { isValid }] of Object.entries(formats)) instance.addFormat(name, isValid)
  return instance.addSchema([...models])
}

/**
 * Field errors of the parts of a request that Fastify did not validate because an earlier part was invalid: it validates path parameters,
 * body and query in this order and stops at the first invalid one.
 */
export function remainingErrors(request: FastifyRequest, invalidPart: string): readonly FieldError[] {
  const parts = [
    { part: 'params', value: request.params },
    { part: 'body', value: request.body },
    { part: 'querystring', value: request.query },
  ] as const
  return parts.slice(parts.findIndex(({ part }) => part === invalidPart) + 1).flatMap(({ part, value }) => {
    const { error } = Object(request.getValidationFunction(part)?.(value))
    return error instanceof Problem ? error.fieldErrors : []
  })
}
