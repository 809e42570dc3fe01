// Rendering: picture, colours, roles, crops, notes and errors.
import { isHex, valueIn } from './formats.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').ErrorFacts} ErrorFacts */
/** @typedef {readonly { readonly hex: string, readonly share: number, readonly name?: string }[]} Palette */

/**
 * The element with this id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function find(id, kind) {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`#${id} is missing`)
}

/** @param {string} id */
export function byId(id) {
  return find(id, HTMLElement)
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

/** @param {string} name @param {string | undefined} url @param {string} [preview] URL for files that the browser cannot show, such as films */
export function showPicture(name, url, preview) {
  for (const image of [find('picture', HTMLImageElement), find('crop-picture', HTMLImageElement)]) {
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

/** The result of an analysis. @param {Style} style @param {readonly string[]} warnings @param {(hex: string) => void} onPick */
export function showStyle(style, warnings, onPick) {
  const { media, mood, summary = '', palette, colors } = style
  setAspectRatio(media.width / media.height)
  showTitle(mood?.words.join(', ') || 'Your picture', summary)
  showColors(byId('colors'), palette.slice(0, colors.length), onPick)
  showColors(byId('palette'), palette, onPick)
  showNotes(byId('notes'), warnings)
  showCrop(style)
}

/** Colours of a link or of a stored page. @param {import('./formats.js').PageStyle} style @param {string | undefined} picture which others do not have @param {(hex: string) => void} onPick */
export function showSharedColors({ palette, colors }, picture, onPick) {
  showPicture('', picture)
  if (picture) showTitle('Your picture', 'Go on where you stopped.')
  else
    showTitle('Shared colours', 'Somebody made this page from a picture. Edit it, or start with a picture of your own.')
  showColors(byId('colors'), palette.slice(0, colors.length), onPick)
  showColors(byId('palette'), palette, onPick)
}

/** @param {string} title @param {string} summary */
function showTitle(title, summary) {
  byId('result-title').textContent = title.charAt(0).toUpperCase() + title.slice(1)
  byId('summary').textContent = summary
}

/** A click copies a colour. @param {HTMLElement} list @param {Palette} palette @param {(hex: string) => void} onPick */
function showColors(list, palette, onPick) {
  const items = palette.map(({ hex, share, name = '' }) => {
    const percent = share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`
    const labels = [make('strong', {}, hex), make('span', {}, name), make('span', { class: 'share' }, percent)]
    const button = make('button', { type: 'button', class: 'swatch', title: `Copy ${hex}` }, ...labels)
    button.addEventListener('click', () => onPick(hex))
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
  const overlay = find('overlay', SVGElement)
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

/**
 * @param {Element} place
 * @param {ErrorFacts} facts
 * @param {() => void} onRetry
 * @returns {HTMLElement} the element for the countdown
 */
export function showError(place, { kind, title, advice, details = [], id, page }, onRetry) {
  const retry = make('button', { type: 'button', class: 'secondary-button' }, 'Try again')
  retry.addEventListener('click', onRetry)
  const countdown = make('span', { role: 'timer' })
  place.replaceChildren(
    make('p', { class: 'error-title' }, title),
    ...[advice, ...details].filter(Boolean).map(line => make('p', {}, line)),
    ...(kind === 'limited' ? [make('p', {}, 'Retrying automatically in ', countdown, '.')] : []),
    make('p', { class: 'actions' }, retry, ...(page ? [make('a', { href: page }, 'Technical details')] : [])),
    ...(id ? [make('p', { class: 'hint' }, 'Request ', make('code', {}, id))] : []),
  )
  place.removeAttribute('hidden')
  return countdown
}
