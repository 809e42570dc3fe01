// How work that runs in another thread or process ended, in a form that crosses the border: errors lose their class on the way.
import { inspect } from 'node:util'
import type { ProblemCode } from '../../schemas/problems.ts'
import { Problem } from '../errors.ts'

export type Outcome<T> =
  | { readonly value: T }
  | {
      readonly problem: {
        readonly code: ProblemCode
        readonly detail: string
        readonly headers: Readonly<Record<string, string>>
        readonly cause: string
      }
    }
  | { readonly error: string }

const wordsOf = (error: unknown): string => (typeof error === 'string' ? error : inspect(error))

/** Runs work to its end, whichever it is. */
export const outcomeOf = async <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
  try {
    return { value: await work() }
  } catch (error) {
    if (!(error instanceof Problem)) return { error: wordsOf(error) }
    const { code, message: detail, headers, cause } = error
    return { problem: { code, detail, headers, cause: wordsOf(cause ?? '') } }
  }
}

/** Gives the value, or throws what was thrown on the other side: the same Problem, or an Error with its stack as text. */
export const unwrap = <T>(outcome: Outcome<T>): T => {
  if ('value' in outcome) return outcome.value
  if ('problem' in outcome) throw new Problem(outcome.problem.code, outcome.problem)
  throw new Error(outcome.error)
}
