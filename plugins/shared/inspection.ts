// Inspects a parsed value before it is validated: nesting depth, reserved property names and unknown properties.

import { models } from '../../schemas/index.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { similarValue } from '../../src/aliased-enum.ts'
import { isObject } from '../../src/is-object.ts'
import { collectError, type FieldErrorCollector, type FieldErrorList, pointerOf, quote } from './field-errors.ts'

export interface Inspection {
  /** Reserved property names, and values that are nested too deeply. */
  readonly refused: FieldErrorList
  /** Properties that the service does not read. */
  readonly unknown: FieldErrorList
}

/** What a schema says about a value: the properties of an object, the length of a list; neither when the value may be anything. */
export interface Shape {
  readonly properties: ReadonlyMap<string, Shape> | undefined
  readonly maxItems: number | undefined
  /** Of each item of a list. */
  readonly items: Shape | undefined
  /** Whether properties beside the known ones are allowed, so that they are not reported. */
  readonly isOpen: boolean
  /** Names that are neither read nor reported. */
  readonly ignored: readonly string[]
  /** What a string in this place is read as; undefined for other types, and for members of the specification. */
  readonly readAs: 'number' | 'boolean' | undefined
  /** Whether an empty string in this place counts as absent. */
  readonly isEmptyAbsent: boolean
}

/** Deepest nesting: a member of an object may hold 32 levels. Serialising thousands of levels would overflow the stack. */
const maxDepth = 33

/** Names that could reach a prototype when code assigns them without care. */
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
    if (path.length > maxDepth) collectError(refused, () => tooDeep(pointerTo()))
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
  return { pointer, code: 'too_deep', message: `Send at most ${maxDepth} levels of nesting.` }
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

interface InspectedSchema {
  readonly $ref?: string
  readonly $id?: string
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly maxItems?: number
  readonly items?: InspectedSchema
  readonly properties?: Readonly<Record<string, InspectedSchema>>
  readonly required?: readonly string[] | undefined
}

const modelsById: ReadonlyMap<string | undefined, InspectedSchema> = new Map(
  models.map((model): [string | undefined, InspectedSchema] => [model.$id, model]),
)

/** Pointers of values that are treated differently. */
interface Exceptions {
  /** Objects that may have any property. */
  readonly open?: readonly string[]
  /** Names at the top level that are neither read nor reported. */
  readonly ignored?: readonly string[]
  /** Members of the specification, whose types are strict. */
  readonly strict?: readonly string[]
}

/**
 * The shape of a schema; computed once for each operation at startup.
 *
 * @param isOptional whether the value may be absent.
 */
export function shapeOf(schema: InspectedSchema, exceptions: Exceptions = {}, pointer = '', isOptional = false): Shape {
  const { open = [], ignored = [], strict = [] } = exceptions
  const resolved = modelsById.get(schema.$ref) ?? schema
  const { type, properties, items, maxItems, required = [] } = resolved
  const entries = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      [name, shapeOf(property, exceptions, `${pointer}/${name}`, !required.includes(name))] as const,
  )
  const isStrict = strict.includes(pointer)
  return {
    properties: properties && new Map(entries),
    maxItems,
    items: items && shapeOf(items, exceptions, `${pointer}/*`),
    isOpen: open.includes(pointer),
    ignored: pointer === '' ? ignored : [],
    readAs: isStrict ? undefined : readings[String(type)],
    isEmptyAbsent: isOptional && !isStrict && !allowsEmpty(resolved),
  }
}

const readings: Readonly<Record<string, Shape['readAs']>> = { integer: 'number', number: 'number', boolean: 'boolean' }

/** Whether an empty string is valid. No format and no enum has one. */
function allowsEmpty({ type, format, enum: values }: InspectedSchema): boolean {
  return values === undefined && (type === undefined || ([type].flat().includes('string') && format === undefined))
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
