// The capture: a screenshot of the whole page.
import { CONFIG } from '../head.mjs'
import { scrollToTop } from '../page/calls.mjs'
import { findWindow } from './camera.mjs'
import { outputSize } from './output.mjs'
import { passTime, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'
import { captureArea } from './tiles.mjs'
import { showWholePage } from './whole-page.mjs'

/** @import { Result, Run } from './types.mjs' */

/** @param {Run} run */
async function takeScreenshot(run) {
  const still = await launchPage(run)
  await loadPage(still)
  const maxHeight = await showWholePage(still)
  // #if delay
  await passTime(still, Number.parseFloat(CONFIG.options.delay) * 1000)
  // #endif
  await waitForRest(still)

  const { page, session } = still
  await page.evaluate(scrollToTop)
  const { x, y, scale } = await findWindow(session)
  const height = await page.evaluate(() => {
    // Of a page without a doctype it is the body.
    const { scrollHeight } = document.scrollingElement ?? document.documentElement
    return Math.max(scrollHeight, innerHeight)
  })
  const size = { width: outputSize().width, height: Math.floor(Math.min(height, maxHeight) * scale + 1e-9) }
  return captureArea(run, still, { x: x * scale, y: y * scale, ...size }, scale)
}

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  return runJob(settings, takeScreenshot, interruption)
}
