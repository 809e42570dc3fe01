// The playground: analyses a picture, shows and edits the page built from it, and exports the results.
import { pageRequest, pageStyle, parseFragment, toCss, toCurl, toFragment, toTailwind, toTokens } from './formats.js'
import { analyze, buildPage, createCaptureScript, offlineError, readFile, ServiceError } from './service.js'
import {
  applyColors,
  byId,
  createPreview,
  find,
  showCrop,
  showError,
  showNotes,
  showRoles,
  showSharedColors,
  showSource,
  showStyle,
  viewportSize,
} from './views.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('./formats.js').PageStyle} PageStyle */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {string} [picture] URL at which this page can show it.
 * @property {string} [fileName]
 * @property {(signal: AbortSignal) => Promise<string>} read Gives the source_url.
 */

/**
 * The current result; it has no `analyzed` when its style came from a shared link.
 * @typedef {object} Result
 * @property {PageStyle} style
 * @property {{ readonly source: Source, readonly url: string, readonly style: Style }} [analyzed]
 * @property {import('./service.js').Variables} [variables]
 * @property {string} [page] HTML.
 */

const main = byId('main')
const notice = byId('notice')
const section = byId('result')
const aside = byId('aside')
const controls = byId('controls')
const input = (/** @type {string} */ id) => find(id, HTMLInputElement)
const textArea = (/** @type {string} */ id) => find(id, HTMLTextAreaElement)

/** @type {Result | undefined} */
let result
let analysisAbort = new AbortController()
let buildAbort = new AbortController()
/** @type {{ readonly kind: string, readonly retry: () => void } | undefined} */
let failed
/** @type {ReturnType<typeof createPreview> | undefined} */
let preview
/** Updates the elapsed time or the countdown. @type {ReturnType<typeof setInterval> | undefined} */
let timer

/** Analyses a picture and builds its page. @param {Source} source */
async function start(source) {
  analysisAbort.abort()
  analysisAbort = new AbortController()
  const { signal } = analysisAbort
  const previous = result
  failed = undefined
  notice.hidden = true
  main.dataset.started = ''
  showSource(source)
  if (section.getBoundingClientRect().top > innerHeight / 2) section.scrollIntoView()
  try {
    setState('reading')
    showActivity(`Reading ${source.name}`)
    const url = await source.read(signal)
    setState('analysing')
    showActivity(`Analysing ${source.name}`)
    const platform = selectedPlatform()
    const request = { source_url: url, ...(platform && { target_platform: platform }) }
    const style = await analyze(request, { keys: keys(), signal })
    result = { style: pageStyle(style), analyzed: { source, url, style } }
    showStyle(style, copyColor)
    clearInterval(timer)
    await rebuild()
    signal.throwIfAborted()
    if (selectedPlatform() !== platform) await updateCrop()
  } catch (error) {
    if (!signal.aborted) fail(error, aside, () => start(source))
    else if (signal.reason === 'cancelled') restore(previous)
  }
}

/** Builds and shows the page; the previous one stays visible until then. */
async function rebuild() {
  if (!result) return
  buildAbort.abort()
  buildAbort = new AbortController()
  const signal = AbortSignal.any([analysisAbort.signal, buildAbort.signal])
  updateAddressSoon()
  try {
    const request = pageRequest(designOf(result.style))
    const { html: page, variables, warnings } = await buildPage(request, { keys: keys(), signal })
    result = { ...result, page, variables }
    applyColors(variables)
    for (const id of ['roles', 'page', 'export']) byId(id).hidden = false
    preview ??= createPreview(byId('stage'))
    showRoles(result.analyzed?.style.roles, variables)
    showNotes(byId('page-notes'), 'Warnings', warnings)
    showCode()
    settle()
    await preview.show(page, viewport())
  } catch (error) {
    if (!signal.aborted) fail(error, result.page ? controls : aside, rebuild)
  }
}

