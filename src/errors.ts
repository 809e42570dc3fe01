// The error class of the service, and the error for requests that can be retried.
import type { FieldError } from '../schemas/problem-document.ts'
import { type ProblemCode, problemKinds } from '../schemas/problems.ts'

interface ProblemOptions {
  /** What happened in this case, for the client; default: the title and the advice of the problem. */
  readonly detail?: string
  readonly fieldErrors?: readonly FieldError[]
  /** How many further field errors there are. */
  readonly moreFieldErrors?: number
  /** Headers of the answer, for example Retry-After or Allow. */
  readonly headers?: Readonly<Record<string, string>>
  /** The actual cause, for the log only. */
  readonly cause?: unknown
}

/** An error with a public part (code, detail, field errors) and a private part (cause); any module may throw it. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly statusCode: number
  readonly fieldErrors: readonly FieldError[]
  readonly moreFieldErrors: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    { detail, fieldErrors = [], moreFieldErrors = 0, headers = {}, cause }: ProblemOptions = {},
  ) {
    super(detail ?? `${problemKinds[code].title}. ${problemKinds[code].advice}`, { cause })
    this.name = 'Problem'
    this.code = code
    this.statusCode = problemKinds[code].status
    this.fieldErrors = fieldErrors
    this.moreFieldErrors = moreFieldErrors
    this.headers = headers
  }
}

/** Seconds: longer than a waiting decode takes at the median, shorter than clients are willing to wait. */
const retryAfter = '2'

/** @returns Problem `overloaded` with Retry-After. */
export function overloaded(cause?: unknown): Problem {
  return new Problem('overloaded', { headers: { 'retry-after': retryAfter }, cause })
}
