// The one error class of the house.
import type { Fault } from '../schemas/fault.ts'
import { type ProblemCode, problemKinds } from '../schemas/problems.ts'

interface ProblemOptions {
  /** What happened this time, for the client; default: the title of the kind. */
  readonly detail?: string
  readonly faults?: readonly Fault[]
  /** How many further faults there are. */
  readonly moreFaults?: number
  /** Headers of the answer, for example Retry-After or Allow. */
  readonly headers?: Readonly<Record<string, string>>
  /** What really happened, for the log only. */
  readonly cause?: unknown
}

/** An error with a public part (code, detail, faults) and a private one (cause), thrown by any module. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly statusCode: number
  readonly faults: readonly Fault[]
  readonly moreFaults: number
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, { detail, faults = [], moreFaults = 0, headers = {}, cause }: ProblemOptions = {}) {
    super(detail ?? `${problemKinds[code].title}. ${problemKinds[code].advice}`, { cause })
    this.name = 'Problem'
    this.code = code
    this.statusCode = problemKinds[code].status
    this.faults = faults
    this.moreFaults = moreFaults
    this.headers = headers
  }
}