/** Analyses the same picture for another platform. */
async function updateCrop() {
  const platform = selectedPlatform()
  if (isBusy() || !result?.analyzed || !platform) return
  const { analyzed } = result
  const { signal } = analysisAbort
  try {
    const style = await analyze({ source_url: analyzed.url, target_platform: platform }, { keys: keys(), signal })
    if (selectedPlatform() !== platform || result?.analyzed?.source !== analyzed.source) return
    result = { ...result, analyzed: { ...analyzed, style } }
    showCrop(style)
    showCode()
    settle()
  } catch (error) {
    if (!signal.aborted) fail(error, aside, updateCrop)
  }
}

/** After a cancelled analysis. @param {Result | undefined} previous */
function restore(previous) {
  result = previous
  if (previous?.analyzed) {
    showSource(previous.analyzed.source)
    showStyle(previous.analyzed.style, copyColor)
  } else if (previous) showSharedColors(previous.style.palette, copyColor)
  else {
    section.hidden = true
    delete main.dataset.started
  }
  settle()
  showToast('Cancelled')
}

/** @param {'empty' | 'reading' | 'analysing' | 'done' | 'partial' | 'error' | 'limited' | 'offline'} state */
function setState(state) {
  const focused = document.activeElement
  main.dataset.state = state
  // Move the focus if its element is hidden in this state.
  if (focused?.closest('.progress, .notice') && !focused.checkVisibility())
    byId(section.hidden ? 'file' : 'result-title').focus({ preventScroll: true })
}

function isBusy() {
  return main.dataset.state === 'reading' || main.dataset.state === 'analysing'
}

/** Clears errors and sets the state that follows from the current result. */
function settle() {
  failed = undefined
  clearInterval(timer)
  notice.hidden = true
  const hasNotes = !byId('notes').hidden || !byId('page-notes').hidden
  setState(result ? (hasNotes ? 'partial' : 'done') : 'empty')
}

/** Shows an error inside `place`, and retries by itself after a known time. @param {unknown} error @param {Element} place @param {() => void} retry */
function fail(error, place, retry) {
  /** @type {import('./service.js').ErrorFacts} */
  const unexpected = { kind: 'error', title: 'Unexpected error on this page', advice: 'Try again, or reload the page.' }
  const facts = error instanceof ServiceError ? error.facts : unexpected
  clearInterval(timer)
  failed = { kind: facts.kind, retry }
  place.prepend(notice)
  const countdown = showError(notice, facts, retry)
  setState(facts.kind === 'limited' || facts.kind === 'offline' ? facts.kind : 'error')
  if (facts.kind === 'key') {
    find('keys', HTMLDetailsElement).open = true
    input('access').focus()
  }
  if (!facts.seconds) return
  const end = Date.now() + facts.seconds * 1000
  repeat(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    countdown.textContent = `${left} s`
    if (left > 0) return
    clearInterval(timer)
    retry()
  }, 250)
}

