// Scrolling the page of a film, or else its largest scroll container.
import { addStyles } from './roots.mjs'
import { findScroller, scrollRange } from './scroller.mjs'

/** @type {Element | undefined} */
let scroller
let scrollEnd = 0

/** @param {number} progress 0 to 1 */
export function scrollToProgress(progress) {
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
