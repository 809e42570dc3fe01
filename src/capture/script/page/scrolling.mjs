// Scrolling in a video: that of the video itself, and what scripts scroll smoothly, as Chromium moves it.
import { addStyles } from './roots.mjs'
import { findScroller, scrollRange } from './scroller.mjs'

/** @typedef {{ left: number, top: number }} ScrollPosition */
/** @typedef {ScrollToOptions & ScrollIntoViewOptions} ScrollCallOptions */

/**
 * @typedef {object} SmoothScroll
 * @property {ScrollPosition} from
 * @property {ScrollPosition} to
 * @property {number} start ms; NaN before the next frame
 * @property {string} snapType of the element's own style
 */

/** @type {Map<Element, SmoothScroll>} */
const smoothScrolls = new Map()
const setPosition = Element.prototype.scrollTo
/** Chromium's easing (cc/base/features.cc, ProgrammaticScrollAnimationOverride); its time is the progress. */
const easing = new KeyframeEffect(null, null, { duration: 1, easing: 'cubic-bezier(0.4, 0, 0, 1)', fill: 'both' })
const easingTime = new Animation(easing)

/** Replaces what scripts scroll with. */
export function controlScrolling() {
  for (const name of /** @type {const} */ (['scrollTo', 'scroll', 'scrollBy'])) {
    const scrollElement = Element.prototype[name]
    const scrollWindow = self[name]
    /** @this {Element} @param {unknown} first @param {unknown} second */
    function ofElement(first, second) {
      scrollSmoothly([this], readOptions(first, second), options => Reflect.apply(scrollElement, this, [options]))
    }
    /** @param {unknown} first @param {unknown} second */
    function ofPage(first, second) {
      const elements = document.scrollingElement ? [document.scrollingElement] : []
      scrollSmoothly(elements, readOptions(first, second), options => Reflect.apply(scrollWindow, self, [options]))
    }
    Reflect.set(Element.prototype, name, ofElement)
    Reflect.set(self, name, ofPage)
  }
  const { scrollIntoView } = Element.prototype
  Element.prototype.scrollIntoView = function (argument = {}) {
    const block = argument === false ? 'end' : 'start'
    const options =
      typeof argument === 'object' && argument ? argument : /** @type {const} */ ({ block, inline: 'nearest' })
    scrollSmoothly(ancestorsOf(this), options, instant => scrollIntoView.call(this, instant))
  }
}

/** Of x and y, or options. @param {unknown} first @param {unknown} second @returns {ScrollCallOptions} */
function readOptions(first, second) {
  if (second !== undefined) return { left: Number(first), top: Number(second) }
  return typeof first === 'object' && first ? first : {}
}

/** @param {Element} element @returns {Element[]} */
function ancestorsOf(element) {
  const root = element.getRootNode()
  const parent = element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  return parent ? [parent, ...ancestorsOf(parent)] : []
}

/**
 * Scrolls at once; where scrolling is smooth, goes back and scrolls there with the frames.
 *
 * @param {readonly Element[]} elements that may be scrolled
 * @param {ScrollCallOptions} options
 * @param {(options: ScrollCallOptions) => unknown} scroll
 */
function scrollSmoothly(elements, options, scroll) {
  const smooth = elements.filter(element => isSmooth(element, options.behavior))
  const starts = smooth.map(element => ({ element, from: positionOf(element) }))
  for (const element of elements) stopScroll(element)
  scroll(smooth.length > 0 ? { ...options, behavior: 'instant' } : options)
  for (const { element, from } of starts) {
    const to = positionOf(element)
    if (to.left === from.left && to.top === from.top) continue
    const style = element instanceof HTMLElement ? element.style : undefined
    const snapType = style?.scrollSnapType ?? ''
    style?.setProperty('scroll-snap-type', 'none', 'important')
    place(element, from)
    smoothScrolls.set(element, { from, to, start: Number.NaN, snapType })
  }
}

/** @param {Element} element @param {ScrollBehavior} [behavior] */
function isSmooth(element, behavior = 'auto') {
  if (behavior === 'instant' || matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  // That of the window is a property of the root element.
  const styled = element === document.scrollingElement ? document.documentElement : element
  return behavior === 'smooth' || getComputedStyle(styled).scrollBehavior === 'smooth'
}

/** @param {Element} element @returns {ScrollPosition} */
function positionOf({ scrollLeft, scrollTop }) {
  return { left: scrollLeft, top: scrollTop }
}

/** @param {Element} element @param {ScrollPosition} position */
function place(element, position) {
  Reflect.apply(setPosition, element, [{ ...position, behavior: 'instant' }])
}

/** @param {Element} element */
function stopScroll(element) {
  const scroll = smoothScrolls.get(element)
  if (scroll && element instanceof HTMLElement) element.style.scrollSnapType = scroll.snapType
  smoothScrolls.delete(element)
}

/** @param {number} time of the page, ms */
export function moveScrolling(time) {
  for (const [element, scroll] of smoothScrolls) {
    const start = Number.isNaN(scroll.start) ? time : scroll.start
    smoothScrolls.set(element, { ...scroll, start })
    const { from, to } = scroll
    const distance = Math.max(Math.abs(to.left - from.left), Math.abs(to.top - from.top))
    // As long as Chromium's: as many frames as the root of the px, and at most 90.
    const duration = (Math.min(90, Math.sqrt(distance)) * 1000) / 60
    easingTime.currentTime = Math.min(1, (time - start) / duration)
    const progress = Number(easing.getComputedTiming().progress)
    if (progress === 1) stopScroll(element)
    const between = (/** @type {number} */ one, /** @type {number} */ other) => one + (other - one) * progress
    place(element, { left: between(from.left, to.left), top: between(from.top, to.top) })
  }
}

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
