// The pages of a picture: one in each direction, side by side as cards, and one of them large.
import { placesOf, sampleTexts } from './content.js'
import { requestPage } from './service.js'
import * as states from './state.js'
import { byId, debounce, find, isAnalysing, make, settle, showFailure, showNotes, showRoles } from './views.js'

const { builtPage, direction, keys, selected, state } = states

/** @typedef {states.Direction} Direction */
/** @typedef {{ readonly html: string, readonly scheme: string, readonly places?: import('./content.js').Places, readonly samples?: readonly string[], readonly isStill?: boolean }} FramedPage */
/** @typedef {ReturnType<typeof createFrame>} PageFrame */

/** Name and description of each direction. @type {Readonly<Record<Direction, readonly [name: string, description: string]>>} */
export const directionTitles = {
  gallery: ['Gallery', 'As a window, in fine serifs'],
  signal: ['Signal', 'Large letters on its colour'],
  journal: ['Journal', 'A headline across the page'],
  stage: ['Stage', 'The page goes on in its dark'],
  mosaic: ['Mosaic', 'Round, beside friendly letters'],
  studio: ['Studio', 'Beside the words, under an arch'],
}
export const directionNames = Object.keys(directionTitles).filter(isDirection)

/** @param {string} name @returns {name is Direction} */
function isDirection(name) {
  return Object.hasOwn(directionTitles, name)
}

/** The large page, and the cards in the order of the directions. @type {{ readonly large: PageFrame, readonly cards: readonly (PageFrame & { readonly button: HTMLButtonElement })[] } | undefined} */
let frames
let buildAbort = new AbortController()

/** Opens the studio, with the form for a picture in a dialog over it. */
export function openStudio() {
  placeChooser(true)
  if (frames) return
  const cards = directionNames.map((_, at) => {
    const place = make('div', { class: 'thumbnail' })
    const button = make('button', { type: 'button', class: 'card', 'aria-pressed': 'false' })
    button.addEventListener('click', () => openDirection(cardOrder()[at] ?? 'studio'))
    byId('cards').append(make('li', {}, place, button))
    return { button, ...createFrame(place, true) }
  })
  frames = { cards, large: createFrame(byId('stage'), false) }
  labelCards()
}

/** Back to the introduction, which has the form for a picture. */
export function closeStudio() {
  placeChooser(false)
  for (const id of ['editor', 'details']) byId(id).hidden = true
}

/** @param {boolean} isOpen whether the studio is */
function placeChooser(isOpen) {
  const chooser = find('#chooser', HTMLDialogElement)
  if (chooser.open) chooser.close()
  if (isOpen) chooser.append(byId('source'))
  else document.querySelector('.pitch')?.after(byId('source'))
  for (const id of ['studio', 'another']) byId(id).hidden = !isOpen
  byId('intro').hidden = isOpen
}

/**
 * A sandboxed frame that receives its page by message, as a window of a chosen width that is scaled to its place.
 * @param {HTMLElement} place
 * @param {boolean} isThumbnail
 */
function createFrame(place, isThumbnail) {
  const frame = make('iframe', { sandbox: 'allow-scripts', src: 'playground/preview', title: 'Preview of your page' })
  frame.inert = isThumbnail
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  let width = 1440
  const fit = () => {
    const { clientWidth, clientHeight } = place
    // Large screens are viewed from further away, as the texts around it are.
    const largest = isThumbnail ? 9 : Number.parseFloat(getComputedStyle(place).fontSize) / 16
    const scale = Math.min(clientWidth / width, largest)
    const height = Math.min(clientHeight / scale, width * 2.2)
    const left = (clientWidth - width * scale) / 2
    const box = `position:absolute;left:${left}px;width:${width}px;height:${height}px`
    frame.style.cssText = `${box};border:0;transform-origin:0 0;scale:${scale}`
  }
  new ResizeObserver(fit).observe(place)
  place.prepend(frame)
  return {
    frame,
    /** @param {FramedPage | { readonly reveal: number | 'form' }} message @param {number} [newWidth] CSS px */
    send: async (message, newWidth = width) => {
      width = newWidth
      fit()
      await loaded
      frame.contentWindow?.postMessage(message, '*')
    },
  }
}

/** The direction that suits the picture best is the first. */
function cardOrder() {
  const { best } = state.result ?? {}
  return best ? [best, ...directionNames.filter(name => name !== best)] : directionNames
}

function labelCards() {
  const order = cardOrder()
  const open = state.chosen ?? state.result?.best
  for (const [at, { button, frame }] of frames?.cards.entries() ?? []) {
    const name = order[at] ?? 'studio'
    const [title, description] = directionTitles[name]
    const badge = name === state.result?.best ? [make('span', { class: 'badge' }, 'Best for your picture')] : []
    button.replaceChildren(make('strong', {}, title), ...badge, make('span', {}, description))
    button.setAttribute('aria-pressed', String(name === open))
    frame.title = `Preview of ${title}`
  }
}

