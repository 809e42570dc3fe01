// The whole page: shown screen by screen, for content that loads when it is seen, then laid out at once.
import { addStyles, findAll } from './roots.mjs'
import { findScroller } from './scroller.mjs'

/** @import { ShownScreen } from '../types.mjs' */

/** What gives an element the height of its content. */
const contentHeight = { height: 'auto', 'min-height': 'max-content', 'max-height': 'none', contain: 'none' }

/** Most screens that a page of a low window is divided into. */
const maxScreens = 100

/** @type {Element | undefined} */
let scroller
let screenHeight = 0

/** Scrolls to a screen. @param {number} index @returns {ShownScreen} */
export function showScreen(index) {
  scroller ??= prepareScreens()
  const { scrollHeight, clientHeight } = scroller
  screenHeight ||= Math.max(clientHeight, scrollHeight / maxScreens)
  scroller.scrollTo({ top: index * screenHeight, behavior: 'instant' })
  return {
    isShown: index * screenHeight < scrollHeight,
    screens: Math.ceil(scrollHeight / screenHeight),
    screenHeight,
  }
}

function prepareScreens() {
  addStyles('* { scroll-snap-type: none !important; overflow-anchor: none !important }')
  showSkippedContent()
  return findScroller()
}

/** content-visibility: auto leaves out what is outside the window. */
function showSkippedContent() {
  for (const element of findAll('*')) {
    const isSkipped = getComputedStyle(element).contentVisibility === 'auto'
    if (isSkipped && element instanceof HTMLElement) setStyles(element, { 'content-visibility': 'visible' })
  }
}

/** Back to the top. A page that scrolls inside an element gets the height of its content. */
export function layOutWholePage() {
  showSkippedContent()
  scroller?.scrollTo({ top: 0, behavior: 'instant' })
  if (scroller === document.scrollingElement) return
  for (let element = scroller; element instanceof HTMLElement; element = parentOf(element)) {
    setStyles(element, { ...contentHeight, overflow: 'visible' })
    const { position } = getComputedStyle(element)
    if (position === 'fixed') setStyles(element, { position: 'absolute' })
    if (/fixed|absolute/.test(position)) setStyles(element, { bottom: 'auto' })
  }
}

/** Also across shadow roots. @param {Element} element */
function parentOf(element) {
  const root = element.getRootNode()
  const host = root instanceof ShadowRoot ? root.host : undefined
  return element.assignedSlot ?? element.parentElement ?? host
}

/** @param {HTMLElement} element @param {Readonly<Record<string, string>>} styles */
function setStyles(element, styles) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
}
