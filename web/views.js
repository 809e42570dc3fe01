// What is shown: palette, roles, the picture in its frame, the preview, and what went wrong.

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('./service.js').Variables} Variables */
/** @typedef {import('./service.js').FaultFacts} FaultFacts */

/**
 * The element with this id.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export const find = (id, kind) => {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`#${id} is missing`)
}

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Readonly<Record<string, string>>} [attributes]
 * @param {...(Node | string)} children
 */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Light of a colour relative to white (WCAG 2.2). @param {string} hex */
const luminance = hex => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast ratio, 1 to 21. @param {string} one @param {string} other */
const contrast = (one, other) => {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (more + 0.05) / (less + 0.05)
}

/** @param {string} hex */
const inkOn = hex => (contrast(hex, '#000000') > contrast(hex, '#FFFFFF') ? '#000000' : '#FFFFFF')

/** @param {number} share */
const percent = share => (share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`)

/**
 * Chips as large as their colours are in the picture; each copies its colour.
 * @param {Element} list
 * @param {readonly { readonly hex: string, readonly share: number, readonly name?: string }[]} palette
 * @param {(hex: string) => void} onPick
 */
const showPalette = (list, palette, onPick) => {
  list.replaceChildren(
    ...palette.map(({ hex, share, name = '' }) => {
      const chip = make(
        'button',
        { type: 'button', title: 'Copy' },
        make('strong', {}, hex),
        make('span', {}, name),
        make('span', { class: 'share' }, percent(share)),
      )
      chip.addEventListener('click', () => onPick(hex))
      const item = make('li', {}, chip)
      item.style.setProperty('--chip', hex)
      item.style.setProperty('--ink', inkOn(hex))
      item.style.setProperty('--share', String(share))
      return item
    }),
  )
}

/** Pairs of roles that belong together, and their colours: of the analysis, else of the page. @param {Style['roles'] | undefined} roles @param {Variables} variables */
const pairsOf = (roles, variables) => {
  const from = (/** @type {string} */ name) => variables[`--sp-${name}`] ?? '#000000'
  return roles
    ? /** @type {const} */ ([
        ['Text on background', roles.text, roles.background],
        ['Text on surface', roles.text, roles.surface],
        ['On primary', roles.on_primary, roles.primary],
        ['On accent', roles.on_accent, roles.accent],
      ])
    : /** @type {const} */ ([
        ['Text on background', from('text'), from('bg')],
        ['Text on surface', from('text'), from('surface')],
        ['Muted on background', from('muted'), from('bg')],
        ['On accent', from('on-accent'), from('accent')],
      ])
}

/** @param {number} ratio */
const levelOf = ratio => (ratio >= 7 ? 'AAA' : ratio >= 4.5 ? 'AA' : 'below AA')

/** @param {Element} list @param {Style['roles'] | undefined} roles @param {Variables} variables */
export const showRoles = (list, roles, variables) => {
  list.replaceChildren(
    ...pairsOf(roles, variables).map(([name, front, back]) => {
      const ratio = contrast(front, back)
      const badge = make('span', { class: 'badge' }, make('strong', {}, levelOf(ratio)), ` ${ratio.toFixed(1)} : 1`)
      const sample = make('span', { class: 'letters', 'aria-hidden': 'true' }, 'Aa')
      const item = make(
        'li',
        {},
        sample,
        make('span', { class: 'role' }, name),
        badge,
        make('code', {}, `${front} on ${back}`),
      )
      item.style.setProperty('--front', front)
      item.style.setProperty('--back', back)
      return item
    }),
  )
}

const svgSpace = 'http://www.w3.org/2000/svg'

/** @param {string} name @param {Readonly<Record<string, string | number>>} attributes */
const draw = (name, attributes) => {
  const shape = document.createElementNS(svgSpace, name)
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value))
  return shape
}

/** @param {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} box */
const outline = ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`

/**
 * What the platform cuts off lies in the dark, its safe area within dashes, the focal point at the cross.
 * @param {SVGElement} overlay
 * @param {Pick<Style, 'media' | 'platform' | 'focal_point'>} style
 */
const showFraming = (overlay, { media, platform, focal_point: focal = { x: 0.5, y: 0.5 } }) => {
  const { width, height } = media
  const { crop, canvas, safe_area: safe } = platform
  const scale = crop.width / canvas.width
  const area = {
    x: crop.x + safe.x * scale,
    y: crop.y + safe.y * scale,
    width: safe.width * scale,
    height: safe.height * scale,
  }
  const [x, y, reach] = [focal.x * width, focal.y * height, Math.max(width, height) / 60]
  const cross = `M${x - reach * 2} ${y}h${reach}m${reach * 2} 0h${reach}M${x} ${y - reach * 2}v${reach}m0 ${reach * 2}v${reach}`
  overlay.setAttribute('viewBox', `0 0 ${width} ${height}`)
  overlay.replaceChildren(
    draw('path', {
      class: 'cut',
      d: `${outline({ x: 0, y: 0, width, height })}${outline(crop)}`,
      'fill-rule': 'evenodd',
    }),
    ...['under', 'over'].flatMap(layer => [
      draw('path', { class: `crop ${layer}`, d: outline(crop) }),
      draw('path', { class: `safe ${layer}`, d: outline(area) }),
      draw('circle', { class: `focal ${layer}`, cx: x, cy: y, r: reach }),
      draw('path', { class: `focal ${layer}`, d: cross }),
    ]),
  )
}

/** What the platform needs, in words. @param {Element} list @param {Style['platform']} platform */
const showAdvice = (list, { focal_in_safe_area: safe, advice }) => {
  const lines = [
    safe ? 'The focal point is in the safe area.' : 'The focal point is outside of the safe area.',
    ...advice,
  ]
  list.replaceChildren(...lines.map(line => make('li', {}, line)))
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** @param {string} text */
const number = text => [...text].reduce((sum, digit) => sum * 83 + digits.indexOf(digit), 0)

/** @param {number} light linear, 0 to 1 */
const toByte = light => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055)

/** @param {number} byte */
const toLight = byte => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

/**
 * Paints a BlurHash (blurha.sh) where the picture itself cannot be shown: a video, or an address that serves only the service.
 * @param {HTMLCanvasElement} canvas
 * @param {string} hash
 */
const showBlur = (canvas, hash) => {
  const size = number(hash.slice(0, 1))
  const [across, down] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  const most = (number(hash.slice(1, 2)) + 1) / 166
  const wave = (/** @type {number} */ value) => Math.sign(value - 9) * ((value - 9) / 9) ** 2 * most
  const waves = Array.from({ length: across * down }, (_, index) => {
    const value = index === 0 ? number(hash.slice(2, 6)) : number(hash.slice(4 + index * 2, 6 + index * 2))
    return index === 0
      ? [value >> 16, (value >> 8) & 255, value & 255].map(toLight)
      : [Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(wave)
  })
  const { width, height } = canvas
  const pixels = new ImageData(width, height)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const sums = [0, 0, 0]
    for (const [index, color] of waves.entries()) {
      const basis =
        Math.cos((Math.PI * x * (index % across)) / width) *
        Math.cos((Math.PI * y * Math.floor(index / across)) / height)
      for (const [channel, value] of color.entries()) sums[channel] = (sums[channel] ?? 0) + value * basis
    }
    pixels.data.set([...sums.map(toByte), 255], at * 4)
  }
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
}

/** Heights of the windows that are shown, by width, CSS px. */
const windows = /** @type {const} */ ({ 390: 844, 768: 1024, 1440: 900 })

/** @typedef {{ readonly width: keyof typeof windows, readonly scheme: string }} Window */

/** The window that a width stands for, CSS px. @param {Window} window */
export const windowOf = ({ width }) => ({ width, height: windows[width] })

/**
 * A frame of its own for the page: it gets the document by message, and hands nothing back.
 * @param {HTMLElement} stage
 */
export const createPreview = stage => {
  const frame = make('iframe', { sandbox: 'allow-scripts', src: 'playground/preview', title: 'Preview of your page' })
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  /** @type {Window} */
  let window = { width: 1440, scheme: 'light' }
  const fit = () => {
    const { width, height } = windowOf(window)
    const room = Number.parseFloat(getComputedStyle(stage).maxHeight)
    const scale = Math.min(1, stage.clientWidth / width, room / height)
    const margin = Math.round((stage.clientWidth - width * scale) / 2)
    stage.style.height = `${Math.ceil(height * scale)}px`
    frame.style.cssText = `width:${width}px;height:${height}px;margin-left:${margin}px;scale:${scale === 1 ? 'none' : scale}`
  }
  new ResizeObserver(fit).observe(stage)
  stage.replaceChildren(frame)
  return {
    /** @param {string} html @param {Window} seen */
    show: async (html, seen) => {
      window = seen
      frame.title = `Preview of your page, ${seen.width} px wide, ${seen.scheme}`
      fit()
      await loaded
      frame.contentWindow?.postMessage({ html, scheme: seen.scheme }, '*')
    },
  }
}

/** Dresses this page in the variables of that one. @param {Variables} variables */
export const wear = variables => {
  for (const [name, value] of Object.entries(variables))
    if (/^#[0-9A-F]{6}$/i.test(value)) document.documentElement.style.setProperty(name, value)
}

/** @param {Element} place @param {string} title @param {readonly string[]} lines */
export const showNotes = (place, title, lines) => {
  place.replaceChildren(
    make('p', {}, make('strong', {}, title)),
    make('ul', {}, ...lines.map(line => make('li', {}, line))),
  )
  place.toggleAttribute('hidden', lines.length === 0)
}

/**
 * What failed, what to do about it, and the way on.
 * @param {Element} place
 * @param {FaultFacts} facts
 * @param {() => void} onRetry
 * @returns {HTMLElement} where the seconds are counted down
 */
export const showFault = (place, { kind, title, advice, faults = [], id, page }, onRetry) => {
  const again = make('button', { type: 'button', class: 'quiet' }, 'Try again')
  again.addEventListener('click', onRetry)
  const countdown = make('span', { role: 'timer' })
  place.replaceChildren(
    make('p', { class: 'fault' }, title),
    make('p', {}, advice),
    ...(faults.length > 0 ? [make('ul', {}, ...faults.map(fault => make('li', {}, fault)))] : []),
    ...(kind === 'limited' ? [make('p', {}, 'It goes on by itself in ', countdown, '.')] : []),
    make('p', { class: 'actions' }, again, ...(page ? [make('a', { href: page }, 'About this problem')] : [])),
    ...(id ? [make('p', { class: 'hint' }, 'Request ', make('code', {}, id))] : []),
  )
  place.removeAttribute('hidden')
  return countdown
}

/** @param {string} text */
const showSummary = text => {
  const summary = find('summary', HTMLElement)
  summary.textContent = text
  summary.hidden = text === ''
}

/** @param {number} ratio of the width to the height */
const showRatio = ratio => {
  find('frame', HTMLElement).style.setProperty('--ratio', String(ratio))
}

/** The picture in its frame, as the platform will show it. @param {Style} style */
export const showFit = style => {
  const overlay = find('overlay', SVGElement)
  showFraming(overlay, style)
  showAdvice(find('advice', HTMLElement), style.platform)
  overlay.removeAttribute('hidden')
}

/** All that an analysis tells. @param {Style} style @param {(hex: string) => void} onPick */
export const showStyle = (style, onPick) => {
  const { media, mood, summary = '', placeholder, palette, analysis } = style
  showRatio(media.width / media.height)
  if (placeholder) showBlur(find('blur', HTMLCanvasElement), placeholder)
  const title = mood?.words.join(', ') ?? 'Your picture'
  find('look-title', HTMLElement).textContent = title.charAt(0).toUpperCase() + title.slice(1)
  showSummary(summary)
  showPalette(find('palette', HTMLElement), palette, onPick)
  showNotes(find('notes', HTMLElement), 'Good to know', analysis.warnings)
  showFit(style)
}

/**
 * A picture before anything is known of it, as far as this page can show it.
 * @param {{ readonly name: string, readonly picture?: string }} source
 */
export const showSource = ({ name, picture }) => {
  const image = find('picture', HTMLImageElement)
  for (const id of ['figure', 'look']) find(id, HTMLElement).hidden = false
  find('look-title', HTMLElement).textContent = name
  showSummary('')
  for (const id of ['palette', 'advice']) find(id, HTMLElement).replaceChildren()
  find('notes', HTMLElement).hidden = true
  find('overlay', SVGElement).setAttribute('hidden', '')
  image.hidden = picture === undefined
  image.alt = name
  image.onload = () => {
    if (image.naturalHeight > 0) showRatio(image.naturalWidth / image.naturalHeight)
  }
  image.onerror = () => {
    image.hidden = true
  }
  if (picture) image.src = picture
}

/** Colours without a picture. @param {Parameters<typeof showPalette>[1]} palette @param {(hex: string) => void} onPick */
export const showShared = (palette, onPick) => {
  showSource({ name: 'Shared colours' })
  find('figure', HTMLElement).hidden = true
  showSummary('Somebody made this page from a picture. Change its words, or begin with a picture of your own.')
  showPalette(find('palette', HTMLElement), palette, onPick)
}
