// Loading the page of a film: its time stands still at its start until everything it asks for is there.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { takePicture } from './camera.mjs'
import { fail } from './errors.mjs'
import { openTarget, prepareDocuments } from './loading.mjs'
import { takeSteps } from './steps.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { Film, PictureOptions } from './types.mjs' */

/** Without screenshots, a browser takes up to 2 s for a frame. @type {PictureOptions} */
const dot = { format: 'jpeg', clip: { x: 0, y: 0, width: 8, height: 8, scale: 1 } }

/** @param {Film} film */
export async function loadAtStart({ page, clock, network }) {
  let isLoading = true
  async function keepStill() {
    while (isLoading) {
      await clock.moveTo(-1)
      await scheduler.wait(50)
    }
  }
  async function load() {
    try {
      await openTarget(page, network)
      await network.settle()
      await prepareDocuments(page)
      await network.settle()
    } finally {
      isLoading = false
    }
  }
  await Promise.all([keepStill(), load()])
}

/**
 * Lets a frame pass: the page moves to its time once the network has answered, and waits again.
 *
 * @param {Film} film
 * @param {number} time ms since the page began
 * @param {number} [progress] of the scrolling, 0 to 1
 */
export async function passFrame({ clock, network }, time, progress) {
  await network.settle()
  await clock.moveTo(time, progress)
  await network.settle()
}

/**
 * Lets the first frame of the page pass, in which it is painted and its scripts start to move; then the time for what
 * CONFIG asks for before the film.
 *
 * @param {Film} film
 * @param {number} fps
 * @returns {Promise<number>} frames that have passed
 */
export async function passBeforeFilm(film, fps) {
  const { page } = film
  let frames = 0
  /** @param {number} count */
  async function passFrames(count) {
    const end = frames + count
    for (; frames < end; frames += 1) {
      const passing = Promise.all([passFrame(film, (frames * 1000) / fps), takePicture(film.session, dot)])
      const hasPassed = await withTimeout(passing, CONFIG.timeouts.navigation_ms)
      if (!hasPassed) fail('unresponsive', 'The page stopped responding before the recording')
    }
  }

  await passFrames(1)
  const { wait_for_selector, delay = '0' } = CONFIG.options
  if (hasSteps) {
    await takeSteps(page, milliseconds => passFrames(Math.round((milliseconds * fps) / 1000)))
    // What the steps opened is prepared.
    await prepareDocuments(page)
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
