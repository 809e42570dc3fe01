// Strings in the place of other types, as no-code tools and form fields send them: numbers, true and false, and empty ones for what is absent.
import { isObject } from '../../../src/values/narrowing.ts'
import { collectError, type FieldErrorCollector, type FieldErrorList, pointerOf } from './field-errors.ts'
import { type Shape, walkKnown } from './shape.ts'

/**
 * Replaces strings by the values that they contain, in place. The members of the specification are left as they are: their types are
 * strict.
 *
 * @returns the replacements.
 */
export function readTextValues(root: unknown, shape: Shape): FieldErrorList {
  const replaced: FieldErrorCollector = { errors: [], more: 0 }
  walkKnown(root, shape, ({ parent, name, shape: { isEmptyAbsent, readAs }, path }) => {
    const value: unknown = Reflect.get(parent, name)
    const note = (message: string): void =>
      collectError(replaced, () => ({ pointer: pointerOf(path), code: 'text_value', message }))
    if (isEmptyAbsent && (isBlankText(value) || isBlankForm(value))) {
      Reflect.deleteProperty(parent, name)
      note(`Omit the property instead of sending ${typeof value === 'string' ? 'an empty string' : 'empty strings'}.`)
    } else if (typeof value === 'string' && readAs) {
      const meant = parsers[readAs](value.trim())
      if (meant === undefined) return
      Object.assign(parent, { [name]: meant })
      note(`Send ${meant}, not a string.`)
    }
  })
  return replaced
}

function isBlankText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** Whether a value is an object of empty strings, as an empty form sends. */
function isBlankForm(value: unknown): boolean {
  if (!isObject(value)) return false
  const values = Object.values(value)
  return values.length > 0 && values.every(isBlankText)
}

const parsers = {
  number: (text: string) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
  boolean: (text: string) => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
} as const
