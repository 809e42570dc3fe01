// HTTP client of the playground: its operations, and errors and warnings in the words of the page.

/** @typedef {import('../schemas/platform.ts').Platform} Platform */
/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** With the style as the playground sends it. @typedef {Omit<PageRequest, 'style_metadata'> & { readonly style_metadata: import('./state.js').PageStyle & { readonly preview?: import('./state.js').Picture } }} StoredRequest */
/** @typedef {import('../schemas/capture.ts').CaptureRequest} CaptureRequest */
/** @typedef {import('../schemas/render.ts').Render} Render */
/** @typedef {Readonly<Record<string, string>>} Variables */
/** @typedef {{ readonly access: string, readonly vision: string, readonly provider: string }} Keys */
/** @typedef {{ readonly keys: Keys, readonly signal?: AbortSignal }} Options */

/**
 * What the user is told about an error.
 * @typedef {object} ErrorFacts
 * @property {'error' | 'key' | 'limited' | 'offline'} kind
 * @property {string} title
 * @property {string} advice
 * @property {readonly string[]} [details] What is wrong with each field.
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

/**
 * @param {File | string} picture a file, or the address of a picture
 * @param {{ readonly platform: Platform, readonly hasPreview?: boolean } & Options} options
 * @returns {Promise<{ readonly style: Style, readonly warnings: readonly string[] }>}
 */
export async function requestAnalysis(picture, { platform, hasPreview = false, ...options }) {
  const { vision, provider } = options.keys
  const headers = { ...(vision && { 'x-vision-key': vision }), ...(provider && { 'x-vision-provider': provider }) }
  const path = `analyze-vibe?target_platform=${platform}&preview=${hasPreview}`
  const response = await post(path, picture instanceof File ? picture : { source_url: picture }, options, headers)
  const { style_metadata: style } = await response.json()
  // What is said about the request comes first, and its header has codes.
  const warnings = warningsOf(response.headers)
  return { style, warnings: [...warnings, ...style.analysis.warnings.slice(warnings.length)] }
}

/** @param {PageRequest} request @param {Options} options */
export async function requestPage(request, options) {
  const response = await post('build-sparkpage', request, options)
  /** @type {{ generated_html: string, css_variables: Variables, page: { id: string } }} */
  const { generated_html: html, css_variables: variables, page } = await response.json()
  // Relative to this page: its proxy may not forward the prefix that it removes.
  const address = new URL(`./api/v1/pages/${page.id}`, document.baseURI).href
  const direction = response.headers.get('x-direction') ?? ''
  // That of all visitors, or both.
  const [, schemes = ''] = /^color-scheme:([a-z ]+)/m.exec(html) ?? []
  return {
    html,
    variables,
    schemes: schemes.split(' '),
    id: page.id,
    address,
    direction,
    warnings: warningsOf(response.headers),
  }
}

/** The request of a stored page. @param {string} id @param {Options} options @returns {Promise<StoredRequest>} */
export async function fetchPage(id, options) {
  const response = await send(`pages/${encodeURIComponent(id)}`, { headers: { accept: 'application/json' } }, options)
  return (await response.json()).request
}

/** A stored page as a folder for any web server. @param {string} id @param {Options} options @returns {Promise<Blob>} */
export async function readArchive(id, options) {
  const response = await send(`pages/${encodeURIComponent(id)}`, { headers: { accept: 'application/zip' } }, options)
  return response.blob()
}

/** @param {CaptureRequest} request @param {Options} options @returns {Promise<string>} the script */
export async function createCaptureScript(request, options) {
  const response = await post('capture-media', request, options)
  return (await response.json()).playwright_script
}

/** @returns {Promise<string | null>} why the service takes no pictures itself; null: it does */
export async function readRenderRefusal() {
  const response = await fetch('playground/renders')
  return response.ok ? (await response.json()).refusal : 'Try again later.'
}

/** Seconds for which the service holds an answer about a render that has not ended. */
const pollSeconds = 1

