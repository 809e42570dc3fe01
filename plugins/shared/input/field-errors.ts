// Lists of field errors: JSON pointers, and the bound on how many an answer lists.
import { type FieldError, maxListedErrors } from '../../../schemas/problem-document.ts'

/** The first field errors found, and the number of further ones. */
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

/** The entry that counts the errors that are not listed. */
export function truncated(more: number) {
  return { pointer: '', code: 'truncated', message: `And ${more} more.` } as const
}

const maxPointerLength = 2048

/** A JSON pointer (RFC 6901) from names that a client chose: long names, and a pointer that is too long as a whole, are shortened. */
export function pointerOf(path: readonly (string | number)[]): string {
  const pointer = path.map(name => shorten(String(name))).reduce(appendToPointer, '')
  return pointer.length > maxPointerLength ? `${pointer.slice(0, maxPointerLength - 1)}…` : pointer
}

export function appendToPointer(base: string, member: string | number): string {
  return `${base}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Maximum length of client text that a message repeats, characters. */
const maxQuoteLength = 64

/** A text as one line of JSON of at most 64 characters. It is cut first: encoding a megabyte as JSON takes milliseconds. */
export function quote(text: string): string {
  return shorten(JSON.stringify(text.slice(0, maxQuoteLength)))
}

function shorten(text: string): string {
  return text.length > maxQuoteLength ? `${text.slice(0, 60)}…` : text
}
