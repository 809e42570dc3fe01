// Members of a body that nobody reads.

import type { Fault } from '../../../schemas/fault.ts'
import { models } from '../../../schemas/index.ts'
import { nearest } from '../../../src/word.ts'
import { pointerTo } from '../validation/pointer.ts'
import { quote } from '../validation/quote.ts'

/** Whether a value of JSON has members. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Shape {
  readonly $ref?: string
  readonly $id?: string
  readonly properties?: Readonly<Record<string, Shape>>
}

const byId: ReadonlyMap<string | undefined, Shape> = new Map(
  models.map((model): [string | undefined, Shape] => [model.$id, model]),
)

/** The members of a shape, and those of them that have members of their own. */
export interface Members {
  readonly known: readonly string[]
  readonly nested: readonly (readonly [name: string, members: Members])[]
}

/** Every request is held against a shape, so each is read once, as the service starts. */
export const membersOf = (shape: Shape): readonly Members[] => {
  const { properties } = byId.get(shape.$ref) ?? shape
  if (!properties) return []
  const nested = Object.entries(properties).flatMap(([name, member]) =>
    membersOf(member).map((members): Members['nested'][number] => [name, members]),
  )
  return [{ known: Object.keys(properties), nested }]
}

/** @param open pointers of objects that may hold any member */
export const memberFaults = (
  { known, nested }: Members,
  value: unknown,
  open: readonly string[],
  pointer = '',
): Fault[] => {
  if (!isObject(value)) return []
  const unknown = open.includes(pointer) ? [] : Object.keys(value).filter(name => !known.includes(name))
  return [
    ...unknown.map((name): Fault => {
      const message = `${quote(name)} is not read; the nearest is ${nearest(name, known)}. Known are ${known.join(', ')}.`
      return { pointer: pointerTo(pointer, name), code: 'unknown_member', message, allowed: [...known] }
    }),
    ...nested.flatMap(([name, members]) => memberFaults(members, value[name], open, pointerTo(pointer, name))),
  ]
}
