// The shapes of values: what their schemas say about them, as plain data that is computed once and passes to a thread.
import type { OtherNames } from '../../../schemas/content-names.ts'
import { models } from '../../../schemas/index.ts'
import { otherNames } from '../../../schemas/types.ts'
import { isObject } from '../../../src/values/narrowing.ts'

/** What a schema says about a value: the properties of an object, the length of a list or of a string; none when the value may be anything. */
export interface Shape {
  readonly properties: ReadonlyMap<string, Shape> | undefined
  readonly maxItems: number | undefined
  /** Characters of a string at most; undefined for other types. */
  readonly maxLength: number | undefined
  /** Shape of each item of a list. */
  readonly items: Shape | undefined
  /** Whether properties beside the known ones are allowed, so that they are not reported. */
  readonly isOpen: boolean
  /** Names that are neither read nor reported. */
  readonly ignored: readonly string[]
  /** Members by their other names; undefined: they have none. */
  readonly membersByName: ReadonlyMap<string, string> | undefined
  /** The member that takes texts under unknown names. */
  readonly rest: OtherNames['rest'] | undefined
  /** What a string in this place is read as; undefined for other types, and for members of the specification. */
  readonly readAs: 'number' | 'boolean' | undefined
  /** Whether an empty string in this place counts as absent. */
  readonly isEmptyAbsent: boolean
}

interface InspectedSchema {
  readonly $ref?: string
  readonly $id?: string
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: InspectedSchema
  readonly properties?: Readonly<Record<string, InspectedSchema>>
  readonly required?: readonly string[] | undefined
  readonly [otherNames]?: OtherNames
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
  const { type, properties, items, maxItems, maxLength, required = [], [otherNames]: names } = resolved
  const entries = Object.entries(properties ?? {}).map(
    ([name, property]) =>
      [name, shapeOf(property, exceptions, `${pointer}/${name}`, !required.includes(name))] as const,
  )
  const isStrict = strict.includes(pointer)
  return {
    properties: properties && new Map(entries),
    maxItems,
    maxLength,
    items: items && shapeOf(items, exceptions, `${pointer}/*`),
    isOpen: open.includes(pointer),
    ignored: pointer === '' ? ignored : [],
    membersByName: names && membersByName(names, Object.keys(properties ?? {})),
    rest: names?.rest,
    readAs: isStrict ? undefined : readings[String(type)],
    isEmptyAbsent: isOptional && !isStrict && !allowsEmpty(resolved),
  }
}

function membersByName({ members }: OtherNames, own: readonly string[]): ReadonlyMap<string, string> {
  const spellings = own.map(name => [plainName(name), name] as const)
  const others = Object.entries(members).flatMap(([member, names]) =>
    names.split(' ').map(name => [name, member] as const),
  )
  return new Map([...others, ...spellings])
}

/** A name without what spellings differ in. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

const readings: Readonly<Record<string, Shape['readAs']>> = { integer: 'number', number: 'number', boolean: 'boolean' }

/** Whether an empty string is valid. No format and no enum has one. */
function allowsEmpty({ type, format, enum: values, minLength = 0 }: InspectedSchema): boolean {
  return (
    values === undefined &&
    minLength === 0 &&
    (type === undefined || ([type].flat().includes('string') && format === undefined))
  )
}

/** A member of an object, or an item of a list, that a shape knows. */
interface KnownMember {
  readonly parent: object
  readonly name: string | number
  readonly shape: Shape
  /** Path of the member; it changes when the walk goes on. */
  readonly path: readonly (string | number)[]
}

/**
 * Visits all members that a shape knows, so that its depth bounds the recursion; each before its own members, which `visit` may change.
 * Items beyond the maximum of a list are left out: the list is refused.
 */
export function walkKnown(root: unknown, shape: Shape, visit: (member: KnownMember) => void): void {
  const path: (string | number)[] = []
  const visitMembers = (value: unknown, { properties, items, maxItems }: Shape): void => {
    if (Array.isArray(value)) {
      if (items) for (const index of value.slice(0, maxItems).keys()) visitMember(value, index, items)
    } else if (properties && isObject(value))
      for (const [name, known] of properties) if (Object.hasOwn(value, name)) visitMember(value, name, known)
  }
  const visitMember = (parent: object, name: string | number, known: Shape): void => {
    path.push(name)
    visit({ parent, name, shape: known, path })
    visitMembers(Reflect.get(parent, name), known)
    path.pop()
  }
  visitMembers(root, shape)
}
