// The state of the playground, and the request and the link that follow from it.
import * as contents from './content.js'
import { debounce, find, isHex } from './views.js'

/** @typedef {import('../schemas/style.ts').StyleMetadata} Style */
/** @typedef {import('../schemas/sparkpage.ts').Direction} Direction */
/** @typedef {import('../schemas/sparkpage.ts').SparkpageRequest} PageRequest */
/** @typedef {import('./content.js').Content} Content */
/** @typedef {ReturnType<typeof pageStyle>} PageStyle */
/** The fields of a form by name. @typedef {Readonly<Record<string, string>>} Fields */
/** @typedef {{ readonly src: string, readonly width: number, readonly height: number }} Picture a data URI and its size, px */
/** @typedef {Awaited<ReturnType<typeof import('./service.js').requestPage>>} Built */

/**
 * @typedef {object} Source
 * @property {string} name
 * @property {File | string} picture A file, or the address of a picture.
 * @property {string} [url] At which this page can show it.
 */

/**
 * It has no `analyzed` when its style came from a link or a stored page.
 * @typedef {object} Result
 * @property {PageStyle} style
 * @property {{ readonly source: Source, readonly style: Style, readonly warnings: readonly string[] }} [analyzed]
 * @property {Picture & { readonly id: string }} [picture] The picture for the page, as this browser keeps it.
 * @property {Direction} [best] The direction that suits the picture best.
 * @property {ReadonlyMap<Direction, Built>} [pages] Without linked style sheets.
 */

/** The values are replaced and never changed. */
export const state = {
  /** @type {Result | undefined} */
  result: undefined,
  content: contents.example,
  /** The direction that was opened; undefined: the best for the picture. @type {Direction | undefined} */
  chosen: undefined,
}

export function direction() {
  return state.chosen ?? state.result?.best ?? 'studio'
}

export function builtPage() {
  return state.result?.pages?.get(direction())
}

/** Keys are kept in their fields only. */
export function keys() {
  return {
    access: find('#access', HTMLInputElement).value.trim(),
    vision: find('#vision', HTMLInputElement).value.trim(),
    provider: find('#provider', HTMLSelectElement).value,
  }
}

/** @param {HTMLFormElement} form @returns {Fields} without those that are disabled */
export function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

/** @param {Fields} fields */
export function fillControls(fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = find('#controls', HTMLFormElement).elements.namedItem(name)
    if (field && 'value' in field) field.value = value
  }
}

/** @param {string} name of a group of radio buttons */
export function selected(name) {
  return document.querySelector(`input[name="${name}"]:checked`)?.getAttribute('value') ?? ''
}

/** @returns {import('../schemas/platform.ts').Platform} */
export function selectedPlatform() {
  return uprightPlatforms.find(name => name === selected('platform')) ?? 'web_16_9'
}

/** Those whose window is a phone. */
export const uprightPlatforms = /** @type {const} */ (['instagram_reels', 'youtube_shorts'])

export function hasPicture() {
  return state.result?.picture !== undefined && find('#has-picture', HTMLInputElement).checked
}

/**
 * The page as texts and fields describe it. All pages share one project_id: otherwise every edit would create a project.
 * @param {Result} result
 * @param {string | undefined} src of its picture
 * @param {Fields} [fields]
 * @param {Content} [content]
 * @returns {PageRequest}
 */
export function pageRequest({ style, picture }, src, fields, { sections, ...texts } = state.content) {
  const { width = 0, height = 0 } = picture ?? {}
  const preview = src && hasPicture() ? { src, width, height } : undefined
  const { cta_url: link, ...settings } = { ...pageFields(), ...fields }
  return {
    project_id: 'playground',
    style_metadata: { ...style, ...(preview && { preview }) },
    content: { ...texts, ...(link && { cta_url: withScheme(link) }), sections: [...sections] },
    export_settings: settings,
  }
}

/** @returns {Fields} */
function pageFields() {
  return { ...fieldsOf(find('#controls', HTMLFormElement)), direction: direction() }
}

