// Rendering: palette, roles, picture with its crop, preview, notes and errors.

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
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('--')) element.style.setProperty(key, value)
    else element.setAttribute(key, value)
  }
  element.append(...children)
  return element
}

/** A picture before its analysis. @param {{ readonly name: string, readonly picture?: string }} source */
export function showSource({ name, picture }) {
  const image = find('picture', HTMLImageElement)
  byId('result').hidden = false
  byId('figure').hidden = false
  byId('result-title').textContent = name
  showSummary('')
  for (const id of ['palette', 'advice']) byId(id).replaceChildren()
  byId('notes').hidden = true
  find('overlay', SVGElement).setAttribute('hidden', '')
  image.hidden = picture === undefined
  image.alt = name
  image.onload = () => {
    if (image.naturalHeight > 0) setAspectRatio(image.naturalWidth / image.naturalHeight)
  }
  image.onerror = () => {
    image.hidden = true
  }
  if (picture) image.src = picture
}

/** Shared colours, without a picture. @param {Palette} palette @param {(hex: string) => void} onPick */
export function showSharedColors(palette, onPick) {
  showSource({ name: 'Shared colours' })
  byId('figure').hidden = true
  showSummary('Somebody made this page from a picture. Edit the texts, or start with a picture of your own.')
  showPalette(palette, onPick)
}

/** The result of an analysis. @param {Style} style @param {(hex: string) => void} onPick */
export function showStyle(style, onPick) {
  const { media, mood, summary = '', placeholder, palette, analysis } = style
  setAspectRatio(media.width / media.height)
  if (placeholder) drawBlurHash(find('blur', HTMLCanvasElement), placeholder)
  const title = mood?.words.join(', ') ?? 'Your picture'
  byId('result-title').textContent = title.charAt(0).toUpperCase() + title.slice(1)
  showSummary(summary)
  showPalette(palette, onPick)
  showNotes(byId('notes'), 'Warnings', analysis.warnings)
  showCrop(style)
}

/** @param {string} text */
function showSummary(text) {
  byId('summary').textContent = text
  byId('summary').hidden = text === ''
}

/** @param {number} ratio width ÷ height */
function setAspectRatio(ratio) {
  byId('frame').style.setProperty('--ratio', String(ratio))
}

