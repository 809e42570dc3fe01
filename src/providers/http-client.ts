// The HTTP client for providers, with retries. undici is loaded with this file, which the first call imports.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'
import { parseAnnotation } from './annotation.ts'
import { failureOf, retryDelayOf } from './failures.ts'
import {
  getPath,
  type ProviderProtocol,
  type ProviderReply,
  type ProviderRequest,
  type ProviderResult,
} from './provider.ts'

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
  /** JSON; undefined when it is invalid, too large, or compressed, which is never requested. */
  readonly body: unknown
}

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
      body: await readJson(response).catch(error => {
        if (response.statusCode === 200) throw error
        return undefined
      }),
    }
  } finally {
    response.body.destroy()
  }
}

/** Largest body of a response. */
const maxAnswerBytes = 4 * 1024 * 1024

async function readJson({ headers, body }: Dispatcher.ResponseData): Promise<unknown> {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return undefined
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > maxAnswerBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

function interpret(response: ProviderResponse, { parseResponse, now }: CallOptions): Attempt {
  const { body } = response
  const status = response.status === 200 ? statusOf(body) : response.status
  if (status === 200) return { result: providerResult(parseResponse(body)), isRetryable: false }
  const kind = failureOf(status, body)
  if (kind !== 'rate_limited' && kind !== 'unavailable') return { result: { kind }, isRetryable: false }
  const retryAfter = parseRetryAfter(response.retryAfter ?? retryDelayOf(body), now())
  // Rate-limited requests are not retried; any other 4xx means that the request is wrong.
  return { result: { kind, ...(retryAfter !== undefined && { retryAfter }) }, isRetryable: kind === 'unavailable' }
}

/** The status in the body of a 200: OpenRouter sends the headers before the model has answered. */
function statusOf(body: unknown): number {
  const code = getPath(body, 'error', 'code')
  const isStatus = typeof code === 'number' && code >= 300 && code < 600
  return isStatus ? code : getPath(body, 'error') === undefined ? 200 : 400
}

function providerResult(reply: ProviderReply): ProviderResult {
  if ('refused' in reply) return { kind: 'refused' }
  const annotation = parseAnnotation(reply.content)
  if (annotation !== undefined) return { kind: 'answered', annotation }
  return { kind: reply.isTruncated ? 'truncated' : 'unusable' }
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
