// The members that the registry knows of a request body.
import { models } from '../../../schemas/index.ts'

interface Schema {
  readonly $ref?: string
  readonly $id?: string
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
}

const byId: ReadonlyMap<string | undefined, Schema> = new Map(
  models.map((model): [string | undefined, Schema] => [model.$id, model]),
)

/** What is known of a value: the members of an object, the length of a list; neither where the value may be anything. */
export interface Shape {
  readonly members: ReadonlyMap<string, Shape> | undefined
  readonly maxItems: number | undefined
  /** Whether other members may stand beside those that are known, so that none of them is reported. */
  readonly isOpen: boolean
}

/**
 * Reads a schema; done once for each operation, as the service starts.
 *
 * @param open pointers of objects that may carry any member.
 */
export function shapeOf(schema: Schema, open: readonly string[] = [], pointer = ''): Shape {
  const { properties, maxItems } = byId.get(schema.$ref) ?? schema
  const entries = Object.entries(properties ?? {}).map(
    ([name, member]) => [name, shapeOf(member, open, `${pointer}/${name}`)] as const,
  )
  return { members: properties && new Map(entries), maxItems, isOpen: open.includes(pointer) }
}

/** Whether a value of JSON has members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The known members of a value, and of lists that are too long one entry more than is allowed: what validation needs to see. */
export function pickKnown(value: unknown, { members, maxItems }: Shape): unknown {
  if (Array.isArray(value)) return maxItems === undefined ? value : value.slice(0, maxItems + 1)
  if (!members || !isObject(value)) return value
  const known = [...members].filter(([name]) => Object.hasOwn(value, name))
  return Object.fromEntries(known.map(([name, shape]) => [name, pickKnown(value[name], shape)]))
}
