// Scrolling the page of a film, or else its largest scroll container.
import { addStyles } from './roots.mjs'

/** @type {Element | undefined} */
let scroller
let scrollEnd = 0

/** @param {number} progress 0 to 1 */
export function scrollTo(progress) {
  if (window !== top) return
  scroller ??= prepareScroller()
  scroller.scrollTo({ top: progress * scrollEnd, behavior: 'instant' })
}

function prepareScroller() {
  addStyles('* { scroll-snap-type: none !important; overflow-anchor: none !important }')
  const found = findScroller()
  const { scrollTop } = found
  found.scrollTo({ top: scrollRange(found), behavior: 'instant' })
  scrollEnd = found.scrollTop
  found.scrollTo({ top: scrollTop, behavior: 'instant' })
  return found
}

function findScroller() {
  const page = document.scrollingElement ?? document.documentElement
  if (scrollRange(page) > 0) return page
  const [largest = page] = [...document.querySelectorAll('body, body *')]
    .filter(element => scrollRange(element) > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY))
    .sort((one, other) => areaOf(other) - areaOf(one))
  return largest
}

/** @param {Element} element */
function scrollRange({ scrollHeight, clientHeight }) {
  return scrollHeight - clientHeight
}

/** @param {Element} element */
function areaOf({ clientWidth, clientHeight }) {
  return clientWidth * clientHeight
}
