// Why a style comes without the words of a provider: a warning, and the failure that it is under strict handling.
import type { ProblemCode } from '../../schemas/problems.ts'
import type { ProviderName, ProviderOutcome } from '../../schemas/vision.ts'
import { Problem } from '../errors.ts'
import type { Outcome } from './tries.ts'

type Failure = Exclude<ProviderOutcome, 'answered'>

/** What each is as a problem, and how it goes on after the name of the provider. */
const failures: Readonly<Record<Failure, readonly [ProblemCode, string]>> = {
  key_rejected: ['provider_key_rejected', 'does not take the key'],
  rate_limited: ['provider_rate_limited', 'asks for a pause'],
  refused: ['provider_failed', 'refuses to describe the picture'],
  unusable: ['provider_failed', 'gave no usable answer'],
  unavailable: ['provider_unavailable', 'cannot be used right now'],
  timeout: ['provider_timeout', 'took too long'],
}

/** Those that pass with time, so that their answer tells when to come back. */
const passing: readonly Failure[] = ['rate_limited', 'unavailable']
/** When to come back where the provider does not say, seconds. */
const usualPause = 10

/** @returns the failure that an outcome is; undefined when the provider answered. */
export const silenceOf = (provider: ProviderName, outcome: Outcome): Problem | undefined => {
  if (outcome.kind === 'answered') return undefined
  const { kind, retryAfter } = outcome
  const [code, told] = failures[kind]
  const pause = retryAfter === undefined ? '' : `: ${retryAfter} s`
  return new Problem(code, {
    detail: `${provider} ${told}${pause}.`,
    headers: passing.includes(kind) ? { 'retry-after': `${retryAfter ?? usualPause}` } : {},
  })
}