/** @param {Direction} name @param {string} html */
function showCard(name, html) {
  const page = { html, scheme: selected('visitor'), isStill: true }
  frames?.cards[cardOrder().indexOf(name)]?.send(page, matchMedia('(max-width: 40rem)').matches ? 390 : 1440)
}

/** @param {boolean} [isStill] whether the first screen stays as it is */
function showLarge(isStill = true) {
  const built = builtPage()
  if (!built || !frames) return
  const { frame, send } = frames.large
  const width = Number(selected('width'))
  const scheme = selected('visitor')
  frame.title = `Your page, ${width} px wide, ${scheme}; click a text or a picture to change it`
  send({ html: built.html, scheme, isStill, places: placesOf(state.content), samples: sampleTexts }, width)
}

/** The scheme that the visitor prefers has changed, or the width. */
export function updateView() {
  for (const [name, { html }] of state.result?.pages ?? []) showCard(name, html)
  showLarge()
}

/** Scrolls the large page. @param {number | 'form'} part a section, or the form */
export function reveal(part) {
  frames?.large.send({ reveal: part })
}

/** What the large page tells: of an edit, a click or a drop in it. @param {MessageEvent} event @returns {Readonly<Record<string, unknown>>} */
export function messageOf({ source, data }) {
  return frames && source === frames.large.frame.contentWindow ? Object(data) : {}
}

/** The placeholder of the picture in what the service builds, so that an edit does not send it; a page with an address has the picture itself. */
const placeholder = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

/**
 * Builds a page whose pictures the service does not get.
 * @param {states.Fields} fields
 * @param {import('./service.js').Options} options
 * @param {import('./content.js').Content} [content]
 */
export async function buildWithPictures(fields, options, content) {
  if (!state.result) return undefined
  const built = await requestPage(states.pageRequest(state.result, placeholder, fields, content), options)
  const { src = '' } = state.result.picture ?? {}
  return { ...built, html: states.embedPictures(built.html.replaceAll(placeholder, src)) }
}

/** The direction of a page without texts. @param {states.Result} result @param {import('./service.js').Options} options */
async function findBest(result, options) {
  const content = { headline: '', sub_headline: '', cta_button_text: '', sections: [] }
  const request = {
    ...states.pageRequest(result, undefined),
    content,
    export_settings: /** @type {const} */ ({ fonts: 'system' }),
  }
  const { direction } = await requestPage(request, options)
  return directionNames.find(name => name === direction)
}

/** After an edit, ms. */
const cardDelayMs = 1000

/** Builds the pages again: after an edit, the open one first. @param {boolean} [isStill] whether the first screen stays as it is */
export async function rebuild(isStill = false) {
  if (!state.result) return
  buildAbort.abort()
  buildAbort = new AbortController()
  const { signal } = buildAbort
  const options = { keys: keys(), signal }
  const onError = (/** @type {unknown} */ error) => {
    if (!signal.aborted) showFailure(error, byId(state.result?.pages ? 'controls' : 'studio'), rebuild)
  }
  try {
    const best = state.result.best ?? (await findBest(state.result, options))
    if (signal.aborted) return
    state.result = { ...state.result, ...(best && { best }) }
    labelCards()
    states.updateAddressSoon()
    /** @type {Map<Direction, states.Built>} */
    const pages = new Map()
    // The frames load nothing: there, the rules of a linked style sheet are in the page.
    const build = async (/** @type {Direction} */ name) => {
      const built = await buildWithPictures({ direction: name }, options)
      if (!built) return
      pages.set(name, built)
      showCard(name, built.html)
      if (name !== direction()) return
      state.result = state.result && { ...state.result, pages }
      showOpen(isStill)
    }
    const isEdit = state.result.pages !== undefined
    const isFirst = (/** @type {Direction} */ name) => !isEdit || name === direction()
    await Promise.all(directionNames.filter(isFirst).map(build))
    settle()
    const others = directionNames.filter(name => !pages.has(name))
    if (isEdit) setTimeout(() => signal.aborted || Promise.all(others.map(build)).catch(onError), cardDelayMs)
  } catch (error) {
    onError(error)
  }
}

/** Changes during an analysis are read afterwards. */
export const rebuildSoon = debounce(() => {
  if (!isAnalysing()) rebuild()
}, 250)

/** @param {boolean} isStill */
function showOpen(isStill) {
  const built = builtPage()
  if (!built) return
  const { variables, schemes, warnings } = built
  for (const id of ['editor', 'details']) byId(id).hidden = false
  byId('visitors').hidden = schemes.length < 2
  byId('editor-title').textContent = directionTitles[direction()][0]
  showNotes(byId('page-notes'), warnings)
  showRoles(state.result?.analyzed?.style, variables, schemes)
  byId('editor').dispatchEvent(new Event('built'))
  showLarge(isStill)
}

/** @param {Direction} name */
function openDirection(name) {
  if (!state.result?.pages) return
  state.chosen = name
  labelCards()
  if (builtPage()) showOpen(false)
  else rebuild()
  states.updateAddressSoon()
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  byId('editor').scrollIntoView({ behavior: isReduced ? 'instant' : 'smooth' })
  byId('editor-title').focus({ preventScroll: true })
}
