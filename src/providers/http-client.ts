// The HTTP client for providers, with retries. undici is loaded with this file, which the first call imports.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { parseAnnotation } from './annotation.ts'
import type { ProviderProtocol, ProviderReply, ProviderRequest, ProviderResult } from './provider.ts'

interface CallOptions {
  /** Base URL of the provider, with or without a final slash. */
  readonly base: string
  readonly request: ProviderRequest
  readonly parseResponse: ProviderProtocol['parseResponse']
  readonly signal: AbortSignal
  readonly now: () => Date
  /** When the signal aborts at the latest. */
  readonly deadline: Date
}

export interface HttpClient {
  /** @returns the result of the last complete attempt; `timeout` when the signal aborted before one was complete. */
  readonly call: (options: CallOptions) => Promise<ProviderResult>
  /** Aborts calls in progress. */
  readonly close: () => Promise<void>
}

/** Keeps connections open between calls. */
export function createHttpClient(): HttpClient {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }) // the signal is the timeout
  return {
    call: options => callWithRetry(options, dispatcher),
    close: () => dispatcher.destroy(),
  }
}

const maxAttempts = 3
/** Before the second attempt, ms; doubled before the third. */
const firstDelayMs = 250

interface Attempt {
  readonly result: ProviderResult
  readonly isRetryable: boolean
}

/**
 * Retries after a broken connection and after 5xx, when the delay that the provider asks for fits before the deadline. undici's retry
 * interceptor cannot do this: it continues a response that breaks off with a Range request, where a POST has to be sent again as a whole.
 */
async function callWithRetry(options: CallOptions, dispatcher: Dispatcher): Promise<ProviderResult> {
  const { signal, now, deadline } = options
  let last: ProviderResult = { kind: 'timeout' }
  for (let number = 0; number < maxAttempts; number++) {
    const attempt = await send(options, dispatcher).then(
      response => interpret(response, options),
      (): Attempt => ({ result: { kind: 'unavailable' }, isRetryable: true }),
    )
    if (signal.aborted) break
    last = attempt.result
    const requestedMs = 'retryAfter' in last && last.retryAfter !== undefined ? last.retryAfter * 1000 : 0
    const delayMs = Math.max(requestedMs, firstDelayMs * 2 ** number)
    const isLast = number === maxAttempts - 1
    if (!attempt.isRetryable || isLast || now().getTime() + delayMs >= deadline.getTime()) break
    await wait(delayMs, undefined, { signal }).catch(() => undefined)
  }
  return last
}

interface ProviderResponse {
  readonly status: number
  readonly retryAfter: unknown
  /** JSON of a 200 or 400; undefined when it is invalid, too large, or compressed, which is never requested. */
  readonly body: unknown
}

/** Statuses whose body is read. */
const statusesWithBody: readonly number[] = [200, 400]

/** Redirects are not followed, so that the key is sent nowhere else. */
async function send(
  { base, request: { path, headers, body }, signal }: CallOptions,
  dispatcher: Dispatcher,
): Promise<ProviderResponse> {
  const response = await request(`${base.replace(/\/+$/, '')}/${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
    },
    body: JSON.stringify(body),
    dispatcher,
    signal,
  })
  response.body.on('error', () => undefined) // without a listener, a body that is discarded would end the process
  try {
    return {
      status: response.statusCode,
      retryAfter: response.headers['retry-after'],
      body: statusesWithBody.includes(response.statusCode) ? await readJson(response) : undefined,
    }
  } finally {
    response.body.destroy()
  }
}

/** Largest body of a response. */
const maxBytes = 4 * 1024 * 1024

async function readJson({ headers, body }: Dispatcher.ResponseData): Promise<unknown> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return undefined
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > maxBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

/** Statuses of an unknown key, of one without credit, and of one without permission. */
const keyStatuses: readonly number[] = [401, 402, 403]

/** A 4xx means that the request is wrong, so it is not sent again. */
function interpret(response: ProviderResponse, { parseResponse, now }: CallOptions): Attempt {
  const { status, body } = response
  const seconds = parseRetryAfter(response.retryAfter, now())
  const retryAfter = seconds === undefined ? {} : { retryAfter: seconds }
  if (status === 200) return final(resultOf(parseResponse(body)))
  if (keyStatuses.includes(status) || (status === 400 && isRejected(parseResponse(body))))
    return final({ kind: 'key_rejected' })
  if (status === 429) return final({ kind: 'rate_limited', ...retryAfter })
  if (status >= 500) return { result: { kind: 'unavailable', ...retryAfter }, isRetryable: true }
  return final({ kind: 'unusable' })
}

function final(result: ProviderResult): Attempt {
  return { result, isRetryable: false }
}

function resultOf(reply: ProviderReply | undefined): ProviderResult {
  if (reply === undefined || 'rejected' in reply) return { kind: 'unusable' }
  if ('refused' in reply) return { kind: 'refused' }
  const annotation = parseAnnotation(reply.content)
  return annotation === undefined ? { kind: 'unusable' } : { kind: 'answered', annotation }
}

function isRejected(reply: ProviderReply | undefined): boolean {
  return reply !== undefined && 'rejected' in reply
}

/** Longest Retry-After that is believed: a day, in seconds. */
const maxRetryAfter = 86_400

/**
 * @param header Retry-After: seconds or a date (RFC 9110, section 10.2.3).
 * @returns whole seconds from now, 0 to a day; undefined when the header is missing or invalid.
 */
export function parseRetryAfter(header: unknown, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(maxRetryAfter, Math.max(0, seconds))
}
