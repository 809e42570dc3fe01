// HTTP client of the playground: its three operations and their errors.

/** @typedef {import('../schemas/analysis.ts').AnalysisRequest} AnalysisRequest */
/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {Readonly<Record<string, string>>} Variables */
/** @typedef {{ readonly access: string, readonly vision: string, readonly provider: string }} Keys */
/** @typedef {{ readonly keys: Keys, readonly signal?: AbortSignal }} Options */

/**
 * What the user is told about an error.
 * @typedef {object} ErrorFacts
 * @property {'error' | 'key' | 'limited' | 'offline'} kind
 * @property {string} title
 * @property {string} advice
 * @property {readonly string[]} [details] Messages of the further field errors.
 * @property {string} [id] Request id.
 * @property {string} [page] URL of the page about this problem.
 * @property {number} [seconds] Time until a retry.
 */

export class ServiceError extends Error {
  /** @param {ErrorFacts} facts */
  constructor(facts) {
    super(facts.title)
    this.facts = facts
  }
}

/** Largest file that the service accepts, bytes; checked before the upload. */
const maxFileBytes = 24 * 1024 * 1024

/** @param {AnalysisRequest} request without a key @param {Options} options @returns {Promise<Style>} */
export async function analyze(request, options) {
  const { vision } = options.keys
  const response = await post('analyze-vibe', { ...request, ...(vision && { api_key: vision }) }, options)
  return (await response.json()).style_metadata
}

/**
 * @param {PageRequest} request
 * @param {Options} options
 * @returns {Promise<{ readonly html: string, readonly variables: Variables, readonly warnings: readonly string[] }>}
 */
export async function buildPage(request, options) {
  const response = await post('build-sparkpage', request, options)
  const { generated_html: html, css_variables: variables } = await response.json()
  return { html, variables, warnings: warningsOf(response.headers) }
}

/** @param {CaptureRequest} request @param {Options} options @returns {Promise<string>} the script */
export async function createCaptureScript(request, options) {
  const response = await post('capture-media', request, options)
  return (await response.json()).playwright_script
}

/**
 * @param {'analyze-vibe' | 'build-sparkpage' | 'capture-media'} operation
 * @param {unknown} body
 * @param {Options} options
 */
async function post(operation, body, { keys, signal }) {
  const headers = {
    'content-type': 'application/json',
    ...(keys.access && { authorization: `Bearer ${keys.access}` }),
    ...(operation === 'analyze-vibe' && keys.provider && { 'x-vision-provider': keys.provider }),
  }
  const request = { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) }
  const response = await fetch(`api/v1/${operation}`, request).catch(error => {
    throw signal?.aborted ? error : offlineError()
  })
  if (!response.ok) throw await errorOf(response)
  return response
}

export function offlineError() {
  return new ServiceError({
    kind: 'offline',
    title: navigator.onLine ? 'The service cannot be reached' : 'You are offline',
    advice: 'Nothing on this page is lost. The request is repeated as soon as the connection is back.',
  })
}

/** @param {Response} response */
async function errorOf(response) {
  const { status, headers } = response
  const problem = await response.json().catch(() => ({}))
  const title = String(problem.title ?? `The service answered ${status}`)
  // Retry-After, else the reset time in the RateLimit field.
  const wait = headers.get('retry-after') ?? /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  const seconds = status === 429 || status === 503 ? Number(wait) || undefined : undefined
  return new ServiceError({
    kind: status === 401 ? 'key' : seconds ? 'limited' : 'error',
    title,
    // The detail of a problem may repeat its title.
    advice:
      problem.detail?.replace(`${title}. `, '') ?? 'A proxy answered instead of the service. Try again in a moment.',
    details: problem.errors?.slice(1).map((/** @type {{ message: string }} */ { message }) => message) ?? [],
    id: problem.request_id ?? headers.get('x-request-id') ?? '',
    page: problem.code ? `problems/${problem.code}` : '',
    ...(seconds && { seconds }),
  })
}

/** The `detail` of every item of x-warnings (RFC 9651). @param {Headers} headers */
function warningsOf(headers) {
  const items = (headers.get('x-warnings') ?? '').matchAll(/;detail="((?:[^"\\]|\\.)*)"/g)
  return [...items].map(([, text = '']) => text.replace(/\\(.)/g, '$1'))
}

/** A file as a data URI. @param {File} file @param {AbortSignal} signal @returns {Promise<string>} */
export function readFile(file, signal) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ title, /** @type {string} */ advice) =>
      reject(new ServiceError({ kind: 'error', title, advice }))
    if (file.size > maxFileBytes) {
      const size = Math.round(file.size / 1024 / 1024)
      fail('The file is too large', `Its size is ${size} MB; the limit is 24 MB.`)
      return
    }
    const reader = new FileReader()
    signal.addEventListener('abort', () => reader.abort())
    reader.onload = () => resolve(String(reader.result))
    reader.onabort = () => reject(signal.reason)
    reader.onerror = () => fail('The file cannot be read', 'Choose the file again.')
    reader.readAsDataURL(file)
  })
}
