// Lists of field errors: JSON pointers, wording per schema keyword, and the bound on how many an answer lists.
import type { ErrorObject } from 'ajv'
import { type FieldError, maxListedErrors } from '../../schemas/problem-document.ts'
import { closestValue } from '../../src/aliased-enum.ts'
import { formatChecks } from './formats.ts'

/** The first field errors that were found, and how many more there are. */
export interface FieldErrorList {
  readonly errors: readonly FieldError[]
  readonly more: number
}

/** A list that is being filled. */
export interface FieldErrorCollector extends FieldErrorList {
  readonly errors: FieldError[]
  more: number
}

export const noErrors: FieldErrorList = { errors: [], more: 0 }

/** @param describe is only called for errors that will be listed: wording an error costs more than finding it. */
export function collectError(list: FieldErrorCollector, describe: () => FieldError): void {
  if (list.errors.length < maxListedErrors) list.errors.push(describe())
  else list.more += 1
}

export function joinErrors(...lists: readonly FieldErrorList[]): FieldErrorList {
  return { errors: lists.flatMap(({ errors }) => errors), more: lists.reduce((sum, { more }) => sum + more, 0) }
}

/** The errors that an answer lists: at most 20, then one entry that counts the others. */
export function listErrors({ errors, more }: FieldErrorList): FieldError[] {
  const hidden = more + Math.max(0, errors.length - maxListedErrors)
  return hidden === 0 ? [...errors] : [...errors.slice(0, maxListedErrors), truncated(hidden)]
}

/** The entry that counts errors which are not listed. */
export function truncated(more: number) {
  return { pointer: '', code: 'truncated', message: `And ${more} more.` } as const
}

/** Where each part of a request begins in a pointer; the body is the root. */
const partPrefixes: Readonly<Record<string, string>> = {
  body: '',
  params: '/path',
  querystring: '/query',
  headers: '/headers',
}

/** The field errors of one part of a request, one per pointer, in the order of the schema. */
export function toFieldErrors(
  part: string | undefined,
  errors: readonly ErrorObject[] | null | undefined,
): FieldError[] {
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

/** Covers the Ajv keywords that the schemas use; `$comment` says what to send in the place of a missing property. */
function describeError({ keyword, params, data, parentSchema, message }: ErrorObject): Description {
  switch (keyword) {
    case 'required':
      return {
        code: 'required',
        message: parentSchema?.$comment ?? `Send ${params.missingProperty}, which is required.`,
      }
    case 'type':
      return { code: 'wrong_type', message: wrongType(params.type, data, parentSchema?.format) }
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
      return { code: 'malformed', message: `Does not match the required format: ${parentSchema?.description}` }
    case 'format':
      return { code: 'malformed', message: String(formatChecks[params.format]?.advice) }
    default:
      return { code: 'malformed', message: `Does not match the required format: it ${message}.` }
  }
}

/** @param format of the string that is expected. */
export function wrongType(expected: string, sent: unknown, format = ''): string {
  const isJson = expected !== 'string' && typeof sent === 'string' && /^\s*[[{]/.test(sent)
  const message = `Send ${typeNames[expected]}, not ${isJson ? 'JSON in a string' : typeNameOf(sent)}.`
  const advice = formatChecks[format]?.advice
  return advice === undefined ? message : `${message} ${advice}`
}

function notAllowed(sent: unknown, values: readonly unknown[]): Description {
  const allowed = values.map(String)
  // An object may have a toString of its own.
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

const maxPointerLength = 2048

/** A JSON pointer (RFC 6901) from names that a client chose: long names, and a pointer that is too long as a whole, are shortened. */
export function pointerOf(path: readonly (string | number)[]): string {
  const pointer = path.map(name => shorten(String(name))).reduce(appendToPointer, '')
  return pointer.length > maxPointerLength ? `${pointer.slice(0, maxPointerLength - 1)}…` : pointer
}

function appendToPointer(base: string, member: string | number): string {
  return `${base}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Longest text of a client that a message repeats, characters. */
const maxQuoteLength = 64

/** A text as one line of JSON of at most 64 characters. It is cut first: encoding a megabyte as JSON takes milliseconds. */
export function quote(text: string): string {
  return shorten(JSON.stringify(text.slice(0, maxQuoteLength)))
}

function shorten(text: string): string {
  return text.length > maxQuoteLength ? `${text.slice(0, 60)}…` : text
}