/** Shows what the page is doing, with the elapsed time. @param {string} text */
function showActivity(text) {
  const began = performance.now()
  byId('activity').textContent = text
  repeat(() => {
    byId('time').textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`
  }, 100)
}

/** Replaces the running timer. @param {() => void} tick @param {number} intervalMs */
function repeat(tick, intervalMs) {
  clearInterval(timer)
  timer = setInterval(tick, intervalMs)
  tick()
}

/** @param {() => void} run @param {number} delayMs */
function debounce(run, delayMs) {
  let pending = 0
  return () => {
    clearTimeout(pending)
    pending = window.setTimeout(run, delayMs)
  }
}

/** Browsers limit how often the address may change. */
const updateAddressSoon = debounce(() => {
  if (result) history.replaceState(null, '', `#${toFragment(designOf(result.style))}`)
}, 400)
/** Changes during an analysis are read when its page is built. */
const rebuildSoon = debounce(() => {
  if (!isBusy()) rebuild()
}, 150)
const showCodeSoon = debounce(showCode, 150)
const clearToastSoon = debounce(() => byId('toast').replaceChildren(), 4000)

/** @param {string} text */
function showToast(text) {
  byId('toast').textContent = text
  clearToastSoon()
}

/** @param {string} name of a group of radio buttons */
function selected(name) {
  return document.querySelector(`input[name="${name}"]:checked`)?.getAttribute('value') ?? ''
}

function selectedPlatform() {
  const platforms = /** @type {const} */ (['web_16_9', 'instagram_reels', 'youtube_shorts'])
  return platforms.find(name => name === selected('platform'))
}

function viewport() {
  const widths = /** @type {const} */ ([390, 768, 1440])
  return { width: widths.find(width => String(width) === selected('width')) ?? 1440, scheme: selected('scheme') }
}

/** Keys are kept in their fields only. */
function keys() {
  return {
    access: input('access').value.trim(),
    vision: input('vision').value.trim(),
    provider: find('provider', HTMLSelectElement).value,
  }
}

/** @param {PageStyle} style */
function designOf(style) {
  const content = {
    headline: textArea('headline').value,
    sub_headline: textArea('sub').value,
    cta_button_text: input('cta').value,
  }
  return { style, content, framework: selected('framework'), layout: selected('layout') }
}

function captureRequest() {
  const output = find('output', HTMLSelectElement).value
  const size =
    output === 'preview'
      ? { ...viewportSize(viewport()), deviceScaleFactor: devicePixelRatio }
      : { width: 1920, height: 1080, deviceScaleFactor: 2 }
  const format =
    output === 'mp4'
      ? /** @type {const} */ ({ output_format: 'mp4', record_duration: '10s' })
      : /** @type {const} */ ({ output_format: 'png' })
  return { target_url: input('target').value, viewport: size, ...format }
}

/** The selected export format. */
function showCode() {
  if (!result?.variables) return
  const { style, analyzed, variables } = result
  const platform = selectedPlatform()
  const analysis = analyzed && { source_url: analyzed.url, ...(platform && { target_platform: platform }) }
  const fileName = analyzed?.source.fileName
  const request = { page: pageRequest(designOf(style)), capture: captureRequest(), keys: keys() }
  const formats = {
    css: () => ['CSS variables', toCss(variables)],
    tokens: () => ['Design tokens', toTokens(analyzed?.style, variables)],
    tailwind: () => ['Tailwind theme', toTailwind(variables)],
    curl: () => ['curl commands', toCurl({ ...request, ...(analysis && { analysis }), ...(fileName && { fileName }) })],
  }
  const names = /** @type {const} */ (['css', 'tokens', 'tailwind', 'curl'])
  const [label = '', code = ''] = formats[names.find(name => name === selected('format')) ?? 'css']()
  byId('code').textContent = code
  byId('code-panel').setAttribute('aria-label', label)
}

/** @param {string} text @param {string} type @param {string} name */
function download(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  showToast(`${name} downloaded`)
}

/** @param {string} text @param {string} label */
async function copy(text, label) {
  await navigator.clipboard.writeText(text).then(
    () => showToast(`${label} copied`),
    () => showToast('The browser blocked access to the clipboard: select the text instead'),
  )
}

/** @param {string} hex */
function copyColor(hex) {
  copy(hex, hex)
}

async function downloadScript() {
  try {
    const script = await createCaptureScript(captureRequest(), { keys: keys() })
    settle()
    download(script, 'text/javascript', 'capture.mjs')
  } catch (error) {
    fail(error, byId('capture'), downloadScript)
  }
}

/** @param {File} file */
function useFile(file) {
  const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  start({ name: file.name, fileName: file.name, ...(picture && { picture }), read: signal => readFile(file, signal) })
}

/** @param {string} text a URL; https is added when it has no scheme */
function useAddress(text) {
  const url = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  const name = url.startsWith('data:') ? 'the picture' : url.split(/[?#]/)[0]?.split('/').at(-1) || url
  start({ name, picture: url, read: async () => url })
}

/** @param {Element} button whose drawing is the picture */
function useSample(button) {
  const drawing = button.querySelector('svg')
  if (!drawing) return
  const url = `data:image/svg+xml;base64,${btoa(new XMLSerializer().serializeToString(drawing))}`
  start({ name: button.textContent?.trim() ?? '', picture: url, read: async () => url })
}

/** Takes colours and texts from the fragment of a shared link. */
function useFragment() {
  const design = parseFragment(location.hash)
  if (!design) return
  result = { style: design.style }
  textArea('headline').value = design.content.headline
  textArea('sub').value = design.content.sub_headline
  input('cta').value = design.content.cta_button_text
  for (const name of /** @type {const} */ (['framework', 'layout'])) check(name, design[name])
  main.dataset.started = ''
  showSharedColors(design.style.palette, copyColor)
  rebuild()
}

/** @param {string} name of a group of radio buttons @param {string} value */
function check(name, value) {
  const radio = document.querySelector(`input[name="${name}"][value="${CSS.escape(value)}"]`)
  if (radio instanceof HTMLInputElement) radio.checked = true
}

/** @param {DataTransfer | null} data of a drop or a paste */
function useData(data) {
  const file = data?.files[0]
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim()
  if (file) useFile(file)
  else if (/^(https?:|data:image)/i.test(text)) useAddress(text)
}

/** Elements under the pointer that the dragged file has entered and not left. */
let dragDepth = 0
/** @param {number} change */
function drag(change) {
  dragDepth = Math.max(0, dragDepth + change)
  main.toggleAttribute('data-dragging', dragDepth > 0)
  byId('drop-label').textContent = dragDepth > 0 ? 'Release to analyse' : 'Drop or paste a picture'
}

addEventListener('dragenter', () => drag(1))
addEventListener('dragleave', () => drag(-1))
addEventListener('dragover', event => event.preventDefault())
addEventListener('drop', event => {
  event.preventDefault()
  drag(-dragDepth)
  useData(event.dataTransfer)
})
addEventListener('paste', event => {
  const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  if (!isField || event.clipboardData?.files.length) useData(event.clipboardData)
})
addEventListener('offline', () => {
  if (!failed) fail(offlineError(), result ? aside : byId('source'), result ? rebuild : settle)
})
addEventListener('online', () => {
  if (failed?.kind === 'offline') failed.retry()
})
addEventListener('hashchange', useFragment)

input('file').addEventListener('change', () => {
  const [file] = input('file').files ?? []
  if (file) useFile(file)
  input('file').value = ''
})
byId('source').addEventListener('submit', event => {
  event.preventDefault()
  const address = input('address').value.trim()
  if (address) useAddress(address)
  else input('address').focus()
})
for (const button of document.querySelectorAll('.sample')) button.addEventListener('click', () => useSample(button))
byId('cancel').addEventListener('click', () => analysisAbort.abort('cancelled'))
byId('platforms').addEventListener('change', updateCrop)
controls.addEventListener('input', rebuildSoon)
controls.addEventListener('submit', event => event.preventDefault())
byId('preview').addEventListener('change', () => {
  // Paint the selection first: resizing the frame takes time.
  requestAnimationFrame(() => setTimeout(() => result?.page && preview?.show(result.page, viewport())))
  showCodeSoon()
})
byId('formats').addEventListener('change', showCode)
byId('capture').addEventListener('input', showCodeSoon)
byId('capture').addEventListener('submit', event => {
  event.preventDefault()
  downloadScript()
})
byId('download-page').addEventListener('click', () => {
  if (result?.page) download(result.page, 'text/html', 'sparkpage.html')
})
byId('share').addEventListener('click', () => {
  if (!result) return
  const url = new URL(location.href)
  url.hash = toFragment(designOf(result.style))
  copy(url.href, 'Link')
})
byId('copy').addEventListener('click', () =>
  copy(byId('code').textContent ?? '', byId('code-panel').getAttribute('aria-label') ?? ''),
)

if (innerWidth < 640) check('width', '390')
check('scheme', matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
useFragment()
