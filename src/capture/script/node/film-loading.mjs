// Loading the page of a film: its time stands still at its start until everything it asks for is there.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { fail } from './errors.mjs'
import { openTarget, prepareDocuments } from './loading.mjs'
import { PendingRequests } from './pending-requests.mjs'
import { takeSteps } from './steps.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { Film, FrameTaker, Pace } from './types.mjs' */

/** @param {Film} film */
export async function loadAtStart({ page, clock, network }) {
  const { idle_ms } = CONFIG.timeouts
  const requests = new PendingRequests(page)
  await requests.watchSharedWorkers()
  let isLoading = true
  async function keepStill() {
    while (isLoading) {
      await clock.moveTo(-1)
      await scheduler.wait(50)
    }
  }
  async function load() {
    try {
      await openTarget(page, requests)
      await network.settle(idle_ms)
      await prepareDocuments(page)
      await network.settle(idle_ms)
    } finally {
      isLoading = false
    }
  }
  await Promise.all([keepStill(), load()])
}

/**
 * Lets the first frame of the page pass, in which it is painted and its scripts start to move; then the time for what
 * CONFIG asks for before the film.
 *
 * @param {Film} film
 * @param {FrameTaker} taker
 * @param {number} fps
 * @returns {Promise<number>} frames that have passed
 */
export async function passBeforeFilm({ page }, taker, fps) {
  let frames = 0
  /** @param {number} time */
  async function passFrame(time) {
    const passing = taker.pass(time).then(() => true)
    const hasPassed = await withTimeout(passing, CONFIG.timeouts.navigation_ms)
    if (!hasPassed) fail('other', 'The page does not respond before the film')
  }
  /** @param {number} count */
  async function passFrames(count) {
    const end = frames + count
    for (; frames < end; frames += 1) await passFrame((frames * 1000) / fps)
  }

  await passFrames(1)
  /** @type {Pace} */
  const pace = {
    pass: milliseconds => passFrames(Math.round((milliseconds * fps) / 1000)),
    async paintDuring(work) {
      let isDone = false
      const end = () => {
        isDone = true
      }
      work.then(end, end)
      while (!isDone) await passFrame(((frames - 1) * 1000) / fps)
      return work
    },
  }
  const { steps, wait_for_selector, delay = '0' } = CONFIG.options
  if (steps) {
    await takeSteps(page, pace)
    // What the steps opened is prepared; in begin-frame its own clock stands, and ends no wait.
    await pace.paintDuring(Promise.race([prepareDocuments(page), scheduler.wait(CONFIG.timeouts.settle_ms)]))
  }
  if (wait_for_selector) {
    const awaited = page.locator(`css=${wait_for_selector}`).first()
    const limit = (CONFIG.timeouts.navigation_ms * fps) / 1000
    const start = frames
    while (!(await awaited.isVisible())) {
      if (frames - start > limit) fail('navigation', `There is no visible ${wait_for_selector} on the page`)
      await passFrames(1)
    }
  }
  await passFrames(Math.round(Number.parseFloat(delay) * fps))
  return frames
}
