// What crosses the wire: the three operations, and how they fail.

/** @typedef {import('../schemas/analysis.ts').AnalysisRequest} AnalysisRequest */
/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {Readonly<Record<string, string>>} Variables */
/** @typedef {{ readonly access: string, readonly vision: string, readonly provider: string }} Keys */

/**
 * What a person is told when something fails.
 * @typedef {object} FaultFacts
 * @property {'error' | 'key' | 'limited' | 'offline'} kind
 * @property {string} title
 * @property {string} advice
 * @property {readonly string[]} [faults] What to mend, one by one.
 * @property {string} [id] Request id.
 * @property {string} [page] Address of the page about this problem.
 * @property {number} [seconds] How long to wait.
 */

export class Fault extends Error {
  /** @param {FaultFacts} facts */
  constructor(facts) {
    super(facts.title)
    this.facts = facts
  }
}

/** Largest file that the service takes, bytes: told here before it travels. */
const largest = 24 * 1024 * 1024

export const unreachable = () =>
  new Fault({
    kind: 'offline',
    title: navigator.onLine ? 'The service cannot be reached' : 'You are offline',
    advice: 'What is on this page stays. It goes on by itself once the connection is back.',
  })

/** Seconds to wait: Retry-After, else what the RateLimit field says. @param {Headers} headers */
const secondsOf = headers =>
  Number(headers.get('retry-after') ?? /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]) || undefined

/** @param {Response} response */
const faultOf = async response => {
  const { status, headers } = response
  const problem = await response.json().catch(() => ({}))
  const title = String(problem.title ?? `The service answered ${status}`)
  const seconds = status === 429 || status === 503 ? secondsOf(headers) : undefined
  return new Fault({
    kind: status === 401 ? 'key' : seconds ? 'limited' : 'error',
    title,
    // A detail without more to tell begins with the title.
    advice:
      problem.detail?.replace(`${title}. `, '') ??
      'Something between here and the service answered in its place. Try again in a moment.',
    faults: problem.errors?.slice(1).map((/** @type {{ message: string }} */ { message }) => message) ?? [],
    id: problem.request_id ?? headers.get('x-request-id') ?? '',
    page: problem.code ? `problems/${problem.code}` : '',
    ...(seconds && { seconds }),
  })
}

/**
 * @param {'analyze-vibe' | 'build-sparkpage' | 'capture-media'} operation
 * @param {unknown} body
 * @param {{ readonly keys: Keys, readonly signal?: AbortSignal }} how
 */
const post = async (operation, body, { keys, signal }) => {
  const headers = {
    'content-type': 'application/json',
    ...(keys.access && { authorization: `Bearer ${keys.access}` }),
    ...(operation === 'analyze-vibe' && keys.provider && { 'x-vision-provider': keys.provider }),
  }
  const response = await fetch(`api/v1/${operation}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch(error => {
    throw signal?.aborted ? error : unreachable()
  })
  if (!response.ok) throw await faultOf(response)
  return response
}

/** The `detail` of every entry of x-warnings (RFC 9651). @param {Headers} headers */
const warningsOf = headers =>
  [...(headers.get('x-warnings') ?? '').matchAll(/;detail="((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
    text.replace(/\\(.)/g, '$1'),
  )

/**
 * @param {AnalysisRequest} request without a key
 * @param {{ readonly keys: Keys, readonly signal: AbortSignal }} how
 * @returns {Promise<Style>}
 */
export const analyse = async (request, how) => {
  const { vision } = how.keys
  const response = await post('analyze-vibe', { ...request, ...(vision && { api_key: vision }) }, how)
  return (await response.json()).style_metadata
}

/**
 * @param {PageRequest} request
 * @param {{ readonly keys: Keys, readonly signal: AbortSignal }} how
 * @returns {Promise<{ readonly html: string, readonly variables: Variables, readonly warnings: readonly string[] }>}
 */
export const build = async (request, how) => {
  const response = await post('build-sparkpage', request, how)
  const { generated_html: html, css_variables: variables } = await response.json()
  return { html, variables, warnings: warningsOf(response.headers) }
}

/**
 * @param {CaptureRequest} request
 * @param {{ readonly keys: Keys }} how
 * @returns {Promise<string>} the script
 */
export const capture = async (request, how) =>
  (await (await post('capture-media', request, how)).json()).playwright_script

/**
 * A file as a data URI.
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export const readFile = (file, signal) =>
  new Promise((resolve, reject) => {
    if (file.size > largest) {
      const size = Math.round(file.size / 1024 / 1024)
      reject(
        new Fault({ kind: 'error', title: 'The file is too large', advice: `It has ${size} MB; 24 MB is the most.` }),
      )
      return
    }
    const reader = new FileReader()
    signal.addEventListener('abort', () => reader.abort())
    reader.onload = () => resolve(String(reader.result))
    reader.onabort = () => reject(signal.reason)
    reader.onerror = () =>
      reject(new Fault({ kind: 'error', title: 'The file cannot be read', advice: 'Choose it once more.' }))
    reader.readAsDataURL(file)
  })