/**
 * Has the service take the picture or video that a capture describes.
 * @param {CaptureRequest} request
 * @param {(render: Render) => void} onChange is called with each state
 * @param {Options} options
 * @returns {Promise<{ readonly render: Render, readonly file: Blob, readonly warnings: readonly string[] }>}
 */
export async function takeRender(request, onChange, options) {
  const added = await post('renders', request, options, { prefer: 'respond-async' })
  const warnings = warningsOf(added.headers)
  /** @type {{ render: Render }} */
  let { render } = await added.json()
  const path = `renders/${render.id}`
  while (render.status === 'queued' || render.status === 'running') {
    onChange(render)
    const headers = { accept: 'application/json', prefer: `wait=${pollSeconds}` }
    render = (await (await send(path, { headers }, options)).json()).render
  }
  if (render.problem) throw new ServiceError(factsOf(render.problem))
  const answer = await send(path, { headers: { accept: render.type ?? 'image/*' } }, options)
  return { render, file: await answer.blob(), warnings: [...warnings, ...(render.warnings ?? [])] }
}

/**
 * @param {string} path of an operation, with its query
 * @param {unknown} body which is sent as it is if it is a file, else as JSON
 * @param {Options} options
 * @param {Readonly<Record<string, string>>} [headers]
 */
function post(path, body, options, headers) {
  const isFile = body instanceof File
  const type = { 'content-type': isFile ? mediaTypeOf(body) : 'application/json' }
  const request = { method: 'POST', headers: { ...type, ...headers }, body: isFile ? body : JSON.stringify(body) }
  return send(path, request, options)
}

/** @param {string} path @param {RequestInit & { readonly headers: Readonly<Record<string, string>> }} request @param {Options} options */
async function send(path, request, { keys, signal }) {
  const headers = { ...request.headers, ...(keys.access && { authorization: `Bearer ${keys.access}` }) }
  const response = await fetch(`api/v1/${path}`, { ...request, headers, ...(signal && { signal }) }).catch(error => {
    throw signal?.aborted ? error : offlineError()
  })
  if (!response.ok) throw await errorOf(response)
  return response
}

/** The service looks into the file itself, but wants a type that it may have. @param {File} file */
export function mediaTypeOf({ type }) {
  return /^(image|video)\/[\w.+-]+$/.test(type) ? type : 'image/unknown'
}

export function offlineError() {
  return new ServiceError({
    kind: 'offline',
    title: navigator.onLine ? 'The service cannot be reached' : 'You are offline',
    advice: 'Nothing on this page is lost. The request is repeated as soon as the connection is back.',
  })
}

const formats =
  'Choose a picture as JPEG, PNG, WebP, AVIF, GIF, TIFF, SVG, HEIC, JPEG XL, BMP, ICO or PSD, or a video as MP4, WebM, MOV, MKV, AVI, MPEG-TS, FLV or WMV.'
const tooLarge = ['The picture is too large', 'Choose a smaller copy of it.']
const withoutProvider = 'The colours were measured without its help.'

const noDescription = ['The vision provider gave no description', `Try again later. ${withoutProvider}`]

