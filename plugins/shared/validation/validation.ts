// Strict types, all faults at once: the validator of every route, built from the registry.
import { setImmediate as nextRound } from 'node:timers/promises'
import { Ajv } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import fp from 'fastify-plugin'
import type { Fault } from '../../../schemas/fault.ts'
import { models } from '../../../schemas/index.ts'
import { lazy } from '../../../src/cache.ts'
import { Problem } from '../../../src/errors.ts'
import { readFaults } from './faults.ts'
import { formats } from './formats.ts'
import { inspect } from './inspect.ts'
import { pickKnown, shapeOf } from './members.ts'

/** JSON carries its own types; the words of an address carry none, so only there numbers are read out of text. */
const createAjv = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({
    coerceTypes,
    removeAdditional: false,
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes: false,
  })
  for (const [name, { fits }] of Object.entries(formats)) ajv.addFormat(name, fits)
  return ajv.addSchema([...models])
}

/** Two for the process, made after it listens: they would be a quarter of the start. */
const ajvs = { body: lazy(() => createAjv(false)), address: lazy(() => createAjv(true)) } as const

/** Ajv reports every entry of a list, however long, so it sees no more of a body than the schema names. */
const checkBody = (schema: object) => {
  const validator = lazy(() => ajvs.body().compile(schema))
  const shape = shapeOf(schema)
  return (data: unknown): readonly Fault[] => {
    const validate = validator()
    validate(pickKnown(data, shape))
    return readFaults('body', validate.errors)
  }
}

const checkAddress = (schema: object, part: string | undefined) => {
  const validator = lazy(() => ajvs.address().compile(schema))
  return (data: unknown): readonly Fault[] => {
    const validate = validator()
    validate(data)
    return [...inspect(data).refused.faults, ...readFaults(part, validate.errors)]
  }
}

/**
 * Faults of the parts of a request that Fastify did not reach because an earlier one was already invalid: it validates
 * parameters, body and query in this order and stops at the first fault.
 */
export const laterFaults = (request: FastifyRequest, failed: string): readonly Fault[] => {
  const parts = [
    { part: 'params', value: request.params },
    { part: 'body', value: request.body },
    { part: 'querystring', value: request.query },
  ] as const
  return parts.slice(parts.findIndex(({ part }) => part === failed) + 1).flatMap(({ part, value }) => {
    const { error } = Object(request.getValidationFunction(part)?.(value))
    return error instanceof Problem ? error.faults : []
  })
}

type Check = (data: unknown) => readonly Fault[]

export default fp(async app => {
  const checks: Check[] = []
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const check = httpPart === 'body' ? checkBody(schema) : checkAddress(schema, httpPart)
    checks.push(check)
    return (data: unknown) => {
      const faults = check(data)
      return faults.length === 0 ? { value: data } : { error: new Problem('invalid_request', { faults }) }
    }
  }
  app.setValidatorCompiler(compile)
  for (const model of models) app.addSchema(model)

  // Made while the workers start, so that no request waits for them.
  app.addHook('onListen', async () => {
    for (const check of checks) {
      await nextRound()
      check({})
    }
  })
})
