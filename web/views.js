// What the playground shows of itself: its elements, what was measured in a picture, errors, states and messages.
import { ServiceError } from './service.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').ErrorFacts} ErrorFacts */
/** @typedef {readonly { readonly hex: string, readonly share: number, readonly name?: string }[]} Palette */

/**
 * The first element of a selector.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} [place]
 * @returns {T}
 */
export function find(selector, kind, place = document) {
  const element = place.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`${selector} is missing`)
}

/** @param {string} id */
export function byId(id) {
  return find(`#${id}`, HTMLElement)
}

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Readonly<Record<string, string>>} [attributes] names that begin with `--` are custom properties
 * @param {...(Node | string)} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('--')) element.style.setProperty(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/** A copy of the row that a template holds. @param {string} id */
export function copyRow(id) {
  const { content } = find(`#${id}`, HTMLTemplateElement)
  return find('li', HTMLElement, document.importNode(content, true))
}

/** @param {string} name @param {string | undefined} url @param {string} [preview] URL for files that the browser cannot show, such as videos */
export function showPicture(name, url, preview) {
  for (const image of [find('#picture', HTMLImageElement), find('#crop-picture', HTMLImageElement)]) {
    const showPreview = () => {
      image.onload = image.onerror = null
      image.hidden = preview === undefined
      if (preview) image.src = preview
    }
    image.alt = name
    image.hidden = false
    image.onload = () => setAspectRatio(image.naturalWidth / image.naturalHeight)
    image.onerror = showPreview
    if (url) image.src = url
    else showPreview()
  }
  byId('colors').replaceChildren()
}

/** @param {number} ratio width ÷ height */
function setAspectRatio(ratio) {
  byId('main').style.setProperty('--ratio', String(ratio))
  byId('main').toggleAttribute('data-upright', ratio < 1.2)
}

/** What is known before the pages are built. @param {import('./state.js').Result} result */
export function showResult({ style, analyzed, picture }) {
  byId('picture-choice').hidden = picture === undefined
  if (analyzed) showAnalysis(analyzed, picture?.src)
  else showShared(picture?.src)
  showColors(byId('colors'), style.palette.slice(0, style.colors.length))
  showColors(byId('palette'), style.palette)
}

/** @param {NonNullable<import('./state.js').Result['analyzed']>} analyzed @param {string | undefined} preview */
function showAnalysis({ source, style, warnings }, preview) {
  const { media, mood, summary = '' } = style
  showPicture(source.name, source.url, preview)
  setAspectRatio(media.width / media.height)
  showTitle(mood?.words.join(', ') || 'Your picture', summary)
  showNotes(byId('notes'), warnings)
  showCrop(style)
}

/** Colours of a link or of a stored page. @param {string | undefined} picture which others do not have */
function showShared(picture) {
  showPicture('', picture)
  if (picture) showTitle('Your picture', 'Go on where you stopped.')
  else
    showTitle('Shared colours', 'Somebody made this page from a picture. Edit it, or start with a picture of your own.')
}

/** @param {string} title @param {string} summary */
function showTitle(title, summary) {
  byId('result-title').textContent = title.charAt(0).toUpperCase() + title.slice(1)
  byId('summary').textContent = summary
}

/** A click copies a colour. @param {HTMLElement} list @param {Palette} palette */
function showColors(list, palette) {
  const items = palette.map(({ hex, share, name = '' }) => {
    const percent = share > 0 && share < 0.01 ? '< 1\u00a0%' : `${Math.round(share * 100)}\u00a0%`
    const labels = [make('strong', {}, hex), make('span', {}, name), make('span', { class: 'share' }, percent)]
    const button = make('button', { type: 'button', class: 'swatch', title: `Copy ${hex}` }, ...labels)
    button.addEventListener('click', () => copy(hex, hex))
    return make('li', { '--back': hex, '--front': inkOn(hex) }, button)
  })
  list.replaceChildren(...items)
}

/** Black or white. @param {string} hex */
function inkOn(hex) {
  return contrast(hex, '#000000') > contrast(hex, '#FFFFFF') ? '#000000' : '#FFFFFF'
}

/** WCAG 2.2 contrast ratio, 1 to 21. @param {string} first @param {string} second */
function contrast(first, second) {
  const [lower = 0, higher = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

/** WCAG 2.2 relative luminance. @param {string} hex */
function luminance(hex) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => toLinear(Number.parseInt(hex.slice(at, at + 2), 16)))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The sRGB transfer function. @param {number} byte @returns {number} 0 to 1 */
function toLinear(byte) {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** @param {unknown} value */
export function isHex(value) {
  return typeof value === 'string' && /^#[0-9A-F]{6}$/i.test(value)
}

/** @param {string | undefined} value of a variable, which may be a `light-dark()` @param {string} scheme */
export function valueIn(value = '', scheme) {
  const [, light = value, dark = value] = /^light-dark\((.+),(.+)\)$/.exec(value) ?? []
  return scheme === 'dark' ? dark : light
}

/** Every row: its name, and ground and text on it in the picture and on the page. */
const roleRows = /** @type {const} */ ([
  ['Background', 'background', 'text', 'paper', 'ink'],
  ['Surface', 'surface', 'text', 'tint', 'ink'],
  ['Primary: the button', 'primary', 'on_primary', 'fill', 'on-fill'],
  ['Secondary: a coloured section', 'secondary', undefined, 'band', 'on-band'],
  ['Accent: an emphasised word', 'accent', 'on_accent', 'accent', 'paper'],
])

/** Roles in the picture, if it was analysed, and on the page. @param {Partial<Style> | undefined} style @param {Variables} variables @param {readonly string[]} schemes of the page */
export function showRoles({ roles, palette = [] } = {}, variables, schemes) {
  const cell = (/** @type {string | undefined} */ back, /** @type {string | undefined} */ front) => {
    if (!isHex(back) || !back) return make('td', {}, 'not used')
    const ink = front && isHex(front) ? front : inkOn(back)
    const ratio = contrast(ink, back)
    const level = ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : 'below AA'
    const name = palette.find(({ hex }) => hex === back)?.name ?? ''
    const labels = [make('strong', {}, back), make('span', {}, name)]
    const badge = front ? [make('span', { class: 'badge' }, `text ${front}, ${ratio.toFixed(1)} : 1, ${level}`)] : []
    return make('td', { '--back': back, '--front': ink }, ...labels, ...badge)
  }
  const groups = roleRows.map(([title, back, front, pageBack, pageFront]) => {
    const page = ['light', 'dark'].map(scheme => {
      const [ground, text] = [pageBack, pageFront].map(token => valueIn(variables[`--sp-${token}`], scheme))
      return schemes.includes(scheme) ? cell(ground, text) : cell(undefined, undefined)
    })
    const cells = make('tr', {}, cell(roles?.[back], front && roles?.[front]), ...page)
    return make('tbody', {}, make('tr', {}, make('th', { scope: 'rowgroup', colspan: '3' }, title)), cells)
  })
  const table = byId('role-table')
  table.replaceChildren(...table.querySelectorAll('thead'), ...groups)
}

/** The crop for the platform: darkened outside, with its safe area dashed and the focal point marked. @param {Style} style */
export function showCrop({ media, platform, focal_point: focal = { x: 0.5, y: 0.5 } }) {
  const { width, height } = media
  const { crop, canvas, safe_area: safe, focal_in_safe_area: isSafe, advice } = platform
  const scale = crop.width / canvas.width
  const [left, top] = [crop.x + safe.x * scale, crop.y + safe.y * scale]
  const safeBox = { x: left, y: top, width: safe.width * scale, height: safe.height * scale }
  const [x, y, radius] = [focal.x * width, focal.y * height, Math.max(width, height) / 60]
  const cross = `M${x - radius * 2} ${y}h${radius}m${radius * 2} 0h${radius}M${x} ${y - radius * 2}v${radius}m0 ${radius * 2}v${radius}`
  const overlay = find('#overlay', SVGElement)
  overlay.setAttribute('viewBox', `0 0 ${width} ${height}`)
  overlay.replaceChildren(
    makeShape('path', {
      class: 'cut',
      d: `${outline({ x: 0, y: 0, width, height })}${outline(crop)}`,
      'fill-rule': 'evenodd',
    }),
    makeShape('path', { class: 'safe', d: outline(safeBox) }),
    makeShape('circle', { cx: x, cy: y, r: radius }),
    makeShape('path', { d: cross }),
  )
  const lines = [`The subject is ${isSafe ? 'inside' : 'outside'} the safe area.`, ...advice]
  byId('advice').replaceChildren(...lines.map(line => make('li', {}, line)))
}

/** @param {string} name @param {Readonly<Record<string, string | number>>} attributes */
function makeShape(name, attributes) {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
  return shape
}

/** @param {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} box */
function outline({ x, y, width, height }) {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

/** @param {Element} place @param {readonly string[]} lines */
export function showNotes(place, lines) {
  place.replaceChildren(...lines.map(line => make('p', {}, line)))
  place.toggleAttribute('hidden', lines.length === 0)
}

/** @param {ErrorFacts} facts */
function showError({ kind, title, advice, details = [], id = '', page = '' }) {
  byId('error-title').textContent = title
  showNotes(byId('error-notes'), [advice, ...details].filter(Boolean))
  byId('retry-wait').hidden = kind !== 'limited'
  byId('error-page').setAttribute('href', page)
  byId('error-page').hidden = page === ''
  byId('request-id').textContent = id
  byId('request').hidden = id === ''
}

const chooser = find('#chooser', HTMLDialogElement)
const notice = byId('notice')

/** The error that is shown, and what is tried again. @type {{ readonly kind: ErrorFacts['kind'], readonly retry: () => void } | undefined} */
let failed
/** Updates the elapsed time or the countdown. @type {ReturnType<typeof setInterval> | undefined} */
let timer

export function failureKind() {
  return failed?.kind
}

export function retry() {
  if (chooser.open) chooser.close()
  failed?.retry()
}

/** Shows an error inside `place`, and retries by itself after a known time. @param {unknown} error @param {Element} place @param {() => void} again */
export function showFailure(error, place, again) {
  /** @type {ErrorFacts} */
  const unexpected = { kind: 'error', title: 'Unexpected error on this page', advice: 'Try again, or reload the page.' }
  const facts = error instanceof ServiceError ? error.facts : unexpected
  clearInterval(timer)
  failed = { kind: facts.kind, retry: again }
  const isKeyMissing = facts.kind === 'key'
  const target = isKeyMissing ? byId('source') : place
  target.prepend(notice)
  showError(facts)
  notice.hidden = false
  setState(facts.kind === 'limited' || facts.kind === 'offline' ? facts.kind : 'error')
  if (isKeyMissing) {
    if (!byId('studio').hidden && !chooser.open) chooser.showModal()
    find('#keys', HTMLDetailsElement).open = true
    byId('access').focus()
  }
  if (!facts.seconds) return
  const end = Date.now() + facts.seconds * 1000
  repeat(() => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    byId('countdown').textContent = `${left} s`
    if (left > 0) return
    clearInterval(timer)
    retry()
  }, 250)
}

/** The state without an error. */
export function settle() {
  clearError()
  clearInterval(timer)
  const hasNotes = !byId('notes').hidden || !byId('page-notes').hidden
  if (byId('studio').hidden) setState('empty')
  else setState(hasNotes ? 'partial' : 'done')
}

function clearError() {
  failed = undefined
  notice.hidden = true
}

/** With the elapsed time. @param {string} name of the picture that is analysed */
export function showActivity(name) {
  clearError()
  setState('analysing')
  const began = performance.now()
  byId('activity').textContent = `Analysing ${name}`
  repeat(() => {
    byId('time').textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`
  }, 100)
}

export function isAnalysing() {
  return byId('main').dataset.state === 'analysing'
}

/** @param {'empty' | 'analysing' | 'done' | 'partial' | 'error' | 'limited' | 'offline'} state */
function setState(state) {
  const focused = document.activeElement
  byId('main').dataset.state = state
  // Move the focus if its element is hidden in this state.
  if (focused?.closest('.progress, .notice') && !focused.checkVisibility())
    byId(byId('studio').hidden ? 'file' : 'result-title').focus({ preventScroll: true })
}

/** Replaces the running timer. @param {() => void} tick @param {number} intervalMs */
function repeat(tick, intervalMs) {
  clearInterval(timer)
  timer = setInterval(tick, intervalMs)
  tick()
}

/** @param {() => void} run @param {number} delayMs */
export function debounce(run, delayMs) {
  let pending = 0
  return () => {
    clearTimeout(pending)
    pending = window.setTimeout(run, delayMs)
  }
}

const clearToastSoon = debounce(() => {
  byId('toast').replaceChildren()
  byId('toast').hidePopover()
}, 4000)

/** @param {string} text */
export function showToast(text) {
  const toast = byId('toast')
  // Above a dialog that was opened since.
  if (toast.matches(':popover-open')) toast.hidePopover()
  toast.showPopover()
  toast.textContent = text
  clearToastSoon()
}

/** @param {string} text @param {string} label */
export async function copy(text, label) {
  await navigator.clipboard.writeText(text).then(
    () => showToast(`${label} copied`),
    () => showToast('The browser blocked the clipboard'),
  )
}
