// Looks through a parsed body before anything else reads it: how deep it is and what its members are called.
import type { Fault } from '../../../schemas/fault.ts'
import { pointerTo } from './pointer.ts'

/** Deepest nesting: a member of an object of the contract may hold 32 levels. Serialising thousands would overflow the stack. */
const deepest = 33
const mostFaults = 20

/** Names that could reach a prototype when a careless reader assigns them. */
const forbidden: readonly string[] = ['__proto__', 'constructor']

interface Place {
  readonly value: object
  readonly pointer: string
  readonly depth: number
}

/** Faults of any JSON value: members with forbidden names, and nesting that is too deep. Iterative, so that depth is no danger. */
export const inspect = (root: unknown): readonly Fault[] => {
  const faults: Fault[] = []
  const places: Place[] = typeof root === 'object' && root !== null ? [{ value: root, pointer: '', depth: 0 }] : []
  for (let place = places.pop(); place && faults.length < mostFaults; place = places.pop()) {
    const { pointer, depth } = place
    if (depth > deepest) {
      faults.push({ pointer, code: 'too_deep', message: `Send at most ${deepest} levels of nesting.` })
      continue
    }
    for (const [name, value] of Object.entries(place.value)) {
      if (forbidden.includes(name)) {
        faults.push({
          pointer: pointerTo(pointer, name),
          code: 'forbidden_name',
          message: `Leave out members called ${name}.`,
        })
      } else if (typeof value === 'object' && value !== null) {
        places.push({ value, pointer: pointerTo(pointer, name), depth: depth + 1 })
      }
    }
  }
  return faults
}
