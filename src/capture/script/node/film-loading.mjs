// Loading the page of a film: its time stands still at its start until everything it asks for is there.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { fail } from './errors.mjs'
import { openTarget, prepareDocuments } from './loading.mjs'

/** @import { Film, FrameTaker } from './types.mjs' */

/** @param {Film} film */
export async function loadAtStart({ page, clock, network }) {
  const { idle_ms } = CONFIG.timeouts
  let isLoading = true
  const moving = (async () => {
    while (isLoading) {
      await clock.moveTo(-1)
      await delay(50)
    }
  })()
  try {
    await openTarget(page)
    await network.settle(idle_ms)
    await prepareDocuments(page)
    await network.settle(idle_ms)
  } finally {
    isLoading = false
  }
  await moving
}

/**
 * Lets the first frame of the page pass, in which it is painted and its scripts start to move; then the time until
 * wait_for_selector is there, and the delay.
 *
 * @param {Film} film
 * @param {FrameTaker} taker
 * @param {number} fps
 * @returns {Promise<number>} frames that have passed
 */
export async function passBeforeFilm({ page }, taker, fps) {
  const { options, timeouts } = CONFIG
  const { wait_for_selector } = options
  await taker.pass(0)
  let frames = 1
  if (wait_for_selector !== null) {
    const awaited = page.locator(`css=${wait_for_selector}`).first()
    const limit = (timeouts.navigation_ms * fps) / 1000
    for (; !(await awaited.isVisible()); frames += 1) {
      if (frames > limit) fail('navigation', `There is no visible ${wait_for_selector} on the page`)
      await taker.pass((frames * 1000) / fps)
    }
  }
  const end = frames + Math.round(Number.parseFloat(options.delay) * fps)
  for (; frames < end; frames += 1) await taker.pass((frames * 1000) / fps)
  return frames
}
