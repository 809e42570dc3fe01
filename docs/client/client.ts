// A client to copy with api.d.ts, for browsers and Node.js 20 or later. README.md shows its use.
import type { components } from './api.d.ts'

type Schemas = components['schemas']

export interface ClientOptions {
  /** Absolute address of the service, with its path prefix if it has one. */
  readonly baseUrl: string | URL
  /** A key of API_KEYS, if the service requires one. */
  readonly apiKey?: string | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface CallOptions {
  /** Cancels the request; the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Further headers, such as prefer or x-vision-provider. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** An image or video: a File or another Blob, its bytes, or its address (http, https or a data URI). */
export type Source = Blob | Uint8Array | URL | string
export type AnalyzeOptions = Omit<Schemas['AnalysisRequest'], 'source_url'> & CallOptions

/** What was ignored or replaced. `pointer` is a JSON Pointer into the body, or begins with /query or /headers. */
export type Warning = Readonly<Record<'code' | 'pointer' | 'detail', string>>
/** The body of a response, the id and the address of its record, and its warnings. */
export type Result<T> = T & { readonly id: string; readonly url: string; readonly warnings: readonly Warning[] }

/** A failed request; its message is `detail`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** A code of the service, `network_error` without a response, or `unexpected_response`, for example of a proxy. */
  readonly code: Schemas['Problem']['code'] | 'network_error' | 'unexpected_response'
  readonly detail: string
  /** All invalid fields of the request. */
  readonly errors: readonly Schemas['FieldError'][]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined

  constructor(problem: Pick<ApiError, 'code' | 'detail'> & Partial<ApiError>, response?: Response) {
    super(problem.detail, problem)
    this.status = response?.status ?? 0
    this.code = problem.code
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.requestId = response?.headers.get('x-request-id') ?? undefined
    this.retryAfter = Number(response?.headers.get('retry-after')) || undefined
  }
}

/** @returns functions that reject with an ApiError or, after an abort, with the reason of the signal */
export function createClient({ baseUrl, apiKey, fetch = (...request) => globalThis.fetch(...request) }: ClientOptions) {
  const base = String(baseUrl).replace(/\/+$/, '')

  async function post<T>(path: string, value: object, { signal, headers }: CallOptions): Promise<Result<T>> {
    const body = value instanceof Blob || value instanceof FormData ? value : JSON.stringify(value)
    const type = typeof body === 'string' && { 'content-type': 'application/json' }
    const access = apiKey && { authorization: `Bearer ${apiKey}` }
    const init = { method: 'POST', headers: { ...access, ...type, ...headers }, body, signal: signal ?? null }
    const { response, json } = await fetch(`${base}/api/v1/${path}`, init)
      .then(readJson)
      .catch(cause => {
        signal?.throwIfAborted()
        const { message, code } = cause.cause ?? cause
        const detail = `No valid response from ${base}: ${message || code}. Check baseUrl, the network and, in a browser, CORS_ORIGINS.`
        throw new ApiError({ code: 'network_error', detail, cause })
      })
    if (!json || !response.ok) {
      const detail = `${base} answered ${response.status} without JSON of the service. Check baseUrl and proxies.`
      throw new ApiError({ code: 'unexpected_response', detail, ...json }, response)
    }
    const record = response.headers.get('content-location')?.replace(/^.*(?=\/api\/v1\/)/, '') ?? '' // base has the prefix
    const warnings = parseWarnings(response.headers.get('x-warnings') ?? '')
    return { ...json, id: record.replace(/.*\//, ''), url: base + record, warnings }
  }

  return {
    /** Analyses the style of an image or video. */
    async analyze(source: Source, { signal, headers, ...options }: AnalyzeOptions = {}) {
      const call = { signal, headers }
      if (typeof source === 'string' || source instanceof URL)
        return post<Schemas['AnalysisResponse']>('analyze-vibe', { source_url: String(source), ...options }, call)
      const { api_key, region: box, ...members } = options
      const query = new URLSearchParams(box && { region: [box.x, box.y, box.width, box.height].join() })
      for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value))
      // fetch sends a Blob with its type. Bytes have none, and a form needs none.
      const file = source instanceof Uint8Array ? new Blob([new Uint8Array(source)]) : source
      const body = /^(?:image|video)\//i.test(file.type) ? file : new FormData()
      if (body instanceof FormData) body.append('file', file)
      const keys = { ...(api_key && { 'x-vision-key': api_key }), ...headers }
      return post<Schemas['AnalysisResponse']>(`analyze-vibe?${query}`, body, { signal, headers: keys })
    },
    /** Builds a landing page from a style. */
    buildPage: (request: Schemas['SparkpageRequest'], options: CallOptions = {}) =>
      post<Schemas['SparkpageResponse']>('build-sparkpage', request, options),
    /** Generates a script that captures a page. */
    captureScript: (request: Schemas['CaptureRequest'], options: CallOptions = {}) =>
      post<Schemas['CaptureResponse']>('capture-media', request, options),
  }
}

/** The JSON of a response; undefined if it is not a response of the service. */
async function readJson(response: Response) {
  const text = await response.text()
  const type = response.ok ? 'application/json' : 'application/problem+json'
  return { response, json: response.headers.get('content-type')?.startsWith(type) ? JSON.parse(text) : undefined }
}

/** Reads RFC 9651 items: code;pointer="…";detail="…", … Beyond ASCII their texts are percent-encoded UTF-8. */
function parseWarnings(header: string): readonly Warning[] {
  const items = header.matchAll(/([\w-]+);pointer="((?:[^"\\]|\\.)*)";detail="((?:[^"\\]|\\.)*)"/g)
  const decodeBytes = (hex: string) =>
    new TextDecoder().decode(Uint8Array.from(hex.slice(1).split('%'), byte => Number.parseInt(byte, 16)))
  const read = (text = '') => text.replace(/\\(.)/g, '$1').replace(/(?:%[89a-f][\da-f])+/g, decodeBytes)
  return [...items].map(([, code = '', pointer, detail]) => ({ code, pointer: read(pointer), detail: read(detail) }))
}
