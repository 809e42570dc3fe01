// The pages of a picture: one of each direction side by side, one large, whose texts are edited in it, and the list of its sections.
import { kindOf, kinds, missingTexts, placesOf } from './content.js'
import { sampleTexts } from './samples.js'
import { byId, make } from './views.js'

/** @typedef {import('../schemas/sparkpage.ts').Direction} Direction */
/** @typedef {import('./content.js').Content} Content */
/** @typedef {import('./content.js').Edit} Edit */
/** @typedef {{ readonly html: string, readonly scheme: string, readonly places?: import('./content.js').Places, readonly samples?: readonly string[], readonly isStill?: boolean }} FramedPage */

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

/** @typedef {ReturnType<typeof createGallery>} Gallery */

/** One page of each direction side by side; a click opens one. @param {HTMLElement} list @param {(direction: Direction) => void} onOpen */
export function createGallery(list, onOpen) {
  /** @type {readonly Direction[]} */
  let order = directionNames
  const isNarrow = matchMedia('(max-width: 40rem)')
  const cards = directionNames.map((_, at) => {
    const place = make('div', { class: 'thumbnail' })
    const button = make('button', { type: 'button', class: 'card', 'aria-pressed': 'false' })
    button.addEventListener('click', () => onOpen(order[at] ?? 'studio'))
    list.append(make('li', {}, place, button))
    return { button, ...createFrame(place, true) }
  })
  const gallery = {
    /** Labels the cards; the direction that suits the picture best is the first. @param {Direction} [best] @param {Direction} [open] */
    label: (best, open) => {
      if (best) order = [best, ...directionNames.filter(name => name !== best)]
      for (const [at, { button, frame }] of cards.entries()) {
        const direction = order[at] ?? 'studio'
        const [name, description] = directionTitles[direction]
        const badge = direction === best ? [make('span', { class: 'badge' }, 'Best for your picture')] : []
        button.replaceChildren(make('strong', {}, name), ...badge, make('span', {}, description))
        button.setAttribute('aria-pressed', String(direction === open))
        frame.title = `Preview of ${name}`
      }
    },
    /** @param {Direction} direction @param {FramedPage} page */
    show: (direction, page) =>
      cards[order.indexOf(direction)]?.send({ ...page, isStill: true }, isNarrow.matches ? 390 : 1440),
  }
  gallery.label()
  return gallery
}

/** The large page. @param {HTMLElement} stage @param {{ readonly onEdit: (edit: Edit, isDone: boolean) => void, readonly onFocus: (path: string) => void, readonly onOpen: (place: string) => void, readonly onFiles: (place: string, files: readonly File[]) => void }} handlers */
export function createLargePage(stage, { onEdit, onFocus, onOpen, onFiles }) {
  const { frame, send } = createFrame(stage, false)
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    const { path, text, before, isDone, focused, opened, place, files } = Object(data)
    if (typeof focused === 'string') onFocus(focused)
    else if (typeof opened === 'string') onOpen(opened)
    else if (typeof place === 'string' && Array.isArray(files))
      onFiles(
        place,
        files.filter(file => file instanceof File),
      )
    else if ([path, text, before].every(value => typeof value === 'string'))
      onEdit({ path, text, before }, isDone === true)
  })
  return {
    /** @param {string} html @param {Content} content @param {{ readonly width: number, readonly scheme: string, readonly isStill: boolean }} view */
    show: (html, content, { width, scheme, isStill }) => {
      frame.title = `Your page, ${width} px wide, ${scheme}; click a text or a picture to change it`
      return send({ html, scheme, isStill, places: placesOf(content), samples: sampleTexts }, width)
    },
    /** @param {number | 'form'} part a section, or the form */
    reveal: part => send({ reveal: part }),
  }
}

/** @typedef {'reveal' | 'pictures' | 'up' | 'down' | 'more' | 'less' | 'remove'} SectionAction */

/** Name, symbol and label of what can be done with a section. */
const sectionActions = /** @type {const} */ ([
  ['pictures', 'Photos', 'Photos of'],
  ['up', '↑', 'Move up'],
  ['down', '↓', 'Move down'],
  ['less', '−', 'Remove the last item of'],
  ['more', '+', 'Add an item to'],
  ['remove', '✕', 'Remove'],
])

/**
 * The list of the sections, and what can be added.
 * @param {Content} content
 * @param {(action: SectionAction, at: number) => void} onAction
 * @param {(name: string) => void} onAdd gets the kind of a section, or the name of a text that is missing
 */
export function showSections(content, onAction, onAdd) {
  const list = byId('sections')
  const focused = document.activeElement?.getAttribute('data-key')
  list.replaceChildren(
    ...content.sections.map((section, at) => {
      const { name, item } = kinds[kindOf(section)]
      const title = section.heading && section.heading !== name ? `${name}: ${section.heading}` : name
      const button = (/** @type {SectionAction} */ action, /** @type {string} */ label, /** @type {string} */ text) => {
        const element = make(
          'button',
          { type: 'button', 'data-key': `${action} ${at}`, 'aria-label': label, title: label },
          text,
        )
        element.addEventListener('click', () => onAction(action, at))
        return element
      }
      const buttons = sectionActions.map(([action, symbol, label]) => {
        const element = button(action, `${label} ${title}`, symbol)
        const isItems = action === 'more' || action === 'less'
        const isLast = at === content.sections.length - 1
        element.disabled = (action === 'up' && at === 0) || (action === 'down' && isLast)
        element.hidden = isItems && !item
        return element
      })
      return make('li', {}, button('reveal', `Show ${title}`, title), ...buttons)
    }),
  )
  const again = list.querySelector(`[data-key="${focused}"]:enabled`)
  if (again instanceof HTMLElement) again.focus()
  showAddable(content, onAdd)
}

/** @param {Content} content @param {(name: string) => void} onAdd */
function showAddable(content, onAdd) {
  const sections = Object.entries(kinds).map(([kind, { name }]) => ({ name: kind, label: name }))
  const focused = document.activeElement?.getAttribute('data-add')
  byId('addable').replaceChildren(
    ...[...missingTexts(content), ...sections].map(({ name, label }) => {
      const button = make('button', { type: 'button', 'data-add': name }, label)
      button.addEventListener('click', () => onAdd(name))
      return button
    }),
  )
  const again = document.querySelector(`[data-add="${focused}"]`)
  if (again instanceof HTMLElement) again.focus()
}

/** Marks the section where the caret is. @param {string} path */
export function markSection(path) {
  const at = /^\d+(?=\.)/.exec(path)?.[0]
  for (const [index, row] of [...byId('sections').children].entries())
    row.toggleAttribute('data-current', String(index) === at)
}
