// A section of the capture script: scrolling.
import { setTimeout as delay } from 'node:timers/promises'
import { warn } from './progress.mjs'
import { giveCue } from './stage.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Config, Stage } from './types.mjs' */

// --- Scrolling

/**
 * Where a frame stands on the way from top to bottom: slowly at first and at the end.
 * @param {number} index Of the frame, from 0.
 * @param {number} frames Of the film.
 * @returns {number} 0 to 1
 */
function easedPart(index, frames) {
  return (1 - Math.cos((Math.PI * index) / Math.max(1, frames - 1))) / 2
}

/**
 * Scrolls for each frame, and waits until the pictures that come into view are there.
 * @param {Page} page
 * @param {Config} config
 * @returns {(part: number | undefined) => Promise<void>} undefined: stay
 */
function scroller(page, { timeouts }) {
  let patience = timeouts.settle_ms
  return async part => {
    if (part === undefined) return
    const deadline = Date.now() + patience
    while ((await giveCue(page, 'scroll', part)).includes('Pictures are') && patience > 0) {
      await delay(50)
      if (Date.now() < deadline) continue
      warn(`Pictures are not ready within ${timeouts.settle_ms / 1000} s; going on`)
      patience = 0
    }
  }
}

/** Scrolls the page, or the largest thing in it that scrolls when the page itself does not. @param {Stage} stage */
function scrollPage({ cues, all, style }) {
  /** @type {Element | undefined} */
  let scroller
  let way = 0
  /** @param {Element} element */
  const wayOf = element => element.scrollHeight - element.clientHeight
  const findScroller = () => {
    const page = document.scrollingElement ?? document.documentElement
    if (wayOf(page) > 0) return page
    const inner = [...document.querySelectorAll('body, body *')].filter(
      element => wayOf(element) > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    const areaOf = (/** @type {Element} */ { clientWidth, clientHeight }) => clientWidth * clientHeight
    return inner.sort((one, other) => areaOf(other) - areaOf(one))[0] ?? page
  }
  cues.scroll.push(part => {
    if (window !== top) return
    if (!scroller) {
      style('* { scroll-snap-type: none !important; overflow-anchor: none !important }')
      scroller = findScroller()
      const { scrollTop } = scroller
      scroller.scrollTo({ top: wayOf(scroller), behavior: 'instant' })
      way = scroller.scrollTop
      scroller.scrollTo({ top: scrollTop, behavior: 'instant' })
    }
    scroller.scrollTo({ top: part * way, behavior: 'instant' })
    const isComing = all('img').some(picture => {
      const { top, bottom } = picture.getBoundingClientRect()
      return !picture.complete && bottom > 0 && top < innerHeight
    })
    return isComing ? 'Pictures are' : undefined
  })
}

export { easedPart, scroller, scrollPage }