/** @param {string} address @returns the address; without a scheme with https, or with http on one's own machine */
export function withScheme(address) {
  const isHostAndPort = /^(?!tel:)[\w.-]+:\d+(?:[/?#]|$)/i.test(address)
  if (!isHostAndPort && /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address)) return address
  return `${/^(?:localhost|127\.)/i.test(address) ? 'http' : 'https'}://${address}`
}

/** The part of a style that a page depends on, small enough for a URL and a command line. @param {Style} style */
export function pageStyle({ colors, palette, mood, complexity, harmony, composition, media, ...others }) {
  const { scheme, roles, placeholder, focal_point, faces, transparency } = others
  const { width, height } = media
  return {
    ...{ colors, scheme, roles, placeholder, focal_point, faces, transparency, media: { width, height } },
    palette: palette.map(({ hex, share, name }) => ({ hex, share, name })),
    mood: mood?.words.join(' ') || undefined,
    complexity: complexity && { entropy: complexity.entropy },
    harmony: harmony?.name,
    composition: composition && spaceOf(composition),
  }
}

/** The style of a stored page, which has a palette even if its request had none. @param {PageStyle} style @returns {PageStyle} */
export function styleOfPage({ colors = [], palette = [], ...style }) {
  const shown = palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 1 / colors.length, name: hex }))
  return { ...style, colors, palette: shown }
}

/** Where the picture has space for texts. @param {NonNullable<Style['composition']>} composition */
function spaceOf({ quiet, subject, detail }) {
  return { ...(quiet && { quiet }), ...(subject && { subject }), ...(detail && { detail }) }
}

/** Colours and texts are in the fragment, which browsers never send to a server. They limit changes of the address. */
export const updateAddressSoon = debounce(() => {
  if (!state.result) return
  const { style, picture } = state.result
  const fields = {
    ...pageFields(),
    ...contents.contentFields(state.content),
    ...(picture && { picture: addressOf(picture.id) }),
    style: JSON.stringify(style),
  }
  history.replaceState(null, '', `#${new URLSearchParams(fields)}`)
}, 400)

/** @param {string} fragment which may have been edited @returns {{ style: PageStyle, fields: Fields } | undefined} undefined when it holds no colours */
export function parseFragment(fragment) {
  const { style: text = '', ...fields } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')))
  try {
    const style = JSON.parse(text)
    const palette = [...style.palette].slice(0, 16).filter(({ hex, share }) => isHex(hex) && share >= 0)
    if (palette.length === 0) return undefined
    const colors = palette.slice(0, style.colors?.length || 6).map(({ hex }) => hex)
    return { style: { ...style, palette, colors }, fields }
  } catch {
    return undefined
  }
}

const prefix = 'https://picture.invalid/'
const reference = /https:\/\/picture\.invalid\/([\w-]+)/g
/** Pictures of earlier pages that stay in the browser. */
const maxKept = 100

/** By id. @type {Map<string, Picture>} */
const known = new Map()

/** @type {Promise<IDBDatabase> | undefined} */
let opened

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('pictures', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('pictures')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} run @returns {Promise<T>} */
async function ask(mode, run) {
  const store = (await database()).transaction('pictures', mode).objectStore('pictures')
  return new Promise((resolve, reject) => {
    const request = run(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Keeps a picture; in this page only where the browser stores nothing. @param {Picture} picture @returns its id */
export async function keepPicture({ src, width, height }) {
  const picture = { src, width, height }
  // Ids are in the order of their time.
  const id = `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  known.set(id, picture)
  try {
    await ask('readwrite', store => store.put(picture, id))
    const ids = await ask('readonly', store => store.getAllKeys())
    for (const old of ids.slice(0, -maxKept)) await ask('readwrite', store => store.delete(old))
  } catch {
    // A private window, or a full disk.
  }
  return id
}

/** @param {string} id */
export function addressOf(id) {
  return prefix + id
}

/** @param {string} address */
export function isKept(address) {
  return address.startsWith(prefix)
}

/** @param {string} address */
export function pictureAt(address) {
  return known.get(address.slice(prefix.length))
}

/** Reads pictures that this browser has kept. @param {Iterable<string>} ids */
export async function loadPictures(ids) {
  for (const id of new Set(ids)) {
    if (known.has(id)) continue
    const picture = await ask('readonly', store => store.get(id)).catch(() => undefined)
    if (picture) known.set(id, picture)
  }
}

/** @param {string} text @returns the ids of the pictures that it names */
export function idsIn(text) {
  return [...text.matchAll(reference)].map(([, id = '']) => id)
}

/** @param {string} text HTML or JSON @returns the text with the pictures in the place of their addresses */
export function embedPictures(text) {
  return text.replace(reference, (address, id) => known.get(id)?.src ?? address)
}

/** A content whose pictures this browser keeps, instead of the content itself. @param {Content} content */
export async function keepImages(content) {
  /** @type {Map<string, string>} */
  const addresses = new Map()
  contents.mapImages(content, image => {
    if (image.src.startsWith('data:')) addresses.set(image.src, '')
    return image
  })
  for (const src of addresses.keys()) addresses.set(src, addressOf(await keepPicture({ src, width: 0, height: 0 })))
  return contents.mapImages(content, image => ({ ...image, src: addresses.get(image.src) ?? image.src }))
}
