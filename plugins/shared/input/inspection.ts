// Inspects a body before it is validated: nesting depth, reserved names, and what is read as something else or not at all.
import type { Operation } from '../../../schemas/operation.ts'
import { type FieldError, maxListedErrors } from '../../../schemas/problem-document.ts'
import { resolveAlias, similarValue } from '../../../src/values/aliased-enum.ts'
import { isObject } from '../../../src/values/narrowing.ts'
import {
  collectError,
  type FieldErrorCollector,
  type FieldErrorList,
  joinErrors,
  pointerOf,
  quote,
} from './field-errors.ts'
import { renameMembers } from './member-aliases.ts'
import type { Shape } from './shape.ts'
import { readTextValues } from './text-values.ts'

export interface Inspection {
  /** Reserved property names, and values that are nested too deeply. */
  readonly refused: FieldErrorList
  /** Properties that the service does not read. */
  readonly unknown: FieldErrorList
}

/** Maximum nesting depth: a property may contain 32 levels. Serialising thousands of levels would overflow the stack. */
const maxBodyLevels = 33

export const tooDeepMessage = `Nest objects and arrays at most ${maxBodyLevels} levels deep.`

/** Names that could reach a prototype if code assigns them carelessly. */
const reservedNames: readonly string[] = ['__proto__', 'constructor']

/**
 * Visits every property once and collects pointers only for errors: a body of a megabyte may have a hundred thousand properties, whose
 * pointers alone would take 40 ms.
 *
 * @param shape without one no property is reported as unknown.
 * @param prefix of the pointers.
 */
export function inspectValue(root: unknown, shape?: Shape, prefix = ''): Inspection {
  const refused: FieldErrorCollector = { errors: [], more: 0 }
  const unknown: FieldErrorCollector = { errors: [], more: 0 }
  const path: (string | number)[] = []
  const pointerTo = (...names: readonly string[]): string => prefix + pointerOf([...path, ...names])

  /** Recursive: the depth is bounded. */
  const visit = (value: unknown, known?: Shape): void => {
    const isList = Array.isArray(value)
    if (!isList && !isObject(value)) return
    if (path.length > maxBodyLevels) collectError(refused, () => tooDeep(pointerTo()))
    else if (isList) for (let index = 0; index < value.length; index++) visitChild(index, value[index], known?.items)
    else visitProperties(value, known)
  }

  const visitProperties = (value: Readonly<Record<string, unknown>>, known: Shape | undefined): void => {
    const properties = known?.isOpen === false ? known.properties : undefined
    for (const name of Object.keys(value)) {
      if (reservedNames.includes(name)) collectError(refused, () => reservedName(pointerTo(name), name))
      else {
        if (properties?.has(name) === false && !known?.ignored.includes(name))
          collectError(unknown, () => unknownProperty(pointerTo(name), name, properties))
        visitChild(name, value[name], known?.properties?.get(name))
      }
    }
  }

  const visitChild = (name: string | number, value: unknown, known?: Shape): void => {
    if (typeof value !== 'object') return
    path.push(name)
    visit(value, known)
    path.pop()
  }

  visit(root, shape)
  return { refused, unknown }
}

function tooDeep(pointer: string): FieldError {
  return { pointer, code: 'too_deep', message: tooDeepMessage }
}

function reservedName(pointer: string, name: string): FieldError {
  return {
    pointer,
    code: 'forbidden_name',
    message: `Remove the property ${name}: its name is reserved.`,
  }
}

function unknownProperty(pointer: string, name: string, properties: ReadonlyMap<string, Shape>): FieldError {
  const known = [...properties.keys()]
  const message = `Unknown property ${quote(name)}.${hintFor(name, properties, known)}`
  return { pointer, code: 'unknown_member', message, allowed: known }
}

function hintFor(name: string, properties: ReadonlyMap<string, Shape>, known: readonly string[]): string {
  const owner = known.find(key => properties.get(key)?.properties?.has(name))
  if (owner !== undefined) return ` Send it in ${quote(owner)}.`
  const meant = similarValue(name, known) ?? known.find(key => key.length > 3 && name.toLowerCase().includes(key))
  return meant === undefined ? '' : ` Did you mean ${quote(meant)}?`
}

/** What an operation accepts in its body, as plain data. */
export interface BodyRules extends Required<Pick<Operation, 'answerMembers' | 'aliasedEnums'>> {
  readonly shape: Shape
}

/** Inspects a body. Whole answers, other names of members and strings in the place of other types are replaced by what they mean, in place. */
export function inspectBody(body: unknown, { shape, answerMembers, aliasedEnums }: BodyRules): Inspection {
  const renamed = renameMembers(body, shape)
  const { refused, unknown } = inspectValue(body, shape)
  const answers = unwrapAnswers(body, answerMembers, shape)
  const texts = readTextValues(body, shape)
  // Values come first, because they change the answer.
  const own = { errors: [...unknownValues(aliasedEnums, body), ...answers], more: 0 }
  return { refused, unknown: joinErrors(own, renamed, texts, unknown) }
}

/** Replaces properties that contain an entire response by the part that they should contain. */
function unwrapAnswers(body: unknown, names: readonly string[], shape: Shape): readonly FieldError[] {
  if (!isObject(body)) return []
  return names.flatMap(name => {
    const answer = body[name]
    const known = shape.properties?.get(name)?.properties
    if (!isObject(answer) || !isObject(answer[name]) || Object.keys(answer).some(key => known?.has(key))) return []
    Object.assign(body, { [name]: answer[name] })
    const message = `Send the property ${name} of the response, not the entire response.`
    return [{ pointer: `/${name}`, code: 'whole_response', message }]
  })
}

function unknownValues(enums: BodyRules['aliasedEnums'], body: unknown): FieldError[] {
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

/** The part of a value that validation has to see: known properties, and of lists that are too long one item more than is allowed. */
export function pickKnown(value: unknown, { properties, maxItems, items }: Shape): unknown {
  if (Array.isArray(value)) {
    const listed = maxItems === undefined ? value : value.slice(0, maxItems + 1)
    return items ? listed.map(item => pickKnown(item, items)) : listed
  }
  if (!properties || !isObject(value)) return value
  const known = [...properties].filter(([name]) => Object.hasOwn(value, name))
  return Object.fromEntries(known.map(([name, shape]) => [name, pickKnown(value[name], shape)]))
}
