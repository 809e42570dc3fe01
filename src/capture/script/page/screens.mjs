// The whole page: shown screen by screen, for content that loads when it is seen, then laid out at once.
import { addStyles, findAll, findAnimations, isInView, readTexts } from './roots.mjs'
import { findScroller } from './scroller.mjs'
import { nextObservation } from './still-clock.mjs'

/** What gives an element the height of its content. */
const contentHeight = { height: 'auto', 'min-height': 'max-content', 'max-height': 'none', contain: 'none' }

// Kept before scripts of the page can replace it.
const { scrollTo } = Element.prototype
/** @type {Element | undefined} */
let scroller

/** Scrolls to a place, of which the page learns before its clock moves. @param {number} top CSS px */
export async function showScreen(top) {
  scroller ??= prepareScreens()
  scrollInside(scroller, top)
  await nextObservation()
  return { pageHeight: scroller.scrollHeight, windowHeight: scroller.clientHeight }
}

/** @param {Element} element @param {number} top CSS px */
export function scrollInside(element, top) {
  Reflect.apply(scrollTo, element, [{ top, left: 0, behavior: 'instant' }])
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

/** Shows what moves with its place in the window as it is in the middle. */
function stopViewAnimations() {
  for (const animation of findAnimations()) {
    const { timeline } = animation
    if (!(timeline instanceof ViewTimeline) || timeline.axis !== 'block' || timeline.source !== scroller) continue
    animation.pause()
    animation.currentTime = CSS.percent(50)
  }
}

/**
 * Back to the top. A page that scrolls inside an element gets the height of its content, and what moves with its
 * place in the window is as in the middle.
 */
export async function layOutWholePage() {
  showSkippedContent()
  stopViewAnimations()
  if (scroller) scrollInside(scroller, 0)
  if (scroller !== document.scrollingElement) showContentOf(scroller)
  await nextObservation()
}

/** @param {Element | undefined} scroller */
function showContentOf(scroller) {
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

/** All texts that were in view. @type {Set<string>} */
const seenTexts = new Set()

/** Keeps the texts that the window shows now. */
export function rememberScreen() {
  for (const text of readTexts(findAll('*').filter(isInView))) seenTexts.add(text)
}

/** Counts texts that were in view and are gone. The area of the window is 0 unless the document scrolls in it. */
export function findMissingContent() {
  const texts = new Set(readTexts(findAll('*')))
  const missing = [...seenTexts].filter(text => !texts.has(text)).length
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const scrollingArea = scrollHeight > innerHeight ? innerWidth * innerHeight : 0
  return { missing, seen: seenTexts.size, scrollingArea, address: location.href }
}
