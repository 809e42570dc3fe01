// Why a style comes without the words of a provider: as a warning, and as the failure that it is under strict handling.
import { type ProblemCode, problemKinds } from '../../schemas/problems.ts'
import type { ProviderOutcome } from '../../schemas/vision.ts'
import { Problem } from '../problem.ts'
import type { Outcome } from './tries.ts'

const codes = {
  key_rejected: 'provider_key_rejected',
  rate_limited: 'provider_rate_limited',
  refused: 'provider_failed',
  unusable: 'provider_failed',
  unavailable: 'provider_unavailable',
  timeout: 'provider_timeout',
} as const satisfies Record<Exclude<ProviderOutcome, 'answered'>, ProblemCode>

/** When to come back where the provider does not say, seconds. */
const usualPause = 10

const headersOf = (code: ProblemCode, retryAfter = usualPause) =>
  problemKinds[code].status === 429 || problemKinds[code].status === 503 ? { 'retry-after': `${retryAfter}` } : {}

/** @returns the failure that an outcome is; undefined when the provider answered. */
export const silenceOf = (outcome: Outcome): Problem | undefined => {
  if (outcome.kind === 'answered') return undefined
  const code = codes[outcome.kind]
  return new Problem(code, { headers: headersOf(code, outcome.retryAfter) })
}
