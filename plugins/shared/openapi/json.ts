// Walking through a document of JSON, objects first to last, inside out.

/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value of JSON has members. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `value` when it is an object, else an empty one. */
export const objectOf = (value: unknown): Json => (isJson(value) ? value : {})

/** The member `name` when it is an object, else an empty one. */
export const inside = (value: unknown, name: string): Json => objectOf(objectOf(value)[name])

/** `value` with `change` made of every member of every object, innermost first. */
export const changed = (value: unknown, change: (member: unknown, name: string) => unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member) => change(member, name))

/** `object` with `change` made of each of its own members. */
export const mapped = (object: Json, change: (member: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member, name)]))