/** Titles and advice. @type {Readonly<Partial<Record<import('../schemas/problems.ts').ProblemCode, readonly string[]>>>} */
const texts = {
  unauthorized: ['This service needs a key', 'Enter the API key of this service, then try again.'],
  cross_site_refused: ['The service does not accept requests of this page', 'Ask its operator to allow this address.'],
  invalid_request: ['Please change these entries', ''],
  body_too_large: tooLarge,
  source_too_large: tooLarge,
  source_too_many_pixels: tooLarge,
  picture_too_large: tooLarge,
  source_invalid: ['This is not the address of a picture', 'Enter an address that begins with https://.'],
  source_refused: ['This address is not public', 'Use an address that everybody can open, or choose the file itself.'],
  source_unreachable: ['The address cannot be reached', 'Check its spelling, or choose the file itself.'],
  source_http_error: ['The website does not give out this picture', 'Save it on your machine and choose the file.'],
  source_timeout: ['Loading the picture took too long', 'Save it on your machine and choose the file.'],
  source_not_picture: ['This is not a picture', `Often it is the web page that shows the picture. ${formats}`],
  source_unsupported: ['This kind of file is not supported', formats],
  video_unavailable: ['This server cannot read videos', 'Choose a picture, such as a frame of the video.'],
  rate_limited: ['Too many requests', 'Wait a moment.'],
  overloaded: ['The service is busy', 'Wait a moment.'],
  record_not_found: ['This page is not stored here', 'It may have been deleted. Start with a picture instead.'],
  page_not_opened: ['The page cannot be opened'],
  render_failed: ['The picture could not be taken'],
  render_unavailable: ['This service takes no pictures itself'],
  storage_full: ['The service has no space left', 'Tell its operator.'],
  provider_unknown: ['The key does not say whose it is', `Choose the vision provider beside it. ${withoutProvider}`],
  provider_key_rejected: ['The vision provider does not accept the key', withoutProvider],
  provider_no_credit: ['The key has no credit left', `Add credit at the vision provider. ${withoutProvider}`],
  provider_quota_exceeded: ['The quota of the key is used up', `Check its plan and limits. ${withoutProvider}`],
  provider_rate_limited: noDescription,
  provider_model_unknown: ['The vision provider does not have the model', withoutProvider],
  provider_region_refused: ['The vision provider does not serve this region', withoutProvider],
  provider_image_refused: ['The vision provider does not take this picture', withoutProvider],
  provider_answer_truncated: noDescription,
  provider_failed: noDescription,
  provider_unavailable: noDescription,
  provider_timeout: noDescription,
}

const textsOf = new Map(Object.entries(texts))

/** Entries of the page by the last name of a pointer. @type {Readonly<Record<string, string>>} */
const entries = {
  headline: 'The headline',
  sub_headline: 'The text below the headline',
  cta_button_text: 'The text of the button',
  cta_url: 'The address where the button leads',
  action: 'The address of the form',
  label: 'A field of the form',
  name: 'The name of the brand',
  heading: 'A heading',
  footer: 'The last line',
  record_duration: 'The length of the video',
}

/** What is wrong with an entry, by the code of its error or warning. @type {Readonly<Record<string, string>>} */
const faults = {
  too_long: 'is too long',
  content_empty: 'is empty, so the page has none',
}

/** @param {string} code @param {string} pointer of an error or a warning */
function describe(code, pointer) {
  const entry = entries[pointer.split('/').at(-1) ?? ''] ?? 'An entry'
  return textsOf.get(code)?.join('. ') ?? `${entry} ${faults[code] ?? 'is not valid'}.`
}

/** @param {Response} response */
async function errorOf(response) {
  const { status, headers } = response
  const problem = await response.json().catch(() => ({}))
  // Retry-After, else the reset time in the RateLimit field.
  const wait = headers.get('retry-after') ?? /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  const seconds = status === 429 || status === 503 ? Number(wait) || undefined : undefined
  /** @type {readonly { readonly code: string, readonly pointer: string }[]} */
  const errors = problem.errors ?? []
  return new ServiceError({
    ...factsOf(problem),
    kind: status === 401 ? 'key' : seconds ? 'limited' : 'error',
    details: errors.map(({ code, pointer }) => describe(code, pointer)),
    id: problem.request_id ?? headers.get('x-request-id') ?? '',
    ...(seconds && { seconds }),
  })
}

/** Without an advice, what the service says. @param {{ readonly code?: string, readonly detail?: string }} problem @returns {ErrorFacts} */
function factsOf({ code = '', detail = '' }) {
  const [title = '', advice = detail] = textsOf.get(code) ?? ['The service did not succeed', 'Try again in a moment.']
  return { kind: 'error', title, advice, page: code && `problems/${code}` }
}

/** The items of x-warnings (RFC 9651). @param {Headers} headers */
function warningsOf(headers) {
  const items = (headers.get('x-warnings') ?? '').matchAll(/([a-z_]+);pointer="((?:[^"\\]|\\.)*)"/g)
  return [...items].map(([, code = '', pointer = '']) => describe(code, pointer))
}
