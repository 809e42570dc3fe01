// The client for vision providers that the rest of the service uses: provider of a key, annotation of an image, and errors.
import { setMaxListeners } from 'node:events'
import type { ProblemCode } from '../../schemas/problems.ts'
import type { ProviderName, ProviderOutcome } from '../../schemas/vision.ts'
import { Problem } from '../errors.ts'
import type { HttpClient } from './http-client.ts'
import type { ProviderConfig, ProviderResult } from './provider.ts'
import { type ProviderKey, providerTable, resolveProvider } from './providers.ts'

interface VisionOptions {
  readonly providers: Readonly<Record<ProviderName, ProviderConfig>>
  /** The provider of keys whose prefix does not identify one. */
  readonly defaultProvider: ProviderName | undefined
  /** For all attempts together, ms. */
  readonly timeoutMs: number
  readonly now: () => Date
}

interface AnnotationRequest extends ProviderKey {
  readonly jpeg: Uint8Array
  /** When it aborts, so does the call, and its reason is thrown. */
  readonly signal: AbortSignal
}

/** Number of calls by outcome. */
type Calls = Record<string, number>

export interface VisionClient {
  /** The provider of a key, or why there is none. `named`: the header x-vision-provider. */
  readonly resolveProvider: (key: string, named: string | undefined) => ProviderKey | Problem
  readonly modelOf: (provider: ProviderName) => string
  /** Rejects only when the signal aborts; the result is `unavailable` when too many calls are in progress, or after `close`. */
  readonly annotate: (request: AnnotationRequest) => Promise<ProviderResult>
  /** Calls since the start, by provider and outcome. */
  readonly calls: () => Record<string, Calls>
  readonly close: () => Promise<void>
}

/** Maximum number of calls in progress: at most this many images, 30 MB, wait for slow providers. */
const maxCalls = 256

/** Creates the client of the process. */
export function createVisionClient({ providers, defaultProvider, timeoutMs, now }: VisionOptions): VisionClient {
  let http: Promise<HttpClient> | undefined
  /** Loaded on the first call, because loading undici takes a tenth of a second. */
  const openHttp = (): Promise<HttpClient> => {
    http ??= import('./http-client.ts').then(({ createHttpClient }) => createHttpClient())
    return http
  }
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one per call in progress
  const counts = new Map<ProviderName, Calls>()
  let inProgress = 0
  const count = (provider: ProviderName, outcome: ProviderOutcome): void => {
    const calls = counts.get(provider) ?? {}
    counts.set(provider, { ...calls, [outcome]: (calls[outcome] ?? 0) + 1 })
  }

  const call = async ({ provider, key, jpeg, signal: own }: AnnotationRequest): Promise<ProviderResult> => {
    const { createRequest, parseResponse } = providerTable[provider]
    const { base, model, version } = providers[provider]
    const request = createRequest({ key, model, version, jpeg: Buffer.from(jpeg).toString('base64') })
    // Not AbortSignal.timeout: Node.js 20 collects one that only AbortSignal.any refers to, and it never fires.
    const expired = new AbortController()
    const timer = setTimeout(() => expired.abort(), timeoutMs)
    const signal = AbortSignal.any([own, closing.signal, expired.signal])
    const deadline = new Date(now().getTime() + timeoutMs)
    try {
      const client = await openHttp()
      const result = await client.call({ base, request, parseResponse, signal, now, deadline })
      own.throwIfAborted()
      return closing.signal.aborted ? { kind: 'unavailable' } : result
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    resolveProvider: (key, named) => resolveProvider(key, { named, defaultProvider }),
    modelOf: name => providers[name].model,
    annotate: async request => {
      inProgress += 1
      try {
        const result: ProviderResult = inProgress > maxCalls ? { kind: 'unavailable' } : await call(request)
        count(request.provider, result.kind)
        return result
      } finally {
        inProgress -= 1
      }
    },
    calls: () => Object.fromEntries(counts),
    close: async () => {
      closing.abort()
      await (await http)?.close()
    },
  }
}

type FailedOutcome = Exclude<ProviderOutcome, 'answered'>

/** The error code of each failure, and its text after the name of the provider. */
const failures: Readonly<Record<FailedOutcome, readonly [ProblemCode, string]>> = {
  key_rejected: ['provider_key_rejected', 'rejected the key'],
  no_credit: ['provider_no_credit', 'has no credit left for this key'],
  quota_exceeded: ['provider_quota_exceeded', 'reports that the quota of this key is used up'],
  rate_limited: ['provider_rate_limited', 'is rate limiting this key'],
  model_unknown: [
    'provider_model_unknown',
    'does not have the model that this service requests, or the key has no access to it',
  ],
  region_refused: ['provider_region_refused', 'does not serve the region of this server'],
  image_refused: ['provider_image_refused', 'rejected the image, or its model does not accept images'],
  truncated: ['provider_answer_truncated', 'used up its output tokens before it had described the image'],
  refused: ['provider_failed', 'refuses to describe the image'],
  unusable: ['provider_failed', 'returned no usable response'],
  unavailable: ['provider_unavailable', 'cannot be used right now'],
  timeout: ['provider_timeout', 'took too long'],
}

/** Temporary failures, whose responses get Retry-After. */
const temporary: readonly FailedOutcome[] = ['rate_limited', 'unavailable']
/** Retry-After if the provider sends none, seconds. */
const defaultRetryAfter = 10

/** @returns the error for a result, which is a warning unless handling is strict; undefined when the provider answered. */
export function providerProblem(provider: ProviderName, result: ProviderResult): Problem | undefined {
  if (result.kind === 'answered') return undefined
  const { kind, retryAfter } = result
  const [code, text] = failures[kind]
  const hint = retryAfter === undefined ? '' : `; retry after ${retryAfter} s`
  return new Problem(code, {
    detail: `${provider} ${text}${hint}.`,
    headers: temporary.includes(kind) ? { 'retry-after': `${retryAfter ?? defaultRetryAfter}` } : {},
  })
}
