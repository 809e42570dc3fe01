// Strings in the place of other types, as no-code tools and form fields send them: numbers, true and false, and empty ones for what is absent.
import type { FieldError } from '../../schemas/problem-document.ts'
import { isObject } from '../../src/is-object.ts'
import { collectError, type FieldErrorCollector, type FieldErrorList, pointerOf } from './field-errors.ts'
import type { Shape } from './shape.ts'

type Name = string | number

/**
 * Replaces strings by the values that they contain, in place. The members of the specification are left as they are: their types are
 * strict. Only members that the shape knows are visited, so its depth bounds the recursion.
 *
 * @returns what was replaced.
 */
export function readTextValues(root: unknown, shape: Shape): FieldErrorList {
  const replaced: FieldErrorCollector = { errors: [], more: 0 }
  const path: Name[] = []

  const visit = (value: unknown, { properties = noProperties, items, maxItems }: Shape): void => {
    // A list with more items is refused.
    if (Array.isArray(value) && items)
      for (const [index, item] of value.slice(0, maxItems).entries()) visitChild(value, index, item, items)
    if (isObject(value))
      for (const [name, known] of properties)
        if (Object.hasOwn(value, name)) visitChild(value, name, value[name], known)
  }

  const visitChild = (parent: object, name: Name, value: unknown, known: Shape): void => {
    path.push(name)
    if (known.isEmptyAbsent && isBlankForm(value)) {
      Reflect.deleteProperty(parent, name)
      collectError(replaced, () => textValue(path, 'Omit the property instead of sending empty strings.'))
    } else if (typeof value !== 'string') visit(value, known)
    else if (known.isEmptyAbsent && value.trim() === '') {
      Reflect.deleteProperty(parent, name)
      collectError(replaced, () => textValue(path, 'Omit the property instead of sending an empty string.'))
    } else {
      const meant = known.readAs && parsers[known.readAs](value.trim())
      if (meant !== undefined) {
        Object.assign(parent, { [name]: meant })
        collectError(replaced, () => textValue(path, `Send ${meant}, not a string.`))
      }
    }
    path.pop()
  }

  visit(root, shape)
  return replaced
}

const noProperties: NonNullable<Shape['properties']> = new Map()

/** Whether a value is an object of empty strings, as an empty form sends. */
function isBlankForm(value: unknown): boolean {
  if (!isObject(value)) return false
  const values = Object.values(value)
  return values.length > 0 && values.every(member => typeof member === 'string' && member.trim() === '')
}

const parsers = {
  number: (text: string) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
  boolean: (text: string) => (/^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
} as const

function textValue(path: readonly Name[], message: string): FieldError {
  return { pointer: pointerOf(path), code: 'text_value', message }
}
