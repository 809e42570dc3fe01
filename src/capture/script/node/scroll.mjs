// Scrolling a film: from the top of the page to its bottom, slow at both ends.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { callInFrames } from './agent.mjs'
import { warn } from './errors.mjs'

/** @import { Page } from 'playwright-core' */

/**
 * The progress at a frame with a sine easing.
 *
 * @param {number} index
 * @param {number} frames
 * @returns {number} 0 to 1
 */
export function easedProgress(index, frames) {
  return (1 - Math.cos((Math.PI * index) / Math.max(1, frames - 1))) / 2
}

/**
 * @param {Page} page
 * @returns {(progress: number) => Promise<void>} scrolls, and waits for the images that come into view
 */
export function createScroller(page) {
  const { settle_ms } = CONFIG.timeouts
  let isLate = false
  return async progress => {
    const deadline = Date.now() + settle_ms
    for (;;) {
      const answers = await callInFrames(page, 'scrollTo', progress)
      if (isLate || !answers.some(answer => answer?.isLoading)) return
      await delay(50)
      isLate = Date.now() > deadline
      if (isLate) warn(`The images are not ready within ${settle_ms / 1000} s; going on`)
    }
  }
}
