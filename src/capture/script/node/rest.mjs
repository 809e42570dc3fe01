// Rest: moves the clock of the page until what it shows does not change any more.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { callInFrames } from './agent.mjs'
import { takePicture } from './camera.mjs'
import { fail, warn } from './errors.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { Still } from './still.mjs' */

/** Time of the page in one step, ms: after it the browser paints, and requests are answered. */
const stepMs = 250
/** A page that looks the same after this time of its own rests, ms. */
const quietMs = 1500
/** Longest wait, in such times. */
const maxQuiets = 8
/** What a page does at first, before its content is prepared, ms. */
const firstMs = 500
/** A step while the clock moves as real time does, ms. */
const realStepMs = 50
/** Workers keep real time: they get this much of it in each step. */
const workerMs = 50

/**
 * Stops CSS animations at their beginning. The page finishes them, but cannot see those of marquee.
 *
 * @param {CDPSession} session
 */
export async function stopTimelines(session) {
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/**
 * Moves the page's clock, which stands while requests have no answer.
 *
 * @param {Still} still
 * @param {number} milliseconds of the page
 * @param {() => boolean} [isLate] whether to stop before
 * @returns whether something moves the page, or will soon
 */
export async function advancePage({ page, network }, milliseconds, isLate = () => false) {
  for (let time = 0; ; time += stepMs) {
    await network.wait()
    const hasWorkers = page.workers().length > 0
    if (hasWorkers) await delay(workerMs)
    const answers = await callInFrames(page, 'advance', Math.min(stepMs, milliseconds - time), quietMs)
    const isMoving = hasWorkers || !network.isQuiet() || answers.some(answer => answer?.isMoving)
    if (!isMoving || time + stepMs >= milliseconds || isLate()) return isMoving
  }
}

/**
 * Waits for the element that CONFIG names, and for what the page does at first.
 *
 * @param {Still} still
 */
export async function waitForContent(still) {
  const { wait_for_selector: selector } = CONFIG.options
  const deadline = Date.now() + CONFIG.timeouts.navigation_ms
  while (selector !== null && !(await still.page.isVisible(`css=${selector}`))) {
    if (Date.now() > deadline) fail('navigation', `There is no visible ${selector} on the page`)
    await advanceInRealTime(still)
  }
  await advancePage(still, firstMs)
}

/** @param {Still} still */
export async function waitForDelay(still) {
  await passTime(still, Number.parseFloat(CONFIG.options.delay) * 1000)
}

/** Moves the page's clock as fast as real time passes. @param {Still} still @param {number} milliseconds */
export async function passTime(still, milliseconds) {
  for (let time = 0; time < milliseconds; time += realStepMs) await advanceInRealTime(still)
}

/** @param {Still} still */
async function advanceInRealTime(still) {
  await Promise.all([advancePage(still, realStepMs), delay(realStepMs)])
}

/**
 * Waits until the page rests.
 *
 * @param {Still} still
 */
export async function waitForRest(still) {
  const { network, session } = still
  const { settle_ms } = CONFIG.timeouts
  const takeWindow = () => takePicture(session, { format: 'jpeg', quality: 50, optimizeForSpeed: true }, 60_000)
  const start = Date.now() - network.waitedMs
  const elapsedMs = () => Date.now() - network.waitedMs - start
  if (!(await advancePage(still, 0))) return
  let before = await takeWindow()
  for (let quiets = 1; quiets <= maxQuiets && elapsedMs() < settle_ms; quiets += 1) {
    if (!(await advancePage(still, quietMs, () => elapsedMs() > settle_ms))) return
    const after = await takeWindow()
    if (after.equals(before)) return
    before = after
    // Asked at few times only, so that each run shows a page that never rests at the same time.
    if ([1, 2, 4].includes(quiets) && elapsedMs() > settle_ms / 2) break
  }
  warn('The page does not come to rest; going on')
}