/** Swatches sized by share; a click copies the colour. @param {Palette} palette @param {(hex: string) => void} onPick */
function showPalette(palette, onPick) {
  const items = palette.map(({ hex, share, name = '' }) => {
    const percent = share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`
    const labels = [make('strong', {}, hex), make('span', {}, name), make('span', { class: 'share' }, percent)]
    const button = make('button', { type: 'button', title: 'Copy' }, ...labels)
    button.addEventListener('click', () => onPick(hex))
    const ink = contrast(hex, '#000000') > contrast(hex, '#FFFFFF') ? '#000000' : '#FFFFFF'
    return make('li', { '--chip': hex, '--ink': ink, '--share': String(share) }, button)
  })
  byId('palette').replaceChildren(...items)
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

/** @param {number} linear 0 to 1 */
function toByte(linear) {
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
}

/** Role pairs and their contrast: of the analysis, else of the page. @param {Style['roles'] | undefined} roles @param {Variables} variables */
export function showRoles(roles, variables) {
  const of = (/** @type {string} */ name) => variables[`--sp-${name}`] ?? '#000000'
  const pairs = roles
    ? /** @type {const} */ ([
        ['Text on background', roles.text, roles.background],
        ['Text on surface', roles.text, roles.surface],
        ['On primary', roles.on_primary, roles.primary],
        ['On accent', roles.on_accent, roles.accent],
      ])
    : /** @type {const} */ ([
        ['Text on background', of('text'), of('bg')],
        ['Text on surface', of('text'), of('surface')],
        ['Muted on background', of('muted'), of('bg')],
        ['On accent', of('on-accent'), of('accent')],
      ])
  const tiles = pairs.map(([name, front, back]) => {
    const ratio = contrast(front, back)
    const level = ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : 'below AA'
    return make(
      'li',
      { '--front': front, '--back': back },
      make('span', { class: 'specimen', 'aria-hidden': 'true' }, 'Aa'),
      make('span', { class: 'role' }, name),
      make('span', { class: 'badge' }, make('strong', {}, level), ` ${ratio.toFixed(1)} : 1`),
      make('code', {}, `${front} on ${back}`),
    )
  })
  byId('tiles').replaceChildren(...tiles)
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
  const outside = `${outline({ x: 0, y: 0, width, height })}${outline(crop)}`
  const overlay = find('overlay', SVGElement)
  overlay.setAttribute('viewBox', `0 0 ${width} ${height}`)
  overlay.replaceChildren(
    makeShape('path', { class: 'cut', d: outside, 'fill-rule': 'evenodd' }),
    ...['under', 'over'].flatMap(layer => [
      makeShape('path', { class: `crop ${layer}`, d: outline(crop) }),
      makeShape('path', { class: `safe ${layer}`, d: outline(safeBox) }),
      makeShape('circle', { class: `focal ${layer}`, cx: x, cy: y, r: radius }),
      makeShape('path', { class: `focal ${layer}`, d: cross }),
    ]),
  )
  overlay.removeAttribute('hidden')
  const lines = [`The focal point is ${isSafe ? 'inside' : 'outside'} the safe area.`, ...advice]
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

const base83 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** Decodes a BlurHash (blurha.sh), for pictures that this page cannot load, such as videos. @param {HTMLCanvasElement} canvas @param {string} hash */
function drawBlurHash(canvas, hash) {
  const read = (/** @type {number} */ from, /** @type {number} */ to) =>
    [...hash.slice(from, to)].reduce((sum, digit) => sum * 83 + base83.indexOf(digit), 0)
  const size = read(0, 1)
  const [columns, rows] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  const maxAc = (read(1, 2) + 1) / 166
  const average = read(2, 6)
  const toAc = (/** @type {number} */ value) => Math.sign(value - 9) * ((value - 9) / 9) ** 2 * maxAc
  const components = [[average >> 16, (average >> 8) & 255, average & 255].map(toLinear)]
  for (let index = 1; index < columns * rows; index++) {
    const value = read(4 + index * 2, 6 + index * 2)
    components.push([Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(toAc))
  }
  const { width, height } = canvas
  const pixels = new ImageData(width, height)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const sums = [0, 0, 0]
    for (const [index, component] of components.entries()) {
      const column = Math.cos((Math.PI * x * (index % columns)) / width)
      const row = Math.cos((Math.PI * y * Math.floor(index / columns)) / height)
      for (const [channel, value] of component.entries()) sums[channel] = (sums[channel] ?? 0) + value * column * row
    }
    pixels.data.set([...sums.map(toByte), 255], at * 4)
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
}

/** Height of the previewed viewport by its width, CSS px. */
const viewportHeights = /** @type {const} */ ({ 390: 844, 768: 1024, 1440: 900 })

/** @typedef {{ readonly width: keyof typeof viewportHeights, readonly scheme: string }} Viewport */

/** @param {Viewport} viewport @returns CSS px */
export function viewportSize({ width }) {
  return { width, height: viewportHeights[width] }
}

/** A sandboxed frame that receives the page by message. @param {HTMLElement} stage */
export function createPreview(stage) {
  const frame = make('iframe', { sandbox: 'allow-scripts', src: 'playground/preview', title: 'Preview of your page' })
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  /** @type {Viewport} */
  let viewport = { width: 1440, scheme: 'light' }
  const fit = () => {
    const { width, height } = viewportSize(viewport)
    const maxHeight = Number.parseFloat(getComputedStyle(stage).maxHeight)
    const scale = Math.min(1, stage.clientWidth / width, maxHeight / height)
    const margin = Math.round((stage.clientWidth - width * scale) / 2)
    stage.style.height = `${Math.ceil(height * scale)}px`
    frame.style.cssText = `width:${width}px;height:${height}px;margin-left:${margin}px;scale:${scale === 1 ? 'none' : scale}`
  }
  new ResizeObserver(fit).observe(stage)
  stage.replaceChildren(frame)
  return {
    /** @param {string} page @param {Viewport} next */
    show: async (page, next) => {
      viewport = next
      frame.title = `Preview of your page, ${next.width} px wide, ${next.scheme}`
      fit()
      await loaded
      frame.contentWindow?.postMessage({ html: page, scheme: next.scheme }, '*')
    },
  }
}

/** Applies the colours of the built page to the playground. @param {Variables} variables */
export function applyColors(variables) {
  for (const [name, value] of Object.entries(variables))
    if (/^#[0-9A-F]{6}$/i.test(value)) document.documentElement.style.setProperty(name, value)
}

/** @param {Element} place @param {string} title @param {readonly string[]} lines */
export function showNotes(place, title, lines) {
  const items = lines.map(line => make('li', {}, line))
  place.replaceChildren(make('p', {}, make('strong', {}, title)), make('ul', {}, ...items))
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
    make('p', {}, advice),
    ...(details.length > 0 ? [make('ul', {}, ...details.map(detail => make('li', {}, detail)))] : []),
    ...(kind === 'limited' ? [make('p', {}, 'Retrying automatically in ', countdown, '.')] : []),
    make('p', { class: 'actions' }, retry, ...(page ? [make('a', { href: page }, 'About this problem')] : [])),
    ...(id ? [make('p', { class: 'hint' }, 'Request ', make('code', {}, id))] : []),
  )
  place.removeAttribute('hidden')
  return countdown
}
