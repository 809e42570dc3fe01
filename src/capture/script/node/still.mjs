// The page of a picture: its clock is stopped until the script moves it, so that it looks the same at each run.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { callInFrames } from './agent.mjs'
import { launchBrowser, openPage } from './browser.mjs'
import { takePicture } from './camera.mjs'
import { fail, warn } from './errors.mjs'
import { openTarget, PendingRequests, prepareDocuments } from './loading.mjs'
import { takeSteps } from './steps.mjs'

/** @import { OpenPage, Run } from './types.mjs' */

/** @typedef {OpenPage & { network: PendingRequests }} Still */

const browserArguments = [
  // Painted in two steps, a part of a page can differ by one colour level from run to run.
  '--disable-partial-raster',
  // Pictures are decoded before they are painted.
  '--disable-checker-imaging',
]
/** What a page does at first, before its content is prepared, ms. */
const firstMs = 500
/** Time of the page in one step, ms: after it the browser paints, and requests are answered. */
const stepMs = 250
/** A page that looks the same after this time of its own rests, ms. */
const quietMs = 1500
/** Longest wait, in such times. */
const maxQuiets = 8
/** A step while the clock moves as real time does, which workers and documents without scripts keep, ms. */
const realStepMs = 50

/**
 * @param {Run} run
 * @param {() => void} startAgent runs in the page before its own scripts
 * @returns {Promise<Still>}
 */
export async function launchPage(run, startAgent) {
  const browser = await launchBrowser(run, browserArguments)
  const opened = await openPage(run, browser, `(${startAgent})()`)
  const network = new PendingRequests(opened.page)
  await network.watchSharedWorkers()
  return { ...opened, network }
}

/** @param {Still} still */
export async function loadPage(still) {
  const { page, network } = still
  await openTarget(page, network)
  if (hasSteps) {
    // Without what hides the page: a banner can cover what they need.
    await prepareDocuments(page)
    await takeSteps(page, milliseconds => passTime(still, milliseconds))
  }
  await waitForElement(still)
  // Add your own waits here. This one passes 2 s of the page's time, in steps of 250 ms:
  // for (let step = 0; step < 8; step += 1) await advancePage(still, 250)
  await advancePage(still, firstMs)
  await prepareDocuments(page)
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
    const answers = await callInFrames(page, 'advance', Math.min(stepMs, milliseconds - time), quietMs)
    const hasRealTime = page.workers().length > 0 || answers.some(answer => answer?.hasScripts === false)
    if (hasRealTime) await scheduler.wait(realStepMs)
    const isMoving = hasRealTime || !network.isQuiet() || answers.some(answer => answer?.isMoving)
    if (!isMoving || time + stepMs >= milliseconds || isLate()) return isMoving
  }
}

/** Moves the page's clock as fast as real time passes. @param {Still} still @param {number} milliseconds */
export async function passTime(still, milliseconds) {
  for (let time = 0; time < milliseconds; time += realStepMs) {
    await Promise.all([advancePage(still, realStepMs), scheduler.wait(realStepMs)])
  }
}

/** @param {Still} still */
export async function passDelay(still) {
  await passTime(still, Number.parseFloat(CONFIG.options.delay ?? '0') * 1000)
}

/** @param {Still} still */
async function waitForElement(still) {
  const { wait_for_selector: selector } = CONFIG.options
  const deadline = Date.now() + CONFIG.timeouts.navigation_ms
  while (selector && !(await still.page.isVisible(`css=${selector}`))) {
    if (Date.now() > deadline) fail('navigation', `There is no visible ${selector} on the page`)
    await passTime(still, realStepMs)
  }
}

/** Waits until nothing moves, or the window looks the same again. @param {Still} still */
export async function waitForRest(still) {
  const { settle_ms } = CONFIG.timeouts
  const takeWindow = () => takePicture(still.session, { format: 'jpeg', quality: 50, optimizeForSpeed: true })
  const start = Date.now()
  const isLate = (limitMs = settle_ms) => Date.now() - start > limitMs
  if (!(await advancePage(still, 0))) return
  let before = await takeWindow()
  for (let quiets = 1; quiets <= maxQuiets; quiets += 1) {
    if (!(await advancePage(still, quietMs, isLate))) return
    const after = await takeWindow()
    if (after.equals(before)) return
    before = after
    // Asked at few times only, so that each run shows a page that never rests at the same time.
    if ([1, 2, 4].includes(quiets) && isLate(settle_ms / 2)) break
  }
  warn('The page keeps changing; it is captured as it is now. delay or wait_for_selector can wait longer')
}
