// Turns what the validator says into faults that say what to send instead.
import type { ErrorObject } from 'ajv'
import type { Fault } from '../../../schemas/fault.ts'
import { closestValue } from '../../../src/aliased-enum.ts'
import { formats } from './formats.ts'
import { pointerTo } from './pointer.ts'
import { quote } from './quote.ts'

/** Where a part of the request stands in a pointer; the body is the root. */
const prefixes: Readonly<Record<string, string>> = {
  body: '',
  params: '/path',
  querystring: '/query',
  headers: '/headers',
}

type Reading = Omit<Fault, 'pointer'>

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

const kindOf = (value: unknown): string | undefined => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeNames[typeof value]
}

const outOfRange = ({ parentSchema }: ErrorObject): Reading => ({
  code: 'out_of_range',
  message: `Send a number from ${parentSchema?.minimum} to ${parentSchema?.maximum}.`,
})

/** One reader per Ajv keyword that the registry uses. */
const readers: Readonly<Record<string, (error: ErrorObject) => Reading>> = {
  required: ({ params }) => ({ code: 'required', message: `Send ${params.missingProperty}: it is required.` }),
  type: ({ params, data }) => ({
    code: 'wrong_type',
    message: `Send ${typeNames[params.type]}, not ${kindOf(data)}.`,
  }),
  enum: ({ params, data }) => {
    const allowed: string[] = params.allowedValues
    return {
      code: 'not_allowed',
      message: `Send one of ${allowed.join(', ')}; the nearest to ${quote(String(data))} is ${closestValue(String(data), allowed)}.`,
      allowed,
    }
  },
  minimum: outOfRange,
  maximum: outOfRange,
  maxLength: ({ params }) => ({ code: 'too_long', message: `Send at most ${params.limit} characters.` }),
  maxItems: ({ params }) => ({ code: 'too_many', message: `Send at most ${params.limit} items.` }),
  pattern: ({ parentSchema }) => ({ code: 'malformed', message: `Send what fits: ${parentSchema?.description}` }),
  format: ({ params }) => ({ code: 'malformed', message: String(formats[params.format]?.advice) }),
}

const unforeseen = ({ message }: ErrorObject): Reading => ({
  code: 'malformed',
  message: `Send what fits: it ${message}.`,
})

/** All faults of one part of a request, one per place, in the order of the schema. */
export const readFaults = (part: string | undefined, errors: readonly ErrorObject[] | null | undefined): Fault[] => {
  const faults = new Map<string, Fault>()
  for (const error of errors ?? []) {
    const place = `${prefixes[String(part)]}${error.instancePath}`
    const pointer = error.keyword === 'required' ? pointerTo(place, error.params.missingProperty) : place
    const read = readers[error.keyword] ?? unforeseen
    if (!faults.has(pointer)) faults.set(pointer, { pointer, ...read(error) })
  }
  return [...faults.values()]
}
