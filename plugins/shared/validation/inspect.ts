// Looks through a parsed value before anything else reads it: how deep it is, what its members are called, and which of them are known.
import type { Fault } from '../../../schemas/fault.ts'
import { similarValue } from '../../../src/aliased-enum.ts'
import { collect, type FaultCollector, type FaultList } from './fault-list.ts'
import { isObject, type Shape } from './members.ts'
import { pointerOf } from './pointer.ts'
import { quote } from './quote.ts'

/** Deepest nesting: a member of an object of the contract may hold 32 levels. Serialising thousands would overflow the stack. */
const maxDepth = 33

/** Names that could reach a prototype when a careless reader assigns them. */
const forbidden: readonly string[] = ['__proto__', 'constructor']

export interface Inspection {
  /** Members with forbidden names, and nesting that is too deep. */
  readonly refused: FaultList
  /** Members that the service does not read. */
  readonly unknown: FaultList
}

type Path = readonly (string | number)[]

const tooDeep = (path: Path): Fault => ({
  pointer: pointerOf(path),
  code: 'too_deep',
  message: `Send at most ${maxDepth} levels of nesting.`,
})

const forbiddenName = (path: Path, name: string): Fault => ({
  pointer: pointerOf([...path, name]),
  code: 'forbidden_name',
  message: `Leave out members called ${name}.`,
})

const unknownMember = (path: Path, name: string, known: readonly string[]): Fault => {
  const meant = similarValue(name, known)
  const hint = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`
  const message = `Unknown property ${quote(name)}.${hint}`
  return { pointer: pointerOf([...path, name]), code: 'unknown_member', message, allowed: [...known] }
}

/**
 * Looks at every member once: a body of a megabyte may have a hundred thousand, whose names alone take 40 ms to list.
 *
 * @param shape what is known of the value; without one no member is reported as unknown.
 */
export const inspect = (root: unknown, shape?: Shape): Inspection => {
  const refused: FaultCollector = { faults: [], more: 0 }
  const unknown: FaultCollector = { faults: [], more: 0 }
  const path: (string | number)[] = []

  const visitMembers = (value: Readonly<Record<string, unknown>>, known: Shape | undefined): void => {
    const members = known?.isOpen === false ? known.members : undefined
    for (const name of Object.keys(value)) {
      if (forbidden.includes(name)) collect(refused, () => forbiddenName(path, name))
      else {
        if (members?.has(name) === false) collect(unknown, () => unknownMember(path, name, [...members.keys()]))
        visitChild(name, value[name], known?.members?.get(name))
      }
    }
  }

  const visitChild = (name: string | number, value: unknown, known?: Shape): void => {
    if (typeof value !== 'object') return
    path.push(name)
    visit(value, known)
    path.pop()
  }

  /** Recursive: the depth is bounded. */
  const visit = (value: unknown, known?: Shape): void => {
    const isList = Array.isArray(value)
    if (!isList && !isObject(value)) return
    if (path.length > maxDepth) collect(refused, () => tooDeep(path))
    else if (isList) for (let index = 0; index < value.length; index++) visitChild(index, value[index])
    else visitMembers(value, known)
  }

  visit(root, shape)
  return { refused, unknown }
}
